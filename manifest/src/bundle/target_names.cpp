// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syclfuse/target_names.hpp"

#include <cstdio>

namespace syclfuse::bundle {
namespace {

std::string amd_processor(const variant_record &v) {
  char name[16];
  std::snprintf(name, sizeof name, "gfx%x", static_cast<unsigned>(v.arch));
  return name;
}

} // namespace

std::string target_name(const variant_record &v) {
  switch (v.target) {
  case target_kind::native:
    return "native";
  case target_kind::cuda:
    return "cuda:sm_" + std::to_string(v.arch) + (v.flags & variant_exact_arch ? "a" : "");
  case target_kind::hip:
    return "hip:" + amd_processor(v);
  case target_kind::spirv:
    return v.format == image_format::spir ? "spir" : "spirv";
  }
  return "unknown";
}

std::string arch_name(const variant_record &v) {
  switch (v.target) {
  case target_kind::native:
    return "x86-64-v" + std::to_string(v.arch);
  case target_kind::cuda:
    return (v.format == image_format::cubin ? "sm_" : "compute_") + std::to_string(v.arch);
  case target_kind::hip:
    return amd_processor(v);
  case target_kind::spirv:
    return v.format == image_format::spir ? "SPIR 1.2"
                                          : "SPIR-V " + std::to_string(v.arch / 10) + "." + std::to_string(v.arch % 10);
  }
  return std::to_string(v.arch);
}

} // namespace syclfuse::bundle
