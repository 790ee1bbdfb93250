// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bundles for a region of two kernels, tmp = a * b; out = tmp + c * factor, whose native entries are written by hand.
// Each entry leaves a mark when it runs, so that tests know which code did the work.
#pragma once

#include "sycl/sycl.hpp"
#include "syclfuse/bundle.hpp"
#include "syclfuse/native_abi.h"

#include <atomic>
#include <vector>

namespace test {

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

} // namespace test
