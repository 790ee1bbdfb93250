// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What programs about images share: formats, and pixels as numbers, without the code of the headers.
#pragma once

#include "e2e.hpp"

#include <array>
#include <cmath>
#include <limits>

namespace e2e {

using sycl::image_format;
using raw_bytes = std::vector<unsigned char>;

// kind: of a channel, 'i' and 'u' for integers, 'n' for a part of 1, 'f' for floating point; bytes: of a channel.
struct format {
  image_format name;
  char kind;
  unsigned bytes;
  bool blue_first = false;
  std::size_t pixel() const { return 4 * bytes; }
  // In which place of the pixel a channel is.
  unsigned place(unsigned channel) const { return blue_first && channel < 3 ? 2 - channel : channel; }
};
inline const format formats[] = {
    {image_format::r8g8b8a8_unorm, 'n', 1},      {image_format::r16g16b16a16_unorm, 'n', 2},
    {image_format::r8g8b8a8_sint, 'i', 1},       {image_format::r16g16b16a16_sint, 'i', 2},
    {image_format::r32b32g32a32_sint, 'i', 4},   {image_format::r8g8b8a8_uint, 'u', 1},
    {image_format::r16g16b16a16_uint, 'u', 2},   {image_format::r32b32g32a32_uint, 'u', 4},
    {image_format::r16b16g16a16_sfloat, 'f', 2}, {image_format::r32g32b32a32_sfloat, 'f', 4},
    {image_format::b8g8r8a8_unorm, 'n', 1, true}};

// Whether pixels of the format are vectors of T: DataT of accessors.
template <class T> bool fits(const format &f) {
  if (std::is_integral_v<T>)
    return f.kind == (std::is_signed_v<T> ? 'i' : 'u');
  return f.kind == 'n' || (f.kind == 'f' && (f.bytes == 2 || sizeof(T) == 4));
}

template <class C> double as_number(const unsigned char *p) {
  C value;
  std::memcpy(&value, p, sizeof(C));
  return static_cast<double>(value);
}
// A channel of the pixel at p.
inline double channel(const format &f, const unsigned char *pixel, unsigned c) {
  const unsigned char *p = pixel + f.place(c) * f.bytes;
  switch (f.kind) {
  case 'n':
    return f.bytes == 1 ? as_number<std::uint8_t>(p) / 255 : as_number<std::uint16_t>(p) / 65535;
  case 'f':
    return f.bytes == 2 ? as_number<_Float16>(p) : as_number<float>(p);
  case 'i':
    return f.bytes == 1   ? as_number<std::int8_t>(p)
           : f.bytes == 2 ? as_number<std::int16_t>(p)
                          : as_number<std::int32_t>(p);
  default:
    return f.bytes == 1   ? as_number<std::uint8_t>(p)
           : f.bytes == 2 ? as_number<std::uint16_t>(p)
                          : as_number<std::uint32_t>(p);
  }
}

// Whether `got` is the channel's value in T: integers and what T holds exactly, else within 1.5 units of the last place
// of T's.
template <class T> bool is_value(double got, double wanted) {
  if (std::isnan(wanted) || std::isinf(wanted) || std::is_integral_v<T>)
    return std::isnan(wanted) ? std::isnan(got) : got == wanted;
  const int digits = sizeof(T) == 2 ? 11 : 24, least = sizeof(T) == 2 ? -24 : -149;
  int exponent = 0;
  std::frexp(wanted, &exponent);
  return std::fabs(got - wanted) <= 1.5 * std::ldexp(1.0, std::max(exponent - digits, least));
}

// Whether a channel of the pixel is what writing `color` may leave there (OpenCL C 3.0, 8.3.1: within 0.6 of a part of
// 1).
inline bool is_written(const format &f, const unsigned char *pixel, unsigned c, double color) {
  const double got = channel(f, pixel, c);
  if (f.kind == 'f' && f.bytes == 4)
    return is_value<float>(got, color) && (std::isnan(color) || got == color);
  if (f.kind == 'f') {
    const auto wanted = static_cast<double>(static_cast<_Float16>(static_cast<float>(color)));
    return std::isnan(wanted) ? std::isnan(got) : got == wanted;
  }
  if (f.kind == 'n') {
    const double most = f.bytes == 1 ? 255 : 65535, all = std::isnan(color) ? 0 : color * most;
    return std::fabs(got * most - std::fmin(std::fmax(all, 0), most)) <= 0.6;
  }
  const double all = std::ldexp(1.0, static_cast<int>(8 * f.bytes)), least = f.kind == 'i' ? -all / 2 : 0;
  return got == std::fmin(std::fmax(color, least), least + all - 1);
}

// A picture of the host's, with gaps between rows and slices that nothing may touch.
template <int D> struct picture {
  format kind;
  sycl::range<D> size;
  std::size_t pitch[3]; // of pixels, rows, slices
  raw_bytes bytes;

  picture(const format &f, const sycl::range<D> &r, std::minstd_rand &random) : kind(f), size(r), pitch{f.pixel()} {
    for (int d = 1; d < D; ++d)
      pitch[d] = pitch[d - 1] * (size[d - 1] + random() % 3);
    bytes.resize(pitch[D - 1] * size[D - 1]);
    for (unsigned char &b : bytes)
      b = static_cast<unsigned char>(random() >> 8);
  }
  template <int N = D> sycl::range<N - 1> pitches() const {
    sycl::range<N - 1> r;
    for (int d = 1; d < N; ++d)
      r[d - 1] = pitch[d];
    return r;
  }
  sycl::unsampled_image<D> image(const sycl::property_list &p = {}) {
    if constexpr (D == 1)
      return {bytes.data(), kind.name, size, p};
    else
      return {bytes.data(), kind.name, size, pitches(), p};
  }
  sycl::sampled_image<D> image(const sycl::image_sampler &s) const {
    if constexpr (D == 1)
      return {bytes.data(), kind.name, s, size};
    else
      return {bytes.data(), kind.name, s, size, pitches()};
  }
  std::array<int, 3> place(std::size_t i) const {
    std::array<int, 3> at{};
    for (int d = 0; d < D; ++d, i /= size[d - 1])
      at[d] = static_cast<int>(i % size[d]);
    return at;
  }
  const unsigned char *pixel(const std::array<int, 3> &at) const {
    std::size_t offset = 0;
    for (int d = 0; d < D; ++d)
      offset += static_cast<std::size_t>(at[d]) * pitch[d];
    return &bytes[offset];
  }
};

template <int D> sycl::range<D> random_size(std::minstd_rand &random) {
  sycl::range<D> r;
  for (int d = 0; d < D; ++d)
    r[d] = 1 + random() % (D == 1 ? 97 : D == 2 ? 19 : 7);
  return r;
}

// The place of pixel i, for an accessor.
template <int D> auto coordinate(std::size_t i, const sycl::range<D> &size) {
  const int x = static_cast<int>(i % size[0]);
  if constexpr (D == 1)
    return x;
  else if constexpr (D == 2)
    return sycl::int2(x, static_cast<int>(i / size[0]));
  else
    return sycl::int4(x, static_cast<int>(i / size[0] % size[1]), static_cast<int>(i / size[0] / size[1]), 12345);
}

// Random numbers by the program's argument, else others each time.
inline std::minstd_rand random_numbers(int argc, char **argv) {
  const unsigned seed = argc > 1 && *argv[1] ? static_cast<unsigned>(std::atoi(argv[1])) : std::random_device{}();
  std::printf("seed %u\n", seed);
  return std::minstd_rand(seed);
}

template <class T> constexpr const char *name_of() {
  return std::is_same_v<T, int> ? "int4" : std::is_same_v<T, unsigned> ? "uint4" : sizeof(T) == 2 ? "half4" : "float4";
}

} // namespace e2e
