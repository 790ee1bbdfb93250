// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Patterns of any size. Libraries set units of a few sizes only, all of them powers of two.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace sycl::detail {

// On the host, at once.
inline void fill_host(void *dst, const void *pattern, std::size_t pattern_size, std::size_t count) {
  char *to = static_cast<char *>(dst);
  for (std::size_t i = 0; i < count; ++i)
    std::memcpy(to + i * pattern_size, pattern, pattern_size);
}

// Writes `count` copies of a pattern to `dst`, which units of up to `largest` bytes are set in.
// set(at, unit, bytes): the unit at this byte of the pattern, to as many bytes of the memory from the same byte on.
// copy(at, bytes): what the memory begins with, to its byte `at`.
template <class Set, class Copy>
void fill_by_units(std::uintptr_t dst, std::size_t pattern_size, std::size_t count, std::size_t largest, const Set &set,
                   const Copy &copy) {
  const std::size_t total = pattern_size * count;
  std::size_t unit = 1;
  while (unit < largest && dst % (2 * unit) == 0 && pattern_size % (2 * unit) == 0)
    unit *= 2;
  if (unit == pattern_size)
    return set(0, unit, total);
  // The first pattern piece by piece, then what is there once more.
  for (std::size_t at = 0; at < pattern_size; at += unit)
    set(at, unit, unit);
  for (std::size_t done = pattern_size; done < total;) {
    const std::size_t next = std::min(done, total - done);
    copy(done, next);
    done += next;
  }
}

} // namespace sycl::detail
