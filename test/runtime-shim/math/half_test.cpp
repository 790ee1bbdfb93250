// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::half: every value, conversions, arithmetic rounded at each operation, limits, hash.
#include "reference.hpp"

#include <unordered_set>

using namespace reference;
using sycl::half;

namespace {
half of_bits(unsigned bits) { return __builtin_bit_cast(half, static_cast<std::uint16_t>(bits)); }
// By the definition of binary16.
double by_definition(unsigned bits) {
  int e = bits >> 10 & 31, m = bits & 1023;
  double x = e == 31 ? (m ? NAN : INFINITY) : e ? std::ldexp(1024 + m, e - 25) : std::ldexp(m, -24);
  return bits >> 15 ? -x : x;
}
// To nearest even, by search: the candidates are all values.
half nearest(double x) {
  unsigned low = 0, high = 0x7c00;
  double a = std::fabs(x);
  while (low < high) {
    unsigned mid = (low + high) / 2;
    if (by_definition(mid) < a)
      low = mid + 1;
    else
      high = mid;
  }
  if (low > 0) {
    double above = low == 0x7c00 ? 65536.0 : by_definition(low), below = by_definition(low - 1);
    if (a - below < above - a || (a - below == above - a && (low - 1) % 2 == 0))
      --low;
  }
  return of_bits(low | (std::signbit(x) ? 0x8000 : 0));
}
} // namespace

TEST(Half, AllValues) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    half h = of_bits(bits);
    double wanted = by_definition(bits);
    if (std::isnan(wanted)) {
      EXPECT_TRUE(h != h);
      continue;
    }
    EXPECT_EQ(static_cast<double>(static_cast<float>(h)), wanted);
    EXPECT_TRUE(same(half(wanted), h) && same(half(static_cast<float>(wanted)), h)) << wanted;
    EXPECT_TRUE(same(half(-h), of_bits(bits ^ 0x8000)));
  }
  static_assert(sizeof(half) == 2 && alignof(half) == 2 && std::is_trivially_copyable_v<half> &&
                std::is_trivially_default_constructible_v<half>);
}

TEST(Half, RoundsOnce) {
  std::uniform_real_distribution<double> exponent(-26, 17), mantissa(1, 2);
  for (int i = 0; i < 100000; ++i) {
    double x = std::exp2(exponent(generator())) * mantissa(generator());
    EXPECT_TRUE(same(half(x), nearest(x))) << x;
  }
  // Halfway in float, not in double.
  EXPECT_TRUE(same(half(1.0 + 0x1p-11 + 0x1p-40), of_bits(0x3c01)));
  EXPECT_TRUE(same(half(1.0 + 0x1p-11), of_bits(0x3c00)));
  EXPECT_EQ(static_cast<float>(half(65519)), 65504.0f);
  EXPECT_TRUE(std::isinf(static_cast<float>(half(65520))));
}

TEST(Half, ArithmeticRoundsAtEachOperation) {
  for (int i = 0; i < 200000; ++i) {
    half x = random_bits<half>(), y = random_bits<half>();
    double a = static_cast<float>(x), b = static_cast<float>(y);
    if (std::isnan(a) || std::isnan(b))
      continue;
    auto wanted = [](double r) { return std::isnan(r) ? half(NAN) : nearest(r); };
    EXPECT_TRUE(same(x + y, wanted(a + b)) && same(x - y, wanted(a - b)) && same(x * y, wanted(a * b)))
        << a << " " << b;
    if (b != 0)
      EXPECT_TRUE(same(x / y, wanted(a / b))) << a << " " << b;
    EXPECT_TRUE((x < y) == (a < b) && (x <= y) == (a <= b) && (x > y) == (a > b) && (x >= y) == (a >= b) &&
                (x == y) == (a == b) && (x != y) == (a != b));
  }
  half x = 1, tiny = 0x1p-11f;
  EXPECT_TRUE((x + tiny) + tiny == half(1)); // in float it would be more
}

TEST(Half, MixedTypes) {
  half h = 1.5f;
  static_assert(std::is_same_v<decltype(h + h), half> && std::is_same_v<decltype(h + 1), half> &&
                std::is_same_v<decltype(2 * h), half> && std::is_same_v<decltype(h + 1.f), float> &&
                std::is_same_v<decltype(1.0 * h), double>);
  EXPECT_EQ(static_cast<float>(h + 1), 2.5f);
  EXPECT_EQ(h * 1.1f, 1.5f * 1.1f);
  EXPECT_EQ(h / 1.1, 1.5 / 1.1);
  EXPECT_TRUE(h == 1.5f && h == 1.5 && h < 2 && 1 < h && h != 0);
  h += 1;
  h *= half(2);
  h -= 0.5f;
  h /= 2.0;
  EXPECT_EQ(static_cast<float>(h), 2.25f);
  EXPECT_EQ(static_cast<float>(h++), 2.25f);
  EXPECT_EQ(static_cast<float>(--h), 2.25f);
  EXPECT_EQ(static_cast<int>(h), 2);
  constexpr half c = half(1.0f) + half(2.0f);
  static_assert(c == half(3.0f));
  float array[] = {h, +h, -h};
  EXPECT_EQ(array[2], -2.25f);
}

TEST(Half, Limits) {
  using L = std::numeric_limits<half>;
  static_assert(L::is_specialized && L::digits == 11 && L::is_iec559 && L::max_exponent == 16 &&
                L::min_exponent == -13);
  EXPECT_TRUE(same(L::max(), of_bits(0x7bff)) && same(L::lowest(), of_bits(0xfbff)) &&
              same(L::min(), of_bits(0x0400)) && same(L::denorm_min(), of_bits(1)) &&
              same(L::infinity(), of_bits(0x7c00)) && same(L::epsilon(), of_bits(0x1400)));
  EXPECT_TRUE(L::quiet_NaN() != L::quiet_NaN() && L::signaling_NaN() != L::signaling_NaN());
}

TEST(Half, Hash) {
  std::hash<half> h;
  EXPECT_EQ(h(half(0.0f)), h(half(-0.0f)));
  std::unordered_set<half> set;
  for (int i = 0; i < 1000; ++i)
    set.insert(half(i % 100));
  EXPECT_EQ(set.size(), 100u);
}
