// Opportunistic groups, which consist of whichever work-items come by, under divergent control flow: what they agree on
// gives what the host computes, alone, fused with another kernel, and as host code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o --require --trust=main
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// RUN: clang++-22 %t.o %runtime_lib -o %t.host
// RUN: %t.host | FileCheck-22 %s
// CHECK: all results right
#include "e2e.hpp"

#include <algorithm>

using namespace sycl;
namespace x = ext::oneapi::experimental;

static_assert(is_group_v<x::opportunistic_group> && x::is_user_constructed_group_v<x::opportunistic_group> &&
              !x::is_user_constructed_group_v<sub_group>);

// A place for each work-item of the group, at one atomic operation.
int next(int *counter) {
  const auto g = ext::oneapi::this_work_item::get_opportunistic_group();
  int first = 0;
  if (g.leader())
    first =
        atomic_ref<int, memory_order::relaxed, memory_scope::device>(*counter).fetch_add(g.get_local_linear_range());
  return group_broadcast(g, first) + static_cast<int>(g.get_local_linear_id());
}

// Each work-item has 1 of something, whatever the size of its group.
bool agrees(int value) {
  const auto g = x::this_kernel::get_opportunistic_group();
  const unsigned size = g.get_local_linear_range(), me = g.get_local_id()[0];
  bool right = size >= 1 && size <= 32 && me < size && g.get_group_id()[0] < g.get_group_range()[0];
  right = right && reduce_over_group(g, 1u, plus<>()) == size && exclusive_scan_over_group(g, 1u, plus<>()) == me &&
          inclusive_scan_over_group(g, short(1), plus<>()) == short(me + 1) &&
          reduce_over_group(g, vec<int, 2>(value), maximum<>())[1] >= value;
  right = right && any_of_group(g, value > 0) && all_of_group(g, value > 0) && none_of_group(g, value <= 0);
  group_barrier(g);
  return right;
}

int main() {
  constexpr std::size_t n = 1111, local = 101;
  std::vector<int> in = e2e::random_values<int>(n, 8), out(n, 0), wrong(1, 0), count(1, 0), right;
  for (int v : in)
    if (v > 0)
      right.push_back(2 * v);
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  {
    buffer<int> from(in), doubled{range{n}}, to(out), counter(count), errors(wrong);
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor a(from, h, read_only);
      accessor d(doubled, h, write_only, no_init);
      h.parallel_for<class Doubled>(nd_range<1>(n, local),
                                    [=](nd_item<1> i) { d[i.get_global_id()] = 2 * a[i.get_global_id()]; });
    });
    q.submit([&](handler &h) {
      accessor d(doubled, h, read_only);
      accessor o(to, h, write_only, no_init);
      accessor c(counter, h, read_write), e(errors, h, read_write);
      h.parallel_for<class Positive>(nd_range<1>(n, local), [=](nd_item<1> i) {
        const int value = d[i.get_global_id()];
        if (value <= 0)
          return;
        o[next(&c[0])] = value;
        if (!agrees(value))
          e[0] = 1;
      });
    });
    fw.complete_fusion();
  }
  e2e::expect_equal("how many", count, std::vector<int>{static_cast<int>(right.size())});
  out.resize(right.size());
  std::sort(out.begin(), out.end());
  std::sort(right.begin(), right.end());
  e2e::expect_equal("positive ones", out, right);
  e2e::expect("group functions", wrong[0] == 0);
  return e2e::finish();
}
