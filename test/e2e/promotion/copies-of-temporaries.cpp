// A temporary that a fill begins and a copy hands on stays in registers: fill and copy go away with its memory. Kernel
// by kernel the driver does both.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// RUN: env SYCL_FUSE=off %t | FileCheck-22 %s --check-prefix=OFF
// RUN: env SYCL_FUSE_CHECK=1 %t 2>&1 | FileCheck-22 %s --implicit-check-not=SF6172
// CHECK: private: aot none
// CHECK: automatic: aot none
// CHECK: all results right
// OFF: private: unfused disabled
// OFF: automatic: unfused disabled
// OFF: all results right
// Nothing but the arrays at both ends is an argument of the fused kernels, and of no kernel alone.
// RUN: sycl-fuse inspect %t.fusion.o | FileCheck-22 %s --check-prefix=BUILT
// BUILT: kernel copy<int>  range<1>
// BUILT: in fused kernels only
// BUILT: no variants
// BUILT: specialized  1733            linear,internalized   entry {{[0-9]+ +}}3 {{.*}}: used
#include "e2e.hpp"

using namespace sycl;
namespace fusion = e2e::fusion;
namespace syclex = sycl::ext::oneapi::experimental;
template <class P> void internal(const char *what, P property) {
  constexpr std::size_t n = 1733;
  std::vector<int> in = e2e::random_values<int>(n, 9), out(n), wanted(n);
  for (std::size_t i = 0; i < n; ++i)
    wanted[i] = (5 + in[i]) * 2;
  {
    queue q{{fusion::property::queue::enable_fusion{}}};
    buffer<int> a(in.data(), range<1>(n)), b(out.data(), range<1>(n)), tmp(range<1>(n), property_list{property}),
        copy(range<1>(n), property_list{property});
    e2e::fusion_wrapper fw{q};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor t(tmp, h, write_only, no_init);
      h.fill(t, 5);
    });
    q.submit([&](handler &h) {
      accessor t(tmp, h);
      accessor f(a, h, read_only);
      h.parallel_for(range<1>(n), [=](id<1> i) { t[i] += f[i]; });
    });
    q.submit([&](handler &h) {
      accessor t(tmp, h, read_only);
      accessor c(copy, h, write_only, no_init);
      h.copy(t, c);
    });
    q.submit([&](handler &h) {
      accessor c(copy, h, read_only);
      accessor t(b, h, write_only, no_init);
      h.parallel_for(range<1>(n), [=](id<1> i) { t[i] = c[i] * 2; });
    });
    fw.complete_fusion();
    e2e::report(what, fw);
  }
  e2e::expect_equal(what, out, wanted);
}
int main() {
  internal("private", fusion::property::promote_private{});
  internal("automatic", syclex::property::fusion_internal_memory{});
  return e2e::finish();
}
