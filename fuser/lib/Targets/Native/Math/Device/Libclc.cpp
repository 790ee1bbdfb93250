// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions that libclc has in a form without branches.
#include "Float.h"

#define SF_LIBCLC_1(name, T, code, DEFINE)                                                                             \
  extern "C" __attribute__((const, nothrow)) T code(T);                                                                \
  DEFINE(name)(T x) { return code(x); }
#define SF_LIBCLC_2(name, T, U, code, DEFINE)                                                                          \
  extern "C" __attribute__((const, nothrow)) T code(T, U);                                                             \
  DEFINE(name)(T x, U y) { return code(x, y); }

// Of these it loses the sign of zero.
#define SF_LIBCLC_ODD(name, T, code, DEFINE)                                                                           \
  extern "C" __attribute__((const, nothrow)) T code(T);                                                                \
  DEFINE(name)(T x) {                                                                                                  \
    T result = code(x);                                                                                                \
    return x == 0 ? x : result;                                                                                        \
  }

SF_LIBCLC_1(acos, float, _Z4acosf, SF_MATH)
SF_LIBCLC_1(acosh, float, _Z5acoshf, SF_MATH)
SF_LIBCLC_1(asin, float, _Z4asinf, SF_MATH)
SF_LIBCLC_1(asinh, float, _Z5asinhf, SF_MATH)
SF_LIBCLC_1(atan, float, _Z4atanf, SF_MATH)
SF_LIBCLC_1(atanh, float, _Z5atanhf, SF_MATH)
SF_LIBCLC_1(cbrt, float, _Z4cbrtf, SF_MATH)
SF_LIBCLC_1(cosh, float, _Z4coshf, SF_MATH)
SF_LIBCLC_1(expm1, float, _Z5expm1f, SF_MATH)
SF_LIBCLC_1(log1p, float, _Z5log1pf, SF_MATH)
SF_LIBCLC_1(sinh, float, _Z4sinhf, SF_MATH)
SF_LIBCLC_2(atan2, float, float, _Z5atan2ff, SF_MATH)
SF_LIBCLC_2(hypot, float, float, _Z5hypotff, SF_MATH)

SF_LIBCLC_1(acos, double, _Z4acosd, SF_MATH_DOUBLE)
SF_LIBCLC_ODD(asin, double, _Z4asind, SF_MATH_DOUBLE)
SF_LIBCLC_1(asinh, double, _Z5asinhd, SF_MATH_DOUBLE)
SF_LIBCLC_ODD(atan, double, _Z4atand, SF_MATH_DOUBLE)
SF_LIBCLC_1(atanh, double, _Z5atanhd, SF_MATH_DOUBLE)
SF_LIBCLC_1(cbrt, double, _Z4cbrtd, SF_MATH_DOUBLE)
SF_LIBCLC_ODD(erf, double, _Z3erfd, SF_MATH_DOUBLE)
SF_LIBCLC_1(erfc, double, _Z4erfcd, SF_MATH_DOUBLE)
SF_LIBCLC_ODD(expm1, double, _Z5expm1d, SF_MATH_DOUBLE)
SF_LIBCLC_1(log10, double, _Z5log10d, SF_MATH_DOUBLE)
SF_LIBCLC_1(log1p, double, _Z5log1pd, SF_MATH_DOUBLE)
SF_LIBCLC_1(log2, double, _Z4log2d, SF_MATH_DOUBLE)
SF_LIBCLC_1(tanh, double, _Z4tanhd, SF_MATH_DOUBLE)
SF_LIBCLC_2(atan2, double, double, _Z5atan2dd, SF_MATH_DOUBLE)
SF_LIBCLC_2(hypot, double, double, _Z5hypotdd, SF_MATH_DOUBLE)
