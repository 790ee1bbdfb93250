// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::vec: layout, constructors, names, swizzles, operators, conversions, loads and stores, for all element types and
// sizes.
#define SYCL_SIMPLE_SWIZZLES
#include "reference.hpp"

#include <typeinfo>

using namespace sycl;
using reference::generator;
using reference::same;

namespace {

template <class T> T random_element() {
  if constexpr (std::is_same_v<T, bool>)
    return generator()() & 1;
  else if constexpr (std::is_same_v<T, std::byte> || std::is_integral_v<T>)
    return static_cast<T>(generator()());
  else
    return static_cast<T>(static_cast<double>(static_cast<std::int64_t>(generator()() % 20001) - 10000) / 64);
}
template <class V> V random_vec() {
  V v;
  for (std::size_t i = 0; i < V::size(); ++i)
    v[i] = random_element<typename V::element_type>();
  return v;
}

template <class V, class F> void each(const V &v, F f) {
  for (std::size_t i = 0; i < V::size(); ++i)
    f(i, v[i]);
}

// The first thing that is wrong; one for all checks of a type, since each EXPECT costs compile time.
struct result {
  const char *wrong = nullptr;
  void check(bool right, const char *what) {
    if (!right && !wrong)
      wrong = what;
  }
};
#define CHECK(condition) r.check(condition, #condition)

template <class T, int N> void check_layout(result &r) {
  using V = vec<T, N>;
  constexpr std::size_t size = sizeof(T) * (N == 3 ? 4 : N);
  static_assert(sizeof(V) == size && alignof(V) == (size > 64 ? 64 : size) && V::size() == N && V::byte_size() == size);
  static_assert(std::is_trivially_copyable_v<V> && is_device_copyable_v<V> && std::is_standard_layout_v<V>);
  static_assert(std::is_trivially_default_constructible_v<V>); // so that it can be in a union
  static_assert(std::is_same_v<typename V::value_type, T> && std::is_same_v<typename V::element_type, T>);
  V zero{}, v = random_vec<V>(), w;
  T x = random_element<T>(), memory[N];
  V all_x(x);
  std::memcpy(memory, &v, sizeof memory); // elements follow one another
  typename V::vector_t native = v;
  CHECK(std::memcmp(&native, &v, sizeof memory) == 0);
  // To and from memory that is aligned for one element.
  auto many = std::make_unique<T[]>(N * 5 + 1);
  v.store(3, many.get() + 1);
  w.load(3, static_cast<const T *>(many.get() + 1));
  for (int i = 0; i < N; ++i) {
    CHECK(same(zero[i], T()) && same(all_x[i], x));
    CHECK(same(memory[i], v[i]) && same(v.element_at(i), v[i]));
    CHECK(same(many[1 + 3 * N + i], v[i]) && same(w[i], v[i]));
  }
  CHECK(same(many[3 * N], T()) && same(many[1 + 4 * N], T()));
}
template <class T> void check_sizes() {
  result r;
  check_layout<T, 1>(r);
  check_layout<T, 2>(r);
  check_layout<T, 3>(r);
  check_layout<T, 4>(r);
  check_layout<T, 8>(r);
  check_layout<T, 16>(r);
  EXPECT_EQ(r.wrong, nullptr) << r.wrong << ", " << typeid(T).name();
}

// op of vec and vec, vec and scalar, scalar and vec, and in place, against op of elements.
#define CHECK_OPERATOR(op)                                                                                             \
  {                                                                                                                    \
    V ab = a op b, ax = a op x, xb = x op b, u = a, y = a;                                                             \
    u op## = b;                                                                                                        \
    y op## = x;                                                                                                        \
    for (int i = 0; i < N; ++i)                                                                                        \
      CHECK(same(ab[i], static_cast<T>(a[i] op b[i])) && same(u[i], ab[i]) &&                                          \
            same(ax[i], static_cast<T>(a[i] op x)) && same(y[i], ax[i]) && same(xb[i], static_cast<T>(x op b[i])));    \
  }
#define CHECK_RELATION(op)                                                                                             \
  {                                                                                                                    \
    auto ab = a op b;                                                                                                  \
    auto ax = a op x;                                                                                                  \
    auto xb = x op b;                                                                                                  \
    static_assert(std::is_same_v<decltype(ab), vec<detail::int_of_size<sizeof(T)>, N>>);                               \
    for (int i = 0; i < N; ++i)                                                                                        \
      CHECK(ab[i] == -(a[i] op b[i]) && ax[i] == -(a[i] op x) && xb[i] == -(x op b[i]));                               \
  }
template <class T, int N> void check_operators() {
  using V = vec<T, N>;
  result r;
  for (int round = 0; round < 30; ++round) {
    V a = random_vec<V>(), b = random_vec<V>();
    T x = random_element<T>();
    if (round % 3 == 0)
      b[N / 2] = a[N / 2];
    for (int i = 0; i < N; ++i)
      if (b[i] == T(0) || b[i] == T(-1)) // neither divides by zero nor overflows
        b[i] = T(3);
    if (x == T(0) || x == T(-1))
      x = T(5);
    // Overflow would be undefined: of int too, which products of unsigned short are.
    if constexpr (std::is_integral_v<T> && (std::is_signed_v<T> ? sizeof(T) >= 4 : sizeof(T) == 2)) {
      a = a % T(30000);
      b = b % T(999) + T(1000);
      x = x % T(999) + T(1000);
    }
    CHECK_OPERATOR(+)
    CHECK_OPERATOR(-)
    CHECK_OPERATOR(*)
    CHECK_OPERATOR(/)
    CHECK_RELATION(==)
    CHECK_RELATION(!=)
    CHECK_RELATION(<)
    CHECK_RELATION(>)
    CHECK_RELATION(<=)
    CHECK_RELATION(>=)
    V c = a;
    c[0] = T(0);
    auto both = c && b;
    auto either = c || V(T(0));
    auto none = !c;
    V minus = -a, before = a++, after = ++a;
    for (int i = 0; i < N; ++i) {
      CHECK(both[i] == -(c[i] != T(0)) && either[i] == both[i] && none[i] == -(c[i] == T(0)));
      CHECK(same(minus[i], static_cast<T>(-before[i])));
      CHECK(same(after[i], static_cast<T>(static_cast<T>(before[i] + T(1)) + T(1))));
    }
    --a;
    V once = a--;
    CHECK(same(once[0], static_cast<T>(after[0] - T(1))) && same(a[0], static_cast<T>(once[0] - T(1))));
    if constexpr (std::is_integral_v<T>) {
      CHECK_OPERATOR(%)
      CHECK_OPERATOR(&)
      CHECK_OPERATOR(|)
      CHECK_OPERATOR(^)
      a = a & T(63); // what a shift of signed numbers is defined for
      b = b & T(7);
      x = x & T(7);
      CHECK_OPERATOR(<<)
      CHECK_OPERATOR(>>)
      V inverse = ~a;
      CHECK(inverse[N - 1] == static_cast<T>(~a[N - 1]));
    }
  }
  EXPECT_EQ(r.wrong, nullptr) << r.wrong << ", " << N << " of " << typeid(T).name();
}

} // namespace

