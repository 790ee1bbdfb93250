// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::bit_cast (SYCL 2020, 4.17.4): std::bit_cast of C++20.
#pragma once

#include <type_traits>

namespace sycl {

namespace detail {
template <class V, int... I> class swizzled_vec;
}

// Not found through an argument's type: a program's own bit_cast stays the only one that its unqualified calls mean for
// half or for its templates of sycl's types.
namespace free_functions {

template <class To, class From> constexpr To bit_cast(const From &from) noexcept {
  static_assert(sizeof(To) == sizeof(From), "bit_cast: the types differ in size");
  static_assert(std::is_trivially_copyable_v<To> && std::is_trivially_copyable_v<From>,
                "bit_cast: the types are copied byte by byte");
  return __builtin_bit_cast(To, from);
}
// The value of one element of a vec.
template <class To, class V, int I> constexpr To bit_cast(const detail::swizzled_vec<V, I> &from) noexcept {
  return bit_cast<To>(from.element_at(0));
}

} // namespace free_functions
using namespace free_functions;

} // namespace sycl
