// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region of two kernels, tmp = a * b; out = tmp + c * factor, and bundles for it whose native entries are written by
// hand. Each entry leaves a mark when it runs, so that tests know which code did the work.
#pragma once

#include "sycl/sycl.hpp"
#include "syclfuse/bundle.hpp"
#include "syclfuse/native_abi.h"

#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <string>
#include <vector>

namespace test {

using fusion_wrapper = sycl::ext::codeplay::experimental::fusion_wrapper;
using fusion_outcome = sycl::ext::codeplay::experimental::fusion_outcome;
using fusion_reason = sycl::ext::codeplay::experimental::fusion_reason;
namespace fusion_property = sycl::ext::codeplay::experimental::property;

class multiply;
class combine;

// How often each entry ran over any piece of a launch.
struct marks {
  std::atomic<int> multiply{0}, combine{0}, specialized{0}, generic{0}, unpromoted{0};
};
extern marks ran;

// A bundle in memory, registered while it lives.
class registered_bundle {
public:
  explicit registered_bundle(std::vector<unsigned char> bytes);
  ~registered_bundle();
  registered_bundle(const registered_bundle &) = delete;

private:
  std::vector<std::uint64_t> memory_;
  sycl_fuse_registration registration_;
};

// What the bundle of a test contains.
struct bundle_options {
  std::vector<std::uint64_t> listed; // sizes with a specialized variant
  bool generic = true;
  bool unpromoted_fallback = true; // a variant without the guards of promotion
  bool promoted = true;            // tmp is promoted
  bool barriers = true;
  unsigned arch = 1;
  std::vector<float> constant_factor; // one: the specialized and generic variants are built for this factor
  std::uint64_t aligned = 0;          // every variant of the region asks for this alignment of its first pointer
  bool distinct = false;     // the generic variant promotes nothing, but takes tmp and out for different buffers
  bool broken_entry = false; // the entries of the region's variants are missing
};
std::vector<unsigned char> make_bundle(const bundle_options &);

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
