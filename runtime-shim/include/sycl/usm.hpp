// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unified shared memory (SYCL 2020, 4.8). Memory is aligned to at least 64 bytes. Sizes are in bytes, counts in
// elements. Allocation functions return null if there is no memory, for 0 bytes, and for an alignment that is no power
// of two or is larger than the device supports. They throw errc::feature_not_supported if the device lacks the aspect
// of the kind, and errc::invalid if the context lacks the device or the kind is usm::alloc::unknown. All functions may
// be called from any thread. The caller owns the memory until it calls `free`, which does not wait for commands.
#pragma once

#include "sycl/detail/standard_headers.hpp"
#include "sycl/queue.hpp"

#include <limits>

namespace sycl {

namespace usm {
enum class alloc : char { host = 0, device = 1, shared = 2, unknown = 3 };
}

// `alignment` is in bytes; 0 stands for the default.
SYCL_FUSE_API void *aligned_alloc(std::size_t alignment, std::size_t bytes, const device &, const context &, usm::alloc,
                                  const property_list & = {});
// Ignores null. Throws errc::invalid if nothing was allocated at the pointer, if it was freed before, or if it belongs
// to a device that is not in the context.
SYCL_FUSE_API void free(void *pointer, const context &);
// Returns the kind of the allocation that contains the address, or unknown if none of a device of the context does.
SYCL_FUSE_API usm::alloc get_pointer_type(const void *pointer, const context &);
// Returns the device for which the memory was allocated; for host memory, the first device of the context. Throws
// errc::invalid if the address is not in USM of the context.
SYCL_FUSE_API device get_pointer_device(const void *pointer, const context &);

namespace detail {
// The bytes of `count` elements; the largest number if the product does not fit, which no allocation can have.
constexpr std::size_t usm_bytes(std::size_t count, std::size_t size) {
  return count > std::numeric_limits<std::size_t>::max() / size ? std::numeric_limits<std::size_t>::max()
                                                                : count * size;
}
template <class T> constexpr std::size_t usm_alignment(std::size_t alignment) {
  const bool refused = (alignment & (alignment - 1)) != 0; // must not become a valid one
  return alignment == 0 || refused || alignment > alignof(T) ? alignment : alignof(T);
}
[[noreturn]] SYCL_FUSE_API void throw_no_memory(std::size_t elements, std::size_t size_of_one);
// The allocation that contains a pointer: a unique odd number, and the bytes from the pointer to its end. 1 and 0 if
// the pointer is in no allocation.
struct usm_extent {
  void *identity;
  std::size_t bytes;
};
SYCL_FUSE_API usm_extent usm_extent_of(const void *pointer);
inline device first_device(const context &c) { return c.get_devices().front(); }
} // namespace detail

// The kind as an argument (SYCL 2020, 4.8.3.5). `where` is a device and a context, or a queue.
inline void *aligned_alloc(std::size_t alignment, std::size_t bytes, const queue &q, usm::alloc kind,
                           const property_list &p = {}) {
  return aligned_alloc(alignment, bytes, q.get_device(), q.get_context(), kind, p);
}
template <class T>
T *aligned_alloc(std::size_t alignment, std::size_t n, const device &d, const context &c, usm::alloc kind,
                 const property_list &p = {}) {
  return static_cast<T *>(
      aligned_alloc(detail::usm_alignment<T>(alignment), detail::usm_bytes(n, sizeof(T)), d, c, kind, p));
}
template <class T>
T *aligned_alloc(std::size_t alignment, std::size_t n, const queue &q, usm::alloc kind, const property_list &p = {}) {
  return aligned_alloc<T>(alignment, n, q.get_device(), q.get_context(), kind, p);
}
inline void *malloc(std::size_t bytes, const device &d, const context &c, usm::alloc kind,
                    const property_list &p = {}) {
  return aligned_alloc(0, bytes, d, c, kind, p);
}
inline void *malloc(std::size_t bytes, const queue &q, usm::alloc kind, const property_list &p = {}) {
  return aligned_alloc(0, bytes, q, kind, p);
}
template <class T>
T *malloc(std::size_t n, const device &d, const context &c, usm::alloc kind, const property_list &p = {}) {
  return aligned_alloc<T>(alignof(T), n, d, c, kind, p);
}
template <class T> T *malloc(std::size_t n, const queue &q, usm::alloc kind, const property_list &p = {}) {
  return aligned_alloc<T>(alignof(T), n, q, kind, p);
}
inline void free(void *pointer, const queue &q) { free(pointer, q.get_context()); }

// The kind in the name (SYCL 2020, 4.8.3.2 to 4.8.3.4): each in bytes and in elements, aligned and not.
#define SYCL_FUSE_USM(kind, Parameters, Where)                                                                         \
  inline void *malloc_##kind(std::size_t bytes, Parameters, const property_list &p = {}) {                             \
    return aligned_alloc(0, bytes, Where, usm::alloc::kind, p);                                                        \
  }                                                                                                                    \
  template <class T> T *malloc_##kind(std::size_t n, Parameters, const property_list &p = {}) {                        \
    return malloc<T>(n, Where, usm::alloc::kind, p);                                                                   \
  }                                                                                                                    \
  inline void *aligned_alloc_##kind(std::size_t alignment, std::size_t bytes, Parameters,                              \
                                    const property_list &p = {}) {                                                     \
    return aligned_alloc(alignment, bytes, Where, usm::alloc::kind, p);                                                \
  }                                                                                                                    \
  template <class T>                                                                                                   \
  T *aligned_alloc_##kind(std::size_t alignment, std::size_t n, Parameters, const property_list &p = {}) {             \
    return aligned_alloc<T>(alignment, n, Where, usm::alloc::kind, p);                                                 \
  }
