// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mathematics of bfloat16 and marray of it (sycl_ext_oneapi_bfloat16_math_functions): computed in float, rounded once.
#pragma once

#include "sycl/builtins.hpp"
#include "sycl/ext/oneapi/bfloat16.hpp"
#include "sycl/marray.hpp"

namespace sycl::ext::oneapi::experimental {

// Templates so that the functions of float are only instantiated where they are called.
#define SYCL_FUSE_BFLOAT16_MATH_1(name)                                                                                \
  template <class Float = float> bfloat16 name(bfloat16 x) { return sycl::name(static_cast<Float>(x)); }               \
  template <std::size_t N> marray<bfloat16, N> name(const marray<bfloat16, N> &x) {                                    \
    marray<bfloat16, N> r;                                                                                             \
    for (std::size_t i = 0; i < N; ++i)                                                                                \
      r[i] = experimental::name(x[i]);                                                                                 \
    return r;                                                                                                          \
  }
#define SYCL_FUSE_BFLOAT16_MATH_2(name)                                                                                \
  template <class Float = float> bfloat16 name(bfloat16 x, bfloat16 y) {                                               \
    return sycl::name(static_cast<Float>(x), static_cast<Float>(y));                                                   \
  }                                                                                                                    \
  template <std::size_t N> marray<bfloat16, N> name(const marray<bfloat16, N> &x, const marray<bfloat16, N> &y) {      \
    marray<bfloat16, N> r;                                                                                             \
    for (std::size_t i = 0; i < N; ++i)                                                                                \
      r[i] = experimental::name(x[i], y[i]);                                                                           \
    return r;                                                                                                          \
  }
SYCL_FUSE_BFLOAT16_MATH_1(fabs)
SYCL_FUSE_BFLOAT16_MATH_1(ceil)
SYCL_FUSE_BFLOAT16_MATH_1(floor)
SYCL_FUSE_BFLOAT16_MATH_1(rint)
SYCL_FUSE_BFLOAT16_MATH_1(trunc)
SYCL_FUSE_BFLOAT16_MATH_1(sqrt)
SYCL_FUSE_BFLOAT16_MATH_1(rsqrt)
SYCL_FUSE_BFLOAT16_MATH_1(cos)
SYCL_FUSE_BFLOAT16_MATH_1(sin)
SYCL_FUSE_BFLOAT16_MATH_1(tanh)
SYCL_FUSE_BFLOAT16_MATH_1(exp)
SYCL_FUSE_BFLOAT16_MATH_1(exp2)
SYCL_FUSE_BFLOAT16_MATH_1(exp10)
SYCL_FUSE_BFLOAT16_MATH_1(log)
SYCL_FUSE_BFLOAT16_MATH_1(log2)
SYCL_FUSE_BFLOAT16_MATH_1(log10)
SYCL_FUSE_BFLOAT16_MATH_2(fmin)
SYCL_FUSE_BFLOAT16_MATH_2(fmax)
#undef SYCL_FUSE_BFLOAT16_MATH_1
#undef SYCL_FUSE_BFLOAT16_MATH_2

// The product is exact in double. The last bit of the sum keeps what the sum loses, so that only the last rounding
// counts.
inline bfloat16 fma(bfloat16 x, bfloat16 y, bfloat16 z) {
  const double a = static_cast<double>(static_cast<float>(x)) * static_cast<double>(static_cast<float>(y)),
               b = static_cast<double>(static_cast<float>(z));
  const double sum = a + b, from_b = sum - a, lost = (a - (sum - from_b)) + (b - from_b);
  if (!(lost < 0 || lost > 0))
    return sum;
  auto bits = __builtin_bit_cast(std::uint64_t, sum);
  if ((lost < 0) == (sum > 0))
    --bits;
  return __builtin_bit_cast(double, bits | 1);
}
template <std::size_t N>
marray<bfloat16, N> fma(const marray<bfloat16, N> &x, const marray<bfloat16, N> &y, const marray<bfloat16, N> &z) {
  marray<bfloat16, N> r;
  for (std::size_t i = 0; i < N; ++i)
    r[i] = experimental::fma(x[i], y[i], z[i]);
  return r;
}
inline bool isnan(bfloat16 x) { return x != x; }
template <std::size_t N> marray<bool, N> isnan(const marray<bfloat16, N> &x) {
  marray<bool, N> r;
  for (std::size_t i = 0; i < N; ++i)
    r[i] = experimental::isnan(x[i]);
  return r;
}

} // namespace sycl::ext::oneapi::experimental
