// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl_ext_oneapi_device_global: a variable at namespace scope, or a static member, that lives on the device. Each
// device has its own memory for it, which the initializer sets at first. The host accesses it only with memcpy and copy
// of queue and handler. Kernels that use such a variable are not fused.
#pragma once

#include "sycl/ext/oneapi/experimental/device_global/properties.hpp"
#include "sycl/multi_ptr.hpp"
#include "sycl/queue.hpp"

#include <cstddef>
#include <type_traits>
#include <utility>

namespace sycl::ext::oneapi::experimental {

// T is trivially copyable, because bytes are copied. It may be const if no kernel writes the variable.
template <class T, class PropertyList> class device_global {
  static_assert(is_property_list_v<PropertyList>, "device_global: the second argument is a list of properties");
  static_assert(std::is_trivially_copyable_v<T>, "device_global: the type is copied byte by byte");
  using scalar = std::remove_const_t<std::remove_all_extents_t<T>>;

public:
  using element_type = std::remove_extent_t<T>;

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wmissing-braces" // of arrays of arrays
  // Constructs the object on the host from the value of T or of its elements; zero without any. Not constexpr, so that
  // inline variables exist although no host code uses them.
  device_global() : value_() {}
  template <class... A, class = std::enable_if_t<(sizeof...(A) > 0) && (std::is_convertible_v<A, scalar> && ...)>>
  explicit device_global(A &&...values) : value_{static_cast<scalar>(std::forward<A>(values))...} {}
  template <
      class... A,
      class = std::enable_if_t<(sizeof...(A) > 1) && !std::is_array_v<T> && !(std::is_convertible_v<A, scalar> && ...)>,
      class = void>
  explicit device_global(A &&...values) : value_{std::forward<A>(values)...} {}
#pragma clang diagnostic pop
  device_global(const device_global &) = delete;
  device_global &operator=(const device_global &) = delete;

  // In kernels.
  T &get() const noexcept { return value_; }
  operator T &() const noexcept { return value_; }
  template <class U = T, class = std::enable_if_t<!std::is_const_v<std::remove_all_extents_t<U>>>>
  device_global &operator=(const U &value) noexcept {
    value_ = value;
    return *this;
  }
  template <class U = T> auto operator[](std::ptrdiff_t i) const noexcept -> decltype(std::declval<U &>()[i]) {
    return static_cast<U &>(value_)[i];
  }
  template <class U = T> auto operator->() const noexcept {
    if constexpr (std::is_pointer_v<U>)
      return value_;
    else
      return &get();
  }
  template <access::decorated Decorated = access::decorated::no>
  multi_ptr<T, access::address_space::global_space, Decorated> get_multi_ptr() const noexcept {
    return address_space_cast<access::address_space::global_space, Decorated>(&get());
  }
  template <class Key> static constexpr bool has_property() { return PropertyList::template has_property<Key>(); }
  template <class Key> static constexpr auto get_property() { return PropertyList::template get_property<Key>(); }

private:
  mutable std::remove_const_t<T> value_; // the host writes to it where devices use its memory
};

} // namespace sycl::ext::oneapi::experimental

namespace sycl {

template <class T, class P>
void handler::memcpy(ext::oneapi::experimental::device_global<T, P> &dst, const void *src, std::size_t bytes,
                     std::size_t offset) {
  memcpy(detail::device_global_memory(*command_, &dst, bytes, offset, sizeof(T)), src, bytes);
}
template <class T, class P>
void handler::memcpy(void *dst, const ext::oneapi::experimental::device_global<T, P> &src, std::size_t bytes,
                     std::size_t offset) {
  memcpy(dst, detail::device_global_memory(*command_, &src, bytes, offset, sizeof(T)), bytes);
}

} // namespace sycl
