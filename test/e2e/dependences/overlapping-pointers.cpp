// Pointers that only a run knows, into one allocation: a region whose kernels would touch in one work-item what others
// touch in another runs one by one, every other one is fused, and both give what the kernels give one after the other
// on the host.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --require %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env SYCL_FUSE_JIT=off %t 2>&1 | FileCheck-22 %s
// CHECK: seed [[#]]
// CHECK-NOT: should
// CHECK: all results right
// The same with sizes that were constants of the build, of one order of accesses.
// RUN: %sycl_cxx -O2 -DCONSTANT -I%S/../Inputs -c %s -o %t.constant.o
// RUN: sycl-fuse build --require %t.constant.o -o %t.constant.fusion.o
// RUN: sycl-fuse inspect --json %t.constant.fusion.o | FileCheck-22 %s --check-prefix=TABLE
// RUN: clang++-22 %t.constant.o %t.constant.fusion.o %runtime_lib -o %t.constant
// RUN: env SYCL_FUSE_JIT=off %t.constant 2>&1 | FileCheck-22 %s
// TABLE: "kind": "independent_kernels"
// TABLE: "pointer {{[0-9:]+}}: kernel 0 writes [0, 4) + (4)*[0..1020]"
#include "e2e.hpp"

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <map>
#include <set>

using namespace sycl;

