// A stencil in a work-group's tile whose reads stand under tests for the border of the tile has the tile in local
// memory, in one and two dimensions, and gives what the host computes of random data.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o 2> %t.err
// RUN: sycl-fuse inspect %t.fusion.o | FileCheck-22 %s --check-prefix=INSPECT
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// INSPECT-DAG: specialized 264x424:8x8 {{ *}}internalized,barriers
// INSPECT-DAG: specialized 4160:32 {{ *}}internalized,barriers
// CHECK: picture: aot none
// CHECK: line: aot none
// CHECK: all results right
#include "e2e.hpp"

using namespace sycl;
using promote_local = e2e::fusion::property::promote_local;

constexpr std::size_t side = 8, height = 33 * side, width = 53 * side, count = 4160, part = 32;

static void picture(queue &q) {
  const std::vector<int> in = e2e::random_values<int>(height * width, 7);
  std::vector<int> out(in.size()), wanted(in.size());
  e2e::fusion_wrapper fw{q};
  {
    const nd_range<2> shape{{height, width}, {side, side}};
    buffer<int, 2> from{in.data(), {height, width}}, to{out.data(), {height, width}},
        tile{{height, width}, {promote_local{}}};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor a{from, h, read_only};
      accessor t{tile, h, write_only, no_init};
      h.parallel_for<class PictureWrites>(shape,
                                          [=](nd_item<2> i) { t[i.get_global_id()] = a[i.get_global_id()] * 3; });
    });
    q.submit([&](handler &h) {
      accessor t{tile, h, read_only};
      accessor b{to, h, write_only, no_init};
      h.parallel_for<class PictureReads>(shape, [=](nd_item<2> i) {
        const std::size_t by = i.get_group(0) * side, bx = i.get_group(1) * side, y = i.get_local_id(0),
                          x = i.get_local_id(1);
        int sum = 5 * t[by + y][bx + x];
        if (y > 0)
          sum -= t[by + y - 1][bx + x];
        if (y + 1 < side)
          sum -= t[by + y + 1][bx + x];
        if (x > 0 && y > 0)
          sum += t[by + y - 1][bx + x - 1];
        if (x < side - 1)
          sum -= t[by + y][bx + x + 1];
        b[i.get_global_id()] = sum;
      });
    });
    fw.complete_fusion();
  }
  for (std::size_t at = 0; at < in.size(); ++at) {
    const std::size_t y = at / width % side, x = at % width % side;
    wanted[at] = 15 * in[at];
    wanted[at] -= y > 0 ? 3 * in[at - width] : 0;
    wanted[at] -= y + 1 < side ? 3 * in[at + width] : 0;
    wanted[at] += x > 0 && y > 0 ? 3 * in[at - width - 1] : 0;
    wanted[at] -= x + 1 < side ? 3 * in[at + 1] : 0;
  }
  e2e::report("picture", fw);
  e2e::expect_equal("picture", out, wanted);
}

static void line(queue &q) {
  const std::vector<float> in = e2e::random_values<float>(count, 9);
  std::vector<float> out(count), wanted(count);
  e2e::fusion_wrapper fw{q};
  {
    const nd_range<1> shape{range{count}, range{part}};
    buffer<float> from{in.data(), range{count}}, to{out.data(), range{count}}, tile{range{count}, {promote_local{}}};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor a{from, h, read_only};
      accessor t{tile, h, write_only, no_init};
      h.parallel_for<class LineWrites>(shape, [=](nd_item<1> i) { t[i.get_global_id()] = a[i.get_global_id()] + 1; });
    });
    q.submit([&](handler &h) {
      accessor t{tile, h, read_only};
      accessor b{to, h, write_only, no_init};
      h.parallel_for<class LineReads>(shape, [=](nd_item<1> i) {
        const int x = static_cast<int>(i.get_local_id(0)), at = static_cast<int>(i.get_global_id(0));
        float sum = t[at];
        if (x >= 2)
          sum += t[at - 2];
        if (x < static_cast<int>(part) - 1)
          sum += t[at + 1];
        b[at] = sum;
      });
    });
    fw.complete_fusion();
  }
  for (std::size_t at = 0; at < count; ++at) {
    const std::size_t x = at % part;
    wanted[at] = in[at] + 1;
    if (x >= 2)
      wanted[at] += in[at - 2] + 1;
    if (x + 1 < part)
      wanted[at] += in[at + 1] + 1;
  }
  e2e::report("line", fw);
  e2e::expect_equal("line", out, wanted);
}

int main() {
  queue q = e2e::make_queue();
  picture(q);
  line(q);
  return e2e::finish();
}
