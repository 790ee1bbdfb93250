// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "filters.hpp"

SYCL_EXTERNAL unsigned luminance(unsigned rgb) {
  return (77 * (rgb >> 16 & 255) + 150 * (rgb >> 8 & 255) + 29 * (rgb & 255)) >> 8;
}

void invert(sycl::queue &q, sycl::buffer<unsigned> &light, sycl::buffer<unsigned> &out) {
  q.submit([&](sycl::handler &h) {
    sycl::accessor from{light, h, sycl::read_only};
    sycl::accessor to{out, h, sycl::write_only, sycl::no_init};
    h.parallel_for<class Invert>(light.get_range(), [=](sycl::id<1> i) { to[i] = 255 - from[i]; });
  });
}
