// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "filters.hpp"

#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>

namespace fusion = sycl::ext::codeplay::experimental;

// On the host.
unsigned edge_at(const std::vector<unsigned> &in, std::size_t i) {
  const unsigned next = in[i + 1 < in.size() ? i + 1 : i];
  const unsigned difference = in[i] > next ? in[i] - next : next - in[i];
  return difference > 50 ? 255 : 0;
}

const char *edges(sycl::queue &q, const std::vector<unsigned> &in, std::vector<unsigned> &out) {
  const std::size_t n = in.size();
  sycl::buffer<unsigned> bIn{in.data(), n}, bOut{out.data(), n};
  sycl::buffer<unsigned> bDifference{n, {fusion::property::promote_private{}}};
  fusion::fusion_wrapper fw{q};
  fw.start_fusion();
  q.submit([&](sycl::handler &h) {
    sycl::accessor in{bIn, h, sycl::read_only};
    sycl::accessor difference{bDifference, h, sycl::write_only, sycl::no_init};
    h.parallel_for<class Difference>(sycl::range{n}, [=](sycl::id<1> i) {
      const unsigned next = in[i + 1 < n ? i + 1 : i];
      difference[i] = in[i] > next ? in[i] - next : next - in[i];
    });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor difference{bDifference, h, sycl::read_only};
    sycl::accessor out{bOut, h, sycl::write_only, sycl::no_init};
    h.parallel_for<class Threshold>(sycl::range{n}, [=](sycl::id<1> i) { out[i] = difference[i] > 50 ? 255 : 0; });
  });
  fw.complete_fusion();
  return fusion::to_string(fw.last_outcome());
}
