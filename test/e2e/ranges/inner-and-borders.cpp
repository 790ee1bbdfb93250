// The inner elements of an image over a range of two dimensions and its borders over ranges of one, with sizes that are known at
// run time or to the build: on the CPU each kernel has a loop over its own rows, strip by strip, and the inner elements of a large
// image go past the caches. Results are those of the host.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --target=native:v3 --emit ll %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// RUN: cat %t.fusion.*generic*.v3.*ll | FileCheck-22 %s --check-prefixes=LARGE,CODE
// RUN: cat %t.fusion.*128x128*.v3.*ll | FileCheck-22 %s --check-prefix=CODE
// LARGE: .v3.part0.stream(
// LARGE: store <{{.*}}, !nontemporal
// CODE-LABEL: define internal fastcc void @{{.*}}.v3.part1(
// CODE-NOT: udiv
// CODE-LABEL: define hidden void
#include "e2e.hpp"

using namespace sycl;
template <std::size_t N> using known = std::integral_constant<std::size_t, N>;

template <class Size> class Inner;
template <class Size> class Rows;
template <class Size> class Columns;

template <class Height, class Width> static void image(queue &q, Height h, Width w) {
  const std::vector<int> from = e2e::random_values<int>(h * w, unsigned(h));
  std::vector<int> wanted(h * w, 3);
  for (std::size_t y = 1; y + 1 < h; ++y)
    for (std::size_t x = 1; x + 1 < w; ++x)
      wanted[y * w + x] = from[y * w + x - 1] - from[(y + 1) * w + x] + int(y * 5 + x);
  int *a = malloc_shared<int>(h * w, q), *o = malloc_shared<int>(h * w, q);
  std::copy(from.begin(), from.end(), a);
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<Inner<Height>>(range<2>{h - 2, w - 2}, [=](id<2> i) {
    const std::size_t y = i[0] + 1, x = i[1] + 1;
    o[y * w + x] = a[y * w + x - 1] - a[(y + 1) * w + x] + int(y * 5 + x);
  });
  q.parallel_for<Rows<Height>>(range<1>{w}, [=](id<1> i) {
    o[i] = 3;
    o[(h - 1) * w + i] = 3;
  });
  q.parallel_for<Columns<Height>>(range<1>{h - 2}, [=](id<1> i) {
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
  image(q, 300ul, 70ul);                // CHECK: image: aot-generic nd_range_not_listed
  image(q, 5ul, 9001ul);                // CHECK-NEXT: image: aot-generic nd_range_not_listed
  image(q, 201ul, 18ul);                // CHECK-NEXT: image: aot-generic nd_range_not_listed
  image(q, 130ul, 128ul);               // CHECK-NEXT: image: aot-generic nd_range_not_listed
  image(q, known<130>{}, known<130>{}); // CHECK-NEXT: image: aot none
  image(q, known<67>{}, known<1003>{}); // CHECK-NEXT: image: aot none
  image(q, known<1003>{}, known<67>{}); // CHECK-NEXT: image: aot none
  return e2e::finish();                 // CHECK-NEXT: all results right
}
