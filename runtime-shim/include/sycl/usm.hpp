// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unified shared memory (SYCL 2020, 4.8). Memory is aligned to at least 64 bytes. Allocation functions give null if there is no
// memory, and throw errc::feature_not_supported if the device lacks the kind.
#pragma once

#include "sycl/queue.hpp"

namespace sycl {

namespace usm {
enum class alloc : char { host = 0, device = 1, shared = 2, unknown = 3 };
}

SYCL_FUSE_API void *aligned_alloc(std::size_t alignment, std::size_t bytes, const device &, const context &, usm::alloc);
SYCL_FUSE_API void free(void *pointer, const context &);
SYCL_FUSE_API usm::alloc get_pointer_type(const void *pointer, const context &);
SYCL_FUSE_API device get_pointer_device(const void *pointer, const context &);

inline void *aligned_alloc(std::size_t alignment, std::size_t bytes, const queue &q, usm::alloc kind) {
  return aligned_alloc(alignment, bytes, q.get_device(), q.get_context(), kind);
}
inline void *malloc(std::size_t bytes, const device &d, const context &c, usm::alloc kind) {
  return aligned_alloc(0, bytes, d, c, kind);
}
inline void *malloc(std::size_t bytes, const queue &q, usm::alloc kind) { return aligned_alloc(0, bytes, q, kind); }
template <class T> T *malloc(std::size_t n, const queue &q, usm::alloc kind) {
  return static_cast<T *>(aligned_alloc(alignof(T), n * sizeof(T), q, kind));
}
template <class T> T *malloc(std::size_t n, const device &d, const context &c, usm::alloc kind) {
  return static_cast<T *>(aligned_alloc(alignof(T), n * sizeof(T), d, c, kind));
}
inline void free(void *pointer, const queue &q) { free(pointer, q.get_context()); }

#define SYCL_FUSE_USM(kind)                                                                                            \
  inline void *malloc_##kind(std::size_t bytes, const queue &q, const property_list & = {}) {                          \
    return aligned_alloc(0, bytes, q, usm::alloc::kind);                                                               \
  }                                                                                                                    \
  template <class T> T *malloc_##kind(std::size_t n, const queue &q, const property_list & = {}) {                     \
    return malloc<T>(n, q, usm::alloc::kind);                                                                          \
  }                                                                                                                    \
  inline void *aligned_alloc_##kind(std::size_t alignment, std::size_t bytes, const queue &q,                          \
                                    const property_list & = {}) {                                                      \
    return aligned_alloc(alignment, bytes, q, usm::alloc::kind);                                                       \
  }                                                                                                                    \
  template <class T>                                                                                                   \
  T *aligned_alloc_##kind(std::size_t alignment, std::size_t n, const queue &q, const property_list & = {}) {          \
    return static_cast<T *>(aligned_alloc(alignment, n * sizeof(T), q, usm::alloc::kind));                             \
  }
#define SYCL_FUSE_USM_OF_DEVICE(kind)                                                                                  \
  inline void *malloc_##kind(std::size_t bytes, const device &d, const context &c, const property_list & = {}) {       \
    return aligned_alloc(0, bytes, d, c, usm::alloc::kind);                                                            \
  }                                                                                                                    \
  template <class T> T *malloc_##kind(std::size_t n, const device &d, const context &c, const property_list & = {}) {  \
    return malloc<T>(n, d, c, usm::alloc::kind);                                                                       \
  }
SYCL_FUSE_USM(device)
SYCL_FUSE_USM(host)
SYCL_FUSE_USM(shared)
SYCL_FUSE_USM_OF_DEVICE(device)
SYCL_FUSE_USM_OF_DEVICE(shared)
#undef SYCL_FUSE_USM
#undef SYCL_FUSE_USM_OF_DEVICE
inline void *malloc_host(std::size_t bytes, const context &c, const property_list & = {}) {
  return aligned_alloc(0, bytes, c.get_devices().front(), c, usm::alloc::host);
}
template <class T> T *malloc_host(std::size_t n, const context &c, const property_list & = {}) {
  return malloc<T>(n, c.get_devices().front(), c, usm::alloc::host);
}

// An allocator for containers (SYCL 2020, 4.8.3.1).
template <class T, usm::alloc Kind, std::size_t Alignment = alignof(T)> class usm_allocator {
public:
  using value_type = T;
  using propagate_on_container_copy_assignment = std::true_type;
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;
  template <class U> struct rebind {
    using other = usm_allocator<U, Kind, Alignment>;
  };
  usm_allocator() = delete;
  usm_allocator(const context &c, const device &d, const property_list & = {}) : context_(c), device_(d) {}
  explicit usm_allocator(const queue &q, const property_list & = {}) : usm_allocator(q.get_context(), q.get_device()) {}
  template <class U> usm_allocator(const usm_allocator<U, Kind, Alignment> &o) : context_(o.ctx()), device_(o.dev()) {}

  T *allocate(std::size_t n) {
    if (void *p = aligned_alloc(Alignment, n * sizeof(T), device_, context_, Kind))
      return static_cast<T *>(p);
    throw exception(make_error_code(errc::memory_allocation), "usm_allocator: out of memory");
  }
  void deallocate(T *p, std::size_t) { free(p, context_); }
  const context &ctx() const { return context_; }
  const device &dev() const { return device_; }
  friend bool operator==(const usm_allocator &a, const usm_allocator &b) {
    return a.context_ == b.context_ && a.device_ == b.device_;
  }
  friend bool operator!=(const usm_allocator &a, const usm_allocator &b) { return !(a == b); }

private:
  context context_;
  device device_;
};

} // namespace sycl
