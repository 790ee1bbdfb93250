// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Relational and common functions: every class of value against the operators and functions of C++, types of results.
#include "reference.hpp"

using namespace reference;

template <class T> class RelationalFunctions : public testing::Test {};
using Floats = testing::Types<float, double, sycl::half>;
TYPED_TEST_SUITE(RelationalFunctions, Floats);

TYPED_TEST(RelationalFunctions, OfOneAndTwo) {
  using T = TypeParam;
  for (T x : values<T>(200)) {
    real a = value(x);
    EXPECT_EQ(sycl::isnan(x), std::isnan(a));
    EXPECT_EQ(sycl::isinf(x), std::isinf(a));
    EXPECT_EQ(sycl::isfinite(x), std::isfinite(a));
    EXPECT_EQ(sycl::isnormal(x), std::isfinite(a) && std::fabs(a) >= value(std::numeric_limits<T>::min()));
    if (!std::isnan(a))
      EXPECT_EQ(sycl::signbit(x), std::signbit(a));
    for (T y : special_values<T>()) {
      real b = value(y);
      ASSERT_EQ(sycl::isequal(x, y), a == b);
      ASSERT_EQ(sycl::isnotequal(x, y), a != b);
      ASSERT_EQ(sycl::isgreater(x, y), a > b);
      ASSERT_EQ(sycl::isgreaterequal(x, y), a >= b);
      ASSERT_EQ(sycl::isless(x, y), a < b);
      ASSERT_EQ(sycl::islessequal(x, y), a <= b);
      ASSERT_EQ(sycl::islessgreater(x, y), a < b || a > b);
      ASSERT_EQ(sycl::isunordered(x, y), std::isunordered(a, b));
      ASSERT_EQ(sycl::isordered(x, y), !std::isunordered(a, b));
    }
  }
  static_assert(std::is_same_v<decltype(sycl::isnan(T())), bool>);
  static_assert(std::is_same_v<decltype(sycl::isless(sycl::vec<T, 4>(), sycl::vec<T, 4>())),
                               sycl::vec<sycl::detail::int_of_size<sizeof(T)>, 4>>);
  static_assert(std::is_same_v<decltype(sycl::isnan(sycl::marray<T, 3>())), sycl::marray<bool, 3>>);
}

TYPED_TEST(RelationalFunctions, Common) {
  using T = TypeParam;
  std::vector<T> some = values<T>(300);
  for (std::size_t i = 0; i + 2 < some.size(); ++i) {
    T x = some[i], y = some[i + 1], z = some[i + 2];
    real a = value(x), b = value(y), c = value(z);
    if (std::isnan(a) || std::isnan(b) || std::isnan(c))
      continue;
    EXPECT_EQ(value(sycl::max(x, y)), std::max(a, b));
    EXPECT_EQ(value(sycl::min(x, y)), std::min(a, b));
    if (b <= c)
      EXPECT_EQ(value(sycl::clamp(x, y, z)), std::clamp(a, b, c));
    EXPECT_EQ(value(sycl::step(x, y)), b < a ? 0 : 1);
    EXPECT_LE(error(sycl::degrees(x), a * (180 / 3.14159265358979323846264338327950288L)), 2);
    EXPECT_LE(error(sycl::radians(x), a * (3.14159265358979323846264338327950288L / 180)), 2);
    real s = a > 0 ? 1 : a < 0 ? -1 : a;
    EXPECT_LE(error(sycl::sign(x), s), 0);
    if (std::fabs(a) < 100 && std::fabs(b) < 100) {
      T t = T(0.25f);
      real eps = value(std::numeric_limits<T>::epsilon()), least = 2 * value(std::numeric_limits<T>::denorm_min());
      EXPECT_NEAR(value(sycl::mix(x, y, t)), a + (b - a) / 4, 4 * eps * (std::fabs(a) + std::fabs(b)) + least);
      if (a + 1 < b) {
        real u = std::clamp((c - a) / (b - a), real(0), real(1));
        EXPECT_NEAR(value(sycl::smoothstep(x, y, z)), u * u * (3 - 2 * u), 400 * eps);
      }
    }
  }
  EXPECT_EQ(value(sycl::sign(std::numeric_limits<T>::quiet_NaN())), 0);
}

// t = 0.18371582, t * t = 0.033752441 and 3 - 2 * t = 2.6328125 in half; in float the product rounds to 0.088806152.
TEST(RelationalFunction, SmoothstepOfHalfRoundsAtEachOperation) {
  using sycl::half;
  const half low(0.39915074f), high(0.71303658f), x(0.45678964f);
  EXPECT_EQ(static_cast<float>(sycl::smoothstep(low, high, x)), 0.0888671875f);
  EXPECT_EQ(static_cast<float>(sycl::smoothstep(low, high, sycl::half2(x, high)).x()), 0.0888671875f);
}

TEST(RelationalFunction, AnyAndAll) {
  using namespace sycl;
  EXPECT_TRUE(any(int4(0, 0, -1, 0)) && !all(int4(0, 0, -1, 0)) && all(int4(-1)) && !any(int4(1, 2, 3, 4)));
  EXPECT_TRUE(any(char3(1, -128, 0)) && !any(vec<unsigned char, 2>(127, 1)) && any(vec<unsigned char, 2>(128, 1)));
  EXPECT_TRUE(any(mbool3(false, true, false)) && !all(mbool3(false, true, false)) && all(mbool3(true)) && any(true) &&
              !all(false));
  EXPECT_TRUE(any(-1) && !any(1) && all(std::int64_t(-5)));
  EXPECT_TRUE(any(int4(0, -1, 0, 0).swizzle<1, 2>()) && !any(int4(0, -1, 0, 0).swizzle<0, 2>()));
  static_assert(std::is_same_v<decltype(any(int4())), int> && std::is_same_v<decltype(any(mbool2())), bool>);
}

TEST(RelationalFunction, Select) {
  using namespace sycl;
  float4 a(1, 2, 3, 4), b(5, 6, 7, 8);
  EXPECT_TRUE(all(select(a, b, int4(0, -1, 1, INT_MIN)) == float4(1, 6, 3, 8)));
  EXPECT_TRUE(all(select(a, b, uint4(0, 0x80000000u, 1, 0)) == float4(1, 6, 3, 4)));
  EXPECT_TRUE(all(select(a, b, a.swizzle<1, 0, 3, 2>() > 2.5f) == float4(1, 2, 7, 8)));
  EXPECT_EQ(select(1, 2, true), 2);
  EXPECT_EQ(select(1.5, 2.5, false), 1.5);
  EXPECT_EQ(static_cast<float>(select(half(1), half(2), true)), 2.0f);
  mfloat3 m = select(mfloat3(1), mfloat3(2), mbool3(true, false, true));
  EXPECT_TRUE(m[0] == 2 && m[1] == 1 && m[2] == 2);
  EXPECT_EQ(bitselect(0xff00u, 0x0ff0u, 0x00ffu), 0xfff0u);
  EXPECT_EQ(bitselect(1.0f, -2.0f, -0.0f), -1.0f); // only the sign bit
}