TEST(Vec, LayoutAndMemory) {
  check_sizes<bool>();
  check_sizes<std::byte>();
  check_sizes<char>();
  check_sizes<signed char>();
  check_sizes<unsigned char>();
  check_sizes<short>();
  check_sizes<unsigned short>();
  check_sizes<int>();
  check_sizes<unsigned>();
  check_sizes<long>();
  check_sizes<unsigned long>();
  check_sizes<long long>();
  check_sizes<unsigned long long>();
  check_sizes<half>();
  check_sizes<float>();
  check_sizes<double>();
}

TEST(Vec, OperatorsOfIntegers) {
  check_operators<signed char, 16>();
  check_operators<unsigned short, 3>();
  check_operators<int, 4>();
  check_operators<unsigned, 1>();
  check_operators<long long, 16>();
}
TEST(Vec, OperatorsOfFloatingPoint) {
  check_operators<half, 1>();
  check_operators<half, 8>();
  check_operators<float, 2>();
  check_operators<double, 3>();
  check_operators<double, 16>();
}

TEST(Vec, OperatorsOfBoolAndByte) {
  vec<bool, 4> a{true, false, true, false}, b{true, true, false, false};
  EXPECT_TRUE(all((a & b) == vec<bool, 4>(true, false, false, false)));
  EXPECT_TRUE(all((a | b) == vec<bool, 4>(true, true, true, false)));
  EXPECT_TRUE(all((a ^ b) == vec<bool, 4>(false, true, true, false)));
  EXPECT_TRUE(all(!a == char4(0, -1, 0, -1)));
  vec<std::byte, 2> c{std::byte{0xf0}, std::byte{0x3c}};
  EXPECT_EQ((c & std::byte{0x18})[1], std::byte{0x18});
  EXPECT_EQ((~c)[0], std::byte{0x0f});
  EXPECT_TRUE(all(c == c) && !any(c != c));
}

