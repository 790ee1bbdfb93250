// ND-ranges of more dimensions than their kernels use, as nd_range<3>(1, 1, n), beside ranges of the very elements: that the slower dimensions have one
// work-item is seen in the run. Where they have more, several work-items access an element, and the kernels run one by one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --target=native:v3 %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// Where the number of work-items is at most the size of the fastest dimension, a work-item's place is its number.
// RUN: sycl-fuse inspect --json %t.fusion.o | FileCheck-22 %s --check-prefix=TABLE
// TABLE: pointer 0:8: kernel 1 reads [0, 4) + (0)*[{{[^]]*}}] + (4)*[0..-1 + 1*s[[#FAST:]]
// TABLE: pointer 0:8: kernel 1 reads [0, 4) + (4)*[{{[^]]*}}] + (0)*[0..0 - 1*s{{[0-9]+}}*s{{[0-9]+}}*s{{[0-9]+}} + 1*s[[#FAST]] min 0]
#include "e2e.hpp"

#include <algorithm>

using namespace sycl;

static std::size_t up(std::size_t n, std::size_t to) { return (n + to - 1) / to * to; }

struct arrays {
  explicit arrays(queue &q, std::size_t n, unsigned seed) : q(q), from(e2e::random_values<int>(n, seed)), wanted(n) {
    x = malloc_shared<int>(n, q);
    y = malloc_shared<int>(n, q);
    z = malloc_shared<int>(n, q);
    std::copy(from.begin(), from.end(), x);
    std::fill_n(z, n, -1);
    for (std::size_t i = 0; i < n; ++i)
      wanted[i] = 3 * from[i] - static_cast<int>(i % 7);
  }
  ~arrays() {
    for (int *p : {x, y, z})
      free(p, q);
  }
  void check(const char *what, const e2e::fusion_wrapper &fw) {
    q.wait();
    e2e::report(what, fw);
    e2e::expect_equal(what, std::vector<int>(z, z + from.size()), wanted);
  }
  queue &q;
  std::vector<int> from, wanted;
  int *x, *y, *z;
};

// Rows of one: the kernel uses the fastest dimension only, rounded up to whole groups. With more rows each of them does all elements.
template <int Rows> static void line(queue &q, std::size_t n, std::size_t local) {
  arrays a(q, n, unsigned(n));
  const std::size_t rows = Rows;
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class Triple>(range<1>(n), [x = a.x, y = a.y](id<1> i) { y[i] = 3 * x[i]; });
  q.parallel_for<class Less>(nd_range<3>({1, rows, up(n, local)}, {1, 1, local}), [y = a.y, z = a.z, n](nd_item<3> i) {
    const int k = i.get_group(2) * i.get_local_range(2) + i.get_local_id(2);
    if (k < int(n))
      z[k] = y[k] - k % 7;
  });
  fw.complete_fusion();
  a.check(Rows == 1 ? "line" : "rows", fw);
}

// An image of one plane beside its points.
static void plane(queue &q, std::size_t planes, std::size_t h, std::size_t w) {
  arrays a(q, h * w, unsigned(h));
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class TripleAll>(range<1>(h * w), [x = a.x, y = a.y](id<1> i) { y[i] = 3 * x[i]; });
  q.parallel_for<class LessInPlane>(range<3>(planes, h, w), [y = a.y, z = a.z, w](item<3> i) {
    const std::size_t k = i[1] * w + i[2];
    z[k] = y[k] - static_cast<int>(k % 7);
  });
  fw.complete_fusion();
  a.check("plane", fw);
}

int main() {
  queue q = e2e::make_queue();
  line<1>(q, 1000, 64);  // CHECK: line: aot-generic nd_range_not_listed
  line<1>(q, 1, 32);     // CHECK-NEXT: line: aot-generic nd_range_not_listed
  line<1>(q, 1024, 256); // CHECK-NEXT: line: aot-generic nd_range_not_listed
  line<2>(q, 1000, 64);  // CHECK-NEXT: rows: unfused kernels_depend
  plane(q, 1, 37, 53);   // CHECK-NEXT: plane: aot-generic nd_range_not_listed
  plane(q, 1, 64, 64);   // CHECK-NEXT: plane: aot-generic nd_range_not_listed
  plane(q, 2, 37, 53);   // CHECK-NEXT: plane: unfused kernels_depend
  return e2e::finish();  // CHECK-NEXT: all results right
}
