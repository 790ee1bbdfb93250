// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "statistics.hpp"

#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

namespace fusion = sycl::ext::codeplay::experimental;

const char *statistics::standardize(std::vector<float> &values, float mean, float deviation) {
  const sycl::range<1> n{values.size()};
  sycl::queue q{{fusion::property::queue::enable_fusion{}}};
  fusion::fusion_wrapper fw{q};
  sycl::buffer<float> all{values.data(), n};
  sycl::buffer<float> centred{n, {fusion::property::promote_private{}}},
      scaled{n, {fusion::property::promote_private{}}};
  fw.start_fusion();
  q.submit([&](sycl::handler &h) {
    sycl::accessor in{all, h, sycl::read_only};
    sycl::accessor out{centred, h, sycl::write_only, sycl::no_init};
    h.parallel_for<class Centre>(n, [=](sycl::id<1> i) { out[i] = in[i] - mean; });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor in{centred, h, sycl::read_only};
    sycl::accessor out{scaled, h, sycl::write_only, sycl::no_init};
    h.parallel_for<class Scale>(n, [=](sycl::id<1> i) { out[i] = in[i] / deviation; });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor in{scaled, h, sycl::read_only};
    sycl::accessor out{all, h, sycl::write_only};
    h.parallel_for<class Limit>(n, [=](sycl::id<1> i) { out[i] = sycl::clamp(in[i], -3.0f, 3.0f); });
  });
  fw.complete_fusion();
  return fusion::to_string(fw.last_outcome());
}
