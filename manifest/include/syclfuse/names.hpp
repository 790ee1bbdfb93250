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
template <> struct names<range_kind> {
  static constexpr std::string_view values[] = {"single_task", "range", "nd_range"};
};
template <> struct names<param_kind> {
  static constexpr std::string_view values[] = {"accessor", "local_accessor", "pointer", "std_layout"};
};
template <> struct names<access_mode> {
  static constexpr std::string_view values[] = {"none", "read", "write", "read_write"};
};
template <> struct names<promotion> {
  static constexpr std::string_view values[] = {"none", "private", "local", "automatic"};
};
template <> struct names<region_kind> {
  static constexpr std::string_view values[] = {"fusion_wrapper", "graph"};
};
template <> struct names<nd_range_origin> {
  static constexpr std::string_view values[] = {"source", "cmake", "capture"};
};
template <> struct names<open_kind> {
  static constexpr std::string_view values[] = {"loop", "branch", "call", "recursion", "jump"};
};
template <> struct names<target_kind> {
  static constexpr std::string_view values[] = {"native", "cuda", "hip", "spirv"};
};
template <> struct names<variant_kind> {
  static constexpr std::string_view values[] = {"generic", "specialized"};
};
template <> struct names<argument_source> {
  static constexpr std::string_view values[] = {"closure",    "global_size",  "global_offset", "num_groups",
                                                "local_size", "local_memory", "device_global"};
};
template <> struct names<guard_kind> {
  static constexpr std::string_view values[] = {"equal_bytes",        "constant_bytes",  "promoted_elements",
                                                "distinct_buffers",   "aligned_pointer", "nd_range",
                                                "independent_kernels"};
};
template <> struct names<image_format> {
  static constexpr std::string_view values[] = {"none", "ptx", "cubin", "hsaco", "spirv", "spir"};
};

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
