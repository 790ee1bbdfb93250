// A region fuses what is proved, or what a run checks: where a kernel needs, or may need, what other work-items do in an
// earlier one, the region is cut, or runs one by one, and only property::trusted fuses what nothing tells. All results are those of the host.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o 2>&1 | FileCheck-22 %s --check-prefix=BUILD
// BUILD-DAG: warning: kernel 'Reverse' cannot be fused with '{{First|Second}}': it accesses elements that other work-groups access in '{{First|Second}}', which would have to be finished before [SF3029]
// BUILD-DAG: warning: kernel 'Gather' is not fused with 'Scale': {{.*}} [SF3049]
// BUILD-DAG: warning: kernel 'GatherTrusted' is fused with 'ScaleTrusted', although nothing tells {{.*}} [SF3050]
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env SYCL_FUSE_JIT=off SYCL_FUSE_TRACE=on %t > %t.out 2> %t.trace && FileCheck-22 %s < %t.out
// RUN: FileCheck-22 %s --check-prefix=TRACE < %t.trace
// CHECK: rows: unfused kernels_depend
// CHECK: reversed: unfused region_cut
// CHECK: gathered: unfused region_cut
// CHECK: gathered, trusted: aot-generic
// CHECK: in one pool: unfused region_cut
// CHECK: in one pool, trusted: aot-generic
// CHECK: all results right
// The kernels before the cut are one; so they are when the region comes again.
// TRACE-COUNT-20: fused {{.*}}[First, Second]
// At level 1 the run says which kernels meet.
// RUN: env SYCL_FUSE_JIT=off SYCL_RT_WARNING_LEVEL=1 %t 2>&1 > %t.out | FileCheck-22 %s --check-prefix=MEET
// MEET: for these pointers and sizes a kernel may need what other work-items do in an earlier one: 'SumRows' ({{.*}}cut-regions.cpp:[[#]]:[[#]]) after 'Elements' ({{.*}} [SF6167]
// The user's promise as an option of the build, for one region.
// RUN: sycl-fuse build --trust=gathered %t.o -o %t.trusted.o 2>&1 | FileCheck-22 %s --check-prefix=OPTION
// OPTION: warning: kernel 'Gather' is fused with 'Scale', although nothing tells {{.*}} [SF3050]
// RUN: clang++-22 %t.o %t.trusted.o %runtime_lib -o %t.trusted && env SYCL_FUSE_JIT=off %t.trusted | FileCheck-22 %s --check-prefix=BY-OPTION
// BY-OPTION: rows: unfused kernels_depend
// BY-OPTION: gathered: aot
// RUN: not sycl-fuse build --trust=nothing %t.o -o %t.none.o 2>&1 | FileCheck-22 %s --check-prefix=NAME
// NAME: error: {{.*}}'nothing'
// A region that is required is not cut.
// RUN: not sycl-fuse build --region-require=reversed %t.o -o %t.none.o 2>&1 | FileCheck-22 %s --check-prefix=REQUIRED
// REQUIRED: error: kernel 'Reverse' cannot be fused with {{.*}} [SF3029]
#include "e2e.hpp"

