// Kernels with different ND-ranges are fused: constant and run-time sizes, mixed dimensions and kinds, different local
// sizes. Where that is impossible the kernels run one by one, with the restriction as the reason. Results are those of
// the host.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --trust=exchange --no-cost-model %t.o -o %t.fusion.o --nd-range=run_time=20/4x4/1
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env SYCL_RT_WARNING_LEVEL=1 %t 2> %t.err | FileCheck-22 %s
// RUN: FileCheck-22 %s --check-prefix=WARN < %t.err
#include "e2e.hpp"

using namespace sycl;

// Each kernel adds something that depends on its ids and sizes to a place of its own, so that a wrong id shows.
static int mix(std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
  return static_cast<int>(a * 7 + b * 131 + c * 1009 + d * 10007 + 1);
}

struct memory {
  explicit memory(queue &q, std::size_t n) : queue_(q), p(malloc_shared<int>(n, q)), n(n) {
    const std::vector<int> start = e2e::random_values<int>(n, unsigned(n));
    std::copy(start.begin(), start.end(), p);
    wanted = start;
  }
  ~memory() { free(p, queue_); }
  void check(const char *what, const e2e::fusion_wrapper &fw) {
    queue_.wait();
    e2e::report(what, fw);
    e2e::expect_equal(what, std::vector<int>(p, p + n), wanted);
  }
  queue queue_;
  int *p;
  std::size_t n;
  std::vector<int> wanted;
};

static void constants(queue &q) {
  constexpr std::size_t n = 1000, small = 37, y = 11, x = 13;
  memory m(q, n);
  for (std::size_t i = 0; i < n; ++i)
    m.wanted[i] += mix(i, n, 0, 0);
  for (std::size_t i = 0; i < y * x; ++i)
    m.wanted[i] = m.wanted[i] * 3 + mix(i / x, i % x, y, x);
  m.wanted[5] += 9;
  for (std::size_t i = 0; i < small; ++i)
    m.wanted[i] -= mix(i, small, 0, 0);
  e2e::fusion_wrapper fw{q};
  int *p = m.p;
  fw.start_fusion();
  q.parallel_for<class Constant1>(range<1>{n}, [=](item<1> i) { p[i] += mix(i, i.get_range(0), 0, 0); });
  q.parallel_for<class Constant2>(range<2>{y, x}, [=](item<2> i) {
    int &at = p[i[0] * i.get_range(1) + i[1]];
    at = at * 3 + mix(i[0], i[1], i.get_range(0), i.get_range(1));
  });
  // Its one work-item is not that which wrote the element before: a barrier would not help, so it takes its own.
  q.parallel_for<class Constant3>(range<1>{small},
                                  [=](item<1> i) { p[i] -= mix(i, i.get_range(0), 0, 0) - (i[0] == 5 ? 9 : 0); });
  fw.complete_fusion();
  m.check("constants", fw);
}

static void run_time(queue &q, range<1> n, range<2> plane, const char *what) {
  memory m(q, std::max(n[0], plane.size()) + 1);
  for (std::size_t i = 0; i < n[0]; ++i)
    m.wanted[i] += mix(i, n[0], 0, 0);
  for (std::size_t i = 0; i < plane.size(); ++i)
    m.wanted[i] += mix(i / plane[1], i % plane[1], plane[0], plane[1]);
  m.wanted[m.n - 1] = 42;
  e2e::fusion_wrapper fw{q};
  int *p = m.p, *last = m.p + m.n - 1;
  fw.start_fusion();
  q.parallel_for<class RunTime1>(n, [=](item<1> i) { p[i] += mix(i, i.get_range(0), 0, 0); });
  q.parallel_for<class RunTime2>(
      plane, [=](item<2> i) { p[i.get_linear_id()] += mix(i[0], i[1], i.get_range(0), i.get_range(1)); });
  q.single_task<class RunTimeOnce>([=] { *last = 42; });
  fw.complete_fusion();
  m.check(what, fw);
}

