// The inner elements of an image over a range of two dimensions and its borders over ranges of one, with sizes that are known at
// run time: on the CPU each kernel has a loop over its own rows, strip by strip. Results are those of the host.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --target=native %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
#include "e2e.hpp"

using namespace sycl;

static void image(queue &q, std::size_t h, std::size_t w) {
  const std::vector<int> from = e2e::random_values<int>(h * w, unsigned(h));
  std::vector<int> wanted(h * w, 3);
  for (std::size_t y = 1; y + 1 < h; ++y)
    for (std::size_t x = 1; x + 1 < w; ++x)
      wanted[y * w + x] = from[y * w + x - 1] - from[(y + 1) * w + x] + int(y * 5 + x);
  int *a = malloc_shared<int>(h * w, q), *o = malloc_shared<int>(h * w, q);
  std::copy(from.begin(), from.end(), a);
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class Inner>(range<2>{h - 2, w - 2}, [=](id<2> i) {
    const std::size_t y = i[0] + 1, x = i[1] + 1;
    o[y * w + x] = a[y * w + x - 1] - a[(y + 1) * w + x] + int(y * 5 + x);
  });
  q.parallel_for<class Rows>(range<1>{w}, [=](id<1> i) {
    o[i] = 3;
    o[(h - 1) * w + i] = 3;
  });
  q.parallel_for<class Columns>(range<1>{h - 2}, [=](id<1> i) {
    o[(i + 1) * w] = 3;
    o[(i + 1) * w + w - 1] = 3;
  });
  fw.complete_fusion();
  q.wait();
  e2e::report("image", fw);
  e2e::expect_equal("image", std::vector<int>(o, o + h * w), wanted);
  free(a, q);
  free(o, q);
}

int main() {
  queue q = e2e::make_queue();
  image(q, 300, 70);    // CHECK: image: aot-generic nd_range_not_listed
  image(q, 5, 9001);    // CHECK-NEXT: image: aot-generic nd_range_not_listed
  image(q, 201, 18);    // CHECK-NEXT: image: aot-generic nd_range_not_listed
  image(q, 130, 128);   // CHECK-NEXT: image: aot-generic nd_range_not_listed
  return e2e::finish(); // CHECK-NEXT: all results right
}
