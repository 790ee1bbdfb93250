// Work-items that return before a barrier count as arrived; those that wait at different barriers do not run into each other's code. SYCL forbids it.
// Not for test/gpu: in a warp NVIDIA GPUs need it, too: all work-items that have not returned wait at one barrier.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: target-native
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o --target=native -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t && %t | FileCheck-22 %s
#include "e2e.hpp"

using namespace sycl;

constexpr int local = 48, items = 5 * local;

// What the kernel leaves of -1. It gets the elements, those that it writes, and what its group keeps.
template <class Name, class Kernel> std::vector<int> run(queue &q, const std::vector<int> &in, Kernel kernel) {
  std::vector<int> out(items, -1);
  {
    buffer<int> bIn{in.data(), range<1>(items)}, bOut{out.data(), range<1>(items)};
    q.submit([&](handler &h) {
      const accessor a{bIn, h, read_only};
      const accessor r{bOut, h, write_only};
      const local_accessor<int> tile{range<1>(local), h};
      h.parallel_for<Name>(nd_range<1>(items, local), [=](nd_item<1> i) { kernel(i, a, r, tile); });
    });
  }
  return out;
}

// Those from `n` on leave at once, as in kernels for sizes that no group divides.
std::vector<int> leave(queue &q, const std::vector<int> &in, int n) {
  return run<class Leave>(q, in, [=](nd_item<1> i, auto a, auto r, auto tile) {
    const int g = static_cast<int>(i.get_global_id(0)), l = static_cast<int>(i.get_local_id(0));
    if (g >= n)
      return;
    const int base = g - l, last = (n - base < local ? n - base : local) - 1;
    int sum = a[g];
    for (int round = 0; round < 3; ++round) {
      tile[l] = sum;
      group_barrier(i.get_group());
      sum += tile[last - l];
      group_barrier(i.get_group());
    }
    r[g] = sum;
  });
}

std::vector<int> leave_one_by_one(const std::vector<int> &in, int n) {
  std::vector<int> out(items, -1), tile(in);
  for (int round = 0; round < 3; ++round) {
    const std::vector<int> before(tile);
    for (int g = 0; g < n; ++g) {
      const int base = g / local * local, last = std::min(n - base, local) - 1;
      tile[g] += before[base + last - (g - base)];
    }
  }
  std::copy_n(tile.begin(), n, out.begin());
  return out;
}

// The first `few` of a group wait once and leave, the others wait twice; each leaves a loop with a barrier when it is done.
std::vector<int> part(queue &q, const std::vector<int> &in, int few) {
  return run<class Part>(q, in, [=](nd_item<1> i, auto a, auto r, auto tile) {
    const int g = static_cast<int>(i.get_global_id(0)), l = static_cast<int>(i.get_local_id(0));
    if (l < few) {
      tile[l] = a[g];
      group_barrier(i.get_group());
      r[g] = a[g] * 2;
      return;
    }
    tile[l] = a[g] * 3;
    group_barrier(i.get_group());
    int sum = few ? tile[l % few] : 0;
    group_barrier(i.get_group());
    for (int turn = 0; turn < a[g] % 4; ++turn) {
      sum += tile[l] + turn;
      group_barrier(i.get_group());
    }
    r[g] = sum;
  });
}

std::vector<int> part_one_by_one(const std::vector<int> &in, int few) {
  std::vector<int> out(items);
  for (int g = 0; g < items; ++g) {
    const int l = g % local;
    int sum = few ? in[g - l + l % few] : 0;
    for (int turn = 0; turn < in[g] % 4; ++turn)
      sum += in[g] * 3 + turn;
    out[g] = l < few ? in[g] * 2 : sum;
  }
  return out;
}

// One of each row leaves, in groups that run row by row (FoldedGroups.h).
std::vector<int> leave_rows(queue &q, const std::vector<int> &in) {
  return run<class LeaveRows>(q, in, [=](nd_item<1> i, auto a, auto r, auto tile) {
    const int g = static_cast<int>(i.get_global_id(0)), l = static_cast<int>(i.get_local_id(0));
    tile[l] = a[g];
    if (l % 20 == 3)
      return;
    group_barrier(i.get_group());
    r[g] = tile[l / 20 * 20] - tile[l % 20];
  });
}

std::vector<int> leave_rows_one_by_one(const std::vector<int> &in) {
  std::vector<int> out(items, -1);
  for (int g = 0; g < items; ++g)
    if (const int l = g % local; l % 20 != 3)
      out[g] = in[g - l + l / 20 * 20] - in[g - l + l % 20];
  return out;
}

int main() {
  queue q;
  std::vector<int> in(items);
  for (int i = 0; i < items; ++i)
    in[i] = i * 37 % 101;
  for (int n : {0, 1, 47, 48, 49, 191, 239, 240})
    e2e::expect_equal("leave", leave(q, in, n), leave_one_by_one(in, n));
  for (int few : {0, 1, 16, 47, 48})
    e2e::expect_equal("part", part(q, in, few), part_one_by_one(in, few));
  e2e::expect_equal("leave rows", leave_rows(q, in), leave_rows_one_by_one(in));
  std::printf("right\n");
}
// CHECK: right
