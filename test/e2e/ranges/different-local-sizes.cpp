// Kernels with different local sizes that use no groups but exchange data: fused where each work-item takes its own
// elements, by ids and by what it computes from group and local id; else they run one by one. Results are those of the
// host.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --no-error=SF3029 %t.o -o %t.fusion.o 2> %t.build.err
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// RUN: FileCheck-22 %s --check-prefix=BUILD < %t.build.err
#include "e2e.hpp"

using namespace sycl;

constexpr std::size_t n = 24;

static int mix(std::size_t a, std::size_t b, std::size_t c) { return static_cast<int>(a * 7 + b * 131 + c * 1009); }

static void own_elements(queue &q) {
  const std::vector<int> in = e2e::random_values<int>(n, 3);
  std::vector<int> out(n), wanted(n);
  for (std::size_t i = 0; i < n; ++i)
    wanted[i] = (in[i] + mix(i % 8, i / 8, 8)) * 3 + mix(i % 6, i / 6, 6) - mix(i % 6 % 3, i / 6 % 2, 4);
  e2e::fusion_wrapper fw{q};
  {
    buffer<int, 1> from{in.data(), range<1>{n}}, to{out.data(), range<1>{n}}, between{range<1>{n}};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor a{from, h, read_only};
      accessor t{between, h, write_only};
      h.parallel_for<class Own1>(nd_range<1>{range<1>{n}, range<1>{8}}, [=](nd_item<1> i) {
        t[i.get_global_id(0)] = a[i.get_global_id(0)] + mix(i.get_local_id(0), i.get_group(0), i.get_local_range(0));
      });
    });
    q.submit([&](handler &h) {
      accessor t{between, h, read_write};
      h.parallel_for<class Own2>(nd_range<1>{range<1>{n}, range<1>{6}}, [=](nd_item<1> i) {
        int &at = t[i.get_group(0) * i.get_local_range(0) + i.get_local_id(0)];
        at = at * 3 + mix(i.get_local_id(0), i.get_group(0), i.get_local_range(0));
      });
    });
    q.submit([&](handler &h) {
      accessor t{between, h, read_only};
      accessor b{to, h, write_only};
      h.parallel_for<class Own3>(nd_range<2>{range<2>{4, 6}, range<2>{2, 3}}, [=](nd_item<2> i) {
        const std::size_t at = i.get_global_id(0) * 6 + i.get_global_id(1);
        b[at] = t[at] - mix(i.get_local_id(1), i.get_local_id(0), 4);
      });
    });
    fw.complete_fusion();
  }
  e2e::report("own elements", fw);
  e2e::expect_equal("own elements", out, wanted);
}

// Within groups of 6, some of which lie in two groups of 8.
static void mirrored(queue &q) {
  const std::vector<int> in = e2e::random_values<int>(n, 4);
  std::vector<int> out(n), wanted(n), zeros(n);
  for (std::size_t i = 0; i < n; ++i)
    wanted[i] = in[i / 6 * 6 + 5 - i % 6] + 1;
  e2e::fusion_wrapper fw{q};
  {
    buffer<int, 1> from{in.data(), range<1>{n}}, to{out.data(), range<1>{n}}, between{zeros.data(), range<1>{n}};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor a{from, h, read_only};
      accessor t{between, h, read_write}; // in place, so that nobody computes it again
      h.parallel_for<class Mirrored1>(nd_range<1>{range<1>{n}, range<1>{8}},
                                      [=](nd_item<1> i) { t[i.get_global_id(0)] += a[i.get_global_id(0)] + 1; });
    });
    q.submit([&](handler &h) {
      accessor t{between, h, read_only};
      accessor b{to, h, write_only};
      h.parallel_for<class Mirrored2>(nd_range<1>{range<1>{n}, range<1>{6}}, [=](nd_item<1> i) {
        b[i.get_global_id(0)] = t[i.get_group(0) * 6 + 5 - i.get_local_id(0)];
      });
    });
    fw.complete_fusion();
  }
  e2e::report("mirrored", fw);
  e2e::expect_equal("mirrored", out, wanted);
}

int main() {
  queue q = e2e::make_queue();
  own_elements(q);      // CHECK: own elements: aot none
  mirrored(q);          // CHECK-NEXT: mirrored: unfused
  return e2e::finish(); // CHECK-NEXT: all results right
}
// BUILD: different-local-sizes.cpp:{{.*}}: warning: region 'mirrored' for 24:8/24:6 for target 'native{{.*}}' was not built: {{.*}}Mirrored2' cannot be fused with {{.*}} [SF3029] [SF3009]
