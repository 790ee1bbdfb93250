// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The attributes of a kernel (SYCL 2020, 5.8.1) as the plugin puts them into the program: one record after the other,
// each a kind, the number of its values, and these; after the last one attribute_kind::end.
#pragma once

#include <cstdint>

namespace syclfuse {

enum class attribute_kind : std::uint64_t {
  end = 0,
  reqd_work_group_size = 1, // in SYCL order, as many as were given
  work_group_size_hint = 2, // likewise
  reqd_sub_group_size = 3,
  device_has = 4 // numbers of sycl::aspect
};

} // namespace syclfuse

// Called by the constructors of objects with such kernels, so that programs can query attributes without a launch.
// Copies both arguments. Thread-safe; never throws.
extern "C" void sycl_fuse_note_attributes(const char *symbol, const std::uint64_t *records);
