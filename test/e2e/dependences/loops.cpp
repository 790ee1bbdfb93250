// Loops in kernels, in the forms in which people write them: rows by groups and by work-items, columns, chunks, strided
// and triangular loops, counters of int, unsigned and size_t, pointers that advance, of sizes that only a run knows. Two
// kernels with the same loop use the same elements in each work-item, so they are fused for all sizes; a loop that takes
// other elements runs after the first kernel. All results are those of the host.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --require %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env SYCL_FUSE_JIT=off %t 2>&1 | FileCheck-22 %s
// CHECK: seed [[#]]
// CHECK-NOT: should
// CHECK: all results right
#include "e2e.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <typeinfo>

using namespace sycl;

namespace {

// A work-item, on the device and on the host.
struct place {
  std::size_t group, local, groups, size;
  std::size_t id() const { return group * size + local; }
  std::size_t items() const { return groups * size; }
};

// What kernels capture.
struct numbers {
  int n, rows, columns;
  std::size_t size_n, size_rows, size_columns;
  numbers(int n, int rows, int columns)
      : n(n), rows(rows), columns(columns), size_n(n), size_rows(rows), size_columns(columns) {}
};

// The loops: f is called with each index.
#define LOOP(name, ...)                                                                                                \
  struct name : numbers {                                                                                              \
    template <class F> void operator()(place at, F f) const { __VA_ARGS__ }                                            \
  };
LOOP(stride_int, const int step = at.size * at.groups; for (int i = at.id(); i < n; i += step) f(i);)
LOOP(stride_unsigned, for (unsigned i = at.id(); i < unsigned(n); i += at.size * at.groups) f(i);)
LOOP(stride_down, for (int i = n - 1 - int(at.id()); i >= 0; i -= int(at.items())) f(i);)
LOOP(row_by_group, const int r = at.group;
     if (r < rows) for (int j = at.local; j < columns; j += at.size) f(r * columns + j);)
LOOP(row_by_group_size, for (std::size_t j = at.local; j < size_columns; j += at.size) f(at.group *size_columns + j);)
LOOP(rows_by_group, for (int r = at.group; r < rows; r += at.groups) for (int j = at.local; j < columns; j += at.size)
                        f(r *columns + j);)
LOOP(row_by_item, const int r = at.id(); if (r < rows) for (int j = 0; j < columns; ++j) f(r * columns + j);)
LOOP(row_backwards, for (int j = columns - 1; j >= 0; --j) f(int(at.id()) * columns + j);)
LOOP(row_of_rows, for (int a = 0; a < columns; ++a) for (int b = 0; b < 3; ++b) f((at.id() * columns + a) * 3 + b);)
LOOP(row_until, std::size_t j = at.id() * size_columns; const std::size_t end = j + size_columns;
     while (j != end) f(j++);)
LOOP(column, for (int j = 0; j < rows; ++j) f(j *int(at.items()) + int(at.id()));)
LOOP(chunk, const std::size_t length = (size_n + at.items() - 1) / at.items(), from = at.id() * length,
     to = std::min(from + length, size_n);
     for (std::size_t i = from; i < to; ++i) f(i);)
LOOP(chunk_int, const int length = (n + int(at.items()) - 1) / int(at.items()), from = int(at.id()) * length,
     to = std::min(from + length, n);
     for (int i = from; i < to; ++i) f(i);)
LOOP(
    chunk_guarded, for (int k = 0; k < columns; ++k) {
      const int i = int(at.id()) * columns + k;
      if (i < n)
        f(i);
    })
LOOP(lower, const int i = at.id(); if (i < columns) for (int j = 0; j <= i; ++j) f(i * columns + j);)
LOOP(upper, const int i = at.id(); if (i < columns) for (int j = i; j < columns; ++j) f(i * columns + j);)
LOOP(
    four_in_turn, for (int k = 0; k < 4; ++k) {
      const std::size_t i = at.group * at.size * 4 + k * at.size + at.local;
      if (i < size_n)
        f(i);
    })
LOOP(inner, const int i = at.id(); if (i > 0 && i < n - 1) f(i);)
LOOP(taken_apart, const int y = int(at.id()) / columns, x = int(at.id()) % columns; if (y < rows) f(y * columns + x);)

// Its number wraps around, and passes the test again.
LOOP(wrapping, for (unsigned j = 0; j < 64; ++j) if (j * (1u << 28) < unsigned(n)) f(at.id() + j * at.items());)

constexpr int room = 1 << 17;
std::minstd_rand generator;
queue q{property_list{property::queue::in_order{}, e2e::fusion::property::queue::enable_fusion{}}};
unsigned fused = 0, alone = 0;

place place_of(const nd_item<1> &i) {
  return {i.get_group(0), i.get_local_id(0), i.get_group_range(0), i.get_local_range(0)};
}

template <class F> void for_items(std::size_t groups, std::size_t size, F f) {
  for (std::size_t i = 0; i < groups * size; ++i)
    f(place{i / size, i % size, groups, size});
}

// Whether the loops use an element in different work-items.
template <class A, class B> bool crosses(std::size_t groups, std::size_t size, const A &a, const B &b) {
  std::map<std::size_t, std::set<std::size_t>> users;
  for_items(groups, size, [&](place at) { a(at, [&](std::size_t i) { users[i].insert(at.id()); }); });
  bool found = false;
  for_items(groups, size, [&](place at) {
    b(at, [&](std::size_t i) {
      if (auto it = users.find(i); it != users.end())
        found |= it->second.size() > 1 || *it->second.begin() != at.id();
    });
  });
  return found;
}

template <class A, class B> class First;
template <class A, class B> class Second;

// `same`: fused whenever no work-item needs what another one did.
template <class A, class B> void run(const char *what, numbers of, std::size_t groups, std::size_t size, bool same) {
  const A a{of};
  const B b{of};
  int *t = malloc_shared<int>(room, q), *out = malloc_shared<int>(room, q);
  const std::vector<int> before = e2e::random_values<int>(room, generator());
  std::copy(before.begin(), before.end(), t);
  std::fill_n(out, room, -1);
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<First<A, B>>(nd_range<1>(groups * size, size),
                              [=](nd_item<1> i) { a(place_of(i), [&](std::size_t at) { t[at] = t[at] * 3 + 1; }); });
  q.parallel_for<Second<A, B>>(nd_range<1>(groups * size, size),
                               [=](nd_item<1> i) { b(place_of(i), [&](std::size_t at) { out[at] = t[at] * 5; }); });
  fw.complete_fusion(e2e::fusion::property::no_barriers{});
  q.wait();
  std::vector<int> wanted = before, wanted_out(room, -1);
  for_items(groups, size, [&](place at) { a(at, [&](std::size_t i) { wanted[i] = wanted[i] * 3 + 1; }); });
  for_items(groups, size, [&](place at) { b(at, [&](std::size_t i) { wanted_out[i] = wanted[i] * 5; }); });
  e2e::expect_equal(what, std::vector<int>(t, t + room), wanted);
  e2e::expect_equal(what, std::vector<int>(out, out + room), wanted_out);
  const bool was_fused = fw.last_outcome() != e2e::fusion::fusion_outcome::unfused,
             depends = crosses(groups, size, a, b);
  (was_fused ? fused : alone) += 1;
  if (was_fused ? depends : same && !depends)
    std::printf("%s: %d, %d rows of %d, %zu groups of %zu: should%s be fused\n", what, of.n, of.rows, of.columns,
                groups, size, depends ? " not" : "");
  sycl::free(t, q);
  sycl::free(out, q);
}

int below(int n) { return static_cast<int>(generator() % static_cast<unsigned>(n)); }

template <class... Loops> void all() {
  for (int round = 0; round < 12; ++round) {
    const numbers of(1 + below(3000), 1 + below(20), 1 + below(80));
    const std::size_t groups = 1 + below(12), size = 1 + below(36);
    (run<Loops, Loops>(typeid(Loops).name(), of, groups, size, true), ...);
    run<stride_int, row_by_group>("elements, then rows", of, groups, size, false);
    run<row_by_item, row_by_group_size>("rows by work-items, then by groups", of, groups, size, false);
    run<chunk, stride_int>("chunks, then strides", of, groups, size, false);
    run<lower, upper>("a triangle, then the other", of, groups, size, false);
    run<wrapping, row_by_item>("a number that wraps around, then rows", of, groups, size, false);
    run<column, row_by_item>("columns, then rows", of, groups, size, false);
  }
}

} // namespace

int main(int argc, char **argv) {
  const unsigned seed = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : std::random_device{}();
  std::printf("seed %u\n", seed);
  generator.seed(seed);
  all<stride_int, stride_unsigned, stride_down, row_by_group, row_by_group_size, rows_by_group, row_by_item,
      row_backwards, row_of_rows, row_until, column, chunk, chunk_int, chunk_guarded, lower, upper, four_in_turn, inner,
      taken_apart>();
  std::printf("%u fused, %u one by one\n", fused, alone);
  e2e::expect("both happen", fused > 100 && alone > 20);
  return e2e::finish();
}
