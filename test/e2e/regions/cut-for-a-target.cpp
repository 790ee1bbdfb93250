// A region whose kernels one target cannot have as one is cut for this target alone: the others keep the whole, and this one has the parts.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: target-cuda
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --target native:%native_level --target cuda:sm_90 --ptxas=none %t.o -o %t.fusion.o 2>&1 | FileCheck-22 %s --check-prefix=BUILD --implicit-check-not=warning:
// BUILD: cut-for-a-target.cpp:[[#]]:[[#]]: warning: kernel 'Around' cannot be fused with 'Polynomial': {{.*}} [SF3029]
// BUILD: note: for target 'native:{{.*}}'
// RUN: sycl-fuse inspect %t.fusion.o | FileCheck-22 %s --check-prefix=BUNDLE
// Regions are in the order of their signatures, so that the whole may be the first or the second.
// BUNDLE-DAG: cuda {{.*}} sycl_fuse_polynomials_generic {{.*}}saves 2 launches
// BUNDLE-DAG: 1 computes 4 elements of t again, as 0 does
// BUNDLE-DAG: native {{.*}} sycl_fuse_polynomials_generic{{.*}}saves {{.*}}1 launch
// BUNDLE-NOT: native {{.*}}2 launches
// BUNDLE-NOT: cuda {{.*}}1 launch
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env SYCL_FUSE_JIT=off SYCL_FUSE_TRACE=on %t > %t.out 2> %t.trace && FileCheck-22 %s < %t.out
// RUN: FileCheck-22 %s --check-prefix=TRACE < %t.trace
// CHECK: polynomials: unfused region_cut
// CHECK: all results right
// TRACE: fused {{.*}}[Around, Twice]
#include "e2e.hpp"

#include <algorithm>

using namespace sycl;

namespace {

constexpr int n = 1003;

float value_of(float v) {
  for (int k = 0; k < 20; ++k)
    v = v * 0.125f + static_cast<float>(k);
  return v;
}

void polynomials(queue &q, const float *in, float *t, float *u, float *out) {
  e2e::fusion_wrapper fw(q);
  fw.start_fusion();
  q.parallel_for<class Polynomial>(range<1>(n), [=](id<1> i) { t[i] = value_of(in[i]); });
  q.parallel_for<class Around>(range<1>(n), [=](id<1> id) {
    const int i = static_cast<int>(id[0]);
    u[i] = t[std::max(i - 2, 0)] + t[std::max(i - 1, 0)] + t[std::min(i + 1, n - 1)] + t[std::min(i + 2, n - 1)];
  });
  q.parallel_for<class Twice>(range<1>(n), [=](id<1> i) { out[i] = 2 * u[i]; });
  fw.complete_fusion();
  e2e::report("polynomials", fw);
}

} // namespace

int main() {
  queue q{property_list{property::queue::in_order{}, e2e::fusion::property::queue::enable_fusion{}}};
  float *in = malloc_shared<float>(n, q), *t = malloc_shared<float>(n, q), *u = malloc_shared<float>(n, q),
        *out = malloc_shared<float>(n, q);
  std::vector<float> wanted(n), values(n);
  for (int i = 0; i < n; ++i) {
    in[i] = static_cast<float>(i % 7) * 0.25f;
    values[i] = value_of(in[i]);
  }
  for (int i = 0; i < n; ++i)
    wanted[i] = 2 * (values[std::max(i - 2, 0)] + values[std::max(i - 1, 0)] + values[std::min(i + 1, n - 1)] +
                     values[std::min(i + 2, n - 1)]);
  polynomials(q, in, t, u, out);
  q.wait();
  e2e::expect_equal("out", std::vector<float>(out, out + n), wanted);
  for (float *p : {in, t, u, out})
    sycl::free(p, q);
  return e2e::finish();
}
