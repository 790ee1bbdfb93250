// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The spelling of each enumeration of kinds.hpp, the same in manifests, on the command line and in messages.
#pragma once

#include "syclfuse/kinds.hpp"

#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>

namespace syclfuse {

// `values` in the order of the enumeration, whose values count up from 0.
template <class E> struct names;
#define SYCLFUSE_NAMES(E, ...)                                                                                         \
  template <> struct names<E> {                                                                                        \
    static constexpr std::string_view values[] = {__VA_ARGS__};                                                        \
  };
SYCLFUSE_NAMES(range_kind, "single_task", "range", "nd_range")
SYCLFUSE_NAMES(param_kind, "accessor", "local_accessor", "pointer", "std_layout")
SYCLFUSE_NAMES(access_mode, "none", "read", "write", "read_write")
SYCLFUSE_NAMES(promotion, "none", "private", "local", "automatic")
SYCLFUSE_NAMES(region_kind, "fusion_wrapper", "graph", "automatic")
SYCLFUSE_NAMES(nd_range_origin, "source", "cmake", "capture")
SYCLFUSE_NAMES(open_kind, "loop", "branch", "call", "recursion", "jump")
SYCLFUSE_NAMES(target_kind, "native", "cuda", "hip", "spirv")
SYCLFUSE_NAMES(variant_kind, "generic", "specialized")
SYCLFUSE_NAMES(argument_source, "closure", "global_size", "global_offset", "num_groups", "local_size", "local_memory",
               "device_global")
SYCLFUSE_NAMES(guard_kind, "equal_bytes", "constant_bytes", "promoted_elements", "distinct_buffers", "aligned_pointer",
               "nd_range", "independent_kernels")
SYCLFUSE_NAMES(image_format, "none", "ptx", "cubin", "hsaco", "spirv", "spir")
#undef SYCLFUSE_NAMES

// False for a number outside of the enumeration, in a file that is damaged or of another version.
template <class E> constexpr bool is_known(E value) {
  return static_cast<std::size_t>(value) < std::size(names<E>::values);
}

// The spelling of `value`; "unknown" for a number outside of the enumeration.
template <class E> constexpr std::string_view name_of(E value) {
  return is_known(value) ? names<E>::values[static_cast<std::size_t>(value)] : std::string_view("unknown");
}

// The value spelled `name`, if there is one.
template <class E> constexpr std::optional<E> value_of(std::string_view name) {
  for (std::size_t i = 0; i < std::size(names<E>::values); ++i)
    if (names<E>::values[i] == name)
      return static_cast<E>(i);
  return std::nullopt;
}

} // namespace syclfuse
