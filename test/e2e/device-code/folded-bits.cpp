// What is folded when a program is built has the bits that the device computes: mathematics and arithmetic of values
// that the source fixes and of values that another kernel stores, with zeros, denormals, infinities and NaNs among
// them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O1 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --target native:v2 --target native:v3 %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s --implicit-check-not=generic --implicit-check-not=unfused
// RUN: env SYCL_FUSE_NATIVE_ISA=2 %t | FileCheck-22 %s
// CHECK-COUNT-16: region: aot none
// CHECK: all results right
// The values are constants of the kernels, which the runtime checks.
// RUN: sycl-fuse inspect %t.fusion.o | FileCheck-22 %s --check-prefix=INSPECT
// INSPECT: specialized 512 {{.*}}linear,internalized
#include "e2e.hpp"
#include <limits>
using namespace sycl;

constexpr std::size_t n = 512, results = 34;
template <class...> class Stores;
template <class...> class Computes;
template <int K, class T> struct numbered {};

// All of it, of a value in memory and three that may be constants.
template <class T> void compute(T x, T a, T b, T c, T *r) {
  r[0] = a + b, r[1] = a - b, r[2] = a * b, r[3] = a / b, r[4] = x + a, r[5] = x - a, r[6] = x * a, r[7] = x / a;
  r[8] = a / x, r[9] = a * b + x, r[10] = x * a - b, r[11] = a * b - c, r[12] = sycl::fma(a, b, c),
  r[13] = sycl::fmin(x, a);
  r[14] = sycl::fmax(a, x), r[15] = sycl::fmax(a, b), r[16] = sycl::sqrt(a), r[17] = sycl::rint(a);
  r[18] = sycl::sin(a), r[19] = sycl::exp(a), r[20] = sycl::log10(a), r[21] = sycl::pow(x, a), r[22] = sycl::pow(a, b);
  r[23] = sycl::cbrt(a), r[24] = sycl::tgamma(a), r[25] = sycl::atan2(a, b), r[26] = sycl::fmod(x, a),
  r[27] = sycl::tanh(x > 0 ? a : b);
  r[28] = static_cast<T>(static_cast<float>(a)), r[29] = static_cast<T>(static_cast<half>(a)),
  r[30] = sycl::exp2(a + b);
  r[31] = sycl::fmin(a, b) * x, r[32] = sycl::copysign(x, a), r[33] = -a * b + c;
}

template <class T> constexpr T infinity = std::numeric_limits<T>::infinity();
template <class T> constexpr T least = std::numeric_limits<T>::denorm_min();
template <class T>
constexpr T values[] = {T(0.70710123), T(-0.0),
                        T(0),          T(1),
                        T(2),          T(-1),
                        T(0.5),        T(1.1),
                        T(1.3),        least<T>,
                        T(-3.7),       infinity<T>,
                        -infinity<T>,  T(10),
                        T(1e-30),      T(123.456),
                        T(3.14159),    T(-0.333),
                        T(7e20),       std::numeric_limits<T>::max(),
                        T(6.25),       least<T> * 12345,
                        T(0.1),        std::numeric_limits<T>::quiet_NaN()};

// NaNs are NaNs, whatever their bits.
template <class T> bool same(T a, T b) { return std::memcmp(&a, &b, sizeof(T)) == 0 || (a != a && b != b); }

template <bool Fuse, int K, class T> std::vector<T> run(const std::vector<T> &in) {
  using Tag = std::pair<std::bool_constant<Fuse>, numbered<K, T>>;
  std::vector<T> out(n * results);
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  T a = values<T>[K], b = values<T>[K + 8], c = values<T>[K + 16];
  {
    buffer<T> bIn{in.data(), range{n}}, bOut{out.data(), range{n * results}};
    buffer<T> bTmp{range{n}, {e2e::promote_private{}}};
    if constexpr (Fuse)
      fw.start_fusion();
    q.submit([&](handler &h) {
      accessor t{bTmp, h, write_only, no_init};
      h.parallel_for<Stores<Tag>>(range{n}, [=](id<1> i) { t[i] = a; });
    });
    q.submit([&](handler &h) {
      accessor i{bIn, h, read_only}, t{bTmp, h, read_only};
      accessor o{bOut, h, write_only, no_init};
      h.parallel_for<Computes<Tag>>(range{n}, [=](id<1> k) {
        T r[results];
        compute<T>(i[k], t[k], b, c, r);
        for (std::size_t at = 0; at < results; ++at)
          o[k[0] * results + at] = r[at];
      });
    });
    if constexpr (Fuse) {
      fw.complete_fusion();
      e2e::report("region", fw);
    }
  }
  return out;
}

template <int K, class T> void check() {
  std::vector<T> in = e2e::random_values<T>(n, K + 1);
  for (std::size_t i = 0; i < n; i += 3)
    in[i] = i % 2 ? -values<T>[i % std::size(values<T>)] : values<T>[i % std::size(values<T>)];
  const std::vector<T> fused = run<true, K>(in), alone = run<false, K>(in);
  for (std::size_t i = 0; i < fused.size(); ++i)
    if (!same(fused[i], alone[i])) {
      std::printf("result %zu of %zu values %d, x = %a: %a, needed: %a\n", i % results, sizeof(T), K,
                  double(in[i / results]), double(fused[i]), double(alone[i]));
      ++e2e::failures;
    }
}

template <int... K> void check_all(std::integer_sequence<int, K...>) { (..., (check<K, float>(), check<K, double>())); }

int main() {
  check_all(std::make_integer_sequence<int, 8>{});
  return e2e::finish();
}
