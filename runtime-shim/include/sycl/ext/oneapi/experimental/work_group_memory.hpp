// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl_ext_oneapi_work_group_memory: local memory that a kernel captures like a reference to a T. Each work-group has
// its own T, which lives while the group runs and begins uninitialized. Constructors throw errc::memory_allocation if
// the command would need 4 GiB of local memory or more.
#pragma once

#include "sycl/handler.hpp"
#include "sycl/local_accessor.hpp"

#include <type_traits>

namespace sycl::ext::oneapi::experimental {

// Constructs an object without memory. Another one must be assigned to it before it is used.
struct indeterminate_t {};
inline constexpr indeterminate_t indeterminate;

template <class T, class Properties = empty_properties_t> class work_group_memory {
  static constexpr bool unbounded = std::is_array_v<T> && std::extent_v<T> == 0;
  using whole = std::conditional_t<unbounded, std::remove_extent_t<T>, T>;
  using element = std::remove_all_extents_t<T>;

public:
  using value_type = std::remove_extent_t<T>;

  explicit work_group_memory(const indeterminate_t &) {}
  work_group_memory(const work_group_memory &) = default;
  work_group_memory &operator=(const work_group_memory &) = default;
  template <class U = T, class = std::enable_if_t<!(std::is_array_v<U> && std::extent_v<U> == 0)>>
  explicit work_group_memory(handler &h) : memory_(range<1>(sizeof(whole) / sizeof(element)), h) {}
  // For T = U[]: an array of n elements of type U.
  template <class U = T, class = std::enable_if_t<std::is_array_v<U> && std::extent_v<U> == 0>>
  work_group_memory(std::size_t n, handler &h) : memory_(range<1>(n * (sizeof(whole) / sizeof(element))), h) {}

  // Not for users.
  explicit work_group_memory(const local_accessor<std::remove_all_extents_t<T>, 1> &memory) : memory_(memory) {}

  operator T &() const { return reference(); }
  template <class U = T, class = std::enable_if_t<!std::is_array_v<U>>>
  const work_group_memory &operator=(const U &x) const {
    reference() = x;
    return *this;
  }
  T *operator&() const { return &reference(); }
  template <access::decorated Decorated = access::decorated::no, class U = T,
            class = std::enable_if_t<!(std::is_array_v<U> && std::extent_v<U> == 0)>>
  multi_ptr<value_type, access::address_space::local_space, Decorated> get_multi_ptr() const {
    return {sycl::detail::known_space(), reinterpret_cast<value_type *>(memory_.raw_pointer())};
  }
  template <access::decorated Decorated = access::decorated::no, class U = T, class E = value_type,
            class = std::enable_if_t<std::is_array_v<U> && std::extent_v<U> == 0>, int = 0>
  multi_ptr<E, access::address_space::local_space, Decorated> get_multi_ptr() const {
    return {sycl::detail::known_space(), reinterpret_cast<E *>(memory_.raw_pointer())};
  }

private:
  T &reference() const { return *reinterpret_cast<T *>(memory_.raw_pointer()); }
  local_accessor<element, 1> memory_;
};

} // namespace sycl::ext::oneapi::experimental
