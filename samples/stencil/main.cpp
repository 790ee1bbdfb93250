// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stencil in two kernels over the blocks of a picture: the first computes a value at every point, the second combines
// the neighbours' of the same block. Fused, what lies between them is a tile in the local memory of each work-group,
// and never gets to global memory.
#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

namespace fusion = sycl::ext::codeplay::experimental;

constexpr std::size_t side = 16, height = 34 * side, width = 53 * side; // of a block, of the picture

// The neighbours' places within a block; beyond its border a point is its own neighbour.
static std::size_t before(std::size_t i) { return std::max(i, std::size_t{1}) - 1; }
static std::size_t after(std::size_t i) { return std::min(i + 1, side - 1); }

static const char *sharpen(sycl::queue &q, const std::vector<float> &in, std::vector<float> &out) {
  const sycl::nd_range<2> shape{{height, width}, {side, side}};
  sycl::buffer<float, 2> picture{in.data(), {height, width}}, sharp{out.data(), {height, width}};
  sycl::buffer<float, 2> tile{{height, width}, {fusion::property::promote_local{}}};
  fusion::fusion_wrapper fw{q};
  fw.start_fusion();
  q.submit([&](sycl::handler &h) {
    sycl::accessor from{picture, h, sycl::read_only};
    sycl::accessor to{tile, h, sycl::write_only, sycl::no_init};
    h.parallel_for<class Logarithm>(
        shape, [=](sycl::nd_item<2> i) { to[i.get_global_id()] = sycl::log(from[i.get_global_id()]); });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor t{tile, h, sycl::read_only};
    sycl::accessor to{sharp, h, sycl::write_only, sycl::no_init};
    h.parallel_for<class Sharpen>(shape, [=](sycl::nd_item<2> i) {
      const std::size_t by = i.get_group(0) * side, bx = i.get_group(1) * side, y = i.get_local_id(0),
                        x = i.get_local_id(1);
      const float around =
          t[by + before(y)][bx + x] + t[by + after(y)][bx + x] + t[by + y][bx + before(x)] + t[by + y][bx + after(x)];
      to[i.get_global_id()] = sycl::exp(2 * t[by + y][bx + x] - around / 4);
    });
  });
  fw.complete_fusion();
  return fusion::to_string(fw.last_outcome());
}

int main() {
  std::vector<float> in(height * width), out(height * width);
  std::minstd_rand generator{11};
  for (float &value : in)
    value = 1 + static_cast<float>(generator() % 1000) / 100;

  sycl::queue q{{fusion::property::queue::enable_fusion{}}};
  std::printf("sharpen: %s\n", sharpen(q, in, out));

  std::size_t wrong = 0;
  for (std::size_t i = 0; i < height * width; ++i) {
    const std::size_t y = i / width % side, x = i % width % side, by = i / width - y, bx = i % width - x;
    auto at = [&](std::size_t y, std::size_t x) { return std::log(in[(by + y) * width + bx + x]); };
    const float around = at(before(y), x) + at(after(y), x) + at(y, before(x)) + at(y, after(x));
    const float wanted = std::exp(2 * at(y, x) - around / 4);
    wrong += !(std::fabs(out[i] - wanted) <= 1e-4f * wanted);
  }
  std::printf("%zu of %zu pixels wrong\n", wrong, out.size());
  return wrong != 0;
}
