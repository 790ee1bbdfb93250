// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the specializations of std::hash for classes of SYCL derive from.
#pragma once

#include <cstddef>
#include <functional>
#include <type_traits>

namespace sycl::detail {

template <class T> struct hash_of_member {
  std::size_t operator()(const T &x) const noexcept { return x.hash(); }
};
// For handles: the address of what all equal ones refer to.
template <class T> struct hash_of_state {
  std::size_t operator()(const T &x) const noexcept { return std::hash<std::decay_t<decltype(x.impl())>>()(x.impl()); }
};

} // namespace sycl::detail
