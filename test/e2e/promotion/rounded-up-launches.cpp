// Launches that are rounded up to whole work-groups, and kernels that leave out the work-items behind the last element
// in several ways: what is internal to the region is in registers, although there are fewer elements than work-items.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o --nd-range=line=1024:256
// RUN: sycl-fuse inspect --json %t.fusion.o > %t.json
// RUN: %python %S/../../fuser/Driver/Inputs/print-guards.py %t.json > %t.guards
// RUN: FileCheck-22 %s --check-prefix=LINE < %t.guards
// RUN: FileCheck-22 %s --check-prefix=PLANE < %t.guards
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
#include "e2e.hpp"

using namespace sycl;
using e2e::promote_private;

static std::size_t rounded(std::size_t n, std::size_t local) { return (n + local - 1) / local * local; }

// The guards differ in form, and the last kernel leaves out more.
static void line(std::size_t n, std::size_t fewer, const char *what) {
  const std::vector<int> in = e2e::random_values<int>(n, unsigned(n));
  std::vector<int> wanted(n, 7), result(n, 7);
  for (std::size_t i = 0; i < fewer; ++i)
    wanted[i] = (in[i] * 3 - 1) * 5;
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  {
    buffer<int> bIn{in.data(), range{n}}, first{range{n}, {promote_private{}}}, second{range{n}, {promote_private{}}},
        bOut{result.data(), range{n}};
    const nd_range<1> shape{range{rounded(n, 256)}, range{std::size_t(256)}};
    const int count = static_cast<int>(n);
    const unsigned last = static_cast<unsigned>(fewer) - 1;
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor a{bIn, h, read_only};
      accessor t{first, h, write_only, no_init};
      h.parallel_for<class Returns>(shape, [=](nd_item<1> item) {
        const int i = item.get_global_id(0);
        if (i >= count)
          return;
        t[i] = a[i] * 3;
      });
    });
    q.submit([&](handler &h) {
      accessor t{first, h, read_only};
      accessor u{second, h, write_only, no_init};
      h.parallel_for<class Nests>(shape, [=](nd_item<1> item) {
        const int i = item.get_global_id(0);
        if (count > 0)
          if (!(static_cast<std::size_t>(i) >= n))
            u[i] = t[i] - 1;
      });
    });
    q.submit([&](handler &h) {
      accessor u{second, h, read_only};
      accessor o{bOut, h, write_only};
      h.parallel_for<class AtMost>(shape, [=](nd_item<1> item) {
        const int i = item.get_global_id(0);
        if (static_cast<unsigned>(i) <= last)
          o[i] = u[i] * 5;
      });
    });
    fw.complete_fusion();
    e2e::report(what, fw);
  }
  e2e::expect_equal(what, result, wanted);
}

// Rows of w elements in a launch with rows of more work-items. That the length of a row is the same for both kernels,
// and no less than any x, is the program's secret: with as many elements as work-items, the promise counts.
static void plane(std::size_t w, std::size_t h) {
  const std::vector<float> in = e2e::random_values<float>(w * h, unsigned(w));
  std::vector<float> wanted(w * h), result(w * h);
  for (std::size_t i = 0; i < w * h; ++i)
    wanted[i] = (in[i] + 1) * (in[i] + 1);
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  {
    buffer<float> bIn{in.data(), range{w * h}}, tmp{range{w * h}, {promote_private{}}},
        bOut{result.data(), range{w * h}};
    const int columns = static_cast<int>(w), rows = static_cast<int>(h);
    const nd_range<2> shape{{rounded(h, 8), rounded(w, 32)}, {8, 32}};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor a{bIn, h, read_only};
      accessor t{tmp, h, write_only, no_init};
      h.parallel_for<class AddOne>(shape, [=](nd_item<2> item) {
        const int x = item.get_global_id(1), y = item.get_global_id(0);
        if (x < columns && y < rows)
          t[y * columns + x] = a[y * columns + x] + 1;
      });
    });
    q.submit([&](handler &h) {
      accessor t{tmp, h, read_only};
      accessor o{bOut, h, write_only, no_init};
      h.parallel_for<class Square>(shape, [=](nd_item<2> item) {
        const int x = item.get_global_id(1), y = item.get_global_id(0);
        if (x >= columns || y >= rows)
          return;
        o[y * columns + x] = t[y * columns + x] * t[y * columns + x];
      });
    });
    fw.complete_fusion();
    e2e::report("plane", fw);
  }
  e2e::expect_equal("plane", result, wanted);
}

// The second kernel asks for an element of another work-item: nobody takes a register for it.
static void wraps(std::size_t n) {
  const std::vector<int> in = e2e::random_values<int>(n, 11);
  std::vector<int> result(2 * n);
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  {
    buffer<int> bIn{in.data(), range{n}}, tmp{range{n}, {promote_private{}}}, bOut{result.data(), range{2 * n}};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor a{bIn, h, read_only};
      accessor t{tmp, h, write_only, no_init};
      h.parallel_for<class Half>(range{2 * n}, [=](id<1> i) {
        if (i[0] < n)
          t[i % n] = a[i % n];
      });
    });
    q.submit([&](handler &h) {
      accessor t{tmp, h, read_only};
      accessor o{bOut, h, write_only, no_init};
      h.parallel_for<class Whole>(range{2 * n}, [=](id<1> i) { o[i] = t[i % n] - 2; });
    });
    fw.complete_fusion();
    e2e::report("wraps", fw);
  }
}

int main() {
  line(1000, 1000, "listed"); // CHECK: listed: aot none
  line(1024, 1024, "exact");  // CHECK-NEXT: exact: aot none
  line(1, 1, "one");          // CHECK-NEXT: one: aot-generic nd_range_not_listed
  line(257, 256, "more");     // CHECK-NEXT: more: aot-generic nd_range_not_listed
  line(10007, 99, "fewer");   // CHECK-NEXT: fewer: aot-generic nd_range_not_listed
  plane(64, 16);              // CHECK-NEXT: plane: aot-generic nd_range_not_listed
  plane(1003, 77);            // CHECK-NEXT: plane: aot-generic promoted_size_differs
  plane(3, 1);                // CHECK-NEXT: plane: aot-generic promoted_size_differs
  wraps(500);                 // CHECK-NEXT: wraps: {{.*}} promoted_size_differs
  return e2e::finish();       // CHECK-NEXT: all results right
}
// LINE: line specialized internalized
// LINE-NEXT: promoted_elements {{.*}} value 0 per item
// LINE-NEXT: promoted_elements {{.*}} value 0 per item
// LINE: line generic internalized
// LINE-NEXT: promoted_elements {{.*}} value 0 per item
// LINE-NEXT: promoted_elements {{.*}} value 0 per item
// PLANE: plane generic internalized
// PLANE-NEXT: promoted_elements {{.*}} value 1 per item
