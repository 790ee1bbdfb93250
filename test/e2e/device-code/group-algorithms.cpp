// Group functions and algorithms of work-groups and sub-groups give what a loop over the work-items gives, for every
// operation and type.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: target-native
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --target=native %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
#include "e2e.hpp"

#include <algorithm>
#include <numeric>

using namespace sycl;

template <class T> std::vector<T> small_values(std::size_t n, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<T> v(n);
  for (T &x : v)
    x = static_cast<T>(static_cast<int>(random() % 7) - (std::is_unsigned_v<T> ? 0 : 3)); // sums and products are exact
  return v;
}

template <class T, class Op> class Reduce;
template <class T, class Op> class Scans;

// One group of `local` work-items each; results against loops over the group.
template <class T, class Op> bool scans(queue &q, std::size_t groups, std::size_t local) {
  const std::size_t n = groups * local;
  const std::vector<T> in = small_values<T>(n, static_cast<unsigned>(n));
  std::vector<T> reduced(n), inclusive(n), exclusive(n), with_init(n);
  {
    buffer<T> bIn(in.data(), range<1>(n)), bR(reduced.data(), range<1>(n)), bI(inclusive.data(), range<1>(n)),
        bE(exclusive.data(), range<1>(n)), bW(with_init.data(), range<1>(n));
    q.submit([&](handler &h) {
      accessor x(bIn, h, read_only);
      accessor r(bR, h, write_only);
      accessor i(bI, h, write_only);
      accessor e(bE, h, write_only);
      accessor w(bW, h, write_only);
      h.parallel_for<Scans<T, Op>>(nd_range<1>(n, local), [=](nd_item<1> it) {
        const auto at = it.get_global_id(0);
        const auto g = it.get_group();
        r[at] = reduce_over_group(g, x[at], Op());
        i[at] = inclusive_scan_over_group(g, x[at], Op());
        e[at] = exclusive_scan_over_group(g, x[at], Op());
        w[at] = exclusive_scan_over_group(g, x[at], T(2), Op());
      });
    });
  }
  bool right = true;
  for (std::size_t g = 0; g < groups; ++g) {
    T sum = known_identity_v<Op, T>;
    for (std::size_t k = 0; k < local; ++k) {
      const std::size_t at = g * local + k;
      right &= exclusive[at] == sum && with_init[at] == static_cast<T>(Op()(T(2), sum));
      sum = static_cast<T>(Op()(sum, in[at]));
      right &= inclusive[at] == sum;
    }
    for (std::size_t k = 0; k < local; ++k)
      right &= reduced[g * local + k] == sum;
  }
  return right;
}

template <class T> bool integer_scans(queue &q, std::size_t groups, std::size_t local) {
  bool right = scans<T, plus<T>>(q, groups, local) && scans<T, multiplies<>>(q, groups, local);
  right &= scans<T, minimum<T>>(q, groups, local) && scans<T, maximum<>>(q, groups, local);
  right &= scans<T, bit_and<T>>(q, groups, local) && scans<T, bit_or<>>(q, groups, local);
  return right && scans<T, bit_xor<T>>(q, groups, local);
}
template <class T> bool float_scans(queue &q, std::size_t groups, std::size_t local) {
  return scans<T, plus<>>(q, groups, local) && scans<T, minimum<T>>(q, groups, local) &&
         scans<T, maximum<T>>(q, groups, local);
}

struct triple {
  short a;
  double b;
  char c;
};

// Two dimensions: order and broadcast by linear id.
bool plane(queue &q, std::size_t rows, std::size_t columns) {
  const std::size_t n = rows * columns * 6;
  std::vector<int> ids(n), first(n), other(n), any(n);
  {
    buffer<int> bIds(ids), bF(first), bO(other), bA(any);
    q.submit([&](handler &h) {
      accessor id_(bIds, h, write_only);
      accessor f(bF, h, write_only);
      accessor o(bO, h, write_only);
      accessor a(bA, h, write_only);
      h.parallel_for<class Plane>(nd_range<2>({rows * 2, columns * 3}, {rows, columns}), [=](nd_item<2> it) {
        const auto g = it.get_group();
        const std::size_t at = g.get_group_linear_id() * g.get_local_linear_range() + g.get_local_linear_id();
        const int mine = static_cast<int>(at);
        id_[at] = exclusive_scan_over_group(g, 1, plus<>());
        f[at] = group_broadcast(g, mine);
        const triple t =
            group_broadcast(g, triple{static_cast<short>(mine), mine * 0.5, 'x'}, id<2>(rows - 1, columns / 2));
        o[at] = t.a * (t.b == t.a * 0.5 && t.c == 'x');
        a[at] = any_of_group(g, mine % 97 == 5) + 2 * all_of_group(g, mine >= 0) +
                4 * none_of_group(g, mine, [](int x) { return x < 0; });
      });
    });
  }
  bool right = true;
  const std::size_t size = rows * columns;
  for (std::size_t at = 0; at < n; ++at) {
    const std::size_t begin = at / size * size;
    int some = 0;
    for (std::size_t k = begin; k < begin + size; ++k)
      some |= k % 97 == 5;
    right &= ids[at] == static_cast<int>(at - begin) && first[at] == static_cast<int>(begin);
    right &= other[at] == static_cast<int>(begin + (rows - 1) * columns + columns / 2) && any[at] == some + 6;
  }
  return right;
}

