// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Math functions of scalars against the C library in long double: errors within what OpenCL allows (OpenCL C 3.0, 7.4),
// special values of the same class.
#include "reference.hpp"

using namespace reference;

namespace {

constexpr real pi = 3.14159265358979323846264338327950288L;

// half is computed in float: rounded once, and once more.
template <class T> real allowed(double ulps) { return std::is_same_v<T, sycl::half> ? 1 : ulps; }

template <class T, class F, class G> void check(const char *name, F f, G wanted, double ulps) {
  real worst = 0;
  for (T x : values<T>(20000)) {
    real e = error(f(x), wanted(value(x)));
    ASSERT_LE(e, allowed<T>(ulps)) << name << "(" << value(x) << ") is " << value(f(x))
                                   << ", needed: " << wanted(value(x));
    worst = std::max(worst, e);
  }
  testing::Test::RecordProperty(name, std::to_string(worst));
}
template <class T, class F, class G> void check2(const char *name, F f, G wanted, double ulps) {
  std::vector<T> some = values<T>(8000), others = special_values<T>();
  auto one = [&](T x, T y) {
    ASSERT_LE(error(f(x, y), wanted(value(x), value(y))), allowed<T>(ulps))
        << name << "(" << value(x) << ", " << value(y) << ") is " << value(f(x, y))
        << ", needed: " << wanted(value(x), value(y));
  };
  for (std::size_t i = 0; i + 1 < some.size(); ++i)
    one(some[i], some[i + 1]);
  for (T x : others)
    for (T y : others)
      one(x, y);
}

real reduced(real x) { // to [-1, 1], exact
  real r = std::remainder(x, real(2));
  return r;
}
real sinpi(real x) {
  real r = reduced(x);
  if (r == 0 || std::fabs(r) == 1)
    return std::copysign(real(0), x);
  return std::sin(pi * (std::fabs(r) > 0.5L ? std::copysign(1, r) - r : r));
}
real cospi(real x) {
  real r = std::fabs(reduced(x));
  return r == 0.5L ? 0 : r < 0.25L ? std::cos(pi * r) : std::sin(pi * (0.5L - r));
}
real tanpi(real x) {
  if (std::isinf(x) || std::isnan(x))
    return NAN;
  real r = std::remainder(x, real(1)), whole = std::fabs(reduced(x));
  if (r == 0)
    return std::copysign(real(0), whole == 1 ? -x : x);
  if (std::fabs(r) == 0.5L) // between n and n + 1: the sign is that of even n
    return std::fmod(std::floor(x), real(2)) == 0 ? INFINITY : -INFINITY;
  return std::fabs(r) < 0.25L ? std::tan(pi * r) : std::copysign(1 / std::tan(pi * (0.5L - std::fabs(r))), r);
}
real nth_root(real x, int n) {
  if (n == 0 || (x < 0 && n % 2 == 0))
    return NAN;
  real r = std::pow(std::fabs(x), 1 / real(n));
  return n % 2 ? std::copysign(r, x) : r;
}
real restricted_power(real x, real y) {
  if (x < 0 || std::isnan(x) || std::isnan(y) || (y == 0 && (x == 0 || std::isinf(x))) || (x == 1 && std::isinf(y)))
    return NAN;
  return std::pow(std::fabs(x), y);
}

} // namespace

template <class T> class MathFunctions : public testing::Test {};
using Floats = testing::Types<float, double, sycl::half>;
TYPED_TEST_SUITE(MathFunctions, Floats);

