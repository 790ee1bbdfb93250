// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builtins of vec, swizzles and marray give the bits that they give for each element; scalars among them are every
// element.
#include "reference.hpp"

using namespace reference;
using sycl::detail::element;

namespace {

template <class V> V random_value() {
  using T = sycl::detail::element_t<V>;
  static const std::vector<T> some = values<T>(500);
  V v;
  for (std::size_t i = 0; i < V::size(); ++i)
    v[i] = some[generator()() % some.size()];
  return v;
}

// What is wrong, if anything: one EXPECT for all.
std::string wrong;
template <class R, class F> void check(const char *name, const R &got, F wanted) {
  for (std::size_t i = 0; i < R::size(); ++i)
    if (!same(got[i], wanted(i)))
      wrong += std::string(wrong.empty() ? "" : ", ") + name;
}

#define OF_ONE(f)                                                                                                      \
  f(acos) f(acosh) f(acospi) f(asin) f(asinh) f(asinpi) f(atan) f(atanh) f(atanpi) f(cbrt) f(ceil) f(cos) f(cosh)      \
      f(cospi) f(erf) f(erfc) f(exp) f(exp2) f(exp10) f(expm1) f(fabs) f(floor) f(lgamma) f(log) f(log10) f(log1p)     \
          f(log2) f(logb) f(rint) f(round) f(rsqrt) f(sin) f(sinh) f(sinpi) f(sqrt) f(tan) f(tanh) f(tanpi) f(tgamma)  \
              f(trunc) f(degrees) f(radians) f(sign) f(abs)
#define OF_TWO(f)                                                                                                      \
  f(atan2) f(atan2pi) f(copysign) f(fdim) f(fmax) f(fmin) f(fmod) f(hypot) f(maxmag) f(minmag) f(nextafter) f(pow)     \
      f(powr) f(remainder) f(max) f(min) f(step)

template <class V> void check_all() {
  using T = sycl::detail::element_t<V>;
  wrong.clear();
  for (int round = 0; round < 20; ++round) {
    V x = random_value<V>(), y = random_value<V>();
    T s = y[0];
#define ONE(f) check(#f, sycl::f(x), [&](std::size_t i) { return sycl::f(x[i]); });
    OF_ONE(ONE)
#define TWO(f)                                                                                                         \
  check(#f, sycl::f(x, y), [&](std::size_t i) { return sycl::f(x[i], y[i]); });                                        \
  check(#f " of a scalar", sycl::f(x, s), [&](std::size_t i) { return sycl::f(x[i], s); });
    OF_TWO(TWO)
    check("fma", sycl::fma(x, y, s), [&](std::size_t i) { return sycl::fma(x[i], y[i], s); });
    check("ldexp", sycl::ldexp(x, 3), [&](std::size_t i) { return sycl::ldexp(x[i], 3); });
    auto n = sycl::ilogb(y);
    check("ilogb", n, [&](std::size_t i) { return sycl::ilogb(y[i]); });
    check("pown", sycl::pown(x, n), [&](std::size_t i) { return sycl::pown(x[i], n[i]); });
    check("rootn", sycl::rootn(x, n), [&](std::size_t i) { return sycl::rootn(x[i], n[i]); });
    V whole;
    check("fract", sycl::fract(x, &whole), [&](std::size_t i) {
      T w;
      T r = sycl::fract(x[i], &w);
      return same(w, whole[i]) ? r : T(7);
    });
    check("modf", sycl::modf(x, &whole), [&](std::size_t i) {
      T w;
      T r = sycl::modf(x[i], &w);
      return same(w, whole[i]) ? r : T(7);
    });
    check("sincos", sycl::sincos(x, &whole), [&](std::size_t i) {
      T w;
      T r = sycl::sincos(x[i], &w);
      return same(w, whole[i]) ? r : T(7);
    });
    check("frexp", sycl::frexp(x, &n), [&](std::size_t i) {
      int k;
      T r = sycl::frexp(x[i], &k);
      return k == n[i] ? r : T(7);
    });
    check("lgamma_r", sycl::lgamma_r(x, &n), [&](std::size_t i) {
      int k;
      T r = sycl::lgamma_r(x[i], &k);
      return k == n[i] ? r : T(7);
    });
    check("remquo", sycl::remquo(x, y, &n), [&](std::size_t i) {
      int k;
      T r = sycl::remquo(x[i], y[i], &k);
      return k == n[i] ? r : T(7);
    });
    auto less = sycl::isless(x, y);
    check("isless", less, [&](std::size_t i) { return sycl::detail::truth<decltype(less)>(sycl::isless(x[i], y[i])); });
    check("select", sycl::select(x, y, less), [&](std::size_t i) { return x[i] < y[i] ? y[i] : x[i]; });
  }
  EXPECT_EQ(wrong, "");
}

} // namespace

TEST(Shapes, Float) { check_all<sycl::float4>(); }
TEST(Shapes, Double) { check_all<sycl::vec<double, 3>>(); }
TEST(Shapes, Half) { check_all<sycl::half8>(); }
TEST(Shapes, Array) { check_all<sycl::marray<float, 5>>(); }

TEST(Shapes, Swizzles) {
  sycl::float4 v(0.25f, 0.5f, 0.75f, 1);
  sycl::float2 r = sycl::sin(v.swizzle<3, 1>());
  EXPECT_TRUE(r[0] == sycl::sin(1.0f) && r[1] == sycl::sin(0.5f));
  sycl::float2 p = sycl::pow(v.lo(), v.hi());
  EXPECT_EQ(p[1], sycl::pow(0.5f, 1.0f));
  static_assert(std::is_same_v<decltype(sycl::sqrt(v.odd())), sycl::float2>);
}

TEST(Shapes, Integers) {
  using namespace sycl;
  int4 a(INT_MAX, -5, 7, INT_MIN), b(1, 2, -3, -1);
  EXPECT_TRUE(all(add_sat(a, b) == int4(INT_MAX, -3, 4, INT_MIN)));
  EXPECT_TRUE(all(max(a, 0) == int4(INT_MAX, 0, 7, 0)) && all(clamp(a, -1, 6) == int4(6, -1, 6, -1)));
  EXPECT_TRUE(all(upsample(short2(-1, 2), ushort2(3, 4)) == int2(-65533, 131076)));
  EXPECT_TRUE(all(popcount(uchar3(255, 1, 0)) == uchar3(8, 1, 0)));
  marray<unsigned, 3> m = mul_hi(marray<unsigned, 3>(1u << 31), 4u);
  EXPECT_EQ(m[2], 2u);
}

template <class T> struct convertible {
  operator T() const { return T(0.25f); }
};
template <class T> void check_convertible() {
  const convertible<T> c;
  const T x(0.25f);
  const auto same = [](auto got, auto wanted) {
    return std::is_same_v<decltype(got), decltype(wanted)> && got == wanted;
  };
  EXPECT_TRUE(same(sycl::sin(c), sycl::sin(x)) && same(sycl::floor(c), sycl::floor(x)));
  EXPECT_TRUE(same(sycl::pow(c, c), sycl::pow(x, x)) && same(sycl::fma(c, c, c), sycl::fma(x, x, x)));
  EXPECT_TRUE(same(sycl::isless(c, c), false) && same(sycl::isfinite(c), true) && same(sycl::ilogb(c), -2));
  EXPECT_TRUE(same(sycl::ldexp(c, convertible<int>()), x) && same(sycl::nextafter(c, c), x));
}
// The pointer is what programs name, of scalars before all else.
TEST(Shapes, SecondResults) {
  float whole = 0;
  int exponent = 0;
  EXPECT_TRUE(sycl::fract<float *>(2.25f, &whole) == 0.25f && whole == 2);
  EXPECT_TRUE(sycl::modf<float *>(-2.25f, &whole) == -0.25f && whole == -2);
  EXPECT_TRUE(sycl::frexp<int *>(6.0f, &exponent) == 0.75f && exponent == 3);
  EXPECT_TRUE(sycl::remquo<int *>(7.0f, 2.0f, &exponent) == -1 && exponent == 4);
  sycl::float2 v(1.5f, -2.5f), wholes;
  EXPECT_TRUE(sycl::all((sycl::modf<sycl::float2, sycl::float2 *>(v, &wholes) == sycl::float2(0.5f, -0.5f))));
  EXPECT_TRUE(sycl::fract(v.x(), &whole) == 0.5f && whole == 1);
}
TEST(Shapes, ClassesThatConvert) {
  check_convertible<float>();
  check_convertible<double>();
  check_convertible<sycl::half>();
  static_assert(std::is_same_v<decltype(sycl::native::cos(convertible<float>())), float>);
  EXPECT_TRUE(sycl::isnan(sycl::nan(convertible<std::uint32_t>())));
}
