// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An ND-range as metadata and messages have it: in SYCL order, with the number of its dimensions. launch_sizes, in
// SPIR-V order, is its form in bundles and where launches are compared.
#pragma once

#include "syclfuse/launch_sizes.hpp"

#include <array>
#include <cstdint>
#include <string>

namespace syclfuse::fuser {

// Local all zero: not specified.
struct NDRange {
  unsigned Dims = 1;
  std::array<uint64_t, 3> Global{0, 0, 0}, Local{0, 0, 0}, Offset{0, 0, 0};

  NDRange() = default;
  NDRange(const launch_sizes &Sizes, unsigned Dims);
  launch_sizes sizes() const; // unused dimensions of a local size that is specified are 1
  bool hasLocal() const { return Local[0] != 0; }
  std::string str() const; // "{1024x16, 16x16, 0x0}"

  // By dimension in SPIR-V order, 0 the fastest. Unused dimensions have one work-item and no offset.
  uint64_t global(unsigned D) const { return D < Dims ? Global[Dims - 1 - D] : 1; }
  uint64_t local(unsigned D) const { return D < Dims ? Local[Dims - 1 - D] : 1; }
  uint64_t offset(unsigned D) const { return D < Dims ? Offset[Dims - 1 - D] : 0; }

  bool operator==(const NDRange &O) const {
    return Dims == O.Dims && Global == O.Global && Local == O.Local && Offset == O.Offset;
  }
};

} // namespace syclfuse::fuser
