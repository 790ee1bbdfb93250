// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// annotated_arg (sycl_ext_oneapi_annotated_arg): a kernel's argument with compile-time properties. Use it as the value
// that it holds.
#pragma once

#include "sycl/ext/oneapi/experimental/annotated_ptr/annotated_ptr_properties.hpp"

namespace sycl::ext::oneapi::experimental {

template <class T, class List = empty_properties_t> class annotated_arg;

template <class T, class... V> class annotated_arg<T, properties<V...>> {
  using list = properties<V...>;
  static_assert(std::is_trivially_copyable_v<T>, "an annotated argument is trivially copyable");
  static_assert(sizeof(detail::annotations<list>) != 0);
  static_assert(std::is_pointer_v<T> || !list::template has_property<alignment_key>(),
                "alignment is a property of pointers");

public:
  using underlying_type = T;
  constexpr annotated_arg() = default;
  constexpr annotated_arg(const T &value, const list & = list{}) : value_(value) {}
  constexpr operator T() const {
    if constexpr (std::is_pointer_v<T>)
      return detail::annotated_address<list>(value_);
    else
      return value_;
  }
  template <class I, class U = T, class = std::enable_if_t<std::is_pointer_v<U> && std::is_integral_v<I>>>
  constexpr std::remove_pointer_t<U> &operator[](I i) const {
    return static_cast<T>(*this)[i];
  }
  template <class U = T, class = std::enable_if_t<std::is_pointer_v<U>>> constexpr U operator->() const {
    return *this;
  }

  template <class Key> static constexpr bool has_property() { return list::template has_property<Key>(); }
  template <class Key> static constexpr auto get_property() { return list::template get_property<Key>(); }

private:
  T value_{};
};
template <class T> annotated_arg(T) -> annotated_arg<T, empty_properties_t>;
template <class T, class... V> annotated_arg(T, properties<V...>) -> annotated_arg<T, properties<V...>>;

} // namespace sycl::ext::oneapi::experimental
