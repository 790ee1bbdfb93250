// Missed remarks say why what other work-items of an earlier kernel write is not computed again.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t && mkdir %t && cd %t && %sycl_cxx -O2 -c %s -o a.o
// RUN: sycl-fuse build a.o -o a.fusion.o --target native:v3 -Rpass-missed=sycl-recomputation 2>&1 | FileCheck-22 %s
// Where instructions do not count, neither do the limits.
// RUN: sycl-fuse build a.o -o a.fusion.o --target native:v3 --no-cost-model -Rpass-missed=sycl-recomputation 2>&1 | \
// RUN:   FileCheck-22 %s --check-prefix=NO-LIMITS --implicit-check-not="clamped place" --implicit-check-not="in place of"
// NO-LIMITS: remark:
#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

using namespace sycl;
using counter = atomic_ref<float, memory_order::relaxed, memory_scope::device>;

#define FUSE(First, Second, f, g)                                                                                      \
  {                                                                                                                    \
    ext::codeplay::experimental::fusion_wrapper fw(q);                                                                 \
    fw.start_fusion();                                                                                                 \
    q.parallel_for<class First>(range<1>(n), [=](id<1> id) {                                                           \
      const int i = id[0];                                                                                             \
      f;                                                                                                               \
    });                                                                                                                \
    q.parallel_for<class Second>(range<1>(n), [=](id<1> id) {                                                          \
      const int i = id[0];                                                                                             \
      g;                                                                                                               \
    });                                                                                                                \
    fw.complete_fusion();                                                                                              \
  }
#define SHIFT out[i] = t[sycl::min(i + 1, n - 1)]
#define SMOOTH(from, to) to[i] = from[sycl::max(i - 1, 0)] + from[i] + from[sycl::min(i + 1, n - 1)]

void all(queue &q, float *in, const int *at, float *t, float *out, int n) {
  FUSE(A0, A1, SMOOTH(in, t), SMOOTH(t, out))
  // CHECK: remark: 'A1' does not compute again what other work-items of 'A0' write to 't': a clamped place of a clamped place keeps a processor from computing in vectors [-Rpass-missed=sycl-recomputation]
  FUSE(B0, B1, t[i] = counter(in[i]).fetch_add(1), SHIFT)
  // CHECK: remark: 'B1' does not compute again what other work-items of 'B0' write to 't': that kernel uses barriers, groups, atomic operations or volatile memory
  FUSE(C0, C1, float s = 0; for (int k = 0; k < at[i]; ++k) s += in[k] * s; t[i] = s, SHIFT)
  // CHECK: remark: 'C1' does not compute again what other work-items of 'C0' write to 't': that kernel has a loop that is left after unrolling
  FUSE(D0, D1, t[i] = in[i]; in[i] = 0, SHIFT)
  // CHECK: remark: 'D1' does not compute again what other work-items of 'D0' write to 't': that kernel reads memory that is written up to the one that reads
  FUSE(E0, E1, t[2 * i] = in[i], SHIFT)
  // CHECK: remark: 'E1' does not compute again what other work-items of 'E0' write to 't': the place that is read does not tell which work-item writes there
  FUSE(F0, F1, t[i] = in[i], out[i] = t[i + 1])
  // CHECK: remark: 'F1' does not compute again what other work-items of 'F0' write to 't': the work-item that would write there may not exist
  FUSE(G0, G1, t[i] = sycl::sqrt(in[i]) * in[n - 1 - i] * at[i], float s = 0; for (int k = 0; k < n; ++k) s += t[k];
       out[i] = s)
  // CHECK: remark: 'G1' does not compute again what other work-items of 'G0' write to 't': the read is in a loop of too many iterations, or of a number that is not known
  FUSE(H0, H1, float v = in[i]; for (int k = 0; k < 16; ++k) v = v * v + k;
       t[i] = v, out[i] = i > 1 && i < n - 2 ? t[i - 1] + t[i + 1] + t[i - 2] + t[i + 2] : 0)
  // CHECK: remark: 'H1' does not compute again what other work-items of 'H0' write to 't': the fused kernel would have {{[0-9]+}} instructions in place of {{[0-9]+}}
}