using namespace sycl;
namespace {

constexpr std::size_t rows_count = 13, columns = 352, group = 32;
queue q{property_list{property::queue::in_order{}, e2e::fusion::property::queue::enable_fusion{}}};

int value_of(std::size_t i) { return static_cast<int>(i * 2654435761u % 1009); }

void rows() {
  std::vector<int> wanted(rows_count);
  int *all = malloc_shared<int>(rows_count * columns, q), *sums = malloc_shared<int>(rows_count, q);
  for (std::size_t i = 0; i < rows_count * columns; ++i) {
    all[i] = 0;
    wanted[(i / columns + rows_count - 1) % rows_count] += value_of(i);
  }
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class Elements>(range<1>(rows_count * columns),
                                 [=](id<1> i) { all[i] = static_cast<int>(i[0] * 2654435761u % 1009); });
  q.parallel_for<class SumRows>(nd_range<1>(rows_count * group, group), [=](nd_item<1> it) {
    const int *row = all + (it.get_group(0) + 1) % rows_count * columns;
    int sum = 0;
    for (std::size_t j = it.get_local_id(0); j < columns; j += group)
      sum += row[j];
    sum = reduce_over_group(it.get_group(), sum, plus<int>());
    if (it.get_local_id(0) == 0)
      sums[it.get_group(0)] = sum;
  });
  fw.complete_fusion();
  q.wait();
  e2e::report("rows", fw);
  e2e::expect_equal("rows", std::vector<int>(sums, sums + rows_count), wanted);
  free(all, q);
  free(sums, q);
}

void reversed(std::size_t n, int *a, int *b, int *c) {
  e2e::fusion_wrapper fw{q};
  std::vector<int> wanted(n);
  for (std::size_t i = 0; i < n; ++i)
    wanted[i] = (value_of(n - 1 - i) + 1) * 2;
  for (int turn = 0; turn < 20; ++turn) {
    for (std::size_t i = 0; i < n; ++i)
      a[i] = value_of(i), b[i] = c[i] = 0;
    fw.start_fusion();
    q.parallel_for<class First>(range<1>(n), [=](id<1> i) { a[i] += 1; });
    q.parallel_for<class Second>(range<1>(n), [=](id<1> i) { b[i] = a[i] * 2; });
    q.parallel_for<class Reverse>(range<1>(n), [=](item<1> i) { c[i] = b[i.get_range(0) - 1 - i[0]]; });
    fw.complete_fusion();
    q.wait();
    e2e::expect_equal("reversed", std::vector<int>(c, c + n), wanted);
  }
  e2e::report("reversed", fw);
}

// The index is the identity, which only the program knows.
void gathered(std::size_t n, int *a, int *b, const int *index) {
  e2e::fusion_wrapper fw{q};
  for (std::size_t i = 0; i < n; ++i)
    a[i] = value_of(i), b[i] = 0;
  fw.start_fusion();
  q.parallel_for<class Scale>(range<1>(n), [=](id<1> i) { a[i] *= 3; });
  q.parallel_for<class Gather>(range<1>(n), [=](id<1> i) { b[i] = a[index[i]]; });
  fw.complete_fusion();
  q.wait();
  e2e::report("gathered", fw);
}

void gathered_and_trusted(std::size_t n, int *a, int *b, const int *index) {
  e2e::fusion_wrapper fw{q};
  for (std::size_t i = 0; i < n; ++i)
    a[i] = value_of(i), b[i] = 0;
  fw.start_fusion();
  q.parallel_for<class ScaleTrusted>(range<1>(n), [=](id<1> i) { a[i] *= 3; });
  q.parallel_for<class GatherTrusted>(range<1>(n), [=](id<1> i) { b[i] = a[index[i]]; });
  fw.complete_fusion({ext::syclfuse::property::trusted{}});
  q.wait();
  e2e::report("gathered, trusted", fw);
}

// The promise counts for all pointers, also for those into one allocation.
void in_one_pool(std::size_t n, int *pool) {
  int *a = pool, *b = pool + n, *index = pool + 2 * n;
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class ScalePool>(range<1>(n), [=](id<1> i) { a[i] *= 3; });
  q.parallel_for<class GatherPool>(range<1>(n), [=](id<1> i) { b[i] = a[index[i]]; });
  fw.complete_fusion();
  q.wait();
  e2e::report("in one pool", fw);
}
void in_one_pool_and_trusted(std::size_t n, int *pool) {
  int *a = pool, *b = pool + n, *index = pool + 2 * n;
  e2e::fusion_wrapper fw{q};
  fw.start_fusion({ext::syclfuse::property::trusted{}});
  q.parallel_for<class ScalePoolTrusted>(range<1>(n), [=](id<1> i) { a[i] *= 3; });
  q.parallel_for<class GatherPoolTrusted>(range<1>(n), [=](id<1> i) { b[i] = a[index[i]]; });
  fw.complete_fusion();
  q.wait();
  e2e::report("in one pool, trusted", fw);
}

} // namespace

int main() {
  const std::size_t n = 1021;
  int *a = malloc_shared<int>(n, q), *b = malloc_shared<int>(n, q), *c = malloc_shared<int>(n, q);
  rows();
  reversed(n, a, b, c);
  for (std::size_t i = 0; i < n; ++i)
    c[i] = static_cast<int>(i);
  std::vector<int> wanted(n);
  for (std::size_t i = 0; i < n; ++i)
    wanted[i] = value_of(i) * 3;
  gathered(n, a, b, c);
  e2e::expect_equal("gathered", std::vector<int>(b, b + n), wanted);
  gathered_and_trusted(n, a, b, c);
  e2e::expect_equal("gathered, trusted", std::vector<int>(b, b + n), wanted);
  int *pool = malloc_shared<int>(3 * n, q);
  for (auto *run : {in_one_pool, in_one_pool_and_trusted}) {
    for (std::size_t i = 0; i < n; ++i) {
      pool[i] = value_of(i);
      pool[2 * n + i] = static_cast<int>(i);
      wanted[i] = value_of(i) * 3;
    }
    run(n, pool);
    e2e::expect_equal("in one pool", std::vector<int>(pool + n, pool + 2 * n), wanted);
  }
  for (int *p : {a, b, c, pool})
    free(p, q);
  return e2e::finish();
}
