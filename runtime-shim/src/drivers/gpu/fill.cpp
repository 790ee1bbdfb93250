// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fill.hpp"

#include "drivers/common/fill.hpp"

#include <cstring>

namespace sycl::detail::gpu {

namespace {

// Sets `count` units of 1, 2 or 4 bytes to the unit at `value`.
void set_units(const api &f, stream_handle stream, device_pointer dst, const char *value, std::size_t unit,
               std::size_t count) {
  unsigned word = 0;
  std::memcpy(&word, value, unit); // little-endian, as all hosts of these devices are
  switch (unit) {
  case 4:
    return f.require(f.memset_d32, dst, word, count, stream);
  case 2:
    return f.require(f.memset_d16, dst, static_cast<unsigned short>(word), count, stream);
  default:
    return f.require(f.memset_d8, dst, static_cast<unsigned char>(word), count, stream);
  }
}

} // namespace

bool is_pageable(const api &f, const void *pointer) {
  unsigned kind = 0;
  // HIP, from 6 on, gives a type for unknown memory too, which is 0; that was pinned memory before, which takes the way
  // of ordinary memory as well.
  return f.pointer_get_attribute(&kind, pointer_attribute::memory_type, to_device(pointer)) != result::success ||
         kind == 0;
}

void fill_device(const api &f, stream_handle stream, void *dst, const void *pattern, std::size_t pattern_size,
                 std::size_t count) {
  const device_pointer begin = to_device(dst);
  const char *bytes = static_cast<const char *>(pattern);
  fill_by_units(
      begin, pattern_size, count, 4,
      [&](std::size_t at, std::size_t unit, std::size_t size) {
        set_units(f, stream, begin + at, bytes + at, unit, size / unit);
      },
      [&](std::size_t at, std::size_t size) { f.copy(begin + at, begin, size, stream); });
}

} // namespace sycl::detail::gpu
