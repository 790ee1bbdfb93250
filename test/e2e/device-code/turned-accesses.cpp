// Kernels that go down columns while their work-items go along rows: on the CPU they run in blocks if rows are long enough, over
// ranges of two and three dimensions, with sizes that no block divides. Results are those of the host.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// CHECK: all results right
#include "e2e.hpp"

#include <algorithm>

using namespace sycl;

template <std::size_t N> using known = std::integral_constant<std::size_t, N>;

namespace {

template <class... T> class Write;
template <class... T> class Read;
template <class... T> class Planes;
template <class... T> class Scaled;
template <class... T> class Turned;

// Index: of the kernel's own arithmetic.
template <class Index, class Height, class Width> void matrix(queue &q, Height h, Width w) {
  const std::vector<int> from = e2e::random_values<int>(h * w, unsigned(h + w));
  std::vector<int> wanted(h * w);
  for (std::size_t y = 0; y < h; ++y)
    for (std::size_t x = 0; x < w; ++x)
      wanted[x * h + y] = from[y * w + x];
  int *a = malloc_shared<int>(h * w, q), *o = malloc_shared<int>(h * w, q);
  const auto check = [&](const char *name) {
    q.wait();
    e2e::expect_equal(name, std::vector<int>(o, o + h * w), wanted);
    std::fill(o, o + h * w, -1);
  };
  std::copy(from.begin(), from.end(), a);
  q.parallel_for<Write<Index, Height, Width>>(range<2>(h, w), [=](id<2> i) {
    const Index y = i[0], x = i[1];
    o[x * Index(h) + y] = a[y * Index(w) + x];
  });
  check("write");
  q.parallel_for<Read<Index, Height, Width>>(range<2>(w, h), [=](item<2> i) {
    const Index y = i[0], x = i[1];
    o[y * Index(h) + x] = a[x * Index(w) + y];
  });
  check("read");
  // Fused, with a kernel that goes along rows.
  int *b = malloc_shared<int>(h * w, q);
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<Scaled<Index, Height, Width>>(range<2>(h, w),
                                               [=](id<2> i) { b[i[0] * w + i[1]] = a[i[0] * w + i[1]] ^ 5; });
  q.parallel_for<Turned<Index, Height, Width>>(range<2>(h, w),
                                               [=](id<2> i) { o[i[1] * h + i[0]] = b[i[0] * w + i[1]] ^ 5; });
  fw.complete_fusion();
  check("fused");
  for (int *p : {a, b, o})
    free(p, q);
}

// The second and the third dimension change places.
void planes(queue &q, std::size_t d, std::size_t h, std::size_t w) {
  const std::vector<short> from = e2e::random_values<short>(d * h * w, unsigned(d));
  std::vector<short> wanted(d * h * w);
  for (std::size_t z = 0; z < d; ++z)
    for (std::size_t y = 0; y < h; ++y)
      for (std::size_t x = 0; x < w; ++x)
        wanted[(z * w + x) * h + y] = from[(z * h + y) * w + x];
  short *a = malloc_shared<short>(d * h * w, q), *o = malloc_shared<short>(d * h * w, q);
  std::copy(from.begin(), from.end(), a);
  q.parallel_for<Planes<>>(range<3>(d, h, w),
                           [=](id<3> i) { o[(i[0] * w + i[2]) * h + i[1]] = a[(i[0] * h + i[1]) * w + i[2]]; });
  q.wait();
  e2e::expect_equal("planes", std::vector<short>(o, o + d * h * w), wanted);
  free(a, q);
  free(o, q);
}

// Columns at places that are no numbers in the first row, where it is looked how far they are apart.
void shifted(queue &q) {
  constexpr std::size_t h = 100, w = 600, n = w * 1024;
  int *b = malloc_shared<int>(h * w, q), *o = malloc_shared<int>(n, q);
  std::fill(b, b + h * w, 1);
  std::fill(o, o + n, 0);
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class Counted>(range<2>(h, w), [=](id<2> i) { b[i[0] * w + i[1]] += 1; });
  q.parallel_for<class Shifted>(range<2>(h, w), [=](id<2> i) {
    const std::size_t y = i[0], x = i[1];
    if (y >= 40 && y < 49)
      o[x * 1024 + (std::size_t(1) << (y - 40))] = 1;
  });
  fw.complete_fusion();
  q.wait();
  e2e::expect("shifted", std::count(o, o + n, 1) == 9 * int(w) && std::count(b, b + h * w, 2) == int(h * w));
  free(b, q);
  free(o, q);
}

} // namespace

int main() {
  queue q = e2e::make_queue();
  matrix<std::size_t>(q, std::size_t(512), std::size_t(512));
  matrix<std::size_t>(q, std::size_t(1024), std::size_t(519));
  matrix<std::size_t>(q, std::size_t(2048), std::size_t(1001));
  matrix<std::size_t>(q, std::size_t(33), std::size_t(5000));
  matrix<int>(q, std::size_t(1536), std::size_t(1030));
  matrix<int>(q, std::size_t(1111), std::size_t(2222));
  matrix<unsigned>(q, std::size_t(1024), std::size_t(1024));
  matrix<std::size_t>(q, known<1024>{}, known<777>{});
  matrix<int>(q, known<1024>{}, known<1024>{});
  matrix<int>(q, known<70>{}, known<90>{});
  shifted(q);
  planes(q, 3, 1024, 531);
  planes(q, 5, 41, 2100);
  planes(q, 1, 2048, 600);
  return e2e::finish();
}
