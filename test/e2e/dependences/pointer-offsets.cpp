// Pointers into one allocation at different offsets are never taken for different memory: what one kernel writes
// through the one pointer the next kernels read and write through the others, fused as one by one; offsets that the
// source fixes are one argument.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s --implicit-check-not=unfused
// CHECK: offsets: aot none
// CHECK: variables: aot none
// CHECK: parameters: aot none
// CHECK: other parameters: aot none
// CHECK: all results right
// Three of five pointers are one argument, as p + 16 of both kernels is.
// RUN: sycl-fuse merge %t.o -o %t.manifest.json && FileCheck-22 %s --check-prefix=MANIFEST < %t.manifest.json
// MANIFEST: "name": "p+64 bytes"
// An element that another work-item writes is an error where the offset shows in the index.
// RUN: %sycl_cxx -O2 -DWRONG -I%S/../Inputs -c %s -o %t.wrong.o
// RUN: sycl-fuse build %t.wrong.o -o %t.wrong.fusion.o 2>&1 | FileCheck-22 %s --check-prefix=WRONG
// WRONG: warning: kernel 'FirstOffset' cannot be fused with 'Start': it accesses elements that other work-groups access in 'Start', which would have to be finished before [SF3029]
#include "e2e.hpp"

#include <numeric>

using namespace sycl;
constexpr std::size_t n = 1021, skip = 16;
#ifdef WRONG
constexpr std::size_t shift = 1;
#else
constexpr std::size_t shift = 0;
#endif
template <int> class A;
template <int> class B;
template <int> class C;

static void check(const char *what, const e2e::fusion_wrapper &fw, const int *p, std::vector<int> wanted) {
  e2e::report(what, fw);
  e2e::expect_equal(what, std::vector<int>(p, p + wanted.size()), wanted);
}

// Each element of p[skip …]: twice itself, then one more, then times itself.
static std::vector<int> wanted_of(std::vector<int> values) {
  for (std::size_t i = skip; i < skip + n; ++i)
    values[i] = (2 * values[i] + 1) * (2 * values[i] + 1);
  return values;
}

static void offsets(queue &q, int *p, const std::vector<int> &in) {
  std::copy(in.begin(), in.end(), p);
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class Start>(range{n}, [a = p + skip](id<1> i) { a[i] *= 2; });
  q.parallel_for<class FirstOffset>(range{n}, [p, a = p + skip](id<1> i) { p[i[0] + skip] = a[i[0] + shift] + 1; });
  q.parallel_for<class SecondOffset>(range{n},
                                     [a = p + 2 * skip, b = &p[skip]](id<1> i) { *(a + i[0] - skip) *= b[i]; });
  fw.complete_fusion();
  q.wait();
  check("offsets", fw, p, wanted_of(in));
}

#ifndef WRONG
static void variables(queue &q, int *p, const std::vector<int> &in) {
  std::copy(in.begin(), in.end(), p);
  int *const middle = p + skip;
  int *back = middle - skip;
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<A<0>>(range{n}, [=](id<1> i) { middle[i] *= 2; });
  q.parallel_for<B<0>>(range{n}, [=](id<1> i) { back[i[0] + skip] += 1; });
  q.parallel_for<C<0>>(range{n}, [=](id<1> i) { p[i[0] + skip] *= middle[i]; });
  fw.complete_fusion();
  q.wait();
  check("variables", fw, p, wanted_of(in));
}

// What a and b are to each other only the call knows.
static void parameters(queue &q, const char *what, int *a, int *b, int distance, int *p, const std::vector<int> &in) {
  std::copy(in.begin(), in.end(), p);
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<A<1>>(range{n}, [=](id<1> i) { a[i] *= 2; });
  q.parallel_for<B<1>>(range{n}, [=](id<1> i) { b[static_cast<int>(i[0]) + distance] += 1; });
  q.parallel_for<C<1>>(range{n}, [=](id<1> i) { a[i] *= b[static_cast<int>(i[0]) + distance]; });
  fw.complete_fusion();
  q.wait();
  check(what, fw, p, wanted_of(in));
}
#endif

int main() {
  queue q{{property::queue::in_order{}, e2e::fusion::property::queue::enable_fusion{}}};
  std::vector<int> in(n + 3 * skip);
  std::iota(in.begin(), in.end(), -500);
  int *p = malloc_shared<int>(in.size(), q);
  offsets(q, p, in);
#ifndef WRONG
  variables(q, p, in);
  parameters(q, "parameters", p + skip, p + 2 * skip, -static_cast<int>(skip), p, in);
  parameters(q, "other parameters", p + skip, p, skip, p, in);
#endif
  free(p, q);
  return e2e::finish();
}
