// vec, swizzles, marray, half and integer builtins in kernels: as on the host, fused and not.
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
// Work-items may write the elements of one vec at the same time.
// RUN: sycl-fuse emit ll --kernel ElementsOfNeighbours %t.o | FileCheck-22 %s --check-prefix=ELEMENTS --implicit-check-not='store <4'
// ELEMENTS: define spir_kernel void @_ZTS{{.*}}ElementsOfNeighbours
// ELEMENTS: store float
#define SYCL_SIMPLE_SWIZZLES
#include "builtins.hpp"

#define INTEGERS_OF_ONE(f) f(abs) f(clz) f(ctz) f(popcount)
#define INTEGERS_OF_TWO(f) f(abs_diff) f(add_sat) f(hadd) f(max) f(min) f(mul_hi) f(rhadd) f(rotate) f(sub_sat)
#define INTEGERS_OF_THREE(f) f(mad_hi) f(mad_sat) f(bitselect)
#define COUNT(f) +1
#define NAME(f) #f,

struct integers {
  static constexpr std::size_t count = 0 INTEGERS_OF_ONE(COUNT) INTEGERS_OF_TWO(COUNT) INTEGERS_OF_THREE(COUNT);
  static const char *const *names() {
    static const char *const all[] = {INTEGERS_OF_ONE(NAME) INTEGERS_OF_TWO(NAME) INTEGERS_OF_THREE(NAME)};
    return all;
  }
#define ONE(f) *out++ = sycl::f(x);
#define TWO(f) *out++ = sycl::f(x, y);
#define THREE(f) *out++ = sycl::f(x, y, y);
  template <class V> static void all(const V &x, const V &y, V *out) {
    INTEGERS_OF_ONE(ONE) INTEGERS_OF_TWO(TWO) INTEGERS_OF_THREE(THREE)
  }
  template <class V> static V then(const V &r) {
    using T = sycl::detail::element_t<V>;
    return sycl::max(static_cast<V>(r ^ T(5)), sycl::clz(r));
  }
};

// Of four elements: what vec can do besides arithmetic.
struct shuffles {
  static constexpr std::size_t count = 12;
  static const char *const *names() {
    static const char *const all[] = {
        "swizzled assignment", "parts",      "load and store", "index",          "convert",        "as",
        "comparison",          "increments", "through half",   "through double", "through marray", "of 16"};
    return all;
  }
  template <class V> static void all(const V &x, const V &y, V *out) {
    using T = typename V::element_type;
    V v = x;
    v.xw() = y.zy();
    v.yz() += v.zy();
    *out++ = v.wzyx();
    *out++ = V(x.lo(), y.odd()) - V(y.hi(), x.even()).zwxy();
    T memory[9] = {};
    x.store(0, memory + 1);
    y.xy().store(2, memory + 1);
    v.load(1, memory);
    *out++ = v;
    for (int i = 0; i < 4; ++i)
      v[(i * 3 + 1) & 3] = x[i] + y[3 - i];
    *out++ = v;
    V number =
        sycl::select(sycl::clamp(x, T(-100), T(100)), V(T(7)), sycl::isnan(x)); // as an integer, NaN is undefined
    *out++ = (number.template convert<int, sycl::rounding_mode::rtn>() * 3 + 1).template convert<T>();
    auto bits = x.template as<sycl::vec<sycl::detail::uint_of_size<sizeof(T)>, 4>>();
    *out++ = (bits ^ (bits << 1)).wxyz().template as<V>();
    *out++ = sycl::select(x, y, (x < y.xxyy()) && !(x == T(0))) + sycl::select(y, x, x >= T(1));
    v = x;
    *out++ = ++v + v-- * T(2) - (-v.zxwy());
    *out++ = (sycl::clamp(x, T(-9), T(9)).template convert<sycl::half>() * sycl::half(1.5f) + 1).template convert<T>();
    *out++ = (sycl::clamp(y, T(-9), T(9)).template convert<double>() / 3.0 + y.xxxx().template convert<double>() * 0)
                 .template convert<T>();
    sycl::marray<T, 4> m{x.x(), y.y(), x.z(), y.w()};
    m = (m + m * T(3)) - T(1);
    m[2] += m[0];
    *out++ = V(m[0], m[1], m[2], m[3]);
    sycl::vec<T, 16> w(x, y, x.wzyx(), y.xy(), T(1), T(2));
    *out++ = (w.lo() + w.hi()).even() * w.odd().lo();
  }
  template <class V> static V then(const V &r) {
    return r.template swizzle<1, 0, 3, 2>() + typename V::element_type(1);
  }
};

E2E_BUILTINS(integer_int, int, integers, 0)
E2E_BUILTINS(integer_ulong2, sycl::ulong2, integers, 0)
E2E_BUILTINS(integer_long3, sycl::long3, integers, 0)
E2E_BUILTINS(integer_char8, sycl::char8, integers, 0)
E2E_BUILTINS(integer_ushort16, sycl::ushort16, integers, 0)
E2E_BUILTINS(integer_uint4, sycl::uint4, integers, 0)
E2E_BUILTINS(integer_marray, sycl::mshort3, integers, 0)
E2E_BUILTINS(shuffled_float, sycl::float4, shuffles, 0)
E2E_BUILTINS(shuffled_half, sycl::half4, shuffles, 0)

