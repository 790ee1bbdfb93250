// SYCL_FUSE_CHECK runs a region fused and unfused, reports the first difference with kernel, argument and element, and
// gives the program the unfused results.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Not for test/gpu: it is wrong without SYCL_FUSE_CHECK, and its kernels use memory of the host.
// REQUIRES: target-native
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --require --trust=buffers --trust=pointers --trust=linked --trust=host_memory --target=native %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// Fused, the kernels read what has not been written yet: that is for the program's author to know, or to be told.
// RUN: not %t 2>&1 | FileCheck-22 %s --check-prefix=WRONG --implicit-check-not=SF61
// WRONG: buffers: element 0 of 1000
// WRONG: wrong results
// RUN: env SYCL_FUSE_CHECK=1 %t 2> %t.messages | FileCheck-22 %s
// RUN: FileCheck-22 %s --check-prefix=FOUND --implicit-check-not=SF61 < %t.messages
// FOUND: warning: fused region 'buffers' computes other results than its kernels one by one: kernel 'Gather', 'out', element 0 (byte 0) [SF6172]
// FOUND: warning: fused region 'pointers' computes other results than its kernels one by one: kernel 'GatherFrom', 'q2', element 0 (byte 40) [SF6172]
// FOUND: warning: fused region 'linked' computes other results than its kernels one by one: kernel 'GatherLinked', '?', element 0 (byte 0) [SF6172]
// FOUND: warning: fused region 'host_memory' is not checked, for lack of knowledge of the memory that 'p' points to [SF6173]
// CHECK: buffers: aot none
// CHECK: all results right
// With fusion switched off there is nothing to check.
// RUN: env SYCL_FUSE=off SYCL_FUSE_CHECK=1 %t 2>&1 | FileCheck-22 %s --check-prefix=OFF --implicit-check-not=SF61
// OFF: buffers: unfused disabled
// OFF: all results right
#include "e2e.hpp"

using namespace sycl;

namespace {

constexpr std::size_t n = 1000;

std::vector<int> reversed() {
  std::vector<int> index(n);
  for (std::size_t i = 0; i < n; ++i)
    index[i] = static_cast<int>(n - 1 - i);
  return index;
}

// tmp is written by other work-items than read it; through a table, so that nothing can be proven.
void buffers(queue &q, buffer<int> &in, buffer<int> &index, buffer<int> &tmp, buffer<int> &out) {
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.submit([&](handler &h) {
    accessor x(in, h, read_only);
    accessor t(tmp, h, read_write);
    h.parallel_for<class Scatter>(range<1>(n), [=](id<1> i) { t[i] += x[i]; });
  });
  q.submit([&](handler &h) {
    accessor t(tmp, h, read_only);
    accessor at(index, h, read_only);
    accessor out_(out, h, write_only);
    h.parallel_for<class Gather>(range<1>(n), [=, out = out_](id<1> i) { out[i] = t[at[i]]; });
  });
  fw.complete_fusion();
  e2e::report("buffers", fw);
}

// Pointers into the middle of allocations.
void pointers(queue &q, const int *in, const int *index, int *tmp, int *q2) {
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class ScatterTo>(range<1>(n), [=](id<1> i) { tmp[i] += in[i]; });
  q.parallel_for<class GatherFrom>(range<1>(n), [=](id<1> i) { q2[i] = tmp[index[i]]; });
  // Not the one that the message is about.
  q.parallel_for<class AddToLast>(range<1>(n), [=](id<1> i) {
    if (i == n - 1)
      q2[i] += 1;
  });
  fw.complete_fusion();
}

// Memory that only memory points to.
struct node {
  int *tmp, *out;
  const int *in, *index;
};
void linked(queue &q, const node *list) {
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class ScatterLinked>(range<1>(n), [=](id<1> i) { list->tmp[i] += list->in[i]; });
  q.parallel_for<class GatherLinked>(range<1>(n), [=](id<1> i) { list->out[i] = list->tmp[list->index[i]]; });
  fw.complete_fusion();
}

// Memory that only the host knows: it cannot be put back, so its kernels run once.
void host_memory(queue &q, int *p) {
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class AddTwo>(range<1>(n), [=](id<1> i) { p[i] += 2; });
  q.parallel_for<class Triple>(range<1>(n), [=](id<1> i) { p[i] *= 3; });
  fw.complete_fusion();
}

// Nothing is wrong with these, promoted buffers and two elements per work-item included.
void right(queue &q, buffer<int> &in, buffer<int> &out) {
  buffer<int> tmp{range<1>(n), {e2e::promote_private{}}};
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.submit([&](handler &h) {
    accessor x(in, h, read_only);
    accessor t(tmp, h, write_only, no_init);
    h.parallel_for<class Double>(nd_range<1>(n, 10),
                                 [=](nd_item<1> i) { t[i.get_global_id()] = 2 * x[i.get_global_id()]; });
  });
  q.submit([&](handler &h) {
    accessor t(tmp, h, read_only);
    accessor y(out, h, read_write);
    h.parallel_for<class Accumulate>(nd_range<1>(n, 10),
                                     [=](nd_item<1> i) { y[i.get_global_id()] += t[i.get_global_id()]; });
  });
  fw.complete_fusion();
}

} // namespace

int main() {
  queue q = e2e::make_queue();
  const std::vector<int> in = e2e::random_values<int>(n, 3), index = reversed();
  std::vector<int> wanted(n), out(n, 7), sum(n, 5), host(n, 1);
  for (std::size_t i = 0; i < n; ++i)
    wanted[i] = in[n - 1 - i];
  {
    buffer<int> bIn(in.data(), range<1>(n)), bIndex(index.data(), range<1>(n)), bOut(out), bSum(sum);
    for (int repeat = 0; repeat < 2; ++repeat) {
      std::vector<int> zero(n, 0);
      buffer<int> bTmp(zero);
      buffers(q, bIn, bIndex, bTmp, bOut);
    }
    right(q, bIn, bSum);
    right(q, bIn, bSum);
  }
  e2e::expect_equal("buffers", out, wanted);
  for (std::size_t i = 0; i < n; ++i)
    out[i] = 5 + 4 * in[i];
  e2e::expect_equal("right", sum, out);

  int *memory = malloc_shared<int>(3 * n + 100, q), *mine = malloc_shared<int>(n + 10, q);
  int *tables = malloc_shared<int>(2 * n, q);
  std::copy(in.begin(), in.end(), tables);
  std::copy(index.begin(), index.end(), tables + n);
  std::fill_n(memory, 3 * n + 100, 0);
  pointers(q, tables, tables + n, memory + 5, mine + 10);
  q.wait();
  mine[10 + n - 1] -= 1;
  e2e::expect_equal("pointers", std::vector<int>(mine + 10, mine + 10 + n), wanted);
  std::fill_n(memory, 3 * n + 100, 0);
  int *result = malloc_shared<int>(n, q);
  node *list = malloc_shared<node>(1, q);
  *list = {memory, result, tables, tables + n};
  linked(q, list);
  q.wait();
  e2e::expect_equal("linked", std::vector<int>(result, result + n), wanted);
  for (void *p : {static_cast<void *>(memory), static_cast<void *>(mine), static_cast<void *>(tables),
                  static_cast<void *>(result), static_cast<void *>(list)})
    free(p, q);

  host_memory(q, host.data());
  q.wait();
  e2e::expect_equal("host memory", host, std::vector<int>(n, 9));
  return e2e::finish();
}
