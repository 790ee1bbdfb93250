// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The records that work-items leave in the buffer of a sycl::stream, and the runtime makes text of: characters as
// they are, and records of `size` bytes that begin with `mark`: kind, format, precision, width, eight bytes of value.
#pragma once

#include <cstdint>

namespace sycl::detail {

struct stream_record {
  static constexpr char mark = 1;
  static constexpr unsigned size = 13;
  enum kind : std::uint8_t {
    character,
    signed_16,
    signed_32,
    signed_64,
    unsigned_64,
    floating_32,
    floating_64,
    pointer
  };
  enum format : std::uint8_t {
    hex = 1,
    oct = 2,
    base_mask = 3,
    show_base = 4,
    show_sign = 8,
    fixed = 16,
    scientific = 32,
    hexfloat = 48,
    float_mask = 48
  };
};

// Followed by `capacity` bytes, which both sides of the device can read.
struct stream_buffer {
  std::uint64_t used, capacity;
};

} // namespace sycl::detail
