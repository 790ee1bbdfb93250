// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading an image through a sampler, by the formulas of OpenCL C 3.0, 8.2. Any coordinate may be read, also infinities
// and NaN.
#pragma once

#include "sycl/detail/image_pixels.hpp"
#include "sycl/image_sampler.hpp"

namespace sycl::detail {

// The pixels of one dimension that a coordinate lies between, and how far from the first to the second. Beyond the
// image is the border.
struct image_taps {
  int first, second;
  float part;
};

// A coordinate of one dimension, in pixels.
inline float in_pixels(float at, float size, const image_sampler &s) {
  switch (s.addressing) {
  case addressing_mode::repeat:
    return (at - sycl::floor(at)) * size;
  case addressing_mode::mirrored_repeat:
    return sycl::fabs(at - 2 * sycl::rint(0.5f * at)) * size;
  default:
    return s.coordinate == coordinate_normalization_mode::normalized ? at * size : at;
  }
}

// The pixel that is read at `i`, which may be one for which a border stands.
inline int addressed(int i, int size, addressing_mode mode) {
  if (mode == addressing_mode::clamp)
    return i;
  if (mode == addressing_mode::repeat)
    i += i < 0 ? size : i >= size ? -size : 0;
  return i < 0 ? 0 : i >= size ? size - 1 : i;
}

inline image_taps taps_at(float at, std::size_t extent, const image_sampler &s, bool linear) {
  const auto size = static_cast<int>(extent);
  const auto limit = static_cast<float>(size);
  const float u = in_pixels(at, limit, s) - (linear ? 0.5f : 0.0f);
  const float whole = sycl::floor(u);
  // Two pixels beyond the border all are border, and fit an int. NaN is there too.
  const int i = static_cast<int>(whole > -2 ? (whole < limit ? whole : limit) : -2.0f);
  return {addressed(i, size, s.addressing), addressed(i + 1, size, s.addressing), u - whole};
}

// 0 beyond the image: all formats have an alpha channel, so that all of the border is 0.
template <class Stored, int D>
auto pixel_or_border(Stored stored, const std::byte *memory, const image_shape<D> &shape, const int (&place)[D]) {
  bool inside = true;
  for (int d = 0; d < D; ++d)
    inside = inside && place[d] >= 0 && place[d] < static_cast<int>(shape.size[d]);
  return inside ? stored.load(memory + shape.offset(place)) : decltype(stored.load(memory))();
}

template <class Stored, int D>
vec<float, 4> linear_mean(Stored stored, const std::byte *memory, const image_shape<D> &shape,
                          const image_taps (&taps)[D]) {
  vec<float, 4> sum{};
  for (int corner = 0; corner < 1 << D; ++corner) {
    int place[D];
    float weight = 1;
    for (int d = 0; d < D; ++d) {
      const bool second = corner >> d & 1;
      place[d] = second ? taps[d].second : taps[d].first;
      weight *= second ? taps[d].part : 1 - taps[d].part;
    }
    sum += weight * pixel_or_border(stored, memory, shape, place).template convert<float>();
  }
  return sum;
}

template <class T, int D>
vec<T, 4> sampled_pixel(const std::byte *memory, const image_shape<D> &shape, const image_sampler &s,
                        const image_coordinate<float, D> &at) {
  const bool linear = !std::is_integral_v<T> && s.filtering == filtering_mode::linear;
  image_taps taps[D];
  int nearest[D];
  for (int d = 0; d < D; ++d) {
    taps[d] = taps_at(along(at, d), shape.size[d], s, linear);
    nearest[d] = taps[d].first;
  }
  return with_format<T>(shape.format, [&](auto stored) {
    if constexpr (!std::is_integral_v<T>)
      if (linear)
        return linear_mean(stored, memory, shape, taps).template convert<T>();
    return pixel_or_border(stored, memory, shape, nearest);
  });
}

} // namespace sycl::detail
