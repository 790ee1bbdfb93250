// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// annotated_ptr (sycl_ext_oneapi_annotated_ptr): a pointer, trivially copyable, with compile-time properties of what it
// points to. References to elements are plain references. It does not own the memory, as a plain pointer does not. With
// fusion_internal_memory, a fused kernel may keep the allocation in private or local memory, as it does with a buffer.
#pragma once

#include "sycl/ext/oneapi/experimental/annotated_ptr/annotated_ptr_properties.hpp"

namespace sycl::ext::oneapi::experimental {

namespace detail {
// Has the layout of an accessor (syclfuse/kinds.hpp), so that the fuser treats an allocation that is internal to a
// region like a buffer.
template <class T, ::syclfuse::promotion Hint> struct internal_pointer {
  T *data = nullptr;
  std::uint32_t promotion = 0, element_size = sizeof(T);
  void *memory = nullptr;
  std::size_t access_range = 0, memory_range = 0, offset = 0;

  constexpr internal_pointer() = default;
  internal_pointer(T *p) : data(p) {
#ifndef __SYCL_DEVICE_ONLY__ // a kernel has no allocations to ask for: what it makes promises nothing
    const auto [identity, bytes] = sycl::detail::usm_extent_of(p);
    promotion = static_cast<std::uint32_t>(bytes ? Hint : ::syclfuse::promotion::none);
    memory = identity;
    access_range = memory_range = bytes / sizeof(T);
#endif
  }
};
using some_internal_pointer = internal_pointer<int, ::syclfuse::promotion::automatic>;
static_assert(sizeof(some_internal_pointer) == ::syclfuse::accessor_layout::size(1) &&
              offsetof(some_internal_pointer, promotion) == ::syclfuse::accessor_layout::promotion &&
              offsetof(some_internal_pointer, element_size) == ::syclfuse::accessor_layout::element_size &&
              offsetof(some_internal_pointer, memory) == ::syclfuse::accessor_layout::buffer &&
              offsetof(some_internal_pointer, access_range) == ::syclfuse::accessor_layout::access_range &&
              std::is_trivially_copyable_v<some_internal_pointer>);
} // namespace detail

template <class T, class List = empty_properties_t> class annotated_ptr;

template <class T, class... V> class annotated_ptr<T, properties<V...>> {
  using list = properties<V...>;
  static constexpr auto hint = detail::annotations<list>::promoted();
  static constexpr bool is_internal = hint != ::syclfuse::promotion::none;

public:
  using value_type = T;
  using reference = T &;

  constexpr annotated_ptr() = default;
  constexpr annotated_ptr(std::nullptr_t) {}
  explicit constexpr annotated_ptr(T *p, const list & = list{}) : pointer_(p) {}
  template <class... P, class = std::enable_if_t<(sizeof...(P) > 0) && std::is_same_v<list, properties<P...>>>>
  explicit constexpr annotated_ptr(T *p, const P &...) : pointer_(p) {}
  // From a pointer with any other properties. The program promises those of the new type.
  template <class... W>
  explicit constexpr annotated_ptr(const annotated_ptr<T, properties<W...>> &o) : pointer_(o.get()) {}

  constexpr T *get() const {
    if constexpr (is_internal)
      return pointer_.data;
    else
      return detail::annotated_address<list>(pointer_);
  }
  explicit constexpr operator T *() const { return get(); }
  explicit constexpr operator bool() const { return plain() != nullptr; }
  constexpr T &operator*() const { return *get(); }
  constexpr T *operator->() const { return get(); }
  constexpr T &operator[](std::ptrdiff_t i) const { return get()[i]; }

  // These return plain pointers: alignment() is a promise for the element that the annotated_ptr points to only.
  friend constexpr T *operator+(const annotated_ptr &p, std::ptrdiff_t n) { return p.plain() + n; }
  friend constexpr T *operator+(std::ptrdiff_t n, const annotated_ptr &p) { return p.plain() + n; }
  friend constexpr T *operator-(const annotated_ptr &p, std::ptrdiff_t n) { return p.plain() - n; }
  template <class W> friend constexpr std::ptrdiff_t operator-(const annotated_ptr &a, const annotated_ptr<T, W> &b) {
    return a.plain() - b.get();
  }
  friend constexpr bool operator==(const annotated_ptr &a, const annotated_ptr &b) { return a.plain() == b.plain(); }
  friend constexpr bool operator!=(const annotated_ptr &a, const annotated_ptr &b) { return !(a == b); }
  friend constexpr bool operator==(const annotated_ptr &a, std::nullptr_t) { return a.plain() == nullptr; }
  friend constexpr bool operator!=(const annotated_ptr &a, std::nullptr_t) { return a.plain() != nullptr; }

  template <class Key> static constexpr bool has_property() { return list::template has_property<Key>(); }
  template <class Key> static constexpr auto get_property() { return list::template get_property<Key>(); }

private:
  using storage = std::conditional_t<is_internal, detail::internal_pointer<T, hint>, T *>;
  constexpr T *plain() const {
    if constexpr (is_internal)
      return pointer_.data;
    else
      return pointer_;
  }
  storage pointer_{};
};
template <class T> annotated_ptr(T *) -> annotated_ptr<T, empty_properties_t>;
template <class T, class... P, class = std::enable_if_t<(sizeof...(P) > 0) && (is_property_value_v<P> && ...)>>
annotated_ptr(T *, const P &...) -> annotated_ptr<T, properties<P...>>;
template <class T, class... V> annotated_ptr(T *, properties<V...>) -> annotated_ptr<T, properties<V...>>;

} // namespace sycl::ext::oneapi::experimental
