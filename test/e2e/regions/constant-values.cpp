// Values that a kernel always gets are constants of the specialized kernel, where that changes no bit; a program that
// passes other ones than the manifest says runs the generic kernel and gets right results.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O1 -I%S/../Inputs -c %s -o %t.o && sycl-fuse merge %t.o -o %t.manifest.json
// RUN: sycl-fuse build %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s --check-prefixes=CHECK,KNOWN
// KNOWN: numbers: aot none
// KNOWN-NEXT: mathematics: aot none
// KNOWN-NEXT: one size: aot-generic nd_range_not_listed

// What is assumed: each number, the array and the struct without padding; not the struct with padding.
// RUN: FileCheck-22 %s --check-prefix=MANIFEST < %t.manifest.json
// MANIFEST-DAG: "bytes": "0300000000000000"
// MANIFEST-DAG: "bytes": "0000203f"
// MANIFEST-DAG: "bytes": "010000000200000003000000"
// MANIFEST-DAG: "bytes": "0500000000000000000000000000f83f"
// RUN: not grep '"bytes": "01......07000000"' %t.manifest.json
// RUN: sycl-fuse inspect %t.fusion.o > %t.inspect
// RUN: FileCheck-22 %s --check-prefix=INSPECT --implicit-check-not=heterogeneous < %t.inspect
// The factor and the exponent are no arguments of the specialized kernel; mathematics is computed all the same.
// INSPECT: native {{.*}} specialized 1021 {{.*}} entry {{[0-9]+}} 3 6 sycl_fuse_main_2_specialized_1021_distinct
// INSPECT: native {{.*}} generic any {{.*}} entry {{[0-9]+}} 5 4 sycl_fuse_main_2_generic_distinct

// Kernels of one ND-range, whatever it is, have no variant for different ones.
// RUN: sed '/"range_id"/d' %t.manifest.json > %t.ranges.json
// RUN: sycl-fuse build %t.o --manifest %t.ranges.json -o %t.ranges.o
// RUN: sycl-fuse inspect %t.ranges.o | FileCheck-22 %s --check-prefix=RANGES
// RANGES: sycl_fuse_one_size_generic_heterogeneous

// Another value than was recorded.
// RUN: sed 's/"0300000000000000"/"0400000000000000"/' %t.manifest.json > %t.wrong.json
// RUN: sycl-fuse build %t.o --manifest %t.wrong.json -o %t.wrong.o
// RUN: clang++-22 %t.o %t.wrong.o %runtime_lib -o %t.wrong
// RUN: %t.wrong | FileCheck-22 %s --check-prefixes=CHECK,WRONG
// WRONG: numbers: aot-generic constant_differs
// WRONG-NEXT: mathematics: aot none
// WRONG-NEXT: one size: aot-generic nd_range_not_listed
// CHECK: all results right
#include "e2e.hpp"
#include <array>
#include <cmath>
using namespace sycl;
constexpr std::size_t n = 1021;
struct affine {
  long offset;
  double scale;
};
struct padded {
  char a;
  int b;
};

void one_size(queue &q, e2e::fusion_wrapper &fw, buffer<float> &b) {
  const range<1> size = b.get_range();
  fw.start_fusion();
  for (int round = 0; round < 2; ++round)
    q.submit([&](handler &h) {
      accessor a{b, h};
      h.parallel_for<class Size>(size, [=](id<1> k) { a[k] = -a[k]; });
    });
  fw.complete_fusion();
  e2e::report("one size", fw);
}

int main() {
  const std::vector<float> in = e2e::random_values<float>(n, 5);
  std::vector<float> out(n), wanted(n), powers(n), wanted_powers(n);
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  // Never changed, but not constant for the compiler of the kernel.
  std::size_t times = 3;
  float factor = 0.625f;
  const std::array<int, 3> weights{1, 2, 3};
  affine a{5, 1.5};
  padded p{1, 7};
  float exponent = 2.0f;
  {
    buffer<float> bIn{in.data(), range{n}}, bTmp{range{n}}, bOut{out.data(), range{n}};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor i{bIn, h, read_only};
      accessor t{bTmp, h, write_only, no_init};
      h.parallel_for<class Numbers>(range{n}, [=](id<1> k) {
        float sum = 0;
        for (std::size_t r = 0; r < times; ++r)
          sum += i[k] * factor;
        t[k] = sum;
      });
    });
    q.submit([&](handler &h) {
      accessor t{bTmp, h, read_only};
      accessor o{bOut, h, write_only, no_init};
      h.parallel_for<class Objects>(range{n}, [=](id<1> k) {
        o[k] = static_cast<float>(t[k] * a.scale) + static_cast<float>(a.offset + weights[k[0] % 3] + p.a + p.b);
      });
    });
    fw.complete_fusion();
    e2e::report("numbers", fw);
  }
  {
    buffer<float> bIn{in.data(), range{n}}, bTmp{range{n}}, bOut{powers.data(), range{n}};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor i{bIn, h, read_only};
      accessor t{bTmp, h, write_only, no_init};
      h.parallel_for<class Powers>(range{n}, [=](id<1> k) { t[k] = sycl::pow(sycl::fabs(i[k]), exponent); });
    });
    q.submit([&](handler &h) {
      accessor t{bTmp, h, read_only};
      accessor o{bOut, h, write_only, no_init};
      h.parallel_for<class Halves>(range{n}, [=](id<1> k) { o[k] = t[k] * factor; });
    });
    fw.complete_fusion();
    e2e::report("mathematics", fw);
    one_size(q, fw, bTmp);
    // The same kernels one by one, on the same device.
    buffer<float> bAlone{wanted_powers.data(), range{n}};
    const auto alone = [&](float e, float f) {
      q.submit([&](handler &h) {
        accessor i{bIn, h, read_only};
        accessor t{bAlone, h, write_only, no_init};
        h.parallel_for<class PowersAlone>(range{n}, [=](id<1> k) { t[k] = sycl::pow(sycl::fabs(i[k]), e); });
      });
      q.submit([&](handler &h) {
        accessor t{bAlone, h};
        h.parallel_for<class HalvesAlone>(range{n}, [=](id<1> k) { t[k] = t[k] * f; });
      });
    };
    volatile float not_known = exponent, neither = factor;
    alone(not_known, neither);
  }
  for (std::size_t k = 0; k < n; ++k) {
    float sum = 0;
    for (std::size_t r = 0; r < times; ++r) {
      volatile float product = in[k] * factor; // as the device: rounded by itself, or not
      sum += product;
    }
    wanted[k] = static_cast<float>(sum * a.scale) + static_cast<float>(a.offset + weights[k % 3] + p.a + p.b);
  }
  e2e::expect_equal("mathematics", powers, wanted_powers);
  bool close = true; // the device may contract a product and a sum
  for (std::size_t k = 0; k < n; ++k)
    close &= std::abs(out[k] - wanted[k]) <= 1e-4f * (1 + std::abs(wanted[k]));
  if (!close)
    std::printf("numbers differ\n");
  return close ? e2e::finish() : 1;
}
