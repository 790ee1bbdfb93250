// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks of what a launch needs against what the device has. Each throws before anything has started.
#pragma once

#include "sycl/exception.hpp"

#include <cstdint>
#include <string>

namespace sycl::detail {

[[noreturn]] inline void refuse_range(const std::string &text) {
  throw exception(make_error_code(errc::nd_range), text);
}

// As SYCL counts dimensions: the fastest is the last one.
inline std::string dimension_text(unsigned spirv_dimension, unsigned dimensions) {
  return "dimension " + std::to_string(dimensions - 1 - spirv_dimension);
}

inline void check_divides(std::uint64_t local, std::uint64_t global, unsigned spirv_dimension, unsigned dimensions) {
  if (global % local != 0)
    refuse_range("local size " + std::to_string(local) + " does not divide global size " + std::to_string(global) +
                 " in " + dimension_text(spirv_dimension, dimensions));
}

// `most`: of this kernel on this device.
inline void check_work_group(std::uint64_t items, std::uint64_t most) {
  if (items > most)
    refuse_range("a work-group of " + std::to_string(items) +
                 " work-items is too large: this kernel runs with at most " + std::to_string(most) + " on this device");
}

inline void check_local_memory(std::uint64_t bytes, std::uint64_t most) {
  if (bytes > most)
    throw exception(make_error_code(errc::memory_allocation), "a work-group needs " + std::to_string(bytes) +
                                                                  " bytes of local memory, the device has " +
                                                                  std::to_string(most));
}

} // namespace sycl::detail
