// Loops around barriers whose counters all work-items of a group share: trees of halves, scans that swap their arrays,
// loops within loops, counters of which one depends on the other, groups of all sizes and in two dimensions; and a value
// that looks shared but is each work-item's own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --require %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// CHECK-NOT: needed
// CHECK: all results right
#include "e2e.hpp"

namespace {

using number = std::uint32_t;
using numbers = std::vector<number>;

numbers random_numbers(std::size_t n) {
  const std::vector<int> ints = e2e::random_values<int>(n, unsigned(n));
  return numbers(ints.begin(), ints.end());
}

// Runs Body(item, local memory of two elements for each work-item, inputs, outputs) over groups of that size.
template <class Name, class F>
numbers run(sycl::queue &q, std::size_t groups, std::size_t size, const numbers &in, F body) {
  numbers out(groups * size);
  {
    sycl::buffer<number> from(in), to(out);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a{from, h, sycl::read_only};
      sycl::accessor o{to, h, sycl::write_only};
      sycl::local_accessor<number> memory(2 * size, h);
      h.parallel_for<Name>(sycl::nd_range<1>(groups * size, size),
                           [=](sycl::nd_item<1> i) { body(i, &memory[0], &a[0], &o[0]); });
    });
  }
  return out;
}

void halves(sycl::queue &q, std::size_t groups, std::size_t size) {
  const numbers in = random_numbers(groups * size);
  numbers wanted(in.size());
  for (std::size_t g = 0; g != groups; ++g)
    for (std::size_t i = 0; i != size; ++i)
      wanted[g * size] += in[g * size + i];
  const numbers got =
      run<class Halves>(q, groups, size, in, [](sycl::nd_item<1> i, number *memory, const number *a, number *o) {
        const int t = i.get_local_id(0), id = i.get_global_id(0);
        memory[t] = a[id];
        sycl::group_barrier(i.get_group());
        int n = i.get_local_range(0);
        while (n > 1) {
          const int half = (n + 1) / 2;
          if (t < n - half)
            memory[t] += memory[t + half];
          n = half;
          sycl::group_barrier(i.get_group());
        }
        o[id] = t == 0 ? memory[0] : 0;
      });
  e2e::expect_equal("halves", got, wanted);
}

void scan(sycl::queue &q, std::size_t groups, std::size_t size) {
  const numbers in = random_numbers(groups * size);
  numbers wanted(in.size());
  for (std::size_t i = 0; i != in.size(); ++i)
    wanted[i] = in[i] + (i % size ? wanted[i - 1] : 0);
  const numbers got =
      run<class Scan>(q, groups, size, in, [](sycl::nd_item<1> i, number *memory, const number *a, number *o) {
        const std::size_t t = i.get_local_id(0), n = i.get_local_range(0);
        std::size_t now = 0, next = n;
        memory[t] = a[i.get_global_id(0)];
        for (std::size_t s = 1; s < n; s *= 2) {
          sycl::group_barrier(i.get_group());
          memory[next + t] = memory[now + t] + (t >= s ? memory[now + t - s] : 0);
          std::swap(now, next);
        }
        o[i.get_global_id(0)] = memory[now + t];
      });
  e2e::expect_equal("scan", got, wanted);
}

// The number of turns differs between groups, of the inner loop between turns; `own` between work-items.
void nested(sycl::queue &q, std::size_t groups, std::size_t size) {
  const numbers in = random_numbers(groups * size);
  numbers wanted(in.size());
  for (std::size_t g = 0; g != groups; ++g) {
    numbers memory(in.begin() + g * size, in.begin() + (g + 1) * size), own(size);
    for (std::size_t k = 0; k != g % 4; ++k)
      for (std::size_t j = k; j < 3; ++j) {
        const numbers before = memory;
        for (std::size_t t = 0; t != size; ++t) {
          memory[t] = before[(t + j + 1) % size] * 3 + k;
          own[t] += memory[t] + (t % 2 ? k : j);
        }
      }
    for (std::size_t t = 0; t != size; ++t)
      wanted[g * size + t] = memory[t] + own[t];
  }
  const numbers got =
      run<class Nested>(q, groups, size, in, [](sycl::nd_item<1> i, number *memory, const number *a, number *o) {
        const std::size_t t = i.get_local_id(0), n = i.get_local_range(0), g = i.get_group(0);
        number own = 0;
        memory[t] = a[i.get_global_id(0)];
        sycl::group_barrier(i.get_group());
        for (std::size_t k = 0; k != g % 4; ++k)
          for (std::size_t j = k; j < 3; ++j) {
            const number neighbour = memory[(t + j + 1) % n];
            sycl::group_barrier(i.get_group());
            memory[t] = neighbour * 3 + number(k);
            own += memory[t] + number(t % 2 ? k : j);
            sycl::group_barrier(i.get_group());
          }
        o[i.get_global_id(0)] = memory[t] + own;
      });
  e2e::expect_equal("nested", got, wanted);
}

