// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Geometric functions of 1 to 4 elements of every floating-point type, vec and marray, against long double, with values
// whose squares are out of range.
#include "reference.hpp"

using namespace reference;

namespace {

template <class V> struct checks {
  using T = sycl::detail::element_t<V>;
  static constexpr int n = sycl::detail::elements_in<V>();
  static real at(const V &v, int i) { return value(sycl::detail::element(v, i)); }
  static real dot(const V &a, const V &b) {
    real sum = 0;
    for (int i = 0; i < n; ++i)
      sum += at(a, i) * at(b, i);
    return sum;
  }
  static V random(double scale) {
    std::uniform_real_distribution<double> d(-1, 1);
    V v{};
    if constexpr (sycl::detail::has_shape<V>)
      for (int i = 0; i < n; ++i)
        v[i] = static_cast<T>(d(generator()) * scale);
    else
      v = static_cast<T>(d(generator()) * scale);
    return v;
  }

  static void run() {
    using L = std::numeric_limits<T>;
    const double largest = static_cast<double>(value(L::max())) / 2.1, least = static_cast<double>(value(L::min()));
    for (double scale : {1.0, 100.0, largest, std::sqrt(largest) * 8, std::sqrt(least) / 8, std::pow(least, 0.25),
                         std::pow(least, 0.25) * 4, least * 2, least / 64})
      for (int i = 0; i < 500; ++i) {
        V a = random(scale), b = random(scale);
        real exact = std::sqrt(dot(a, a));
        ASSERT_LE(error(sycl::length(a), exact), 2.75 + 0.5 * n) << scale;
        real square = 0;
        for (int k = 0; k < n; ++k) { // of the rounded difference
          real d = value(static_cast<T>(at(a, k) - at(b, k)));
          square += d * d;
        }
        ASSERT_LE(error(sycl::distance(a, b), std::sqrt(square)), 2.75 + 0.5 * n) << scale;
        V unit = sycl::normalize(a);
        for (int k = 0; k < n; ++k)
          ASSERT_LE(error(sycl::detail::element(unit, k), exact == 0 ? at(a, k) : at(a, k) / exact), 2 + n) << scale;
        real eps = value(L::epsilon());
        if (scale == 1 || scale == 100) {
          ASSERT_NEAR(value(sycl::dot(a, b)), dot(a, b), n * 2 * eps * scale * scale + eps);
          ASSERT_NEAR(value(sycl::fast_length(a)), exact, 8 * eps * exact + eps);
          ASSERT_NEAR(value(sycl::fast_distance(a, b)), std::sqrt(square), 8 * eps * std::sqrt(square) + eps);
          V fast = sycl::fast_normalize(a);
          for (int k = 0; k < n; ++k)
            ASSERT_NEAR(value(sycl::detail::element(fast, k)), at(a, k) / exact, 8 * eps);
        }
      }
    V zero{};
    EXPECT_EQ(value(sycl::length(zero)), 0);
    EXPECT_EQ(at(sycl::normalize(zero), 0), 0);
    EXPECT_EQ(at(sycl::fast_normalize(zero), 0), 0);
    V infinite = zero;
    if constexpr (sycl::detail::has_shape<V>)
      infinite[n - 1] = -L::infinity();
    else
      infinite = -L::infinity();
    EXPECT_EQ(value(sycl::length(infinite)), value(L::infinity()));
    EXPECT_EQ(at(sycl::normalize(infinite), n - 1), -1);
    if (n > 1)
      EXPECT_EQ(at(sycl::normalize(infinite), 0), 0);
  }
};

template <class V> void check_cross() {
  using T = typename V::value_type;
  for (int i = 0; i < 500; ++i) {
    V a = checks<V>::random(10), b = checks<V>::random(10), c = sycl::cross(a, b);
    for (int k = 0; k < 3; ++k) {
      real exact = value(a[(k + 1) % 3]) * value(b[(k + 2) % 3]) - value(a[(k + 2) % 3]) * value(b[(k + 1) % 3]);
      ASSERT_NEAR(value(c[k]), exact, 200 * value(std::numeric_limits<T>::epsilon()));
    }
    if constexpr (V::size() == 4)
      ASSERT_EQ(value(c[3]), 0);
  }
}

} // namespace

TEST(GeometricFunctions, OfScalars) {
  checks<float>::run();
  checks<double>::run();
  checks<sycl::half>::run();
}
TEST(GeometricFunctions, OfVectors) {
  checks<sycl::float2>::run();
  checks<sycl::float4>::run();
  checks<sycl::double3>::run();
  checks<sycl::half3>::run();
}
TEST(GeometricFunctions, OfArrays) {
  checks<sycl::mfloat3>::run();
  checks<sycl::mdouble2>::run();
}
TEST(GeometricFunctions, Cross) {
  check_cross<sycl::float3>();
  check_cross<sycl::float4>();
  check_cross<sycl::double3>();
  check_cross<sycl::half4>();
  check_cross<sycl::mfloat3>();
}
TEST(GeometricFunctions, OfSwizzles) {
  sycl::float4 v(3, 100, 4, 0);
  EXPECT_EQ(sycl::length(v.swizzle<0, 2>()), 5.0f);
  EXPECT_EQ(sycl::dot(v.swizzle<0, 2>(), sycl::float2(1, 2)), 11.0f);
  EXPECT_EQ(sycl::distance(v.swizzle<0, 2>(), v.swizzle<3, 3>()), 5.0f);
}