TEST(Vec, ScalarsAreConverted) {
  EXPECT_TRUE(all(float2(1, 2) + 0.5 == float2(1.5f, 2.5f)));
  EXPECT_TRUE(all(int2(3, 4) * 2.9f == int2(6, 8)));
  EXPECT_TRUE(all(half2(1, 2) + 1 == half2(2, 3)));
  float4 v(0.5f);
  v = 3;
  EXPECT_TRUE(all(v == 3.0f));
}

TEST(Vec, Constructors) {
  float2 xy(1, 2);
  float4 v(xy, 3.0, 4), w(0, xy.yx(), 9);
  EXPECT_TRUE(all(v == float4(1, 2, 3, 4)) && all(w == float4(0, 2, 1, 9)));
  float8 e(v, xy, 7, 8.0f);
  float16 s(e, v.wzyx(), 0, xy, 5.5);
  float wanted[] = {1, 2, 3, 4, 1, 2, 7, 8, 4, 3, 2, 1, 0, 1, 2, 5.5f};
  each(s, [&](std::size_t i, float x) { EXPECT_EQ(x, wanted[i]); });
  float4 from = v.zzxx();
  EXPECT_TRUE(all(from == float4(3, 3, 1, 1)));
  float4 native = float4::vector_t{5, 6, 7, 8};
  EXPECT_EQ(native.z(), 7);
  vec deduced{1, 2, 3};
  static_assert(std::is_same_v<decltype(deduced), int3>);
  float one = vec<float, 1>(4.5f);
  half other = vec<half, 1>(half(2));
  EXPECT_EQ(one + static_cast<float>(other), 6.5f);
  constexpr int4 c = int4(1, 2, 3, 4) * 3 + 1;
  static_assert(c.element_at(3) == 13 && (c > 5).element_at(0) == 0);
  // What is no element, or too many or few of them, is no constructor.
  static_assert(!std::is_constructible_v<float4, float, float> && !std::is_constructible_v<float2, double2> &&
                !std::is_constructible_v<float4, float4, float> && !std::is_convertible_v<float, float4> &&
                !std::is_constructible_v<int2, std::string>);
}

