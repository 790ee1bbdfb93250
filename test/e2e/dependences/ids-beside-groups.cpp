// Kernels over elements in one, two and three dimensions, whose width is an argument, in regions with a kernel that uses
// its work-groups: the launch has one dimension then, and x + width * y is the work-item's number where the width is the
// range's, which a run finds out. Where it is another one, the region runs unfused. Rows are read through pointers that
// advance. All results are those of the host.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --require %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env SYCL_FUSE_JIT=off %t 2>&1 | FileCheck-22 %s
// CHECK: seed [[#]]
// CHECK-NOT: should
// CHECK: all results right
#include "e2e.hpp"

#include <cstdlib>
#include <random>

using namespace sycl;

namespace {

struct sizes {
  std::size_t rows, columns, pitch, group;
  std::size_t n() const { return rows * pitch; }
};

template <int Form, int Region, int Place> class elements;
template <int Region> class rows_by_pointers;

constexpr int forms = 8, with_a_pitch = 7;

// out[k] = 2 * in[k] + 1 for the elements of rows × columns, rows of `pitch` elements.
template <int Form, int Region, int Place> void submit(queue &q, int *out, const int *in, sizes s) {
  using name = elements<Form, Region, Place>;
  const std::size_t R = s.rows, C = s.columns, P = s.pitch, n = s.rows * s.columns, WG = s.group;
  const nd_range<1> groups((n + WG - 1) / WG * WG, WG);
  if constexpr (Form == 0)
    q.parallel_for<name>(range<1>(n), [=](id<1> i) { out[i] = in[i] * 2 + 1; });
  if constexpr (Form == 1)
    q.parallel_for<name>(groups, [=](nd_item<1> it) {
      const std::size_t k = it.get_global_id(0);
      if (k < n)
        out[k] = in[k] * 2 + 1;
    });
  if constexpr (Form == 2)
    q.parallel_for<name>(range<2>(R, C), [=](id<2> id) {
      const std::size_t k = id[0] * C + id[1];
      out[k] = in[k] * 2 + 1;
    });
  if constexpr (Form == 3)
    q.parallel_for<name>(range<2>(R, C), [=](item<2> it) {
      const std::size_t k = it.get_linear_id();
      out[k] = in[k] * 2 + 1;
    });
  if constexpr (Form == 4)
    q.parallel_for<name>(range<2>(R, C), [=](id<2> id) {
      const int k = id[0] * C + id[1];
      out[k] = in[k] * 2 + 1;
    });
  if constexpr (Form == 5)
    q.parallel_for<name>(range<3>(1, R, C), [=](id<3> id) {
      const std::size_t k = (id[0] * R + id[1]) * C + id[2];
      out[k] = in[k] * 2 + 1;
    });
  if constexpr (Form == 6)
    q.parallel_for<name>(groups, [=](nd_item<1> it) {
      const int k = it.get_global_linear_id();
      if (k >= int(n))
        return;
      out[k] = in[k] * 2 + 1;
    });
  if constexpr (Form == with_a_pitch)
    q.parallel_for<name>(range<2>(R, C), [=](id<2> id) {
      const std::size_t k = id[0] * P + id[1];
      out[k] = in[k] * 2 + 1;
    });
}

// Fused unless the width of a kernel's rows is not that of its range.
template <int First, int Second> void run(queue &q, std::minstd_rand &generator) {
  constexpr int region = First * 10 + Second;
  constexpr bool dense = First != with_a_pitch && Second != with_a_pitch;
  for (int round = 0; round < 4; ++round) {
    sizes s;
    s.rows = 1 + generator() % 9;
    s.columns = 1 + generator() % 70;
    s.pitch = s.columns + (dense || round % 2 == 0 ? 0 : 1 + generator() % 3);
    s.group = 8 << generator() % 4;
    const std::size_t R = s.rows, C = s.columns, WG = s.group, n = s.n();
    int *x = malloc_shared<int>(n, q), *y = malloc_shared<int>(n, q), *z = malloc_shared<int>(n, q);
    int *sums = malloc_shared<int>(R, q);
    std::vector<int> first(n, -1), second(n, -1), sum(R);
    for (std::size_t i = 0; i < n; ++i) {
      x[i] = static_cast<int>(generator() % 1000);
      y[i] = z[i] = -1;
    }
    const auto on_host = [&](int form, std::vector<int> &out, const auto &in) {
      const std::size_t pitch = form == with_a_pitch ? s.pitch : C;
      for (std::size_t r = 0; r < R; ++r)
        for (std::size_t c = 0; c < C; ++c)
          out[r * pitch + c] = in[r * pitch + c] * 2 + 1;
    };
    on_host(First, first, x);
    on_host(Second, second, first);
    for (std::size_t r = 0; r < R; ++r)
      for (std::size_t c = 0; c < C; ++c)
        sum[r] += x[r * C + c] * 3;
    e2e::fusion_wrapper fw{q};
    fw.start_fusion();
    submit<First, region, 0>(q, y, x, s);
    submit<Second, region, 1>(q, z, y, s);
    q.parallel_for<rows_by_pointers<region>>(nd_range<1>(R * WG, WG), [=](nd_item<1> it) {
      const std::size_t g = it.get_group(0), l = it.get_local_id(0);
      const int *row = &x[g * C];
      int t = 0;
      for (const int *p = row + l; p < row + C; p += it.get_local_range(0))
        t += *p * 3;
      t = reduce_over_group(it.get_group(), t, plus<int>());
      if (l == 0)
        sums[g] = t;
    });
    fw.complete_fusion();
    q.wait();
    const bool fused = fw.last_outcome() == e2e::fusion::fusion_outcome::aot_generic;
    // Of one row, the width does not matter.
    const bool unprofitable = fw.last_reason() == e2e::fusion::fusion_reason::fusion_unprofitable;
    if (s.pitch == C ? !fused && !unprofitable : fused && R > 1)
      std::printf("%d, %d: %zu x %zu in rows of %zu should be %s, %s\n", First, Second, R, C, s.pitch,
                  fused ? "unfused" : "fused", to_string(fw.last_reason()));
    e2e::expect_equal("first", std::vector<int>(y, y + n), first);
    e2e::expect_equal("second", std::vector<int>(z, z + n), second);
    e2e::expect_equal("sums", std::vector<int>(sums, sums + R), sum);
    for (int *p : {x, y, z, sums})
      sycl::free(p, q);
  }
}

template <int... Form> void run_all(queue &q, std::minstd_rand &generator, std::integer_sequence<int, Form...>) {
  (run<Form, (Form + 1) % forms>(q, generator), ...);
  (run<Form, (Form + 3) % forms>(q, generator), ...);
}

} // namespace

int main(int argc, char **argv) {
  const unsigned seed = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : std::random_device{}();
  std::printf("seed %u\n", seed);
  std::minstd_rand generator(seed | 1);
  queue q = e2e::make_queue();
  run_all(q, generator, std::make_integer_sequence<int, forms>());
  return e2e::finish();
}
