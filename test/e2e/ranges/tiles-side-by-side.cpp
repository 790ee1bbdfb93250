// Stencils within the tile of each work-group, in two and three dimensions, without promotions: fused for the sizes that
// are listed and for any others, with numbers of groups that divide nothing; all against loops on the host.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -c %s -o %t.o
// Tiles are exchanged behind barriers, which the build does not prove for sizes of a run: that is promised.
// RUN: sycl-fuse build --require %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env SYCL_FUSE_JIT=off %t | FileCheck-22 %s
// CHECK: 2 dimensions, 24x96 in 8x32: aot none right
// CHECK: 2 dimensions, 72x1056 in 8x32: aot-generic nd_range_not_listed right
// CHECK: 2 dimensions, 5x7 in 1x7: aot-generic nd_range_not_listed right
// CHECK: 3 dimensions, 6x9x40 in 2x3x8: aot none right
// CHECK: 3 dimensions, 10x3x88 in 2x3x8: aot-generic nd_range_not_listed right
#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

#include <cstdio>
#include <vector>

using namespace sycl;
namespace fusion = ext::codeplay::experimental;

template <int D> class Scale;
template <int D> class Neighbours;
template <int D> class Rest;

// Of place i among n: the one before and the one after it, at the border itself.
static std::size_t before(std::size_t i) { return i ? i - 1 : 0; }
static std::size_t after(std::size_t i, std::size_t n) { return i + 1 < n ? i + 1 : i; }

template <int D>
static void submit(queue &q, fusion::fusion_wrapper &fw, buffer<int, D> in, buffer<int, D> out, buffer<int, D> kept,
                   nd_range<D> shape) {
  buffer<int, D> tmp(in.get_range()), sum(in.get_range());
  fw.start_fusion();
  if constexpr (D == 2)
    ext::syclfuse::expect_nd_range(nd_range<2>{{24, 96}, {8, 32}});
  else
    ext::syclfuse::expect_nd_range(nd_range<3>{{6, 9, 40}, {2, 3, 8}});
  q.submit([&](handler &h) {
    accessor a{in, h, read_only};
    accessor t{tmp, h, write_only, no_init}, k{kept, h, write_only, no_init};
    h.parallel_for<Scale<D>>(shape, [=](nd_item<D> i) {
      t[i.get_global_id()] = a[i.get_global_id()] * 3 + 1;
      k[i.get_global_id()] = static_cast<int>(i.get_local_linear_id() + 1000 * i.get_group_linear_id());
    });
  });
  q.submit([&](handler &h) {
    accessor t{tmp, h, read_only};
    accessor s{sum, h, write_only, no_init};
    h.parallel_for<Neighbours<D>>(shape, [=](nd_item<D> i) {
      int total = 0;
      for (int d = 0; d < D; ++d) {
        const std::size_t first = i.get_group(d) * i.get_local_range(d), l = i.get_local_id(d);
        id<D> low = i.get_global_id(), high = low;
        low[d] = first + before(l);
        high[d] = first + after(l, i.get_local_range(d));
        total += 5 * t[low] + 7 * t[high];
      }
      s[i.get_global_id()] = total;
    });
  });
  q.submit([&](handler &h) {
    accessor t{tmp, h, read_only}, s{sum, h, read_only};
    accessor o{out, h, write_only, no_init};
    h.parallel_for<Rest<D>>(shape,
                            [=](nd_item<D> i) { o[i.get_global_id()] = s[i.get_global_id()] - t[i.get_global_id()]; });
  });
  fw.complete_fusion();
  q.wait();
}

template <int D>
static bool is_right(const std::vector<int> &in, buffer<int, D> out, buffer<int, D> kept, range<D> all,
                     range<D> local) {
  host_accessor o{out, read_only}, k{kept, read_only};
  for (std::size_t n = 0; n < all.size(); ++n) {
    id<D> at;
    std::size_t rest = n;
    for (int d = D; d-- > 0; rest /= all[d])
      at[d] = rest % all[d];
    auto tmp = [&](id<D> p) {
      std::size_t place = 0;
      for (int d = 0; d < D; ++d)
        place = place * all[d] + p[d];
      return in[place] * 3 + 1;
    };
    int sum = 0;
    std::size_t place = 0, group = 0;
    for (int d = 0; d < D; ++d) {
      const std::size_t l = at[d] % local[d], first = at[d] - l;
      id<D> low = at, high = at;
      low[d] = first + before(l);
      high[d] = first + after(l, local[d]);
      sum += 5 * tmp(low) + 7 * tmp(high);
      place = place * local[d] + l;
      group = group * (all[d] / local[d]) + at[d] / local[d];
    }
    if (o[at] != sum - tmp(at) || k[at] != static_cast<int>(place + 1000 * group))
      return false;
  }
  return true;
}

template <int D> static void test(queue &q, fusion::fusion_wrapper &fw, range<D> all, range<D> local) {
  std::vector<int> values(all.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<int>(i * 2654435761u >> 12 & 0xfff);
  buffer<int, D> in(values.data(), all), out(all), kept(all);
  submit<D>(q, fw, in, out, kept, {all, local});
  std::printf("%d dimensions, ", D);
  for (int d = 0; d < D; ++d)
    std::printf("%s%zu", d ? "x" : "", all[d]);
  for (int d = 0; d < D; ++d)
    std::printf("%s%zu", d ? "x" : " in ", local[d]);
  std::printf(": %s %s %s\n", to_string(fw.last_outcome()), to_string(fw.last_reason()),
              is_right<D>(values, out, kept, all, local) ? "right" : "wrong");
}

int main() {
  queue q{cpu_selector_v, property_list{fusion::property::queue::enable_fusion{}}};
  fusion::fusion_wrapper fw{q};
  test<2>(q, fw, {24, 96}, {8, 32});
  test<2>(q, fw, {72, 1056}, {8, 32});
  test<2>(q, fw, {5, 7}, {1, 7});
  test<3>(q, fw, {6, 9, 40}, {2, 3, 8});
  test<3>(q, fw, {10, 3, 88}, {2, 3, 8});
}