// joint_ forms over a length that the group does not divide.
bool joint(queue &q, std::size_t n, std::size_t local) {
  const std::vector<int> in = small_values<int>(n, 9);
  std::vector<int> inclusive(n), exclusive(n), out(4);
  std::vector<long long> wide(n);
  {
    buffer<int> bIn(in.data(), range<1>(n)), bI(inclusive), bE(exclusive), bOut(out);
    buffer bWide(wide);
    q.submit([&](handler &h) {
      accessor x(bIn, h, read_only);
      accessor i(bI, h, write_only);
      accessor e(bE, h, write_only);
      accessor o(bOut, h, write_only);
      accessor w(bWide, h, write_only);
      h.parallel_for<class Joint>(nd_range<1>(local, local), [=](nd_item<1> it) {
        const auto g = it.get_group();
        const int *first = x.begin(), *last = x.end();
        joint_inclusive_scan(g, first, last, i.begin(), plus<>());
        joint_exclusive_scan(g, first, last, e.begin(), 100, plus<>());
        // The type of the results is that of the operation.
        joint_inclusive_scan(g, first, last, w.begin(), maximum<long long>());
        const int sum = joint_reduce(g, first, last, plus<>()), most = joint_reduce(g, first, last, -50, maximum<>());
        const bool any = joint_any_of(g, first, last, [](int v) { return v == 3; });
        const bool all = joint_all_of(g, first, last, [](int v) { return v >= -3; });
        if (g.leader()) {
          o[0] = sum;
          o[1] = most;
          o[2] = any;
          o[3] = all;
        }
      });
    });
  }
  bool right = true;
  int sum = 0, most = -50, any = 0;
  for (std::size_t k = 0; k < n; ++k) {
    right &= exclusive[k] == 100 + sum;
    sum += in[k];
    right &= inclusive[k] == sum;
    most = std::max(most, in[k]);
    right &= wide[k] == *std::max_element(in.begin(), in.begin() + k + 1);
    any |= in[k] == 3;
  }
  return right && out[0] == sum && out[1] == most && out[2] == any && out[3] == 1;
}

// Sub-groups: their own ids say who they are.
bool sub_groups(queue &q, std::size_t groups, std::size_t local) {
  const std::size_t n = groups * local;
  struct seen {
    unsigned group, id, size, sum, scan, left, right, flipped, chosen, first;
  };
  std::vector<seen> out(n);
  {
    buffer<seen> b(out);
    q.submit([&](handler &h) {
      accessor a(b, h, write_only);
      h.parallel_for<class SubGroups>(nd_range<1>(n, local), [=](nd_item<1> it) {
        const sub_group g = it.get_sub_group();
        const unsigned me = static_cast<unsigned>(it.get_global_id(0)), size = g.get_local_linear_range();
        a[me] = {g.get_group_linear_id(),
                 g.get_local_linear_id(),
                 size,
                 reduce_over_group(g, me, plus<>()),
                 inclusive_scan_over_group(g, me, plus<>()),
                 shift_group_left(g, me),
                 shift_group_right(g, me),
                 permute_group_by_xor(g, me, 1),
                 select_from_group(g, me, (g.get_local_id() + 1) % size),
                 group_broadcast(g, me)};
        group_barrier(g);
      });
    });
  }
  bool right = true;
  for (std::size_t k = 0; k < n; ++k) {
    const seen &s = out[k];
    const auto me = static_cast<unsigned>(k), first = me - s.id;
    unsigned sum = 0, scan = 0;
    for (unsigned j = 0; j < s.size; ++j) {
      sum += first + j;
      scan += j <= s.id ? first + j : 0;
    }
    right &= s.size >= 1 && s.id < s.size && s.sum == sum && s.scan == scan && s.first == first;
    right &= s.id + 1 == s.size || s.left == me + 1;
    right &= s.id == 0 || s.right == me - 1;
    right &= (s.id ^ 1) >= s.size || s.flipped == first + (s.id ^ 1);
    right &= s.chosen == first + (s.id + 1) % s.size;
  }
  return right;
}

int main() {
  queue q = e2e::make_queue();
  for (std::size_t local : {1, 5, 64, 100}) {
    std::printf("local size %zu\n", local);
    e2e::expect("int", integer_scans<int>(q, 3, local));
    e2e::expect("unsigned char", integer_scans<unsigned char>(q, 2, local));
    e2e::expect("short", integer_scans<short>(q, 2, local));
    e2e::expect("long", integer_scans<long>(q, 2, local));
    e2e::expect("float", float_scans<float>(q, 3, local));
    e2e::expect("double", float_scans<double>(q, 3, local));
    e2e::expect("half", scans<half, maximum<half>>(q, 2, local) && scans<half, plus<half>>(q, 2, local));
    e2e::expect("logical", scans<int, logical_and<int>>(q, 2, local) && scans<int, logical_or<>>(q, 2, local));
    e2e::expect("joint", joint(q, 3 * local + 7, local));
    e2e::expect("sub-groups", sub_groups(q, 3, local));
  }
  e2e::expect("plane", plane(q, 3, 5));
  e2e::expect("row", plane(q, 1, 64));
  return e2e::finish();
}
// CHECK: all results right
