// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names of what a variant was compiled for.
#pragma once

#include "syclfuse/bundle.hpp"

#include <string>

namespace syclfuse::bundle {

// As for --target: "native", of any level, "cuda:sm_90", "hip:gfx90a", "spirv", "spir".
std::string target_name(const variant_record &);

// The processor or the version of the format, in its own words: "x86-64-v3", "sm_90", "compute_90", "gfx90a",
// "SPIR-V 1.2".
std::string arch_name(const variant_record &);

} // namespace syclfuse::bundle