TEST(Vec, Names) {
  float4 v(1, 2, 3, 4);
  EXPECT_TRUE(v.x() == 1 && v.y() == 2 && v.z() == 3 && v.w() == 4 && v.r() == 1 && v.g() == 2 && v.b() == 3 &&
              v.a() == 4);
  v.x() = 10;
  v.a() += 5;
  v.s1() *= 2;
  EXPECT_TRUE(all(v == float4(10, 4, 3, 9)));
  const vec<short, 16> s(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  EXPECT_TRUE(s.s0() == 0 && s.s7() == 7 && s.s8() == 8 && s.s9() == 9 && s.sA() == 10 && s.sB() == 11 &&
              s.sC() == 12 && s.sD() == 13 && s.sE() == 14 && s.sF() == 15);
  EXPECT_TRUE(all(s.lo() == vec<short, 8>(0, 1, 2, 3, 4, 5, 6, 7)) &&
              all(s.hi() == vec<short, 8>(8, 9, 10, 11, 12, 13, 14, 15)));
  EXPECT_TRUE(all(s.odd().hi() == short4(9, 11, 13, 15)) && all(s.even().even() == short4(0, 4, 8, 12)));
  EXPECT_EQ(s.lo().hi().odd().lo(), 5);
  int3 t(1, 2, 3); // like four elements
  EXPECT_TRUE(all(t.lo() == int2(1, 2)) && t.hi()[0] == 3 && all(t.even() == int2(1, 3)) && t.odd()[0] == 2);
  int2 d(4, 5);
  EXPECT_TRUE(d.lo() == 4 && d.hi() == 5 && d.even() == 4 && d.odd() == 5);
  d.hi() = 9;
  EXPECT_EQ(d.y(), 9);
}

TEST(Vec, Swizzles) {
  int4 v(1, 2, 3, 4);
  v.xy() = v.yx(); // read before written
  EXPECT_TRUE(all(v == int4(2, 1, 3, 4)));
  v.wz() = int2(7, 8);
  EXPECT_TRUE(all(v == int4(2, 1, 8, 7)));
  v.swizzle<elem::s3, elem::s0, elem::s1>() += int3(1, 2, 3);
  EXPECT_TRUE(all(v == int4(4, 4, 8, 8)));
  v.lo() = 5;
  v.xz() -= 1;
  ++v.yw();
  v.gb()++;
  EXPECT_TRUE(all(v == int4(4, 7, 8, 9)));
  v.wzyx().xy() = int2(0, 1); // of a swizzle: w and z
  EXPECT_TRUE(all(v == int4(4, 7, 1, 0)));
  EXPECT_TRUE(all(v.xy() + v.zw() * 2 - 1 == int2(5, 6)));
  EXPECT_TRUE(all((1 - v.xxyy() < v.xyzw()) == int4(-1, -1, -1, -1) || v.xxyy() == v.zzzz()));
  EXPECT_EQ(v.swizzle<2>(), 1);
  v.swizzle<1>() = 6;
  EXPECT_EQ(v.xyzw().yz().x(), 6);
  EXPECT_EQ(v.zyx()[1], 6);
  int2 r = v.rg();
  EXPECT_TRUE(all(r == int2(4, 6)) && all(v.abgr() == int4(0, 1, 6, 4)) && all(-v.xy() == int2(-4, -6)));
  EXPECT_TRUE(all(v.xyz().convert<float>() == float3(4, 6, 1)) && v.xy().as<uint2>()[0] == 4);
  int memory[4] = {};
  v.yx().store(1, memory);
  EXPECT_TRUE(memory[2] == 6 && memory[3] == 4);
  v.zw().load(0, static_cast<const int *>(memory + 2));
  EXPECT_TRUE(all(v == int4(4, 6, 6, 4)));
  static_assert(std::is_same_v<decltype(v.xy() + 1), int2> && decltype(v.xyz())::size() == 3 &&
                decltype(v.xyz())::byte_size() == 16);
  const int4 fixed = v;
  const vec<int, 1> single(v.z());
  EXPECT_TRUE(fixed.swizzle<elem::y>()[0] == 6 && single.swizzle<elem::s0>()[0] == 6 && fixed.zyx().x() == 6);
  EXPECT_TRUE(fixed.swizzle<elem::y>() + 1 == 7 && sycl::max(fixed.swizzle<elem::x>(), 5) == 5);
  static_assert(std::is_convertible_v<decltype(fixed.x()), int> && !std::is_assignable_v<decltype(fixed.x()), int>);
}

TEST(Vec, ConversionRoundsAsAsked) {
  std::vector<double> xs{0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 2.4999, -2.5001, 0.0, -3.7, 3.7, 100.999, -100.999};
  for (double x : xs) {
    double2 v(x, -x);
    for (int i = 0; i < 2; ++i) {
      EXPECT_EQ(v.convert<int>()[i], int(std::nearbyint(v[i])));
      EXPECT_EQ((v.convert<int, rounding_mode::automatic>()[i]), int(std::nearbyint(v[i])));
      EXPECT_EQ((v.convert<int, rounding_mode::rte>()[i]), int(std::nearbyint(v[i])));
      EXPECT_EQ((v.convert<long, rounding_mode::rtz>()[i]), long(v[i]));
      EXPECT_EQ((v.convert<short, rounding_mode::rtp>()[i]), short(std::ceil(v[i])));
      EXPECT_EQ((v.convert<signed char, rounding_mode::rtn>()[i]), (signed char)(std::floor(v[i])));
    }
  }
  EXPECT_TRUE(all(int2(300, -1).convert<unsigned char>() == uchar2(44, 255)));
  EXPECT_TRUE(all(float2(1.5f, -2).convert<half>().convert<double>() == double2(1.5, -2)));
  EXPECT_TRUE(all((vec<bool, 2>(true, false).convert<int>() == int2(1, 0))));
}

// To a narrower floating-point type: the nearest values below and above, by search from the nearest of all.
template <class To, class From> void check_directed(From x) {
  using real = long double;
  vec<From, 2> v(x, x);
  To down = v.template convert<To, rounding_mode::rtn>()[0], up = v.template convert<To, rounding_mode::rtp>()[1];
  To zero = v.template convert<To, rounding_mode::rtz>()[0], nearest = v.template convert<To, rounding_mode::rte>()[0];
  real exact = reference::value(x);
  if (std::isnan(exact)) {
    EXPECT_TRUE(down != down && up != up && zero != zero);
    return;
  }
  EXPECT_TRUE(reference::value(down) <= exact && exact <= reference::value(up));
  EXPECT_TRUE(reference::value(down) == exact ? same(down, up) : same(nextafter(down, up), up)) << exact;
  EXPECT_TRUE(same(zero, exact > 0 ? down : exact < 0 ? up : nearest)) << exact;
  EXPECT_TRUE(same(nearest, static_cast<To>(x)));
}
TEST(Vec, ConversionToNarrowFloatingPointRoundsAsAsked) {
  for (double x : reference::values<double>(5000)) {
    check_directed<float>(x);
    check_directed<half>(x);
    check_directed<half>(static_cast<float>(x));
  }
  for (int i = 0; i < 5000; ++i) {
    int shift = generator()() % 64;
    check_directed<float>(static_cast<std::int64_t>(generator()()) >> shift);
    check_directed<double>(generator()() >> shift);
    check_directed<half>(static_cast<int>(generator()()) >> shift % 32);
    check_directed<float>(static_cast<unsigned>(generator()()));
  }
  for (std::int64_t x :
       {std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min(), std::int64_t(0)})
    check_directed<float>(x);
  check_directed<double>(std::numeric_limits<std::uint64_t>::max());
}

TEST(Vec, ReinterpretsBits) {
  float4 v(1, -2, 0.5f, 100);
  int4 bits = v.as<int4>();
  EXPECT_EQ(bits[0], 0x3f800000);
  EXPECT_TRUE(all(bits.as<float4>() == v));
  EXPECT_EQ((v.as<vec<std::byte, 16>>()[3]), std::byte{0x3f});
  EXPECT_EQ(double2(1, 2).as<ushort8>()[7], 0x4000);
  EXPECT_EQ(int3(1, 2, 3).as<float3>().as<int3>()[2], 3);
}

TEST(Vec, ElementsHaveAddresses) {
  uint4 v(1, 2, 3, 4);
  unsigned *third = &v.z();
  *third = 0x3c003800;
  EXPECT_EQ(v[2], 0x3c003800u);
  EXPECT_EQ((*reinterpret_cast<half2 *>(&v.z())).y(), half(1));
  const uint4 c = v;
  const unsigned *last = &c.w();
  EXPECT_EQ(last, &c[3]);
  EXPECT_EQ((v.zx() & v.xz())[0], 0x3c003800u & 1u);
}
