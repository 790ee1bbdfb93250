// Kernels of parallel_for_work_group: work-group scope is shared, private_memory lasts from one parallel_for_work_item to
// the next, flexible ranges, copies by the whole group; they stand beside an open region.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o 2>&1 | FileCheck-22 %s --check-prefix=COMPILER --allow-empty
// RUN: sycl-fuse build %t.o -o %t.fusion.o --require
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env SYCL_RT_WARNING_LEVEL=2 %t 2>&1 | FileCheck-22 %s
// COMPILER-NOT: warning:
// CHECK: too large: parallel_for_work_group: a work-group of 1025 work-items; it has 1 to 1024
// CHECK: beside: aot none
// CHECK: all results right
#include "e2e.hpp"

using namespace sycl;
constexpr specialization_id<int> factor(3);

// Sums each group's part of `in` by halving, with phases in local memory and at work-group scope.
void sums(queue &q) {
  const auto values = e2e::random_values<int>(96, 1);
  std::vector<int> in = values, got(6), right(6);
  for (std::size_t i = 0; i < in.size(); ++i)
    right[i / 16] += values[i] * 3;
  {
    buffer<int> from(in), to(got);
    q.submit([&](handler &h) {
      accessor a(from, h, read_only);
      accessor out(to, h, write_only);
      local_accessor<int> tile(16, h);
      h.parallel_for_work_group<class Sums>(range<1>(6), range<1>(16), [=](group<1> g, kernel_handler constants) {
        int sum = 0; // of the group
        private_memory<int> mine(g);
        g.parallel_for_work_item(
            [&](h_item<1> i) { mine(i) = a[i.get_global_id()] * constants.get_specialization_constant<factor>(); });
        g.parallel_for_work_item([&](h_item<1> i) { tile[15 - i.get_local_id(0)] = mine(i); });
        g.parallel_for_work_item([&](h_item<1> i) { sum += tile[i.get_local_id(0)]; });
        out[g.get_group_id()] = sum;
      });
    });
  }
  e2e::expect_equal("sums", got, right);
}

template <int D> range<D> shape(std::size_t a, std::size_t b, std::size_t c) {
  if constexpr (D == 1)
    return range<1>(a * b * c);
  else if constexpr (D == 2)
    return range<2>(a, b * c);
  else
    return range<3>(a, b, c);
}

// Ids in D dimensions, for the group's own range and for a larger and a smaller one.
template <int D> void ids(queue &q) {
  const range<D> groups = shape<D>(2, 3, 1), local = shape<D>(2, 2, 3), more = local + local, less = shape<D>(1, 1, 3);
  const std::size_t items = local.size(), all = groups.size() * items;
  std::vector<std::size_t> global(all), calls(groups.size() * 3), wanted(all), wanted_calls, bad(1);
  for (std::size_t i = 0; i < all; ++i)
    wanted[i] = i;
  for (std::size_t i = 0; i < groups.size(); ++i)
    wanted_calls.insert(wanted_calls.end(), {items, more.size(), less.size()});
  {
    buffer<std::size_t> to(global), counts(calls), errors(bad);
    q.submit([&](handler &h) {
      accessor out(to, h, write_only);
      accessor count(counts, h, read_write);
      accessor error(errors, h, read_write);
      h.parallel_for_work_group(groups, local, [=](group<D> g) {
        const std::size_t first = g.get_group_linear_id() * 3;
        g.parallel_for_work_item([&](h_item<D> i) {
          out[i.get_global().get_linear_id()] = i.get_global().get_linear_id();
          ++count[first];
          error[0] += i.get_local_range() != g.get_local_range() || i.get_local() != i.get_physical_local() ||
                      i.get_global_range() != g.get_group_range() * g.get_local_range();
        });
        std::size_t next = 0;
        g.parallel_for_work_item(more, [&](h_item<D> i) {
          ++count[first + 1];
          error[0] += i.get_logical_local().get_linear_id() != next++ || i.get_logical_local_range() != more ||
                      i.get_physical_local_range() != g.get_local_range() ||
                      i.get_physical_local_id(D - 1) != i.get_local_id(D - 1) % g.get_local_range(D - 1);
        });
        g.parallel_for_work_item(less, [&](h_item<D>) { ++count[first + 2]; });
      });
    });
  }
  e2e::expect_equal("ids", global, wanted);
  e2e::expect_equal("calls", calls, wanted_calls);
  e2e::expect_equal("errors", bad, std::vector<std::size_t>(1));
}

