// The chain of four kernels is right at listed, unlisted and odd sizes, unfused, fused and internalized, to the last
// bit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
#include "e2e.hpp"

using namespace sycl;
template <class...> class One;
template <class...> class Two;
template <class...> class Three;
template <class...> class Four;

template <bool Fuse, class... Props>
std::vector<float> run(const char *what, const std::vector<float> (&in)[4], Props... props) {
  std::vector<float> result(in[0].size(), -1.0f);
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  {
    const range<1> n{result.size()};
    buffer<float> bIn1{in[0].data(), n}, bIn2{in[1].data(), n}, bIn3{in[2].data(), n}, bIn4{in[3].data(), n};
    buffer<float> bOut{result.data(), n};
    buffer<float> bTmp1{n, property_list{props...}}, bTmp2{n, property_list{props...}},
        bTmp3{n, property_list{props...}};
    if constexpr (Fuse) {
      fw.start_fusion();
      ext::syclfuse::expect_nd_range(range<1>{4096});
    }
    q.submit([&](handler &h) {
      accessor a{bIn1, h, read_only}, b{bIn2, h, read_only};
      accessor c{bTmp1, h, write_only, no_init};
      h.parallel_for<One<std::bool_constant<Fuse>, Props...>>(n, [=](id<1> i) { c[i] = a[i] * b[i]; });
    });
    q.submit([&](handler &h) {
      accessor a{bIn1, h, read_only}, b{bIn3, h, read_only};
      accessor c{bTmp2, h, write_only, no_init};
      h.parallel_for<Two<std::bool_constant<Fuse>, Props...>>(n, [=](id<1> i) { c[i] = a[i] - b[i]; });
    });
    q.submit([&](handler &h) {
      accessor a{bTmp2, h, read_only}, b{bIn4, h, read_only};
      accessor c{bTmp3, h, write_only, no_init};
      h.parallel_for<Three<std::bool_constant<Fuse>, Props...>>(n, [=](id<1> i) { c[i] = a[i] * b[i]; });
    });
    q.submit([&](handler &h) {
      accessor a{bTmp1, h, read_only}, b{bTmp3, h, read_only};
      accessor c{bOut, h, write_only, no_init};
      h.parallel_for<Four<std::bool_constant<Fuse>, Props...>>(n, [=](id<1> i) { c[i] = a[i] - b[i]; });
    });
    if constexpr (Fuse) {
      fw.complete_fusion();
      e2e::report(what, fw);
    }
  }
  return result;
}

int main() {
  for (std::size_t n : {1, 7, 4096, 1000003}) {
    const std::vector<float> in[4] = {e2e::random_values<float>(n, 1), e2e::random_values<float>(n, 2),
                                      e2e::random_values<float>(n, 3), e2e::random_values<float>(n, 4)};
    std::vector<float> wanted(n);
    for (std::size_t i = 0; i < n; ++i) {
      const float tmp1 = in[0][i] * in[1][i];
      const float tmp2 = in[0][i] - in[2][i];
      const float tmp3 = tmp2 * in[3][i];
      wanted[i] = tmp1 - tmp3;
    }
    std::printf("n = %zu\n", n);
    e2e::expect_equal("unfused", run<false>("unfused", in), wanted);
    e2e::expect_equal("fused", run<true>("fused", in), wanted);
    e2e::expect_equal("internalized", run<true>("internalized", in, e2e::promote_private{}), wanted);
  }
  return e2e::finish();
}
// CHECK: n = 1
// CHECK-NEXT: fused: aot-generic nd_range_not_listed
// CHECK-NEXT: internalized: aot-generic nd_range_not_listed
// CHECK-NEXT: n = 7
// CHECK-NEXT: fused: aot-generic nd_range_not_listed
// CHECK-NEXT: internalized: aot-generic nd_range_not_listed
// CHECK-NEXT: n = 4096
// CHECK-NEXT: fused: aot none
// CHECK-NEXT: internalized: aot none
// CHECK-NEXT: n = 1000003
// CHECK-NEXT: fused: aot-generic nd_range_not_listed
// CHECK-NEXT: internalized: aot-generic nd_range_not_listed
// CHECK-NEXT: all results right
