// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::buffer (SYCL 2020, 4.7.2). A handle; copies refer to the same memory. The destructor of the last copy cancels a
// fusion region that still holds a command which uses the buffer, waits for such commands, and writes back. It throws
// nothing: errors are logged. The program must not access the host memory that it gave to a buffer until then, except
// through host accessors, and must keep it alive. AllocatorT supplies the host's memory where the program gives none,
// if it is not the default; nothing else is allocated with it. Sub-buffers share everything but their range with their
// buffer. Commands are ordered by the bytes of the buffer or sub-buffer that they use: those on sub-buffers that have
// no byte in common do not wait for each other. Host memory is allocated when it is first needed; what needs it throws
// errc::memory_allocation if there is none.
#pragma once

#include "sycl/access.hpp"
#include "sycl/context.hpp"
#include "sycl/detail/accessor_base.hpp"
#include "sycl/detail/byte_range.hpp"
#include "sycl/device_copyable.hpp"
#include "sycl/item.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>

namespace sycl {

template <class T> using buffer_allocator = std::allocator<T>;

namespace detail {

class buffer_impl;

// The memory of the program that a buffer takes its first contents from, and writes its last ones to.
struct buffer_source {
  // Used as the host copy of the buffer unless `copy` is set; a constant one is copied when it is first written.
  const void *host = nullptr;
  bool constant = false, copy = false;
  bool write_back = false;          // to `host`
  bool uninitialised = false;       // the contents of `host` need not be copied
  std::shared_ptr<const void> keep; // keeps `host` alive
};
using write_back_function = std::function<void(const void *)>;

SYCL_FUSE_API std::uint64_t next_number() noexcept; // event.hpp
SYCL_FUSE_API std::shared_ptr<buffer_impl> make_buffer(std::size_t bytes, const buffer_source &source);
SYCL_FUSE_API void set_final_data(buffer_impl *, write_back_function);
SYCL_FUSE_API void set_write_back(buffer_impl *, bool on) noexcept;
SYCL_FUSE_API void set_user_mutex(buffer_impl *, std::mutex *) noexcept;
// Waits for the commands that use these bytes. `memory` becomes the host memory of the whole buffer. Later commands
// that conflict with the access wait until all copies of the result are destroyed.
SYCL_FUSE_API std::shared_ptr<void> hold_host_access(const std::shared_ptr<buffer_impl> &, byte_range, access_mode,
                                                     bool no_init, void *&memory);

[[noreturn]] SYCL_FUSE_API void throw_invalid(const char *text);
// The size of the range in bytes. Throws errc::invalid if it does not fit 64 bits.
template <int D> std::size_t bytes_of(const range<D> &r, std::size_t element) {
  std::size_t bytes = element;
  bool fits = true, empty = false;
  for (int d = 0; d < D; ++d) {
    empty |= r[d] == 0;
    fits &= !__builtin_mul_overflow(bytes, r[d], &bytes);
  }
  if (!fits && !empty)
    throw_invalid("buffer: the number of bytes does not fit 64 bits");
  return empty ? 0 : bytes;
}

[[noreturn]] SYCL_FUSE_API void throw_bad_sub_buffer(const char *why, int dimension, std::size_t first,
                                                     std::size_t size, std::size_t whole);
template <int D>
void check_sub_buffer(const range<D> &whole, const id<D> &first, const range<D> &r, bool of_sub_buffer) {
  if (of_sub_buffer)
    throw_invalid("buffer: a sub-buffer of a sub-buffer");
  bool inner = false; // in a dimension where whole rows are needed
  for (int d = 0; d < D; ++d) {
    if (first[d] > whole[d] || r[d] > whole[d] - first[d])
      throw_bad_sub_buffer("exceeds the buffer", d, first[d], r[d], whole[d]);
    if (inner && r[d] != whole[d])
      throw_bad_sub_buffer("is not contiguous in the buffer", d, first[d], r[d], whole[d]);
    inner |= r[d] != 1;
  }
}
SYCL_FUSE_API void check_reinterpretation(std::size_t bytes, std::size_t wanted);

template <class C, class T>
using enable_container = std::enable_if_t<std::is_convertible_v<decltype(std::declval<C &>().data()), const T *> &&
                                          std::is_convertible_v<decltype(std::declval<C &>().size()), std::size_t>>;
template <class It> using enable_iterator = typename std::iterator_traits<It>::iterator_category;
// What a vector holds in bytes of its own: vectors of bool hold bits.
struct bool_element {
  template <class U> bool_element(const U &u) : value(u) {}
  bool value;
};
template <class T> using contiguous_element = std::conditional_t<std::is_same_v<T, bool>, bool_element, T>;
template <class A> using enable_allocator = decltype(std::declval<A &>().allocate(std::size_t{}));

} // namespace detail

template <class T, int Dimensions = 1, class AllocatorT = buffer_allocator<std::remove_const_t<T>>> class buffer {
  static_assert(1 <= Dimensions && Dimensions <= 3, "SYCL has 1 to 3 dimensions");
  static_assert(is_device_copyable_v<T>, "elements of a buffer are copied byte by byte");
  static constexpr access_mode default_mode = std::is_const_v<T> ? access_mode::read : access_mode::read_write;

public:
  using value_type = T;
  using reference = T &;
  using const_reference = const T &;
  using allocator_type = AllocatorT;

  // Uninitialized. Writes nothing back unless set_final_data says where.
  buffer(const range<Dimensions> &r, const property_list &p = {}) : buffer(r, AllocatorT(), p) {}
  buffer(const range<Dimensions> &r, AllocatorT a, const property_list &p = {})
      : buffer(r, p, of_allocator(a, detail::bytes_of(r, sizeof(T)) / sizeof(T)), a) {}

  // Uses `host` as its memory on the host and writes back to it, unless T is constant. A pointer to constant elements
  // is only read: the elements are copied at once.
  buffer(T *host, const range<Dimensions> &r, const property_list &p = {})
      : buffer(r, p, detail::buffer_source{host, false, false, !std::is_const_v<T>, false, {}}) {}
  buffer(T *host, const range<Dimensions> &r, AllocatorT a, const property_list &p = {})
      : buffer(r, p, detail::buffer_source{host, false, false, !std::is_const_v<T>, false, {}}, a) {}
  template <class U = T, class = std::enable_if_t<!std::is_const_v<U>>>
  buffer(const U *host, const range<Dimensions> &r, const property_list &p = {})
      : buffer(r, p, detail::buffer_source{host, true, false, false, false, {}}) {}
  template <class U = T, class = std::enable_if_t<!std::is_const_v<U>>>
  buffer(const U *host, const range<Dimensions> &r, AllocatorT a, const property_list &p = {})
      : buffer(r, p, detail::buffer_source{host, true, false, false, false, {}}, a) {}

  // Uses the container's memory and writes back to it, unless it is constant. The container must not be resized
  // meanwhile.
  template <class C, int D = Dimensions, class = std::enable_if_t<D == 1>, class = detail::enable_container<C, T>>
  buffer(C &container, const property_list &p = {})
      : buffer(range<1>(container.size()), p,
               detail::buffer_source{
                   container.data(), is_constant(container.data()), false, !is_constant(container.data()), false, {}}) {
  }
  template <class C, int D = Dimensions, class = std::enable_if_t<D == 1>, class = detail::enable_container<C, T>>
  buffer(C &container, AllocatorT a, const property_list &p = {}) : buffer(container, p) {
    allocator_ = a;
  }

  // Shared: the buffer keeps the memory alive and writes back to it.
  buffer(const std::shared_ptr<T> &host, const range<Dimensions> &r, const property_list &p = {})
      : buffer(r, p, detail::buffer_source{host.get(), false, false, !std::is_const_v<T>, false, host}) {}
  buffer(const std::shared_ptr<T[]> &host, const range<Dimensions> &r, const property_list &p = {})
      : buffer(r, p, detail::buffer_source{host.get(), false, false, !std::is_const_v<T>, false, host}) {}
  template <class Shared, class = std::enable_if_t<std::is_convertible_v<Shared, std::shared_ptr<T>> ||
                                                   std::is_convertible_v<Shared, std::shared_ptr<T[]>>>>
  buffer(const Shared &host, const range<Dimensions> &r, AllocatorT a, const property_list &p = {})
      : buffer(host, r, p) {
    allocator_ = a;
  }

  // Copies the elements; nothing is written back.
  template <class It, int D = Dimensions, class = std::enable_if_t<D == 1>, class = detail::enable_iterator<It>>
  buffer(It first, It last, const property_list &p = {})
      : buffer(std::vector<detail::contiguous_element<std::remove_const_t<T>>>(first, last), p, 0) {}
  template <class It, int D = Dimensions, class = std::enable_if_t<D == 1>, class = detail::enable_iterator<It>>
  buffer(It first, It last, AllocatorT a, const property_list &p = {}) : buffer(first, last, p) {
    allocator_ = a;
  }

  // A sub-buffer: `r` elements from `first` on. Throws errc::invalid if they exceed `whole` or are not contiguous in
  // it, or if `whole` is a sub-buffer itself (SYCL 2020, table 43).
  buffer(buffer &whole, const id<Dimensions> &first, const range<Dimensions> &r) : buffer(whole) {
    view_ = detail::next_number();
    detail::check_sub_buffer(whole.range_, first, r, whole.is_sub_buffer_);
    byte_offset_ = detail::linear_id(whole.range_, first) * sizeof(T);
    range_ = r;
    is_sub_buffer_ = true;
  }

  range<Dimensions> get_range() const { return range_; }
  std::size_t size() const noexcept { return range_.size(); }
  std::size_t get_count() const noexcept { return size(); }
  std::size_t byte_size() const noexcept { return size() * sizeof(T); }
  std::size_t get_size() const noexcept { return byte_size(); }
  AllocatorT get_allocator() const { return allocator_; }
  bool is_sub_buffer() const { return is_sub_buffer_; }
  template <class P> bool has_property() const noexcept { return properties_.template has_property<P>(); }
  template <class P> P get_property() const { return properties_.template get_property<P>(); }

  template <access_mode Mode = default_mode, target Target = target::device>
  auto get_access(handler &h, const property_list &p = {});
  template <access_mode Mode = default_mode, target Target = target::device>
  auto get_access(handler &h, range<Dimensions> r, id<Dimensions> offset = {}, const property_list &p = {});
  // Takes what the constructors of accessor take after the buffer.
  template <class... Args> auto get_access(Args &&...args);
  // SYCL 1.2.1's host access.
  template <access_mode Mode> auto get_access();
  template <access_mode Mode> auto get_access(range<Dimensions> r, id<Dimensions> offset = {});
  template <class... Args> auto get_host_access(Args &&...args);

  // The same memory as elements of another type. Throws errc::invalid unless the sizes in bytes are equal.
  template <class U, int D,
            class A = typename std::allocator_traits<AllocatorT>::template rebind_alloc<std::remove_const_t<U>>>
  buffer<U, D, A> reinterpret(const range<D> &r) const {
    detail::check_reinterpretation(byte_size(), detail::bytes_of(r, sizeof(U)));
    return {*this, r};
  }
  // The same memory with as many bytes. In more than one dimension the elements must have one size.
  template <class U, int D = Dimensions,
            class A = typename std::allocator_traits<AllocatorT>::template rebind_alloc<std::remove_const_t<U>>>
  buffer<U, D, A> reinterpret() const {
    if constexpr (D == 1)
      return reinterpret<U, 1, A>(range<1>(byte_size() / sizeof(U)));
    else {
      static_assert(D == Dimensions && sizeof(U) == sizeof(T), "reinterpret: name the range");
      return reinterpret<U, D, A>(range_);
    }
  }

  // The destructor of the last copy writes the data to `d` if a command has changed it: a pointer, an output iterator,
  // a weak_ptr, or a shared_ptr, which is not kept alive. nullptr: nowhere. Throws errc::invalid for a sub-buffer.
  template <class Destination = std::nullptr_t> void set_final_data(Destination d = nullptr) {
    using value = std::remove_const_t<T>;
    std::size_t n = size();
    if (is_sub_buffer_)
      detail::throw_invalid("set_final_data: the buffer is a sub-buffer, which writes nothing back");
    if constexpr (std::is_null_pointer_v<Destination>)
      detail::set_final_data(impl_.get(), nullptr);
    else if constexpr (is_shared<Destination>::value)
      set_final_data(std::weak_ptr(d));
    else
      detail::set_final_data(impl_.get(), [d, n](const void *data) {
        auto first = static_cast<const value *>(data);
        if constexpr (is_weak<Destination>::value) {
          if (auto alive = d.lock())
            std::copy(first, first + n, alive.get());
        } else
          std::copy(first, first + n, d);
      });
  }
  void set_write_back(bool on = true) { detail::set_write_back(impl_.get(), on); }

  friend bool operator==(const buffer &a, const buffer &b) {
    return a.impl_ == b.impl_ && a.byte_offset_ == b.byte_offset_ && a.range_ == b.range_;
  }
  friend bool operator!=(const buffer &a, const buffer &b) { return !(a == b); }

  // Not for users.
  detail::buffer_impl *impl() const { return impl_.get(); }
  const std::shared_ptr<detail::buffer_impl> &shared_impl() const { return impl_; }
  std::size_t byte_offset() const { return byte_offset_; } // in impl()
  detail::byte_range bytes() const { return {byte_offset_, byte_offset_ + byte_size()}; }
  const property_list &properties() const { return properties_; }
  // The same number means the same memory, range and properties.
  std::uint64_t view() const { return view_; }

private:
  template <class D> struct is_weak : std::false_type {};
  template <class D> struct is_weak<std::weak_ptr<D>> : std::true_type {};
  template <class D> struct is_shared : std::false_type {};
  template <class D> struct is_shared<std::shared_ptr<D>> : std::true_type {};
  template <class P> static constexpr bool is_constant(P *) { return std::is_const_v<P> || std::is_const_v<T>; }

  template <class, int, class> friend class buffer;

  static detail::buffer_source of_allocator([[maybe_unused]] AllocatorT &a, [[maybe_unused]] std::size_t n) {
    if constexpr (std::is_same_v<AllocatorT, buffer_allocator<std::remove_const_t<T>>>)
      return {};
    else {
      auto *memory = std::allocator_traits<AllocatorT>::allocate(a, n);
      std::shared_ptr<const void> keep(memory, [a, memory, n](const void *) mutable {
        std::allocator_traits<AllocatorT>::deallocate(a, memory, n);
      });
      return {memory, false, false, false, true, std::move(keep)};
    }
  }
  buffer(const range<Dimensions> &r, const property_list &p, const detail::buffer_source &source,
         const AllocatorT &a = AllocatorT())
      : range_(r), properties_(p), impl_(detail::make_buffer(detail::bytes_of(r, sizeof(T)), source)), allocator_(a) {
    if (p.has(detail::property_id::use_mutex))
      detail::set_user_mutex(impl_.get(), p.template get_property<property::buffer::use_mutex>().get_mutex_ptr());
  }
  template <class U>
  buffer(const std::vector<U> &values, const property_list &p, int)
      : buffer(range<1>(values.size()), p, detail::buffer_source{values.data(), true, true, false, false, {}}) {}
  template <class U, int D, class A>
  buffer(const buffer<U, D, A> &other, const range<Dimensions> &r)
      : range_(r), properties_(other.properties_), impl_(other.impl_), allocator_(other.allocator_),
        byte_offset_(other.byte_offset_), is_sub_buffer_(other.is_sub_buffer_) {}

  range<Dimensions> range_;
  property_list properties_;
  std::shared_ptr<detail::buffer_impl> impl_;
  AllocatorT allocator_;
  std::size_t byte_offset_ = 0;
  bool is_sub_buffer_ = false;
  std::uint64_t view_ = detail::next_number();
};

template <class It, class = detail::enable_iterator<It>>
buffer(It, It, const property_list & = {}) -> buffer<typename std::iterator_traits<It>::value_type, 1>;
template <class T, int D> buffer(const T *, const range<D> &, const property_list & = {}) -> buffer<T, D>;
template <class T, int D> buffer(T *, const range<D> &, const property_list & = {}) -> buffer<T, D>;
template <class T, int D>
buffer(const std::shared_ptr<T> &, const range<D> &, const property_list & = {}) -> buffer<std::remove_extent_t<T>, D>;
template <class C, class = decltype(std::declval<C &>().data())>
buffer(C &, const property_list & = {}) -> buffer<typename C::value_type, 1>;
template <class It, class A, class = detail::enable_iterator<It>, class = detail::enable_allocator<A>>
buffer(It, It, A, const property_list & = {}) -> buffer<typename std::iterator_traits<It>::value_type, 1, A>;
template <class T, int D, class A, class = detail::enable_allocator<A>>
buffer(const T *, const range<D> &, A, const property_list & = {}) -> buffer<T, D, A>;
template <class T, int D, class A, class = detail::enable_allocator<A>>
buffer(T *, const range<D> &, A, const property_list & = {}) -> buffer<T, D, A>;
template <class T, int D, class A, class = detail::enable_allocator<A>>
buffer(const std::shared_ptr<T> &, const range<D> &, A, const property_list & = {})
    -> buffer<std::remove_extent_t<T>, D, A>;
template <class C, class A, class = decltype(std::declval<C &>().data()), class = detail::enable_allocator<A>>
buffer(C &, A, const property_list & = {}) -> buffer<typename C::value_type, 1, A>;

} // namespace sycl

template <class T, int D, class A> struct std::hash<sycl::buffer<T, D, A>> {
  std::size_t operator()(const sycl::buffer<T, D, A> &b) const noexcept {
    return std::hash<const void *>()(b.impl()) + b.byte_offset();
  }
};
