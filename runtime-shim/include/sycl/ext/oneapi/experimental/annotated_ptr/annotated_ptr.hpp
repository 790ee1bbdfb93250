// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// annotated_ptr (sycl_ext_oneapi_annotated_ptr): a pointer, trivially copyable, with compile-time properties of what it
// points to. References to elements are plain references.
#pragma once

#include "sycl/ext/oneapi/experimental/annotated_ptr/annotated_ptr_properties.hpp"

namespace sycl::ext::oneapi::experimental {

template <class T, class List = empty_properties_t> class annotated_ptr;

template <class T, class... V> class annotated_ptr<T, properties<V...>> {
  using list = properties<V...>;
  static_assert(sizeof(detail::annotations<list>) != 0);

public:
  using value_type = T;
  using reference = T &;

  constexpr annotated_ptr() = default;
  constexpr annotated_ptr(std::nullptr_t) {}
  explicit constexpr annotated_ptr(T *p, const list & = list{}) : pointer_(p) {}
  // With properties of memory in a fused graph (sycl/property.hpp: access_scope, fusion_internal_memory, no_init),
  // hints that are not taken: USM stays in memory.
  template <class... P, class = std::enable_if_t<(sizeof...(P) > 0) && (is_property_v<P> && ...)>>
  explicit constexpr annotated_ptr(T *p, const P &...) : pointer_(p) {}
  // From one whose properties are the same or fewer; who adds properties promises them.
  template <class... W>
  explicit constexpr annotated_ptr(const annotated_ptr<T, properties<W...>> &o) : pointer_(o.get()) {}

  constexpr T *get() const { return detail::annotated_address<list>(pointer_); }
  explicit constexpr operator T *() const { return get(); }
  explicit constexpr operator bool() const { return pointer_ != nullptr; }
  constexpr T &operator*() const { return *get(); }
  constexpr T *operator->() const { return get(); }
  constexpr T &operator[](std::ptrdiff_t i) const { return get()[i]; }

  // Somewhere else the alignment is another, hence the plain pointer.
  friend constexpr T *operator+(const annotated_ptr &p, std::ptrdiff_t n) { return p.pointer_ + n; }
  friend constexpr T *operator+(std::ptrdiff_t n, const annotated_ptr &p) { return p.pointer_ + n; }
  friend constexpr T *operator-(const annotated_ptr &p, std::ptrdiff_t n) { return p.pointer_ - n; }
  template <class W> friend constexpr std::ptrdiff_t operator-(const annotated_ptr &a, const annotated_ptr<T, W> &b) {
    return a.pointer_ - b.get();
  }
  friend constexpr bool operator==(const annotated_ptr &a, const annotated_ptr &b) { return a.pointer_ == b.pointer_; }
  friend constexpr bool operator!=(const annotated_ptr &a, const annotated_ptr &b) { return !(a == b); }
  friend constexpr bool operator==(const annotated_ptr &a, std::nullptr_t) { return a.pointer_ == nullptr; }
  friend constexpr bool operator!=(const annotated_ptr &a, std::nullptr_t) { return a.pointer_ != nullptr; }

  template <class Key> static constexpr bool has_property() { return list::template has_property<Key>(); }
  template <class Key> static constexpr auto get_property() { return list::template get_property<Key>(); }

private:
  T *pointer_ = nullptr;
};
template <class T> annotated_ptr(T *) -> annotated_ptr<T, empty_properties_t>;
template <class T, class... P, class = std::enable_if_t<(sizeof...(P) > 0) && (is_property_v<P> && ...)>>
annotated_ptr(T *, const P &...) -> annotated_ptr<T, empty_properties_t>;
template <class T, class... V> annotated_ptr(T *, properties<V...>) -> annotated_ptr<T, properties<V...>>;

} // namespace sycl::ext::oneapi::experimental
