// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer functions against arithmetic in 128 bits, on random values and the limits of each type.
#include "reference.hpp"

using namespace reference;

namespace {

using wide = __int128;

template <class T> std::vector<T> integers() {
  using L = std::numeric_limits<T>;
  std::vector<T> v{L::min(), L::max(), T(L::min() + 1), T(L::max() - 1), T(0), T(1), T(-1), T(2),
                   T(-2),    T(3),     T(L::max() / 2), T(L::min() / 2)};
  for (int i = 0; i < 60; ++i)
    v.push_back(static_cast<T>(generator()() >> generator()() % 64));
  return v;
}
template <class T> T saturated(wide x) {
  using L = std::numeric_limits<T>;
  return static_cast<T>(x < wide(L::min()) ? wide(L::min()) : x > wide(L::max()) ? wide(L::max()) : x);
}
// Rounded down.
wide halved(wide x) { return x >= 0 ? x / 2 : -((1 - x) / 2); }
// The upper of two halves of the product.
template <class T> T high(wide x, wide y) {
  if constexpr (sizeof(T) < 8 || std::is_signed_v<T>)
    return static_cast<T>((x * y) >> (sizeof(T) * 8));
  else
    return static_cast<T>((static_cast<unsigned __int128>(x) * static_cast<unsigned __int128>(y)) >> 64);
}
// The sum overflows 128 bits for no two products of 64 bits but unsigned ones.
template <class T> T multiplied_and_added(T x, T y, T z) {
  if constexpr (sizeof(T) == 8 && !std::is_signed_v<T>) {
    unsigned __int128 p = static_cast<unsigned __int128>(x) * y;
    return p + z > std::numeric_limits<T>::max() ? std::numeric_limits<T>::max() : static_cast<T>(p + z);
  } else
    return saturated<T>(wide(x) * y + z);
}
template <class T> int leading_zeros(T x) {
  int n = 0;
  for (int bit = sizeof(T) * 8 - 1; bit >= 0 && !(x >> bit & 1); --bit)
    ++n;
  return n;
}

} // namespace

template <class T> class IntegerFunctions : public testing::Test {};
using Integers = testing::Types<char, signed char, unsigned char, short, unsigned short, int, unsigned, long,
                                unsigned long, long long, unsigned long long>;
TYPED_TEST_SUITE(IntegerFunctions, Integers);

TYPED_TEST(IntegerFunctions, OfOneAndTwo) {
  using T = TypeParam;
  constexpr int width = sizeof(T) * 8;
  for (T x : integers<T>()) {
    EXPECT_EQ(sycl::clz(x), T(leading_zeros(x)));
    int ones = 0, trailing = 0;
    for (int bit = 0; bit < width; ++bit)
      ones += x >> bit & 1;
    while (trailing < width && !(x >> trailing & 1))
      ++trailing;
    EXPECT_EQ(sycl::popcount(x), T(ones));
    EXPECT_EQ(sycl::ctz(x), T(trailing));
    EXPECT_EQ(sycl::abs(x), static_cast<T>(x < 0 ? -wide(x) : wide(x)));
    for (T y : integers<T>()) {
      wide a = x, b = y;
      ASSERT_EQ(sycl::abs_diff(x, y), static_cast<T>(a < b ? b - a : a - b));
      ASSERT_EQ(sycl::add_sat(x, y), saturated<T>(a + b));
      ASSERT_EQ(sycl::sub_sat(x, y), saturated<T>(a - b));
      ASSERT_EQ(sycl::hadd(x, y), static_cast<T>(halved(a + b)));
      ASSERT_EQ(sycl::rhadd(x, y), static_cast<T>(halved(a + b + 1)));
      ASSERT_EQ(sycl::mul_hi(x, y), high<T>(a, b)) << +x << " " << +y;
      ASSERT_EQ(sycl::max(x, y), std::max(x, y));
      ASSERT_EQ(sycl::min(x, y), std::min(x, y));
      T rotated = x;
      for (int n = static_cast<int>(static_cast<unsigned long long>(y) % width); n > 0; --n)
        rotated = static_cast<T>(static_cast<std::make_unsigned_t<T>>(rotated) << 1 | (rotated >> (width - 1) & 1));
      ASSERT_EQ(sycl::rotate(x, y), rotated) << +x << " " << +y;
    }
  }
}

TYPED_TEST(IntegerFunctions, OfThree) {
  using T = TypeParam;
  std::vector<T> some = integers<T>();
  some.resize(26);
  for (T x : some)
    for (T y : some)
      for (T z : some) {
        ASSERT_EQ(sycl::mad_sat(x, y, z), multiplied_and_added(x, y, z)) << +x << " " << +y << " " << +z;
        ASSERT_EQ(sycl::mad_hi(x, y, z), static_cast<T>(static_cast<std::make_unsigned_t<T>>(high<T>(x, y)) +
                                                        static_cast<std::make_unsigned_t<T>>(z)));
        if (y <= z)
          ASSERT_EQ(sycl::clamp(x, y, z), std::clamp(x, y, z));
        using U = sycl::detail::uint_of_size<sizeof(T)>;
        ASSERT_EQ(sycl::bitselect(x, y, z), static_cast<T>((U(x) & U(~U(z))) | (U(y) & U(z))));
      }
}

TEST(IntegerFunction, Of24Bits) {
  for (int x : integers<int>())
    for (int y : integers<int>()) {
      int a = x >> 8, b = y >> 8;
      EXPECT_EQ(sycl::mul24(a, b), static_cast<int>(static_cast<long>(a) * b));
      EXPECT_EQ(sycl::mad24(a, b, x),
                static_cast<int>(static_cast<unsigned>(static_cast<long>(a) * b) + static_cast<unsigned>(x)));
      unsigned c = static_cast<unsigned>(x) >> 8, d = static_cast<unsigned>(y) >> 8;
      EXPECT_EQ(sycl::mul24(c, d), c * d);
      EXPECT_EQ(sycl::mad24(c, d, 7u), c * d + 7);
    }
}

template <class T> void check_upsample() {
  using U = std::make_unsigned_t<T>;
  for (T h : integers<T>())
    for (U l : integers<U>()) {
      auto both = sycl::upsample(h, l);
      static_assert(sizeof both == 2 * sizeof(T) && std::is_signed_v<decltype(both)> == std::is_signed_v<T>);
      ASSERT_EQ(both, static_cast<decltype(both)>(static_cast<wide>(h) * (wide(1) << (sizeof(T) * 8)) + l));
    }
}
TEST(IntegerFunction, Upsample) {
  check_upsample<signed char>();
  check_upsample<unsigned char>();
  check_upsample<short>();
  check_upsample<unsigned short>();
  check_upsample<int>();
  check_upsample<unsigned>();
}
