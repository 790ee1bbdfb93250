// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dot products of four bytes with 32-bit accumulation (sycl_ext_oneapi_dot_accumulate): c + a[0] * b[0] + … + a[3] *
// b[3], which wraps around. The bytes are those of a vec, or of a 32-bit integer, lowest first, with its sign.
#pragma once

#include "sycl/bit_cast.hpp"
#include "sycl/vec.hpp"

#include <cstdint>
#include <type_traits>

#define SYCL_EXT_ONEAPI_DOT_ACCUMULATE 1

namespace sycl::ext::oneapi {
namespace detail {

template <class T> inline constexpr bool is_byte = std::is_same_v<T, std::int8_t> || std::is_same_v<T, std::uint8_t>;
template <class T> inline constexpr bool is_word = std::is_same_v<T, std::int32_t> || std::is_same_v<T, std::uint32_t>;
template <class A, class B>
using accumulator = std::conditional_t<std::is_unsigned_v<A> && std::is_unsigned_v<B>, std::uint32_t, std::int32_t>;

} // namespace detail

template <class A, class B, std::enable_if_t<detail::is_byte<A> && detail::is_byte<B>, int> = 0>
detail::accumulator<A, B> dot_acc(const vec<A, 4> &a, const vec<B, 4> &b, detail::accumulator<A, B> c) {
  auto sum = static_cast<std::uint32_t>(c);
  for (int i = 0; i < 4; ++i)
    sum += static_cast<std::uint32_t>(int(a[i]) * int(b[i]));
  return static_cast<detail::accumulator<A, B>>(sum);
}

template <class A, class B, std::enable_if_t<detail::is_word<A> && detail::is_word<B>, int> = 0>
detail::accumulator<A, B> dot_acc(A a, B b, detail::accumulator<A, B> c) {
  using byte_of_a = std::conditional_t<std::is_unsigned_v<A>, std::uint8_t, std::int8_t>;
  using byte_of_b = std::conditional_t<std::is_unsigned_v<B>, std::uint8_t, std::int8_t>;
  return dot_acc(sycl::bit_cast<vec<byte_of_a, 4>>(a), sycl::bit_cast<vec<byte_of_b, 4>>(b), c);
}

} // namespace sycl::ext::oneapi