#define SYCL_FUSE_COMMA ,
SYCL_FUSE_USM(device, const queue &q, q)
SYCL_FUSE_USM(shared, const queue &q, q)
SYCL_FUSE_USM(host, const queue &q, q)
SYCL_FUSE_USM(device, const device &d SYCL_FUSE_COMMA const context &c, d SYCL_FUSE_COMMA c)
SYCL_FUSE_USM(shared, const device &d SYCL_FUSE_COMMA const context &c, d SYCL_FUSE_COMMA c)
SYCL_FUSE_USM(host, const context &c, detail::first_device(c) SYCL_FUSE_COMMA c)
#undef SYCL_FUSE_COMMA
#undef SYCL_FUSE_USM

// An allocator for containers (SYCL 2020, 4.8.4). Throws errc::memory_allocation if there is no memory.
template <class T, usm::alloc Kind, std::size_t Alignment = 0> class usm_allocator {
  static_assert(Kind == usm::alloc::host || Kind == usm::alloc::shared,
                "containers touch their elements on the host: usm_allocator is for host and shared memory");

public:
  using value_type = T;
  using propagate_on_container_copy_assignment = std::true_type;
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;
  template <class U> struct rebind {
    using other = usm_allocator<U, Kind, Alignment>;
  };
  usm_allocator() = delete;
  usm_allocator(const context &c, const device &d, const property_list &p = {})
      : context_(c), device_(d), properties_(p) {}
  explicit usm_allocator(const queue &q, const property_list &p = {})
      : usm_allocator(q.get_context(), q.get_device(), p) {}
  template <class U>
  usm_allocator(const usm_allocator<U, Kind, Alignment> &o) noexcept
      : context_(o.context_), device_(o.device_), properties_(o.properties_) {}

  T *allocate(std::size_t n) {
    constexpr std::size_t alignment = Alignment > alignof(T) ? Alignment : alignof(T);
    if (T *p = aligned_alloc<T>(alignment, n, device_, context_, Kind, properties_))
      return p;
    detail::throw_no_memory(n, sizeof(T));
  }
  void deallocate(T *p, std::size_t) {
    if (p)
      free(p, context_);
  }
  template <class P> bool has_property() const noexcept { return properties_.template has_property<P>(); }
  template <class P> P get_property() const { return properties_.template get_property<P>(); }

  template <class U, usm::alloc K, std::size_t A>
  friend bool operator==(const usm_allocator &a, const usm_allocator<U, K, A> &b) {
    return Kind == K && Alignment == A && a.same_place(b);
  }
  template <class U, usm::alloc K, std::size_t A>
  friend bool operator!=(const usm_allocator &a, const usm_allocator<U, K, A> &b) {
    return !(a == b);
  }

private:
  template <class, usm::alloc, std::size_t> friend class usm_allocator;
  template <class U, usm::alloc K, std::size_t A> bool same_place(const usm_allocator<U, K, A> &o) const {
    return context_ == o.context_ && device_ == o.device_;
  }
  context context_;
  device device_;
  property_list properties_;
};

} // namespace sycl
