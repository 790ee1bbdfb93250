// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements by name are references; swizzles of one element: relations and logic give a vec of one element, and are
// conditions like any other.
#include "sycl/sycl.hpp"

#include <gtest/gtest.h>

namespace {

using namespace sycl;

template <class T> class Elements : public testing::Test {};
using Types = testing::Types<bool, std::int8_t, std::uint16_t, int, long, half, float, double>;
TYPED_TEST_SUITE(Elements, Types);

template <class T, class R> void expect_truths(vec<T, 1> one, vec<T, 1> other) {
  auto v = one.template swizzle<0>(), w = other.template swizzle<0>();
  T a = one.element_at(0), b = other.element_at(0);
  vec<R, 1> r;
#define SYCL_FUSE_EXPECT(op)                                                                                           \
  r = v op w;                                                                                                          \
  EXPECT_EQ(r.element_at(0), -static_cast<int>(a op b)) << #op;                                                        \
  r = v op b;                                                                                                          \
  EXPECT_EQ(r.element_at(0), -static_cast<int>(a op b)) << #op;                                                        \
  r = a op w;                                                                                                          \
  EXPECT_EQ(r.element_at(0), -static_cast<int>(a op b)) << #op;                                                        \
  r = v op other;                                                                                                      \
  EXPECT_EQ(r.element_at(0), -static_cast<int>(a op b)) << #op;                                                        \
  r = one op w;                                                                                                        \
  EXPECT_EQ(r.element_at(0), -static_cast<int>(a op b)) << #op;                                                        \
  EXPECT_EQ((v op w ? 1 : 0), static_cast<int>(a op b)) << #op;
  SYCL_FUSE_EXPECT(==)
  SYCL_FUSE_EXPECT(!=)
  SYCL_FUSE_EXPECT(<)
  SYCL_FUSE_EXPECT(>)
  SYCL_FUSE_EXPECT(<=)
  SYCL_FUSE_EXPECT(>=)
  SYCL_FUSE_EXPECT(&&)
  SYCL_FUSE_EXPECT(||)
#undef SYCL_FUSE_EXPECT
  r = !v;
  EXPECT_EQ(r.element_at(0), -static_cast<int>(!a));
}

TYPED_TEST(Elements, GiveAVecOfOne) {
  using T = TypeParam;
  for (int i : {0, 1, 2})
    for (int k : {0, 1, 2})
      expect_truths<T, detail::int_of_size<sizeof(T)>>(vec<T, 1>(T(i)), vec<T, 1>(T(k)));
}

TEST(Elements, AreConditionsLikeAnyOther) {
  float4 f(1, -2, 0.5, 0);
  int2 i(3, 0);
  std::vector<int2> all{{1, 2}, {3, 4}};
  EXPECT_TRUE(all[1].x() > 2 && all[0].y() == i.x() - 1 && f.x() < i.x());
  // What stands behind a condition that fails is not evaluated.
  EXPECT_FALSE(i.y() != 0 && 10 / int(i.y()) > 1);
  EXPECT_FALSE(f.y() > 0 && all.at(static_cast<std::size_t>(f.y())).x() > 0);
  float smaller = f.x() < f.z() ? f.x() : f.z();
  EXPECT_EQ(smaller, 0.5f);
  bool flag = f.y() < 0;
  EXPECT_TRUE(flag && (f.y() < 0) == flag && flag == (f.y() < 0) && (f.x() < 0) != flag && !(f.x() < 0));
  const double2 d(1, -2);
  EXPECT_TRUE((f.x() > 0) != (f.y() > 0) && (f.x() > 0) == (d.x() > 0) && (d.y() > 0) != (i.x() > 0));
  EXPECT_TRUE(((f.x() > 0) ^ (f.y() > 0)) != 0 && (f.swizzle<0>() > 0) == -1 && ((f.x() > 0) & (d.x() > 0)));
  EXPECT_TRUE(i.x() > 2.5 && 2.5 < i.x() && i.x() == 3u && f.w() == 0 && !f.w());
  EXPECT_EQ(select(1.0f, 2.0f, f.x() > f.z()), 2.0f);
  EXPECT_EQ(std::max<float>(f.x(), f.z()), 1.0f);
  EXPECT_EQ(sycl::max(f.x(), f.z()), 1.0f);
  int n = 0;
  for (int2 v(0, 4); v.x() < v.y(); v.x()++, ++n) {
  }
  while (f.x() < 3)
    f.x() += 0.5f;
  EXPECT_TRUE(n == 4 && f.x() == 3);
  char text[8];
  snprintf(text, sizeof text, "%d %d", i.swizzle<0>() == 3, i.x() == 3);
  EXPECT_STREQ(text, "-1 1");
}

// As programs from CUDA have it, where elements are members.
TEST(Elements, AreNumbers) {
  const double2 constant(3, 4);
  auto a = constant.x(), b = constant.y();
  a = b = 1;
  EXPECT_TRUE((std::is_same_v<decltype(a), double>) && a == 1 && constant.x() == 3);
  float2 twice(1, 1);
  auto &first = twice.x();
  first = 2;
  twice.swizzle<1, 0>().x() = 3;
  EXPECT_TRUE((std::is_same_v<decltype(first), float &>) && twice.x() == 2 && twice.y() == 3);
  EXPECT_TRUE((std::is_same_v<decltype(float2(1, 2).y()), float>) && std::min(twice.x(), twice.y()) == 2);
  const int4 bits(7, 8, 9, 10);
  EXPECT_EQ(*reinterpret_cast<const unsigned *>(&bits.z()), 9u);
  EXPECT_TRUE((std::is_same_v<decltype(bits.x() > 8), bool>));

  half2 h(1.5f, 2.5f);
  float f = h.x();
  EXPECT_EQ(f + float(h.y()) + double(h.x()), 5.5);
  float4 v(1, 2, 3, 4);
  v += {f, 1, h.x(), 0};
  const int whole = 3;
  const double wide = 2.5;
  vec<short, 2> small(-7, 8);
  EXPECT_EQ((vec<float, 1>{whole}[0]), 3.0f);
  EXPECT_EQ((vec<float, 1>{wide}.convert<int, rounding_mode::rtz>()[0]), 2);
  EXPECT_EQ((vec<half, 1>{small.x()}[0]), half(-7));
  EXPECT_FALSE((std::is_convertible_v<double, vec<float, 1>>)); // one element is made explicitly
  v.swizzle<0, 1>() *= {2, 3};
  EXPECT_TRUE(v.x() == 5 && v.y() == 9 && v.z() == 4.5f && v.w() == 4);
  EXPECT_EQ(bit_cast<int>(v.w()), bit_cast<int>(4.0f));
  using brain = ext::oneapi::bfloat16;
  const vec<brain, 2> narrow(v.x(), h.y());
  const half2 halves(v.x(), f);
  const vec<half, 1> opposite(-halves.x()), same(+halves.swizzle<elem::s1>());
  EXPECT_TRUE(float(opposite[0]) == -5 && float(same[0]) == 1.5f && float(-narrow.y() + narrow.x()) == 2.5f);
  EXPECT_TRUE(float(narrow.x()) == 5 && float(narrow.y()) == 2.5f && float(halves[0]) == 5 && float(halves[1]) == 1.5f);
}

} // namespace