// Ids that are computed of groups of a known size, and columns of a tile of eight rows.
void known_size(sycl::queue &q, std::size_t groups) {
  const numbers in = random_numbers(groups * 64);
  numbers wanted(in.size());
  for (std::size_t i = 0; i != in.size(); ++i)
    wanted[i] = in[i / 64 * 64 + i % 8 * 8 + i / 8 % 8] * 3 + in[i / 64 * 64 + 63 - i % 64];
  const numbers got =
      run<class KnownSize>(q, groups, 64, in, [](sycl::nd_item<1> i, number *memory, const number *a, number *o) {
        const int t = i.get_local_id(0), first = i.get_group(0) * 64, id = i.get_group(0) * 64 + t;
        const int row = t >> 3, column = t & 7;
        memory[row * 8 + column] = a[id];
        sycl::group_barrier(i.get_group());
        o[first + t] = memory[column * 8 + row] * 3 + memory[63 - t];
      });
  e2e::expect_equal("known size", got, wanted);
}

// A row and its neighbours through local memory, with ids that are computed of groups, or asked for.
template <bool OfGroups> class Neighbours;
template <bool OfGroups> void neighbours(sycl::queue &q, std::size_t groups, std::size_t size) {
  const numbers in = random_numbers(groups * size);
  numbers wanted(in.size());
  for (std::size_t i = 0; i != in.size(); ++i)
    wanted[i] = (i ? in[i - 1] : 0) + 3 * in[i] + (i + 1 < in.size() ? 5 * in[i + 1] : 0);
  const int last = int(in.size()) - 1;
  const numbers got = run<Neighbours<OfGroups>>(
      q, groups, size + 2, numbers(in), [=](sycl::nd_item<1> i, number *memory, const number *a, number *o) {
        // Two work-items of each group have nothing of their own.
        const int t = i.get_local_id(0), n = int(i.get_local_range(0)) - 2;
        const int id =
            OfGroups ? int(i.get_group(0) * i.get_local_range(0) + i.get_local_id(0)) : int(i.get_global_id(0));
        const int at = id - 2 * int(i.get_group(0)) - 1;
        memory[t] = at >= 0 && at <= last ? a[at] : 0;
        sycl::group_barrier(i.get_group());
        o[id] = t > 0 && t <= n ? memory[t - 1] + 3 * memory[t] + 5 * memory[t + 1] : 0;
      });
  numbers inner;
  for (std::size_t g = 0; g != groups; ++g)
    inner.insert(inner.end(), got.begin() + g * (size + 2) + 1, got.begin() + (g + 1) * (size + 2) - 1);
  e2e::expect_equal("neighbours", inner, wanted);
}

// Tiles along a row, with a counter that steps by the size of groups, in two dimensions.
void tiles(sycl::queue &q, std::size_t h, std::size_t w, std::size_t n) {
  const std::size_t rows = 2 * h, columns = 3 * w;
  const numbers a = random_numbers(rows * n), b = random_numbers(n * columns);
  numbers got(rows * columns), wanted(rows * columns);
  for (std::size_t y = 0; y != rows; ++y)
    for (std::size_t x = 0; x != columns; ++x)
      for (std::size_t k = 0; k != n; ++k)
        wanted[y * columns + x] += a[y * n + k] * b[k * columns + x];
  {
    sycl::buffer<number> ba(a), bb(b), bc(got);
    q.submit([&](sycl::handler &cgh) {
      sycl::accessor from{ba, cgh, sycl::read_only};
      sycl::accessor by{bb, cgh, sycl::read_only};
      sycl::accessor to{bc, cgh, sycl::write_only};
      sycl::local_accessor<number, 2> tile(sycl::range<2>(h, w), cgh);
      const int length = int(n), width = int(columns);
      cgh.parallel_for<class Tiles>(sycl::nd_range<2>({rows, columns}, {h, w}), [=](sycl::nd_item<2> i) {
        const int y = i.get_global_id(0), x = i.get_global_id(1), ty = i.get_local_id(0), tx = i.get_local_id(1);
        const int step = i.get_local_range(1);
        number sum = 0;
        for (int first = 0; first < length; first += step) {
          tile[ty][tx] = first + tx < length ? from[y * length + first + tx] : 0;
          sycl::group_barrier(i.get_group());
          for (int k = 0; k != step && first + k < length; ++k)
            sum += tile[ty][k] * by[(first + k) * width + x];
          sycl::group_barrier(i.get_group());
        }
        to[y * width + x] = sum;
      });
    });
  }
  e2e::expect_equal("tiles", got, wanted);
}

} // namespace

int main() {
  sycl::queue q = e2e::make_queue();
  std::random_device seed;
  std::minstd_rand generator{seed()};
  for (std::size_t size : {std::size_t(1), std::size_t(2), std::size_t(7), std::size_t(64), std::size_t(256),
                           std::size_t(1 + generator() % 500)}) {
    std::printf("groups of %zu\n", size);
    for (std::size_t groups : {1, 2, 9}) {
      halves(q, groups, size);
      scan(q, groups, size);
      nested(q, groups, size);
      neighbours<true>(q, groups, size);
      neighbours<false>(q, groups, size);
    }
  }
  known_size(q, 1);
  known_size(q, 50);
  tiles(q, 4, 8, 37);
  tiles(q, 3, 5, 5);
  tiles(q, 16, 16, 100);
  tiles(q, 1, 1, 9);
  return e2e::finish();
}