// The groups of the first kernel are used, those of the second are not; without barriers between them nothing is
// exchanged in groups.
static void local_sizes(queue &q, std::size_t n, std::size_t local, std::size_t n2, std::size_t local2,
                        const char *what) {
  memory m(q, std::max(n, n2));
  std::vector<int> before = m.wanted;
  for (std::size_t i = 0; i < n; ++i)
    m.wanted[i] = before[i] + before[i / local * local + (i % local + 1) % local];
  for (std::size_t i = 0; i < n2; ++i)
    m.wanted[i] += mix(i % local2, i / local2, local2, n2 / local2);
  e2e::fusion_wrapper fw{q};
  int *p = m.p;
  fw.start_fusion();
  q.submit([&](handler &h) {
    local_accessor<int, 1> tile{range<1>{local}, h};
    h.parallel_for<class Rotate>(nd_range<1>{range<1>{n}, range<1>{local}}, [=](nd_item<1> i) {
      const std::size_t l = i.get_local_id(0), size = i.get_local_range(0);
      tile[l] = p[i.get_global_id(0)];
      group_barrier(i.get_group());
      p[i.get_global_id(0)] += tile[(l + 1) % size];
    });
  });
  q.parallel_for<class Ids>(nd_range<1>{range<1>{n2}, range<1>{local2}}, [=](nd_item<1> i) {
    p[i.get_global_id(0)] += mix(i.get_local_id(0), i.get_group(0), i.get_local_range(0), i.get_group_range(0));
  });
  fw.complete_fusion(e2e::fusion::property::no_barriers{});
  m.check(what, fw);
}

static void both_use_groups(queue &q, nd_range<1> first, nd_range<1> second, const char *what) {
  memory m(q, std::max(first.get_global_range()[0], second.get_global_range()[0]));
  for (const nd_range<1> &r : {first, second}) {
    const std::size_t n = r.get_global_range()[0], local = r.get_local_range()[0];
    std::vector<int> before = m.wanted;
    for (std::size_t i = 0; i < n; ++i)
      m.wanted[i] = before[i / local * local + local - 1 - i % local];
  }
  e2e::fusion_wrapper fw{q};
  int *p = m.p;
  auto reverse = [=](nd_item<1> i) {
    const std::size_t size = i.get_local_range(0);
    const int other = p[i.get_group(0) * size + size - 1 - i.get_local_id(0)];
    group_barrier(i.get_group());
    p[i.get_global_id(0)] = other;
  };
  fw.start_fusion();
  q.parallel_for<class Reverse1>(first, reverse);
  q.parallel_for<class Reverse2>(second, reverse);
  fw.complete_fusion();
  m.check(what, fw);
}

// Neither kernel uses its groups by itself, but the second reads what others of its group wrote in the first.
static void exchange(queue &q, std::size_t n, std::size_t local, std::size_t other, const char *what) {
  memory m(q, n), t(q, n);
  for (std::size_t i = 0; i < n; ++i)
    t.wanted[i] = m.wanted[i] * 5;
  std::vector<int> before = m.wanted;
  for (std::size_t i = 0; i < n; ++i)
    m.wanted[i] = before[i] + t.wanted[i / local * local + (i % local + 1) % local] + static_cast<int>(i % other);
  e2e::fusion_wrapper fw{q};
  int *p = m.p, *tmp = t.p;
  fw.start_fusion();
  q.parallel_for<class Other>(nd_range<1>{range<1>{n}, range<1>{other}},
                              [=](nd_item<1> i) { p[i.get_global_id(0)] += static_cast<int>(i.get_local_id(0)); });
  q.parallel_for<class Before>(nd_range<1>{range<1>{n}, range<1>{local}}, [=](nd_item<1> i) {
    const std::size_t at = i.get_global_id(0);
    tmp[at] = (p[at] - static_cast<int>(at % other)) * 5;
  });
  q.parallel_for<class After>(nd_range<1>{range<1>{n}, range<1>{local}}, [=](nd_item<1> i) {
    const std::size_t size = i.get_local_range(0);
    p[i.get_global_id(0)] += tmp[i.get_group(0) * size + (i.get_local_id(0) + 1) % size];
  });
  fw.complete_fusion();
  t.check(what, fw);
  e2e::expect_equal(what, std::vector<int>(p, p + n), m.wanted);
}

