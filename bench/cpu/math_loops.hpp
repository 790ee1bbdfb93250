// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops with mathematics as one would write them without SYCL; a set of them per compiler, in the namespace MATH_LOOPS
// (math_loops.cpp), and with SLEEF's functions (math_sleef.cpp).
#pragma once

#include <cstddef>

struct black_scholes_arrays {
  const float *price, *strike, *years;
  float *call, *put;
  float *d1, *d2; // between the kernels
};
struct mlp_arrays {
  const float *x, *bias, *mask, *residual; // rows * columns, columns, rows * columns, rows * columns
  float *biased, *active, *masked, *out;
  std::size_t rows, columns;
};
constexpr float rate = 0.02f, volatility = 0.3f;
constexpr float gelu_linear = 0.7978845608f, gelu_cubic = 0.044715f, scale_of_output = 1.25f;

#define MATH_FUNCTIONS(f) f(exp) f(log) f(sin) f(cos) f(tanh) f(erf)

#define MATH_DECLARE(name) void loop_##name(const float *x, float *out, std::size_t n);
namespace gcc_loops {
MATH_FUNCTIONS(MATH_DECLARE)
void loop_pow(const float *x, const float *y, float *out, std::size_t n);
void black_scholes(const black_scholes_arrays &a, std::size_t n);
void mlp(const mlp_arrays &a);
} // namespace gcc_loops
namespace clang_loops {
MATH_FUNCTIONS(MATH_DECLARE)
void loop_pow(const float *x, const float *y, float *out, std::size_t n);
void black_scholes(const black_scholes_arrays &a, std::size_t n);
void mlp(const mlp_arrays &a);
} // namespace clang_loops
namespace sleef_loops {
MATH_FUNCTIONS(MATH_DECLARE)
void loop_pow(const float *x, const float *y, float *out, std::size_t n);
} // namespace sleef_loops
