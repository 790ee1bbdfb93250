// Math, common, geometric and relational builtins of scalars, vec and marray in kernels: as on the host, fused and not.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --require --target=native %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t > %t.fused
// RUN: FileCheck-22 %s < %t.fused
// RUN: env SYCL_FUSE=off %t > %t.unfused
// RUN: FileCheck-22 %s --check-prefix=UNFUSED < %t.unfused
// RUN: grep bits %t.fused > %t.fused.bits
// RUN: grep bits %t.unfused > %t.unfused.bits
// RUN: diff %t.fused.bits %t.unfused.bits
#include "builtins.hpp"

#define OF_ONE(f)                                                                                                      \
  f(acos) f(acosh) f(acospi) f(asin) f(asinh) f(asinpi) f(atan) f(atanh) f(atanpi) f(cbrt) f(ceil) f(cos) f(cosh)      \
      f(cospi) f(erf) f(erfc) f(exp) f(exp2) f(exp10) f(expm1) f(fabs) f(floor) f(log) f(log10) f(log1p) f(log2)       \
          f(logb) f(rint) f(round) f(rsqrt) f(sin) f(sinh) f(sinpi) f(sqrt) f(tan) f(tanh) f(tanpi) f(tgamma)          \
              f(lgamma) f(trunc) f(degrees) f(radians) f(sign) f(abs)
#define OF_TWO(f)                                                                                                      \
  f(atan2) f(atan2pi) f(copysign) f(fdim) f(fmax) f(fmin) f(fmod) f(hypot) f(maxmag) f(minmag) f(nextafter) f(pow)     \
      f(powr) f(remainder) f(max) f(min) f(step)
#define COUNT(f) +1
#define NAME(f) #f,

struct of_one {
  static constexpr std::size_t count = 0 OF_ONE(COUNT);
  static const char *const *names() {
    static const char *const all[] = {OF_ONE(NAME)};
    return all;
  }
#define CALL(f) *out++ = sycl::f(x);
  template <class V> static void all(const V &x, const V &, V *out) { OF_ONE(CALL) }
#undef CALL
  template <class V> static V then(const V &r) {
    return sycl::fmin(sycl::fabs(r), sycl::detail::element_t<V>(1000)) * sycl::detail::element_t<V>(1.1f);
  }
};

struct of_two {
  static constexpr std::size_t count = 0 OF_TWO(COUNT);
  static const char *const *names() {
    static const char *const all[] = {OF_TWO(NAME)};
    return all;
  }
#define CALL(f) *out++ = sycl::f(x, y);
  template <class V> static void all(const V &x, const V &y, V *out) { OF_TWO(CALL) }
#undef CALL
  template <class V> static V then(const V &r) {
    return sycl::select(r, -r, sycl::isless(r, V(sycl::detail::element_t<V>(0))));
  }
};

