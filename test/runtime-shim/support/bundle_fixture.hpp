// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the region of region_bundle.hpp, and compares its results.
#pragma once

#include "region_bundle.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace test {

using fusion_wrapper = sycl::ext::codeplay::experimental::fusion_wrapper;
using fusion_outcome = sycl::ext::codeplay::experimental::fusion_outcome;
using fusion_reason = sycl::ext::codeplay::experimental::fusion_reason;
namespace fusion_property = sycl::ext::codeplay::experimental::property;

// The kernels of the region, for command groups: their captures come in the order that the bundle describes.
void submit_multiply(sycl::handler &, sycl::buffer<float> &a, sycl::buffer<float> &b, sycl::buffer<float> &tmp,
                     const sycl::property_list &of_tmp = {});
void submit_combine(sycl::handler &, sycl::buffer<float> &tmp, sycl::buffer<float> &c, sycl::buffer<float> &out,
                    float factor, std::size_t size, const sycl::property_list &of_tmp = {});

// Runs the region on random data and returns what went wrong with the results, nothing if all is right.
struct region_run {
  std::size_t size = 1000, second_size = 0; // 0: the same
  float factor = 2;
  bool promote = true, barriers = true;
  bool tmp_is_output = false; // one buffer for both, promoted where it is tmp
  std::size_t tmp_size = 0;   // 0: size
  bool other_tmp = false; // the second kernel reads another buffer of the same contents, not what the first one wrote
  bool promote_first_only = false; // the hint is on the accessor that writes tmp, not on the one that reads it
};
testing::AssertionResult run_region(sycl::queue &, fusion_wrapper &, const region_run & = {});

sycl::queue fusion_queue();

} // namespace test
