// Two- and three-dimensional ranges, some with dimensions that divide nothing: ids, linear ids and ranges are right in
// fused kernels, also where conditions tell the border from the inside.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --nd-range=run3=2x3x5 %t.o -o %t.fusion.o 2>&1 | count 0
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
#include "e2e.hpp"

using namespace sycl;

void run2(range<2> n) {
  const std::vector<int> in = e2e::random_values<int>(n.size(), 5);
  std::vector<int> result(n.size()), wanted(n.size());
  for (std::size_t y = 0; y < n[0]; ++y)
    for (std::size_t x = 0; x < n[1]; ++x) {
      const int tmp = in[y * n[1] + x] + static_cast<int>(10 * y + x);
      wanted[y * n[1] + x] = tmp * static_cast<int>(n[0] * 100 + n[1]);
    }
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  {
    buffer<int, 2> bIn{in.data(), n}, bOut{result.data(), n}, bTmp{n, property_list{e2e::promote_private{}}};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor a{bIn, h, read_only};
      accessor t{bTmp, h, write_only, no_init};
      h.parallel_for<class Add2>(n, [=](id<2> i) { t[i] = a[i] + static_cast<int>(10 * i[0] + i[1]); });
    });
    q.submit([&](handler &h) {
      accessor t{bTmp, h, read_only};
      accessor o{bOut, h, write_only, no_init};
      h.parallel_for<class Scale2>(n, [=](item<2> i) {
        o[i.get_id()] = t[i.get_id()] * static_cast<int>(i.get_range(0) * 100 + i.get_range(1));
      });
    });
    fw.complete_fusion();
    e2e::report("2d", fw);
  }
  e2e::expect_equal("2d", result, wanted);
}

void run3(range<3> n) {
  const std::vector<int> in = e2e::random_values<int>(n.size(), 6);
  std::vector<int> result(n.size()), wanted(n.size());
  for (std::size_t i = 0; i < n.size(); ++i) {
    const std::size_t z = i / (n[1] * n[2]), y = i / n[2] % n[1], x = i % n[2];
    wanted[i] = in[i] * static_cast<int>(100 * z + 10 * y + x) - static_cast<int>(i);
  }
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  {
    buffer<int, 3> bIn{in.data(), n}, bOut{result.data(), n}, bTmp{n};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor a{bIn, h, read_only};
      accessor t{bTmp, h, write_only, no_init};
      h.parallel_for<class Scale3>(n,
                                   [=](item<3> i) { t[i] = a[i] * static_cast<int>(100 * i[0] + 10 * i[1] + i[2]); });
    });
    q.submit([&](handler &h) {
      accessor t{bTmp, h, read_only};
      accessor o{bOut, h, write_only, no_init};
      h.parallel_for<class Subtract3>(n, [=](item<3> i) { o[i] = t[i] - static_cast<int>(i.get_linear_id()); });
    });
    fw.complete_fusion();
    e2e::report("3d", fw);
  }
  e2e::expect_equal("3d", result, wanted);
}

// The inside of a grid, then its border, where the compiler puts constants for ids that conditions name.
void bordered() {
  constexpr unsigned height = 37, width = 29;
  const std::vector<int> in = e2e::random_values<int>(height * width, 7);
  std::vector<int> wanted(in.size(), -2);
  queue q = e2e::make_queue();
  using row = int[width];
  row *from = malloc_shared<row>(height, q), *to = malloc_shared<row>(height, q);
  std::copy(in.begin(), in.end(), from[0]);
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class Inside>(range<2>(height, width), [=](id<2> i) {
    const unsigned y = i[0], x = i[1];
    if (y > 0 && y < height - 1 && x > 0 && x < width - 1)
      to[y][x] = from[y][x] - from[y + 1][x - 1];
  });
  q.parallel_for<class Border>(range<2>(height, width), [=](id<2> i) {
    const unsigned y = i[0], x = i[1];
    if (y == 0)
      to[y][x] = -1;
    else if (y == height - 1)
      to[y][x] = -1;
    else if (x == 0)
      to[y][x] = -1;
    else if (x == width - 1)
      to[y][x] = -1;
  });
  q.parallel_for<class Doubled>(range<2>(height, width), [=](id<2> i) { to[i[0]][i[1]] *= 2; });
  fw.complete_fusion(e2e::fusion::property::no_barriers{});
  q.wait();
  for (std::size_t y = 1; y + 1 < height; ++y)
    for (std::size_t x = 1; x + 1 < width; ++x)
      wanted[y * width + x] = 2 * (in[y * width + x] - in[(y + 1) * width + x - 1]);
  e2e::report("border", fw);
  e2e::expect_equal("border", std::vector<int>(to[0], to[height]), wanted);
  sycl::free(from, q);
  sycl::free(to, q);
}

int main() {
  run2({64, 128});
  run2({1, 1});
  run2({5, 1});
  run2({3, 1001});
  run3({2, 3, 5});
  run3({1, 1, 7});
  run3({7, 13, 31});
  bordered();
  return e2e::finish();
}
// CHECK-COUNT-4: 2d: aot-generic nd_range_not_listed
// CHECK-NEXT: 3d: aot none
// CHECK-NEXT: 3d: aot-generic nd_range_not_listed
// CHECK-NEXT: 3d: aot-generic nd_range_not_listed
// CHECK-NEXT: border: aot none
// CHECK-NEXT: all results right