// Those with integers, pointers, three arguments, and those that give truth or one number.
struct others {
  static constexpr std::size_t count = 32;
  static const char *const *names() {
    static const char *const all[] = {"ldexp",
                                      "ldexp of many",
                                      "pown",
                                      "rootn",
                                      "fract",
                                      "its floor",
                                      "modf",
                                      "its whole",
                                      "frexp",
                                      "its exponent",
                                      "sincos",
                                      "its cosine",
                                      "lgamma_r",
                                      "its sign",
                                      "remquo",
                                      "its quotient",
                                      "ilogb",
                                      "fma",
                                      "mad",
                                      "clamp",
                                      "mix",
                                      "smoothstep",
                                      "bitselect",
                                      "isequal and isnan",
                                      "isgreater and isfinite",
                                      "isnormal and signbit",
                                      "any and all",
                                      "dot",
                                      "length",
                                      "normalize",
                                      "distance",
                                      "fast_normalize"};
    return all;
  }
  template <class V, class I> static V of(const I &i) {
    using T = sycl::detail::element_t<V>;
    if constexpr (sycl::detail::is_vec<V>)
      return i.template convert<T>();
    else if constexpr (sycl::detail::is_marray<V>) {
      V v;
      for (std::size_t k = 0; k < V::size(); ++k)
        v[k] = static_cast<T>(i[k]);
      return v;
    } else
      return static_cast<V>(i);
  }
  template <class V> static void all(const V &x, const V &y, V *out) {
    using T = sycl::detail::element_t<V>;
    using I = sycl::detail::with_element_t<V, int>;
    V whole, calm = sycl::clamp(y, T(-50), T(50)), one(T(1)), finite = sycl::clamp(x, T(-90), T(90));
    if (any_nan(calm))
      calm = one;
    if (any_nan(finite))
      finite = one;
    I n = sycl::ilogb(calm + T(60));
    *out++ = sycl::ldexp(x, 3);
    *out++ = sycl::ldexp(x, n);
    *out++ = sycl::pown(x, n);
    *out++ = sycl::rootn(x, n);
    *out = sycl::fract(x, &whole), ++out;
    *out++ = whole;
    *out = sycl::modf(x, &whole), ++out;
    *out++ = whole;
    *out = sycl::frexp(finite, &n), ++out;
    *out++ = of<V>(n);
    *out = sycl::sincos(x, &whole), ++out;
    *out++ = whole;
    *out = sycl::lgamma_r(finite, &n), ++out;
    *out++ = of<V>(n);
    *out = sycl::remquo(x, y, &n), ++out;
    *out++ = of<V>(n);
    *out++ = of<V>(sycl::ilogb(finite + T(100)));
    *out++ = sycl::fma(x, y, calm);
    *out++ = sycl::mad(finite, calm, T(0));
    *out++ = sycl::clamp(finite, T(-2), T(3));
    *out++ = sycl::mix(finite, finite, T(0.5f));
    *out++ = sycl::smoothstep(T(-100), T(100), sycl::copysign(T(100), finite));
    *out++ = sycl::bitselect(x, y, one);
    *out++ = of<V>(sycl::isequal(x, y)) + of<V>(sycl::isnan(x)) * T(2) + of<V>(x != y) * T(4) +
             of<V>(sycl::islessgreater(x, y)) * T(8);
    *out++ = of<V>(sycl::isgreater(x, y)) + of<V>(sycl::isfinite(x)) * T(2) + of<V>(x <= y) * T(4) +
             of<V>(sycl::isordered(x, y)) * T(8);
    *out++ =
        of<V>(sycl::isnormal(x)) + of<V>(sycl::signbit(x)) * T(2) + of<V>(sycl::isinf(x)) * T(4) + of<V>(!x) * T(8);
    *out++ = V(static_cast<T>(sycl::any(sycl::isless(x, y)) + 2 * sycl::all(sycl::isless(x, y))));
    *out++ = V(static_cast<T>(sycl::dot(one, one)));
    *out++ = V(static_cast<T>(sycl::length(one)));
    *out++ = sycl::normalize(one * T(4));
    *out++ = V(static_cast<T>(sycl::distance(finite, finite + T(2))));
    *out++ = sycl::fast_normalize(one * T(4));
  }
  template <class V> static bool any_nan(const V &v) { return sycl::any(sycl::isnan(v)); }
  template <class V> static V then(const V &r) { return r; }
};

// As far from each other as OpenCL allows tgamma; the host's and the native CPU's are the same functions.
E2E_BUILTINS(float_of_one, float, of_one, 16)
E2E_BUILTINS(double2_of_one, sycl::double2, of_one, 16)
E2E_BUILTINS(half3_of_one, sycl::half3, of_one, 1)
E2E_BUILTINS(double_of_two, double, of_two, 16)
E2E_BUILTINS(float3_of_two, sycl::float3, of_two, 16)
E2E_BUILTINS(half_of_two, sycl::half, of_two, 1)
E2E_BUILTINS(float4_others, sycl::float4, others, 16)
E2E_BUILTINS(half_others, sycl::half, others, 1)
E2E_BUILTINS(mdouble2_others, sycl::mdouble2, others, 16)

int main() {
  float_of_one();
  double2_of_one();
  half3_of_one();
  double_of_two();
  float3_of_two();
  half_of_two();
  float4_others();
  half_others();
  mdouble2_others();
  return e2e::finish();
}
// CHECK-COUNT-9: : aot
// CHECK: all results right
// UNFUSED-COUNT-9: : unfused
// UNFUSED: all results right
