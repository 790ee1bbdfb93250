// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A bundle of the program, or of what was fused at run time, that could be read.
#pragma once

#include "syclfuse/bundle.hpp"
#include "syclfuse/native_abi.h"

#include <cstdint>

namespace sycl::detail {

enum class bundle_origin : std::uint8_t { program, jit };

struct loaded_bundle {
  const sycl_fuse_registration *registration = nullptr;
  bundle_origin origin = bundle_origin::program;
  syclfuse::bundle::view view;
};

} // namespace sycl::detail
