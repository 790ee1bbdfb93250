// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pixels of an image: their formats (SYCL 2020, 4.7.3), where they lie, and what is read and written of them
// (conversions: OpenCL C 3.0, 6.3 and 8.3).
#pragma once

#include "sycl/detail/common_builtins.hpp"
#include "sycl/range.hpp"
#include "sycl/vec.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace sycl {

enum class image_format : unsigned {
  r8g8b8a8_unorm,
  r16g16b16a16_unorm,
  r8g8b8a8_sint,
  r16g16b16a16_sint,
  r32b32g32a32_sint,
  r8g8b8a8_uint,
  r16g16b16a16_uint,
  r32b32g32a32_uint,
  r16b16g16a16_sfloat,
  r32g32b32a32_sfloat,
  b8g8r8a8_unorm
};

namespace detail {

// In pixels: a float counts up to here, and an int beyond it.
inline constexpr std::size_t max_image_extent = std::size_t{1} << 24;

// In bytes.
constexpr std::size_t pixel_size(image_format f) {
  switch (f) {
  case image_format::r8g8b8a8_unorm:
  case image_format::b8g8r8a8_unorm:
  case image_format::r8g8b8a8_sint:
  case image_format::r8g8b8a8_uint:
    return 4;
  case image_format::r16g16b16a16_unorm:
  case image_format::r16g16b16a16_sint:
  case image_format::r16g16b16a16_uint:
  case image_format::r16b16g16a16_sfloat:
    return 8;
  default:
    return 16;
  }
}

// Binary16 as its bits, on devices that need not have the type.
inline float float_of_half_bits(std::uint32_t h) {
  const std::uint32_t exponent = h >> 10 & 31, rest = (h & 0x7fff) << 13, sign = (h & 0x8000) << 16;
  if (exponent == 0) // what a half has below its normal numbers is above those of a float
    return __builtin_bit_cast(float, sign | 0x3f800000) * (__builtin_bit_cast(float, rest | 0x38800000) - 0x1p-14f);
  return __builtin_bit_cast(float, sign | (rest + (exponent == 31 ? 0x70000000 : 0x38000000)));
}
// To nearest even.
inline std::uint16_t half_bits_of(float x) {
  const auto bits = __builtin_bit_cast(std::uint32_t, x);
  const std::uint32_t sign = bits >> 16 & 0x8000, rest = bits & 0x7fffffff;
  std::uint32_t h = 0;
  if (rest > 0x7f800000) // NaN
    h = 0x7e00;
  else if (rest >= 0x47800000)
    h = 0x7c00;
  else if (rest < 0x38800000) // the unit of the last place of 0.5 is the smallest half
    h = __builtin_bit_cast(std::uint32_t, __builtin_bit_cast(float, rest) + 0.5f) - 0x3f000000;
  else
    h = (rest - 0x38000000 + 0xfff + (rest >> 13 & 1)) >> 13;
  return static_cast<std::uint16_t>(sign | h);
}

// Four elements of type T, stored as four of type Channel. A floating-point T is stored in integers as its part of
// their maximum. Images are aligned to the size of a pixel. Swapped: red and blue have changed places.
template <class T, class Channel, bool Swapped = false> class stored_pixel {
  using color = vec<T, 4>;
  static constexpr bool normalized = !std::is_integral_v<T> && std::is_integral_v<Channel>;
  using limits = std::numeric_limits<Channel>;
  static constexpr float one = static_cast<float>(limits::max());
  static color ordered(const color &c) { return Swapped ? color(c[2], c[1], c[0], c[3]) : c; }

public:
  static color load(const std::byte *p) {
    const auto &stored = *reinterpret_cast<const vec<Channel, 4> *>(p);
    if constexpr (normalized) // not a division: within 1.5 ulp, and 1 is exact
      return ordered((stored.template convert<float>() * (1 / one)).template convert<T>());
    else
      return stored.template convert<T>();
  }
  static void store(std::byte *p, const color &c) {
    auto &stored = *reinterpret_cast<vec<Channel, 4> *>(p);
    if constexpr (normalized) { // fmax makes 0 of NaN
      const auto scaled = ordered(c).template convert<float>() * one;
      stored = sycl::fmin(sycl::fmax(scaled, 0.0f), one).template convert<Channel, rounding_mode::rte>();
    } else if constexpr (sizeof(Channel) < sizeof(T)) {
      stored = sycl::clamp(c, T(limits::min()), T(limits::max())).template convert<Channel>();
    } else {
      stored = c;
    }
  }
};
template <> struct stored_pixel<float, half> {
  static vec<float, 4> load(const std::byte *p) {
    const auto &s = *reinterpret_cast<const vec<std::uint16_t, 4> *>(p);
    return {float_of_half_bits(s[0]), float_of_half_bits(s[1]), float_of_half_bits(s[2]), float_of_half_bits(s[3])};
  }
  static void store(std::byte *p, const vec<float, 4> &c) {
    *reinterpret_cast<vec<std::uint16_t, 4> *>(p) = {half_bits_of(c[0]), half_bits_of(c[1]), half_bits_of(c[2]),
                                                     half_bits_of(c[3])};
  }
};

// The formats whose pixels are read and written as four elements of type T.
template <class T> constexpr bool is_format_of(image_format f) {
  static_assert(std::is_same_v<T, std::int32_t> || std::is_same_v<T, std::uint32_t> || std::is_same_v<T, float> ||
                    std::is_same_v<T, half>,
                "an image accessor is one of int4, uint4, float4 or half4");
  switch (f) {
  case image_format::r8g8b8a8_sint:
  case image_format::r16g16b16a16_sint:
  case image_format::r32b32g32a32_sint:
    return std::is_same_v<T, std::int32_t>;
  case image_format::r8g8b8a8_uint:
  case image_format::r16g16b16a16_uint:
  case image_format::r32b32g32a32_uint:
    return std::is_same_v<T, std::uint32_t>;
  case image_format::r32g32b32a32_sfloat:
    return std::is_same_v<T, float>;
  default:
    return std::is_floating_point_v<T> || std::is_same_v<T, half>;
  }
}

// Calls f with the stored_pixel of the format, one of T. By single formats: where kernels fuse, a run sees from such
// conditions which of the accesses there are.
template <class T, class F> auto with_format(image_format format, F f) {
  if constexpr (std::is_integral_v<T>) {
    constexpr bool is_signed = std::is_signed_v<T>;
    constexpr auto bytes = is_signed ? image_format::r8g8b8a8_sint : image_format::r8g8b8a8_uint;
    constexpr auto shorts = is_signed ? image_format::r16g16b16a16_sint : image_format::r16g16b16a16_uint;
    switch (format) {
    case bytes:
      return f(stored_pixel<T, std::conditional_t<is_signed, std::int8_t, std::uint8_t>>());
    case shorts:
      return f(stored_pixel<T, std::conditional_t<is_signed, std::int16_t, std::uint16_t>>());
    default:
      return f(stored_pixel<T, T>());
    }
  } else {
    switch (format) {
    case image_format::r8g8b8a8_unorm:
      return f(stored_pixel<T, std::uint8_t>());
    case image_format::b8g8r8a8_unorm:
      return f(stored_pixel<T, std::uint8_t, true>());
    case image_format::r16g16b16a16_unorm:
      return f(stored_pixel<T, std::uint16_t>());
    case image_format::r16b16g16a16_sfloat:
      return f(stored_pixel<T, half>());
    default:
      return f(stored_pixel<T, T>());
    }
  }
}

// The place of a pixel: for one dimension a number, for three dimensions the first three elements of four.
template <class T, int D> using image_coordinate = std::conditional_t<D == 1, T, vec<T, D == 2 ? 2 : 4>>;
template <class T> T along(const T &place, int /*dimension*/) { return place; }
template <class T, int N> T along(const vec<T, N> &place, int dimension) { return place.element_at(dimension); }

// The same bytes on host and device.
template <int D> struct image_shape {
  range<D> size;        // in pixels: width, height, depth
  std::size_t pitch[D]; // in bytes, from one pixel to the next, from one row to the next, from one slice to the next
  image_format format;

  std::size_t bytes() const { return size[D - 1] * pitch[D - 1]; }
  bool has_gaps() const { return bytes() != size.size() * pixel_size(format); }
  template <class Place> std::size_t offset(const Place &place) const {
    std::size_t sum = 0;
    for (int d = 0; d < D; ++d)
      sum += static_cast<std::size_t>(place[d]) * pitch[d];
    return sum;
  }
};

} // namespace detail
} // namespace sycl
