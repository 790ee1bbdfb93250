// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Three translation units, one program: a region here whose kernels call, and come from, functions of colour.cpp; and a
// region in edges.cpp.
#include "filters.hpp"

#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>

#include <cstdio>
#include <random>

namespace fusion = sycl::ext::codeplay::experimental;

static const char *grey(sycl::queue &q, const std::vector<unsigned> &in, std::vector<unsigned> &out) {
  const sycl::range n{in.size()};
  sycl::buffer<unsigned> bIn{in.data(), n}, bOut{out.data(), n}, bLight{n, {fusion::property::promote_private{}}};
  fusion::fusion_wrapper fw{q};
  fw.start_fusion();
  q.submit([&](sycl::handler &h) {
    sycl::accessor in{bIn, h, sycl::read_only};
    sycl::accessor light{bLight, h, sycl::write_only, sycl::no_init};
    h.parallel_for<class Light>(n, [=](sycl::id<1> i) { light[i] = luminance(in[i]); });
  });
  invert(q, bLight, bOut);
  fw.complete_fusion();
  return fusion::to_string(fw.last_outcome());
}

int main() {
  std::vector<unsigned> picture(10007), light(picture.size()), lines(picture.size());
  std::minstd_rand generator{5};
  for (unsigned &rgb : picture)
    rgb = static_cast<unsigned>(generator()) & 0xffffff;

  sycl::queue q{{fusion::property::queue::enable_fusion{}}};
  std::printf("grey: %s\n", grey(q, picture, light));
  std::printf("edges: %s\n", edges(q, light, lines));

  bool right = true;
  for (std::size_t i = 0; i < picture.size(); ++i)
    right &= light[i] == 255 - luminance(picture[i]) && lines[i] == edge_at(light, i);
  std::puts(right ? "all pixels right" : "pixels are wrong");
  return !right;
}