namespace {

// Which elements a work-item accesses: f is called with each index.
struct each {
  template <class F> void operator()(id<1> i, F f) const { f(static_cast<std::ptrdiff_t>(i[0])); }
};
struct every_other {
  template <class F> void operator()(id<1> i, F f) const { f(2 * static_cast<std::ptrdiff_t>(i[0]) + 1); }
};
struct from_behind {
  int n;
  template <class F> void operator()(id<1> i, F f) const { f(n - 1 - static_cast<int>(i[0])); }
};
// As programs from other models have it: 32 bits, with a sign.
struct moved {
  int by;
  template <class F> void operator()(id<1> i, F f) const { f(static_cast<int>(i[0]) + by); }
};
// By hand, of a group and the place in it; more work-items than elements.
struct in_groups {
  int limit;
  template <class I, class F> void operator()(I i, F f) const {
    const int at = static_cast<int>(i.get_group(0) * i.get_local_range(0) + i.get_local_id(0));
    if (at < limit)
      f(at);
  }
};
struct four {
  template <class F> void operator()(id<1> i, F f) const {
    for (std::ptrdiff_t k = 0; k < 4; ++k)
      f(4 * static_cast<std::ptrdiff_t>(i[0]) + k);
  }
};
struct row {
  int length;
  template <class F> void operator()(id<1> i, F f) const {
    for (int k = 0; k < length; ++k)
      f(static_cast<std::ptrdiff_t>(i[0]) * length + k);
  }
};
template <class T> struct below {
  T limit;
  template <class F> void operator()(id<1> i, F f) const {
    if (static_cast<T>(i[0]) < limit)
      f(static_cast<std::ptrdiff_t>(i[0]));
  }
};
// As vector loads have it: whole groups of four only, or the last one as far as it goes.
struct whole_fours {
  int limit;
  template <class F> void operator()(id<1> i, F f) const {
    const int at = 4 * static_cast<int>(i[0]);
    if (at + 3 < limit)
      for (int k = 0; k < 4; ++k)
        f(at + k);
  }
};
struct fours {
  std::size_t limit;
  template <class F> void operator()(id<1> i, F f) const {
    if (4 * i[0] < limit)
      for (std::size_t k = 0; k < 4; ++k)
        f(static_cast<std::ptrdiff_t>(4 * i[0] + k));
  }
};
// The first ones have nothing to access.
template <class T> struct from {
  T first;
  template <class F> void operator()(id<1> i, F f) const {
    if (static_cast<T>(i[0]) >= first)
      f(static_cast<std::ptrdiff_t>(static_cast<T>(i[0]) - first));
  }
};
struct from_zero {
  int first;
  template <class F> void operator()(id<1> i, F f) const {
    const int at = static_cast<int>(i[0]) - first;
    if (at < 0)
      return;
    f(at);
  }
};
// The length may be all ones, as for no limit.
struct between_unsigned {
  std::size_t length;
  template <class F> void operator()(id<1> i, F f) const {
    if (i[0] - 5 < length)
      f(static_cast<std::ptrdiff_t>(i[0]));
  }
};
// Stencils, whose ends stay inside in one way or another.
struct window {
  int reach, limit;
  template <class F> void operator()(id<1> i, F f) const {
    for (int k = -reach; k <= reach; ++k) {
      const int at = static_cast<int>(i[0]) + k;
      if (at >= 0 && at < limit)
        f(at);
    }
  }
};
struct clamped {
  int by, limit;
  template <class F> void operator()(id<1> i, F f) const {
    f(std::min(std::max(static_cast<int>(i[0]) + by, 0), limit - 1));
  }
};
struct chosen {
  int by, limit;
  template <class F> void operator()(id<1> i, F f) const {
    const int at = static_cast<int>(i[0]) + by;
    f(at < limit ? at : limit - 1);
  }
};
struct as_far {
  int count, limit;
  template <class F> void operator()(id<1> i, F f) const {
    for (int k = 0; k < count && static_cast<int>(i[0]) + k < limit; ++k)
      f(static_cast<int>(i[0]) + k);
  }
};
// Rings, of a number of elements that only a run knows.
template <class T> struct ring {
  T by, length;
  template <class F> void operator()(id<1> i, F f) const {
    f(static_cast<std::ptrdiff_t>((static_cast<T>(i[0]) + by) % length));
  }
};
// Three limits.
struct between {
  int from, to, end;
  template <class F> void operator()(id<1> i, F f) const {
    const int at = static_cast<int>(i[0]);
    if (at >= from && at < to && at < end)
      f(at);
  }
};
// What all work-items agree on says whether there are accesses.
struct in_mode {
  int mode;
  template <class F> void operator()(id<1> i, F f) const {
    if (mode == 4)
      four()(i, f);
  }
};
struct not_in_mode {
  int mode;
  template <class F> void operator()(id<1> i, F f) const {
    if (mode != 4)
      each()(i, f);
  }
};
struct with_sign {
  std::int64_t number;
  template <class F> void operator()(id<1> i, F f) const {
    if (number >= 0)
      each()(i, f);
  }
};
struct plane {
  int pitch;
  template <class F> void operator()(id<2> i, F f) const {
    f(static_cast<std::ptrdiff_t>(i[0]) * pitch + static_cast<std::ptrdiff_t>(i[1]));
  }
};

#ifdef CONSTANT
constexpr int line = 1021, high = 23, wide = 37;
#else
int line, high, wide;
#endif

std::minstd_rand generator;
int random_below(int n) { return static_cast<int>(generator() % static_cast<unsigned>(n)); }

constexpr int room = 1 << 16, middle = room / 2;
unsigned fused = 0, alone = 0;

// What a kernel is launched with, and its work-items; in_groups' are nd_items, or stand for them.
struct group_place {
  std::size_t at;
  static constexpr std::size_t size = 16;
  std::size_t get_group(int) const { return at / size; }
  std::size_t get_local_range(int) const { return size; }
  std::size_t get_local_id(int) const { return at % size; }
};
template <class A> auto launch_of(const A &) { return range<1>(line); }
auto launch_of(const plane &) { return range<2>(high, wide); }
auto launch_of(const in_groups &) {
  return nd_range<1>((line + 3 * group_place::size - 1) / group_place::size * group_place::size, group_place::size);
}
template <int D> id<D> item_of(range<D>);
nd_item<1> item_of(nd_range<1>);

template <class F> void for_items(range<1> r, F f) {
  for (std::size_t i = 0; i < r[0]; ++i)
    f(id<1>(i));
}
template <class F> void for_items(range<2> r, F f) {
  for (std::size_t y = 0; y < r[0]; ++y)
    for (std::size_t x = 0; x < r[1]; ++x)
      f(id<2>(y, x));
}

template <class F> void for_items(nd_range<1> r, F f) {
  for (std::size_t i = 0; i < r.get_global_range()[0]; ++i)
    f(group_place{i});
}

// Whether some element at a + d, of the one kernel, is one at b, of the other, in another work-item.
template <class A, class B> bool crosses(A a, B b, std::ptrdiff_t d) {
  std::map<std::ptrdiff_t, std::set<std::size_t>> items;
  std::size_t number = 0;
  for_items(launch_of(a), [&](auto i) {
    b(i, [&](std::ptrdiff_t at) { items[at + d].insert(number); });
    ++number;
  });
  bool found = false;
  number = 0;
  for_items(launch_of(a), [&](auto i) {
    a(i, [&](std::ptrdiff_t at) {
      if (auto it = items.find(at); it != items.end())
        found |= it->second.size() > 1 || *it->second.begin() != number;
    });
    ++number;
  });
  return found;
}

// The first kernel accesses p as `a` says, the second one p + d as `b` says. Exact: whether they are fused follows from
// the accesses alone; else it may be that they are not although they could.
enum class order { write_read, read_write, write_write };
template <int K, order O> class One;
template <int K, order O> class Two;
template <int K, order O, class A, class B>
void region(queue &q, int *p, int *out, A a, B b, std::ptrdiff_t d, bool exact = true) {
  const std::vector<int> before = e2e::random_values<int>(room, generator());
  std::copy(before.begin(), before.end(), p);
  std::fill_n(out, room, 0);
  std::vector<int> wanted = before, wanted_out(room);
  int *first = p + middle, *second = p + middle + d;
  auto one = [=](auto i, int *m, int *to) {
    a(i, [&](std::ptrdiff_t at) {
      if constexpr (O == order::read_write)
        to[at & (room - 1)] = m[at] + 5;
      else
        m[at] = static_cast<int>(at) * 3 + 1;
    });
  };
  auto two = [=](auto i, int *m, int *to) {
    b(i, [&](std::ptrdiff_t at) {
      if constexpr (O == order::write_read)
        to[at & (room - 1)] = m[at] * 7;
      else
        m[at] = static_cast<int>(at) * 5 + 2;
    });
  };
  using item = decltype(item_of(launch_of(a)));
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<One<K, O>>(launch_of(a), [=](item i) { one(i, first, out); });
  q.parallel_for<Two<K, O>>(launch_of(a), [=](item i) { two(i, second, out); });
  fw.complete_fusion(e2e::fusion::property::no_barriers{});
  q.wait();
  for_items(launch_of(a), [&](auto i) { one(i, wanted.data() + middle, wanted_out.data()); });
  for_items(launch_of(a), [&](auto i) { two(i, wanted.data() + middle + d, wanted_out.data()); });
  e2e::expect_equal("memory", std::vector<int>(p, p + room), wanted);
  e2e::expect_equal("output", std::vector<int>(out, out + room), wanted_out);
  const bool was_fused = fw.last_outcome() != e2e::fusion::fusion_outcome::unfused;
  const bool depends = crosses(a, b, d);
  (was_fused ? fused : alone) += 1;
  if (was_fused ? depends : exact && !depends) {
    std::printf("%s, distance %td, order %d: should %sbe fused\n", __PRETTY_FUNCTION__, d, static_cast<int>(O),
                depends ? "not " : "");
    ++e2e::failures;
  }
  if (!was_fused && fw.last_reason() != e2e::fusion::fusion_reason::kernels_depend) {
    e2e::report("another reason", fw);
    ++e2e::failures;
  }
}

// Distances at which something changes, and random ones.
std::ptrdiff_t distance(int extent) {
  const int near[] = {0, 1, -1, 2, -2, 3, 4, -4, extent, -extent, extent - 1, 1 - extent, extent + 1, 2 * extent};
  return random_below(4) ? near[random_below(std::size(near))] : random_below(8000) - 4000;
}

template <order O> void regions(queue &q, int *p, int *out) {
  const int limit = line - random_below(std::min(9, line)), length = 1 + random_below(6);
  // What is exact at some distances only. One work-item beside many is not, unless it is the first.
  const auto in_place_or_apart = [](std::ptrdiff_t d, std::ptrdiff_t extent) {
    return d == 0 || std::abs(d) >= extent;
  };
  const std::ptrdiff_t halves = distance(2 * line), vectors = distance(limit / 4 * 4), parts = distance(limit / 2),
                       planes = distance(high * (wide + length));
  region<0, O>(q, p, out, each{}, each{}, distance(line));
  region<1, O>(q, p, out, every_other{}, every_other{}, halves,
               std::abs(halves) == 1 || in_place_or_apart(halves, 2 * line));
  region<2, O>(q, p, out, from_behind{line}, from_behind{line}, distance(line));
  region<3, O>(q, p, out, each{}, from_behind{line}, distance(line), false);
  region<4, O>(q, p, out, four{}, four{}, distance(4 * line));
  region<5, O>(q, p, out, row{length}, row{length}, distance(length * line));
  region<6, O>(q, p, out, each{}, four{}, distance(4 * line), false);
  region<7, O>(q, p, out, below<int>{limit}, below<int>{limit}, distance(limit));
  region<8, O>(q, p, out, below<std::size_t>{std::size_t(limit)}, below<std::size_t>{std::size_t(limit)},
               distance(limit));
  region<9, O>(q, p, out, below<unsigned>{unsigned(limit)}, each{}, distance(limit));
  region<11, O>(q, p, out, moved{length}, moved{-length}, distance(line));
  region<12, O>(q, p, out, in_groups{limit}, in_groups{limit}, distance(limit));
  region<13, O>(q, p, out, whole_fours{limit}, whole_fours{limit}, vectors, in_place_or_apart(vectors, 4 * line));
  region<14, O>(q, p, out, fours{std::size_t(limit)}, fours{std::size_t(limit)}, vectors,
                in_place_or_apart(vectors, 4 * line));
  region<15, O>(q, p, out, between{length, limit, limit - 9 + random_below(18)}, between{length, limit, limit / 2},
                parts, limit > 40 && in_place_or_apart(parts, line));
  region<16, O>(q, p, out, from<int>{length}, from<int>{length}, distance(line));
  region<17, O>(q, p, out, each{}, from<int>{length}, distance(line), line != length + 1);
  region<18, O>(q, p, out, from<unsigned>{unsigned(length)}, each{}, distance(line), line != length + 1);
  region<19, O>(q, p, out, from_zero{length}, each{}, distance(line), line != length + 1);
  region<20, O>(q, p, out, each{}, between_unsigned{random_below(2) ? ~std::size_t(0) : std::size_t(limit / 2)},
                distance(line), false);
  region<21, O>(q, p, out, each{}, window{random_below(3), line}, distance(line), false);
  region<22, O>(q, p, out, each{}, clamped{length - 3, limit}, distance(line), false);
  region<23, O>(q, p, out, chosen{length, line}, each{}, distance(line), false);
  region<24, O>(q, p, out, as_far{length, line}, each{}, distance(line), false);
  region<25, O>(q, p, out, ring<int>{length, line}, each{}, distance(line), false);
  region<26, O>(q, p, out, each{}, ring<std::size_t>{std::size_t(length), std::size_t(line)}, distance(line), false);
  region<27, O>(q, p, out, each{}, ring<unsigned>{unsigned(length), unsigned(limit)}, distance(line), false);
  const int modes[] = {4, 5, INT_MIN, INT_MAX}, mode = modes[random_below(4)];
  const std::int64_t numbers[] = {-1, 0, INT64_MAX, INT64_MIN};
  region<28, O>(q, p, out, in_mode{mode}, in_mode{mode}, distance(4 * line));
  region<29, O>(q, p, out, not_in_mode{mode}, each{}, distance(line));
  region<30, O>(q, p, out, with_sign{numbers[random_below(4)]}, each{}, distance(line));
  region<10, O>(q, p, out, plane{wide + length}, plane{wide + length}, planes,
                in_place_or_apart(planes, high * (wide + length)));
}

} // namespace

int main(int argc, char **argv) {
  // A device that compiles each kernel for each size of its groups has time for few.
  const unsigned rounds = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 40;
  const unsigned seed = argc > 1 && *argv[1] ? static_cast<unsigned>(std::atoi(argv[1])) : std::random_device{}();
  std::printf("seed %u\n", seed);
  generator.seed(seed);
  queue q = e2e::make_queue();
  int *p = malloc_shared<int>(room, q), *out = malloc_shared<int>(room, q);
  for (unsigned round = 0; round < rounds; ++round) {
#ifndef CONSTANT
    line = 2 + random_below(1500), high = 2 + random_below(30), wide = 2 + random_below(40);
#endif
    regions<order::write_read>(q, p, out);
#ifndef CONSTANT
    regions<order::read_write>(q, p, out);
    regions<order::write_write>(q, p, out);
#endif
  }
  std::printf("%u fused, %u one by one\n", fused, alone);
  e2e::expect("both happen", fused > 5 * rounds / 2 && alone > 5 * rounds / 2);
  sycl::free(p, q);
  sycl::free(out, q);
  return e2e::finish();
}
