// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fill.hpp"

#include <algorithm>
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

std::size_t unit_for(device_pointer dst, std::size_t pattern_size) {
  for (std::size_t unit : {4, 2})
    if (dst % unit == 0 && pattern_size % unit == 0)
      return unit;
  return 1;
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
  const std::size_t unit = unit_for(begin, pattern_size);
  if (unit == pattern_size)
    return set_units(f, stream, begin, bytes, unit, count);
  // The driver sets units of up to 4 bytes only: write the first copy piece by piece, then double what is there.
  for (std::size_t at = 0; at < pattern_size; at += unit)
    set_units(f, stream, begin + at, bytes + at, unit, 1);
  const std::size_t total = pattern_size * count;
  for (std::size_t done = pattern_size; done < total;) {
    const std::size_t next = std::min(done, total - done);
    f.copy(begin + done, begin, next, stream);
    done += next;
  }
}

void fill_host(void *dst, const void *pattern, std::size_t pattern_size, std::size_t count) {
  char *to = static_cast<char *>(dst);
  for (std::size_t i = 0; i < count; ++i)
    std::memcpy(to + i * pattern_size, pattern, pattern_size);
}

} // namespace sycl::detail::gpu