// vecs in closures, in local memory and of bytes and bools.
void in_closures() {
  const std::size_t n = 64 * 5, local = 64;
  const std::vector<sycl::float3> in = e2e::builtin_inputs<sycl::float3>(n + 1, 5);
  std::vector<sycl::float3> out(n), wanted(n);
  const sycl::float3 scale(2, 0.5f, -1);
  const sycl::vec<bool, 3> flip(true, false, true);
  const sycl::vec<std::byte, 2> mask(std::byte{0xf0}, std::byte{0x0f});
  const sycl::marray<sycl::half, 3> offset{1.5f, 2, -3};
  auto one = [=](sycl::float3 a, sycl::float3 b) {
    sycl::float3 r = a * scale;
    for (int i = 0; i < 3; ++i)
      if (flip[i])
        r[i] = b[i] + static_cast<float>(offset[i]);
    r.x() = sycl::isnan(r.x()) ? static_cast<float>((mask & std::byte{0x3c})[1]) : r.x();
    return r;
  };
  for (std::size_t i = 0; i < n; ++i)
    wanted[i] = one(in[i], in[i / local * local + (local - 1 - i % local)]);
  sycl::queue q = e2e::make_queue();
  {
    sycl::buffer<sycl::float3> input{in.data(), in.size()}, result{out.data(), n};
    q.submit([&](sycl::handler &h) {
      sycl::accessor x{input, h, sycl::read_only};
      sycl::accessor r{result, h, sycl::write_only, sycl::no_init};
      sycl::local_accessor<sycl::float3> tile{sycl::range{local}, h};
      h.parallel_for<class InClosures>(sycl::nd_range<1>{n, local}, [=](sycl::nd_item<1> i) {
        std::size_t l = i.get_local_id(0), g = i.get_global_id(0);
        tile[l] = x[g];
        sycl::group_barrier(i.get_group());
        r[g] = one(x[g], tile[local - 1 - l]);
      });
    });
  }
  e2e::compare<sycl::float3>("closures", in, out, wanted, 1, std::vector<const char *>{"tile"}.data(), 0);
}

// Elements, of a vec and of a constant one, count as numbers where their type is deduced.
void elements_in_groups() {
  constexpr std::size_t local = 32, n = 3 * local;
  const auto in = e2e::random_values<float>(4 * n, 31);
  std::vector<float> got(4 * n), wanted(4 * n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t group = i / local * local;
    wanted[4 * i] = in[4 * (i ^ 1)];
    wanted[4 * i + 1] = in[4 * (group + 5) + 1];
    for (std::size_t k = group; k < group + local; ++k)
      wanted[4 * i + 2] = k == group ? in[4 * k + 2] : std::max(wanted[4 * i + 2], in[4 * k + 2]);
    wanted[4 * i + 3] = in[4 * (group + 7) + 3];
  }
  {
    sycl::buffer<float> a(in.data(), 4 * n), b(got.data(), 4 * n);
    e2e::make_queue().submit([&](sycl::handler &h) {
      sycl::accessor x{a, h, sycl::read_only};
      sycl::accessor r{b, h, sycl::write_only, sycl::no_init};
      h.parallel_for<class ElementsInGroups>(sycl::nd_range<1>{n, local}, [=](sycl::nd_item<1> i) {
        const std::size_t at = i.get_global_id(0);
        sycl::float4 v(x[4 * at], x[4 * at + 1], x[4 * at + 2], x[4 * at + 3]);
        const sycl::float4 constant = v;
        v.x() = sycl::permute_group_by_xor(i.get_sub_group(), v.x(), 1);
        v.y() = sycl::select_from_group(i.get_sub_group(), constant.y(), 5);
        v.z() = sycl::reduce_over_group(i.get_group(), v.z(), sycl::maximum<>());
        v.w() = sycl::group_broadcast(i.get_group(), constant.w(), 7);
        for (int k = 0; k < 4; ++k)
          r[4 * at + k] = v[k];
      });
    });
  }
  e2e::expect_equal("elements in groups", got, wanted);
}

void elements_of_neighbours() {
  constexpr std::size_t n = 1000;
  const auto in = e2e::random_values<float>(n, 33);
  std::vector<sycl::float4> got(n), wanted(n);
  for (std::size_t i = 0; i < n; ++i) {
    wanted[i].x() = in[i];
    wanted[(i + 1) % n].zw() = sycl::float2(in[i] * 2, in[i] * 4);
    wanted[(i + 2) % n].y() -= in[i];
  }
  {
    sycl::buffer<float> a(in.data(), n);
    sycl::buffer<sycl::float4> b(got.data(), n);
    e2e::make_queue().submit([&](sycl::handler &h) {
      sycl::accessor x{a, h, sycl::read_only};
      sycl::accessor r{b, h};
      h.parallel_for<class ElementsOfNeighbours>(sycl::range<1>{n}, [=](sycl::id<1> i) {
        r[i].x() = x[i];
        r[(i + 1) % n].zw() = sycl::float2(x[i] * 2, x[i] * 4);
        r[(i + 2) % n].y() -= x[i];
      });
    });
  }
  auto elements = [](const std::vector<sycl::float4> &v) { return std::vector<float>(&v[0][0], &v[0][0] + 4 * n); };
  e2e::expect_equal("elements of neighbours", elements(got), elements(wanted));
}

int main() {
  elements_in_groups();
  elements_of_neighbours();
  integer_int();
  integer_ulong2();
  integer_long3();
  integer_char8();
  integer_ushort16();
  integer_uint4();
  integer_marray();
  shuffled_float();
  shuffled_half();
  in_closures();
  return e2e::finish();
}
// CHECK-COUNT-9: : aot
// CHECK: all results right
// UNFUSED-COUNT-9: : unfused
// UNFUSED: all results right