#define CHECK(name, ulps)                                                                                              \
  check<TypeParam>(#name, [](auto x) { return sycl::name(x); }, [](real x) { return std::name(x); }, ulps)
#define CHECK_2(name, ulps)                                                                                            \
  check2<TypeParam>(                                                                                                   \
      #name, [](auto x, auto y) { return sycl::name(x, y); }, [](real x, real y) { return std::name(x, y); }, ulps)

TYPED_TEST(MathFunctions, OfOneArgument) {
  CHECK(acos, 4);
  CHECK(acosh, 4);
  CHECK(asin, 4);
  CHECK(asinh, 4);
  CHECK(atan, 5);
  CHECK(atanh, 5);
  CHECK(cbrt, 2);
  CHECK(ceil, 0);
  CHECK(cos, 4);
  CHECK(cosh, 4);
  CHECK(erf, 16);
  CHECK(erfc, 16);
  CHECK(exp, 3);
  CHECK(exp2, 3);
  CHECK(expm1, 3);
  CHECK(fabs, 0);
  CHECK(floor, 0);
  CHECK(log, 3);
  CHECK(log10, 3);
  CHECK(log1p, 2);
  CHECK(log2, 3);
  CHECK(logb, 0);
  CHECK(rint, 0);
  CHECK(round, 0);
  CHECK(sin, 4);
  CHECK(sinh, 4);
  CHECK(sqrt, 0.5);
  CHECK(tan, 5);
  CHECK(tanh, 5);
  CHECK(tgamma, 16);
  CHECK(trunc, 0);
}

TYPED_TEST(MathFunctions, OfOneArgumentThatCLacks) {
  using T = TypeParam;
  check<T>("exp10", [](T x) { return sycl::exp10(x); }, [](real x) { return ::exp10l(x); }, 3);
  check<T>("rsqrt", [](T x) { return sycl::rsqrt(x); }, [](real x) { return 1 / std::sqrt(x); }, 2);
  check<T>("acospi", [](T x) { return sycl::acospi(x); }, [](real x) { return std::acos(x) / pi; }, 5);
  check<T>("asinpi", [](T x) { return sycl::asinpi(x); }, [](real x) { return std::asin(x) / pi; }, 5);
  check<T>("atanpi", [](T x) { return sycl::atanpi(x); }, [](real x) { return std::atan(x) / pi; }, 5);
  check<T>("sinpi", [](T x) { return sycl::sinpi(x); }, sinpi, 4);
  check<T>("cospi", [](T x) { return sycl::cospi(x); }, cospi, 4);
  check<T>("tanpi", [](T x) { return sycl::tanpi(x); }, tanpi, 6);
  for (int n = -6; n <= 6; ++n) { // the signs of zeros and poles
    EXPECT_EQ(std::signbit(float(sycl::tanpi(T(n)))), n == 0 ? false : (n < 0) == (n % 2 == 0)) << n;
    EXPECT_EQ(float(sycl::tanpi(T(n + 0.5f))), n % 2 == 0 ? INFINITY : -INFINITY) << n;
    EXPECT_FALSE(std::signbit(float(sycl::cospi(T(n + 0.5f))))) << n;
  }
  for (T x : values<T>(1000)) // no bound is given for lgamma; it is the C library's
    if constexpr (!std::is_same_v<T, sycl::half>)
      EXPECT_TRUE(same(sycl::lgamma(x), std::lgamma(x))) << value(x);
}

TYPED_TEST(MathFunctions, OfTwoArguments) {
  using T = TypeParam;
  CHECK_2(atan2, 6);
  CHECK_2(copysign, 0);
  CHECK_2(fdim, 0.5);
  CHECK_2(fmod, 0);
  CHECK_2(hypot, 4);
  CHECK_2(pow, 16);
  CHECK_2(remainder, 0);
  check2<T>(
      "atan2pi", [](T x, T y) { return sycl::atan2pi(x, y); }, [](real x, real y) { return std::atan2(x, y) / pi; }, 6);
  check2<T>("powr", [](T x, T y) { return sycl::powr(x, y); }, restricted_power, 16);
}

TYPED_TEST(MathFunctions, ExtremaIgnoreNaN) {
  using T = TypeParam;
  for (T x : values<T>(300))
    for (T y : special_values<T>()) {
      real a = value(x), b = value(y);
      EXPECT_TRUE(value(sycl::fmin(x, y)) == std::fmin(a, b) || (std::isnan(a) && std::isnan(b))) << a << " " << b;
      EXPECT_TRUE(value(sycl::fmax(x, y)) == std::fmax(a, b) || (std::isnan(a) && std::isnan(b))) << a << " " << b;
      real larger = std::fabs(a) > std::fabs(b) ? a : std::fabs(b) > std::fabs(a) ? b : std::fmax(a, b);
      real smaller = std::fabs(a) < std::fabs(b) ? a : std::fabs(b) < std::fabs(a) ? b : std::fmin(a, b);
      EXPECT_TRUE(value(sycl::maxmag(x, y)) == larger || std::isnan(larger)) << a << " " << b;
      EXPECT_TRUE(value(sycl::minmag(x, y)) == smaller || std::isnan(smaller)) << a << " " << b;
    }
}

TYPED_TEST(MathFunctions, OfAnInteger) {
  using T = TypeParam;
  std::uniform_int_distribution<int> few(-40, 40), many(-4000, 4000);
  int special[] = {0, 1, -1, 2, -2, 3, 16777217, -16777217, INT_MAX, INT_MIN, 2147483391};
  auto one = [](T x, int n) {
    real v = value(x);
    ASSERT_LE(error(sycl::ldexp(x, n), std::ldexp(v, n)), 0.5) << v << " " << n;
    ASSERT_LE(error(sycl::pown(x, n), std::pow(v, real(n))), allowed<T>(16)) << v << " " << n;
    ASSERT_LE(error(sycl::rootn(x, n), nth_root(v, n)), allowed<T>(16))
        << v << " " << n << " " << value(sycl::rootn(x, n)) << " " << nth_root(v, n);
  };
  for (T x : values<T>(5000)) {
    one(x, few(generator()));
    one(x, many(generator()));
  }
  for (T x : special_values<T>())
    for (int n : special)
      one(x, n);
}

TYPED_TEST(MathFunctions, FusedMultiplyAdd) {
  using T = TypeParam;
  std::vector<T> some = values<T>(20000);
  for (std::size_t i = 0; i + 2 < some.size(); ++i) {
    T x = some[i], y = some[i + 1], z = some[i + 2];
    if constexpr (std::is_same_v<T, sycl::half>) {
      // Exact in 113 bits.
      __float128 exact = static_cast<__float128>(float(x)) * float(y) + float(z);
      EXPECT_TRUE(same(sycl::fma(x, y, z), sycl::half(static_cast<_Float16>(exact))))
          << value(x) << " " << value(y) << " " << value(z);
    } else
      EXPECT_TRUE(same(sycl::fma(x, y, z), std::fma(x, y, z)));
    // mad: the product rounded or not.
    T m = sycl::mad(x, y, z), f = sycl::fma(x, y, z);
    if constexpr (std::is_same_v<T, sycl::half>)
      EXPECT_LE(error(m, value(f)), 1);
    else
      EXPECT_TRUE(same(m, f) || same(m, x * y + z));
  }
}

TYPED_TEST(MathFunctions, NeighboursAndExponents) {
  using T = TypeParam;
  std::vector<T> some = values<T>(20000);
  for (std::size_t i = 0; i + 1 < some.size(); ++i) {
    T x = some[i], y = some[i + 1], next = sycl::nextafter(x, y);
    if constexpr (std::is_same_v<T, sycl::half>) {
      using bits = std::uint16_t;
      if (x == x && y == y && x != y && x != 0) {
        int step = int(__builtin_bit_cast(bits, next)) - int(__builtin_bit_cast(bits, x));
        EXPECT_EQ(std::abs(step), 1);
        EXPECT_TRUE(x < y ? next > x && next <= y : next < x && next >= y);
      }
    } else
      EXPECT_TRUE(same(next, std::nextafter(x, y))) << x << " " << y;
    EXPECT_EQ(sycl::ilogb(x), std::ilogb(value(x))) << value(x);
    int e = 0, wanted = 0;
    real fraction = std::frexp(value(x), &wanted);
    EXPECT_LE(error(sycl::frexp(x, &e), fraction), 0) << value(x);
    if (std::isfinite(value(x)))
      EXPECT_EQ(e, wanted) << value(x);
  }
  EXPECT_TRUE(same(sycl::nextafter(T(0), T(-1)), T(-std::numeric_limits<T>::denorm_min())));
  EXPECT_TRUE(same(sycl::nextafter(T(0), T(1)), std::numeric_limits<T>::denorm_min()));
}

TYPED_TEST(MathFunctions, WithASecondResult) {
  using T = TypeParam;
  std::vector<T> some = values<T>(10000);
  for (std::size_t i = 0; i + 1 < some.size(); ++i) {
    T x = some[i], y = some[i + 1], whole, cosine;
    real v = value(x), w = value(y), trunc;
    real rest = std::modf(v, &trunc);
    EXPECT_LE(error(sycl::modf(x, &whole), rest), 0) << v;
    EXPECT_LE(error(whole, trunc), 0) << v;

    T fraction = sycl::fract(x, &whole);
    EXPECT_LE(error(whole, std::floor(v)), 0) << v;
    real below_one = 1 - value(std::numeric_limits<T>::epsilon()) / 2;
    real wanted = std::isinf(v) ? std::copysign(real(0), v) : v == 0 ? v : std::min(v - std::floor(v), below_one);
    EXPECT_LE(error(fraction, wanted), 1) << v;
    EXPECT_TRUE(std::isnan(v) || (fraction >= T(0) && fraction < T(1))) << v;

    EXPECT_TRUE(same(sycl::sincos(x, &cosine), sycl::sin(x)) && same(cosine, sycl::cos(x))) << v;

    int sign = 0, wanted_sign = 0, n = 0, quotient = 0;
    ::lgammal_r(v, &wanted_sign);
    EXPECT_TRUE(same(sycl::lgamma_r(x, &sign), sycl::lgamma(x)));
    if (!std::isnan(v) && !(v == std::floor(v) && v < 0) && std::isfinite(v))
      EXPECT_EQ(sign, wanted_sign) << v;

    T r = sycl::remquo(x, y, &n);
    EXPECT_LE(error(r, std::remquo(v, w, &quotient)), 0) << v << " " << w;
    if (std::isfinite(v) && w != 0 && !std::isnan(w)) {
      EXPECT_EQ(std::abs(n) & 7, std::abs(quotient) & 7) << v << " " << w;
      EXPECT_LT(std::abs(n), 128);
      EXPECT_TRUE(n == 0 || (n < 0) == (std::signbit(v) != std::signbit(w))) << v << " " << w;
      if (std::fabs(v / w) < 100)
        EXPECT_EQ(n, static_cast<int>(std::lrint((v - value(r)) / w))) << v << " " << w;
    }
  }
}

TEST(MathFunction, NaNHasItsCode) {
  EXPECT_TRUE(std::isnan(sycl::nan(5u)) && __builtin_bit_cast(unsigned, sycl::nan(5u)) == 0x7fc00005u);
  EXPECT_EQ(__builtin_bit_cast(unsigned long, sycl::nan(0x123456789ul)), 0x7ff8000123456789ul);
  EXPECT_EQ(__builtin_bit_cast(unsigned short, sycl::nan(static_cast<unsigned short>(0xffff))), 0x7fff);
  static_assert(std::is_same_v<decltype(sycl::nan(sycl::uint3())), sycl::float3>);
}

TEST(MathFunction, NativeAndHalfPrecision) {
  for (float x : values<float>(3000)) {
    float y = 1.5f;
#define NEAR(name)                                                                                                     \
  EXPECT_LE(error(sycl::native::name(x), value(sycl::name(x))), 8192) << x;                                            \
  EXPECT_LE(error(sycl::half_precision::name(x), value(sycl::name(x))), 8192) << x
    NEAR(cos);
    NEAR(exp);
    NEAR(exp2);
    NEAR(exp10);
    NEAR(log);
    NEAR(log2);
    NEAR(log10);
    NEAR(rsqrt);
    NEAR(sin);
    NEAR(sqrt);
    NEAR(tan);
#undef NEAR
    EXPECT_LE(error(sycl::native::recip(x), real(1) / x), 8192);
    EXPECT_LE(error(sycl::half_precision::divide(y, x), real(y) / x), 8192);
    if (x >= 0)
      EXPECT_LE(error(sycl::half_precision::powr(x, y), std::pow(real(x), y)), 8192);
  }
}

// Names of the C library stay usable with all of sycl visible.
TEST(MathFunction, NextToTheCLibrary) {
  using namespace sycl;
  double d = 0.5;
  float f = 0.5f;
  EXPECT_EQ(sin(d), std::sin(d));
  EXPECT_EQ(sin(f), std::sin(f));
  EXPECT_EQ(pow(d, 2.0), std::pow(d, 2.0));
  EXPECT_EQ(fmax(f, 0.75f), 0.75f);
  EXPECT_EQ(abs(-3), 3);
  EXPECT_EQ(sqrt(4), 2.0);
  static_assert(std::is_same_v<decltype(sin(f)), float> && std::is_same_v<decltype(sin(d)), double>);
}