// A plain range beside an nd_range.
static void mixed_kinds(queue &q, std::size_t n, range<3> cube, std::size_t local, const char *what) {
  memory m(q, std::max(n, cube.size()));
  for (std::size_t i = 0; i < cube.size(); ++i)
    m.wanted[i] ^= mix(i / (cube[1] * cube[2]), i / cube[2] % cube[1], i % cube[2], 0);
  for (std::size_t i = 0; i < n; ++i)
    m.wanted[i] -= mix(i, i / local, local, 1);
  e2e::fusion_wrapper fw{q};
  int *p = m.p;
  fw.start_fusion();
  q.parallel_for<class Cube>(cube, [=](item<3> i) { p[i.get_linear_id()] ^= mix(i[0], i[1], i[2], 0); });
  q.parallel_for<class Line>(nd_range<1>{range<1>{n}, range<1>{local}}, [=](nd_item<1> i) {
    p[i.get_global_linear_id()] -= mix(i.get_global_id(0), i.get_group_linear_id(), i.get_local_range(0), 1);
  });
  fw.complete_fusion();
  m.check(what, fw);
}

int main() {
  queue q = e2e::make_queue();
  constants(q);                                      // CHECK: constants: aot none
  run_time(q, {20}, {4, 4}, "listed");               // CHECK-NEXT: listed: aot none
  run_time(q, {20}, {4, 5}, "not listed");           // CHECK-NEXT: not listed: aot-generic nd_range_not_listed
  run_time(q, {1}, {31, 7}, "larger plane");         // CHECK-NEXT: larger plane: aot-generic nd_range_not_listed
  run_time(q, {100003}, {17, 311}, "larger line");   // CHECK-NEXT: larger line: aot-generic nd_range_not_listed
  run_time(q, {0}, {3, 2}, "empty line");            // CHECK-NEXT: empty line: aot-generic nd_range_not_listed
  local_sizes(q, 96, 8, 96, 32, "local sizes");      // CHECK-NEXT: local sizes: aot-generic nd_range_not_listed
  local_sizes(q, 60, 12, 240, 5, "larger second");   // CHECK-NEXT: larger second: aot-generic nd_range_not_listed
  local_sizes(q, 96, 8, 96, 8, "equal local sizes"); // CHECK-NEXT: equal local sizes: aot-generic nd_range_not_listed
  local_sizes(q, 96, 8, 100, 10, "whole groups");    // CHECK-NEXT: whole groups: aot-generic nd_range_not_listed
  both_use_groups(q, {{64}, {8}}, {{32}, {8}}, "smaller"); // CHECK-NEXT: smaller: aot-generic nd_range_not_listed
  both_use_groups(q, {{64}, {8}}, {{64}, {16}}, "differ"); // CHECK-NEXT: differ: unfused local_sizes_differ
  exchange(q, 48, 8, 8, "same groups");                    // CHECK-NEXT: same groups: aot-generic nd_range_not_listed
  exchange(q, 48, 8, 4, "other groups");                   // CHECK-NEXT: other groups: unfused local_sizes_differ
  mixed_kinds(q, 120, {5, 4, 6}, 30, "mixed kinds");       // CHECK-NEXT: mixed kinds: aot-generic nd_range_not_listed
  mixed_kinds(q, 120, {2, 3, 5}, 8, "smaller cube");       // CHECK-NEXT: smaller cube: aot-generic nd_range_not_listed
  mixed_kinds(q, 35, {2, 5, 7}, 7, "larger cube");         // CHECK-NEXT: larger cube: aot-generic nd_range_not_listed
  mixed_kinds(q, 35, {3, 5, 7}, 5, "105 work-items"); // CHECK-NEXT: 105 work-items: aot-generic nd_range_not_listed
  mixed_kinds(q, 36, {3, 5, 7}, 4, "105 of 4");       // CHECK-NEXT: 105 of 4: aot-generic nd_range_not_listed
  return e2e::finish();                               // CHECK-NEXT: all results right
}
// WARN-COUNT-2: Cannot fuse kernels with different local sizes
