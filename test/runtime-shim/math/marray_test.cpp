// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::marray: layout, constructors, elements, operators.
#include "reference.hpp"

#include <complex>
#include <numeric>

using namespace sycl;
using reference::same;

namespace {

template <class T, std::size_t N> void check_operators() {
  using M = marray<T, N>;
  static_assert(sizeof(M) == N * sizeof(T) && alignof(M) == alignof(T) && M::size() == N);
  static_assert(std::is_trivially_copyable_v<M> && is_device_copyable_v<M> &&
                std::is_same_v<typename M::value_type, T>);
  M a, b;
  for (std::size_t i = 0; i < N; ++i) {
    a[i] = static_cast<T>(i * 7 + 3);
    b[i] = static_cast<T>(i % 3 + 1);
  }
  T x = static_cast<T>(5);
#define CHECK(op)                                                                                                      \
  {                                                                                                                    \
    M r = a op b, s = a op x, t = x op b, u = a;                                                                       \
    u op## = b;                                                                                                        \
    for (std::size_t i = 0; i < N; ++i)                                                                                \
      EXPECT_TRUE(same(r[i], static_cast<T>(a[i] op b[i])) && same(s[i], static_cast<T>(a[i] op x)) &&                 \
                  same(t[i], static_cast<T>(x op b[i])) && same(u[i], r[i]))                                           \
          << #op;                                                                                                      \
  }
#define CHECK_RELATION(op)                                                                                             \
  {                                                                                                                    \
    marray<bool, N> r = a op b, s = a op x, t = x op b;                                                                \
    for (std::size_t i = 0; i < N; ++i)                                                                                \
      EXPECT_TRUE(r[i] == (a[i] op b[i]) && s[i] == (a[i] op x) && t[i] == (x op b[i])) << #op;                        \
  }
  CHECK(+)
  CHECK(-)
  CHECK(*)
  CHECK(/)
  CHECK_RELATION(==)
  CHECK_RELATION(<)
  CHECK_RELATION(>=)
  CHECK_RELATION(&&)
  CHECK_RELATION(||)
  if constexpr (std::is_integral_v<T>) {
    CHECK(%)
    CHECK(&)
    CHECK(|)
    CHECK(^)
    CHECK(<<)
    CHECK(>>)
    EXPECT_EQ((~a)[N - 1], static_cast<T>(~a[N - 1]));
  }
  M before = a++, after = ++a;
  EXPECT_TRUE(same(after[0], static_cast<T>(before[0] + T(2))) && same((-a)[0], static_cast<T>(-a[0])) &&
              (!a)[0] == !a[0]);
  --a;
  EXPECT_TRUE(same((a--)[0], static_cast<T>(before[0] + T(1))));
}

} // namespace

TEST(MArray, Operators) {
  check_operators<float, 5>();
  check_operators<double, 1>();
  check_operators<half, 3>();
  check_operators<int, 7>();
  check_operators<unsigned char, 16>();
  check_operators<long long, 2>();
}

TEST(MArray, Constructors) {
  marray<int, 3> zero, filled(4), listed{1, 2.0f, 'c'};
  EXPECT_TRUE(zero[1] == 0 && filled[2] == 4 && listed[1] == 2 && listed[2] == 'c');
  marray<int, 7> joined(filled, 9, listed);
  EXPECT_EQ(std::accumulate(joined.begin(), joined.end(), 0), 12 + 9 + 3 + 'c');
  filled = 8;
  EXPECT_EQ(filled[0], 8);
  float one = marray<float, 1>(2.5f);
  EXPECT_EQ(one, 2.5f);
  constexpr mfloat3 c = mfloat3(1, 2, 3) * 2.0f;
  static_assert(c[2] == 6);
  static_assert(std::is_same_v<mint4, marray<std::int32_t, 4>> && std::is_same_v<mhalf8, marray<half, 8>> &&
                std::is_same_v<mbool2, marray<bool, 2>>);
  static_assert(!std::is_constructible_v<mfloat3, float, float> && !std::is_convertible_v<float, mfloat3>);
  marray deduced{1.0, 2.0};
  static_assert(std::is_same_v<decltype(deduced), marray<double, 2>>);
  marray<std::complex<float>, 2> any{std::complex<float>(1, 2), std::complex<float>(3, 4)};
  EXPECT_EQ((any + any)[1], std::complex<float>(6, 8));
}
