// Groups of one dimension that are tiles: `local / 16`, `local % 16`. On the CPU they run row by row, the last row too where the group
// has no whole number of them. Results are those of the host.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --target=native:v3 --emit ll %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// RUN: cat %t.fusion.*Product_int_*.ll %t.fusion.*Product_unsigned_long_*.ll | FileCheck-22 %s --check-prefix=CODE --implicit-check-not=masked.gather
// CODE: load <{{[0-9]+}} x float>
// CODE: ModuleID
// CODE: load <{{[0-9]+}} x float>
#include "e2e.hpp"

using namespace sycl;

namespace {

template <class... T> class Product;
template <class... T> class Transpose;
template <class... T> class Warps;
template <class... T> class Rows;
template <class... T> class Guarded;
template <class... T> class First;
template <class... T> class Second;
template <class... T> class Summed;
template <class... T> class Reversed;
template <class... T> class Narrow;
template <unsigned N> using number = std::integral_constant<unsigned, N>;

constexpr unsigned tile = 16;

// A product of matrices, in tiles that groups of one dimension keep. Index: the type of ids.
template <class Index> void product(queue &q) {
  constexpr Index n = 80;
  auto x = e2e::random_values<float>(n * n, 1), y = e2e::random_values<float>(n * n, 2);
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = float(int(x[i])), y[i] = float(int(y[i])); // sums are exact
  std::vector<float> got(n * n), wanted(n * n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j)
      for (Index k = 0; k < n; ++k)
        wanted[i * n + j] += x[i * n + k] * y[k * n + j];
  {
    buffer<float> bx(x.data(), range<1>(n * n)), by(y.data(), range<1>(n * n)), bz(got.data(), range<1>(n * n));
    q.submit([&](handler &h) {
      const accessor a(bx, h, read_only), b(by, h, read_only);
      const accessor c(bz, h, write_only);
      const local_accessor<float, 2> sa(range<2>(tile, tile), h), sb(range<2>(tile, tile), h);
      h.parallel_for<Product<Index>>(nd_range<1>(n * n, tile * tile), [=](nd_item<1> it) {
        const Index local = Index(it.get_local_id(0)), group = Index(it.get_group(0)), tiles = n / tile;
        const Index ty = local / tile, tx = local % tile;
        const Index row = group / tiles * tile + ty, column = group % tiles * tile + tx;
        float sum = 0;
        for (Index k = 0; k < n; k += tile) {
          sa[ty][tx] = a[row * n + k + tx];
          sb[ty][tx] = b[(k + ty) * n + column];
          group_barrier(it.get_group());
          for (unsigned j = 0; j < tile; ++j)
            sum += sa[ty][j] * sb[j][tx];
          group_barrier(it.get_group());
        }
        c[row * n + column] = sum;
      });
    });
  }
  e2e::expect_equal("product", got, wanted);
}

template <class Index> struct arrays {
  arrays(queue &q, std::size_t group)
      : q(q), group(group), n(5 * group), in(e2e::random_values<int>(n, unsigned(group))) {
    std::copy(in.begin(), in.end(), x);
  }
  ~arrays() {
    free(x, q);
    free(y, q);
  }
  template <class F> void expect(const char *name, F value) {
    q.wait();
    std::vector<int> wanted(n);
    for (std::size_t i = 0; i < n; ++i)
      wanted[i] = value(i / group * group, unsigned(i % group));
    e2e::expect_equal((name + std::string(" in groups of ") + std::to_string(group)).c_str(),
                      std::vector<int>(y, y + n), wanted);
    std::fill_n(y, n, 0);
  }
  queue &q;
  const std::size_t group, n;
  const std::vector<int> in;
  int *x = malloc_shared<int>(n, q), *y = malloc_shared<int>(n, q);
};

template <class Index> void compare(queue &q, std::size_t group) {
  arrays<Index> m(q, group);
  const auto &in = m.in;
  const int *x = m.x;
  int *y = m.y;
  const Index size = Index(group);
  const nd_range<1> range(m.n, group);

  // Through local memory, with rows of 8 and shifts.
  q.submit([&](handler &h) {
    const local_accessor<int> kept(group + 8, h);
    h.parallel_for<Transpose<Index>>(range, [=](nd_item<1> it) {
      const Index local = Index(it.get_local_id(0)), row = local >> 3, column = local & 7;
      kept[local] = x[it.get_global_id(0)];
      group_barrier(it.get_group());
      const Index other = column * (size / 8) + row;
      y[it.get_global_id(0)] = kept[other < size ? other : local] + int(row) * 1000 - int(column);
    });
  });
  m.expect("transpose", [&](std::size_t base, unsigned local) {
    const unsigned other = local % 8 * unsigned(group / 8) + local / 8;
    return in[base + (other < group ? other : local)] + int(local / 8) * 1000 - int(local % 8);
  });

  // Rows of 32 by name, of which some are of 64: what a warp's first work-item has.
  q.submit([&](handler &h) {
    const local_accessor<int> firsts(group / 32 + 1, h);
    h.parallel_for<Warps<Index>>(range, [=](nd_item<1> it) {
      const Index local = Index(it.get_local_linear_id()), lane = local % 32;
      if (lane == 0)
        firsts[local / 32] = x[it.get_global_id(0)] + int(local / 64);
      group_barrier(it.get_group());
      y[it.get_global_id(0)] = firsts[local / 32] * int(lane) + int(local % 64) - x[local % 96];
    });
  });
  m.expect("warps", [&](std::size_t base, unsigned local) {
    return (in[base + local / 32 * 32] + int(local / 64)) * int(local % 32) + int(local % 64) - in[local % 96];
  });

  // Loops of a work-item, without local memory.
  q.parallel_for<Rows<Index>>(range, [=](nd_item<1> it) {
    const Index local = Index(it.get_local_id(0)), column = local % tile;
    int sum = 0;
    for (Index i = column; i < size; i += tile)
      sum += x[i] * int(i);
    for (Index i = 0; i < local / tile; ++i)
      sum -= x[i * tile + column];
    y[it.get_global_id(0)] = sum;
  });
  m.expect("rows", [&](std::size_t, unsigned local) {
    int sum = 0;
    for (unsigned i = local % tile; i < group; i += tile)
      sum += in[i] * int(i);
    for (unsigned i = 0; i < local / tile; ++i)
      sum -= in[i * tile + local % tile];
    return sum;
  });

  // Borders of columns, of rows, and of the range.
  const Index last = Index(m.n - 3);
  q.submit([&](handler &h) {
    const local_accessor<int> kept(group, h);
    h.parallel_for<Guarded<Index>>(range, [=](nd_item<1> it) {
      const Index local = Index(it.get_local_id(0)), row = local / tile, column = local % tile;
      kept[local] = column < 11 ? x[it.get_global_id(0)] : -1;
      group_barrier(it.get_group());
      int value = 0;
      if (column > 0 && column < tile - 1 && row > 0 && local + 1 < size)
        value = kept[local - 1] + kept[local + 1] + kept[(row - 1) * tile + column];
      if (Index(it.get_global_id(0)) < last)
        y[it.get_global_id(0)] = value + kept[row * tile];
    });
  });
  m.expect("guarded", [&](std::size_t base, unsigned local) {
    auto kept = [&](unsigned i) { return i % tile < 11 ? in[base + i] : -1; };
    const unsigned column = local % tile;
    int value = 0;
    if (column > 0 && column < tile - 1 && local >= tile && local + 1 < group)
      value = kept(local - 1) + kept(local + 1) + kept(local - tile);
    return base + local < m.n - 3 ? value + kept(local / tile * tile) : 0;
  });

  // Rows from the last one on, which LLVM divides by -16.
  q.parallel_for<Reversed<Index>>(range, [=](nd_item<1> it) {
    const Index local = Index(it.get_local_id(0)), rows = (size + tile - 1) / tile;
    const Index other = (rows - 1 - local / tile) * tile + local % tile;
    y[it.get_global_id(0)] = x[other < size ? other : local] - int(local) / -int(tile);
  });
  m.expect("reversed", [&](std::size_t, unsigned local) {
    const std::size_t other = ((group + tile - 1) / tile - 1 - local / tile) * tile + local % tile;
    return in[other < group ? other : local] + int(local / tile);
  });

  // Too narrow for a local id.
  q.parallel_for<Narrow<Index>>(range, [=](nd_item<1> it) {
    const auto local = static_cast<unsigned char>(it.get_local_id(0));
    y[it.get_global_id(0)] = x[local % 20 < size ? local % 20 : 0] + x[local / 16 < int(size) ? local / 16 : 0];
  });
  m.expect("narrow", [&](std::size_t, unsigned id) {
    const unsigned local = id % 256;
    return in[local % 20 < group ? local % 20 : 0] + in[local / 16 < group ? local / 16 : 0];
  });

  // A function of the group between the rows.
  q.submit([&](handler &h) {
    const local_accessor<int> kept(tile, h);
    h.parallel_for<Summed<Index>>(range, [=](nd_item<1> it) {
      const Index local = Index(it.get_local_id(0));
      if (local < tile)
        kept[local] = x[it.get_global_id(0)];
      const int sum = reduce_over_group(it.get_group(), x[local % tile], plus<>());
      y[it.get_global_id(0)] = local % tile < size ? sum - kept[local % tile] * int(local / tile) : 0;
    });
  });
  m.expect("summed", [&](std::size_t base, unsigned local) {
    int sum = 0;
    for (unsigned i = 0; i < group; ++i)
      sum += in[i % tile];
    return sum - in[base + local % tile] * int(local / tile);
  });
}

// Two kernels of a launch of known size.
template <unsigned Group> void in_a_region(queue &q) {
  constexpr std::size_t n = 3 * Group;
  const auto x = e2e::random_values<int>(n, Group);
  std::vector<int> got(n), wanted(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t other = i / Group * Group + i % Group / tile * tile;
    wanted[i] = x[i] * int(i % Group % tile) + x[other] * 0 + int(i % Group / tile);
  }
  {
    buffer<int> bx(x.data(), range<1>(n)), bt{range<1>(n)}, by(got.data(), range<1>(n));
    e2e::fusion_wrapper fw(q);
    fw.start_fusion();
    q.submit([&](handler &h) {
      const accessor a(bx, h, read_only);
      const accessor t(bt, h, write_only, property_list{e2e::promote_private{}});
      const local_accessor<int> kept(Group, h);
      h.parallel_for<First<number<Group>>>(nd_range<1>(n, Group), [=](nd_item<1> it) {
        const int local = int(it.get_local_id(0));
        kept[local] = a[it.get_global_id(0)];
        group_barrier(it.get_group());
        t[it.get_global_id(0)] = kept[local / int(tile) * int(tile) + local % int(tile)] * (local % int(tile));
      });
    });
    q.submit([&](handler &h) {
      const accessor t(bt, h, read_only, property_list{e2e::promote_private{}});
      const accessor c(by, h, write_only);
      h.parallel_for<Second<number<Group>>>(nd_range<1>(n, Group), [=](nd_item<1> it) {
        c[it.get_global_id(0)] = t[it.get_global_id(0)] + int(it.get_local_id(0)) / int(tile);
      });
    });
    fw.complete_fusion(ext::codeplay::experimental::property::no_barriers{});
    e2e::report("region", fw);
  }
  e2e::expect_equal("region", got, wanted);
}

} // namespace

int main() {
  queue q = e2e::make_queue();
  product<int>(q);
  product<unsigned>(q);
  product<std::size_t>(q);
  for (std::size_t group : {1, 7, 16, 40, 64, 100, 256, 300}) {
    compare<int>(q, group);
    compare<unsigned>(q, group);
    compare<std::size_t>(q, group);
  }
  // CHECK: region: aot none
  in_a_region<64>(q);
  // CHECK: region: aot none
  in_a_region<90>(q);
  // CHECK: all results right
  return e2e::finish();
}