void copies(queue &q) {
  const auto values = e2e::random_values<float>(40, 2);
  std::vector<float> in = values, got(40), right(40);
  for (std::size_t i = 0; i < 40; ++i)
    right[i] = values[i / 10 * 10 + 9 - i % 10];
  {
    buffer<float> from(in), to(got);
    q.submit([&](handler &h) {
      accessor a(from, h, read_only);
      accessor out(to, h, write_only);
      local_accessor<float> tile(10, h);
      h.parallel_for_work_group(range<1>(4), range<1>(10), [=](group<1> g) {
        g.async_work_group_copy(tile.get_pointer(), a.get_pointer() + g.get_group_id(0) * 10, 10).wait();
        g.parallel_for_work_item([&](h_item<1> i) { out[i.get_global_id()] = tile[9 - i.get_local_id(0)]; });
      });
    });
  }
  e2e::expect_equal("copies", got, right);
}

// What is declared at work-group scope may be large: no work-item keeps a copy of it over a barrier.
void large_private_arrays(queue &q) {
  std::vector<int> zeros(12), got(12), right(12);
  {
    buffer<int> from(zeros), to(got);
    q.submit([&](handler &h) {
      accessor in(from, h, read_only);
      accessor out(to, h, read_write);
      local_accessor<int> tile(4, h);
      h.parallel_for_work_group(range<1>(3), range<1>(4), [=](group<1> g) {
        double kept[2000];
        for (int i = 0; i < 2000; ++i)
          kept[i] = i + in[i % 12];
        g.async_work_group_copy(tile.get_pointer(), global_ptr<int>(&out[g.get_group_id(0) * 4]), 4).wait();
        group_barrier(g);
        g.parallel_for_work_item([&](h_item<1> i) {
          out[i.get_global_id()] = tile[i.get_local_id(0)] + static_cast<int>(kept[i.get_global_id(0) * 100]);
        });
      });
    });
  }
  for (int i = 0; i < 12; ++i)
    right[i] = i * 100;
  e2e::expect_equal("large private arrays", got, right);
}

// No local range: one work-item. And groups of which nothing is left over.
void without_local_range(queue &q) {
  std::vector<int> got(35), right(35);
  for (int i = 0; i < 35; ++i)
    right[i] = i;
  {
    buffer<int> to(got);
    q.submit([&](handler &h) {
      accessor out(to, h, write_only);
      h.parallel_for_work_group(range<1>(5), [=](group<1> g) {
        g.parallel_for_work_item(range<1>(7), [&](h_item<1> i) {
          const std::size_t at = g.get_group_id(0) * 7 + i.get_local_id(0);
          out[at] = static_cast<int>(at);
        });
      });
    });
    try {
      q.submit([&](handler &h) { h.parallel_for_work_group(range<1>(1), range<1>(1025), [=](group<1>) {}); });
      e2e::expect("too large", false);
    } catch (const sycl::exception &e) {
      e2e::expect("too large", e.code() == errc::nd_range);
      std::printf("too large: %s\n", e.what());
    }
  }
  e2e::expect_equal("without local range", got, right);
}

void beside(queue &q) {
  e2e::fusion_wrapper fw{q};
  constexpr std::size_t n = 64;
  std::vector<int> a(n, 1), b(n), c(n);
  {
    buffer<int> from(a), to(b), other(c);
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor in(from, h, read_write);
      h.parallel_for(range<1>(n), [=](id<1> i) { in[i] += static_cast<int>(i[0]); });
    });
    q.submit([&](handler &h) {
      accessor out(other, h, write_only);
      h.parallel_for_work_group(range<1>(8), range<1>(8), [=](group<1> g) {
        g.parallel_for_work_item([&](h_item<1> i) { out[i.get_global_id()] = 5; });
      });
    });
    q.submit([&](handler &h) {
      accessor in(from, h, read_only);
      accessor out(to, h, write_only);
      h.parallel_for(range<1>(n), [=](id<1> i) { out[i] = in[i] * 3; });
    });
    fw.complete_fusion();
    e2e::report("beside", fw);
  }
  std::vector<int> right(n);
  for (std::size_t i = 0; i < n; ++i)
    right[i] = 3 * (static_cast<int>(i) + 1);
  e2e::expect_equal("beside", b, right);
  e2e::expect_equal("beside", c, std::vector<int>(n, 5));
}

int main() {
  std::setvbuf(stdout, nullptr, _IONBF, 0);
  queue q = e2e::make_queue();
  sums(q);
  ids<1>(q);
  ids<2>(q);
  ids<3>(q);
  copies(q);
  large_private_arrays(q);
  without_local_range(q);
  beside(q);
  return e2e::finish();
}
