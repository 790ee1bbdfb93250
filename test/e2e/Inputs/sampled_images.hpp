// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random pictures, read through every sampler by kernels, against pictures that go on beyond their borders.
#pragma once

#include "images.hpp"

template <class T, int D> class Samples;

namespace e2e {

using sycl::addressing_mode;
using sycl::coordinate_normalization_mode;
using sycl::filtering_mode;

inline bool is_normalized(const sycl::image_sampler &s) {
  return s.coordinate == coordinate_normalization_mode::normalized;
}
inline bool is_periodic(const sycl::image_sampler &s) {
  return s.addressing == addressing_mode::repeat || s.addressing == addressing_mode::mirrored_repeat;
}

// The pixel that stands at `i` of a dimension, any integer; -1: the border.
inline int extended(double i, int size, addressing_mode mode) {
  const double period = mode == addressing_mode::repeat ? size : 2.0 * size;
  const double in_period = i - std::floor(i / period) * period;
  switch (mode) {
  case addressing_mode::repeat:
    return static_cast<int>(in_period);
  case addressing_mode::mirrored_repeat:
    return static_cast<int>(in_period < size ? in_period : 2.0 * size - 1 - in_period);
  case addressing_mode::clamp:
    return i < 0 || i >= size ? -1 : static_cast<int>(i);
  default:
    return i < 0 ? 0 : i >= size ? size - 1 : static_cast<int>(i);
  }
}

// The coordinates of one pixel to be read, in pixels, and how much rounding may have moved them.
struct spot {
  double at[3];
  double off[3];
};

template <int D> double extended_channel(const picture<D> &p, const double (&at)[3], addressing_mode m, unsigned c) {
  std::array<int, 3> place{};
  for (int d = 0; d < D; ++d)
    if ((place[d] = extended(at[d], static_cast<int>(p.size[d]), m)) < 0)
      return 0;
  return channel(p.kind, p.pixel(place), c);
}

// Whether it is a pixel on which the spot, or one moved by rounding, lies.
template <class T, int D>
bool is_nearest(const picture<D> &p, const spot &s, addressing_mode mode, unsigned c, double got) {
  for (int moved = 0; moved < (D == 1 ? 3 : D == 2 ? 9 : 27); ++moved) {
    double at[3] = {};
    for (int d = 0, k = moved; d < D; ++d, k /= 3)
      at[d] = std::floor(s.at[d] + (k % 3 - 1) * s.off[d]);
    if (is_value<T>(got, extended_channel(p, at, mode, c)))
      return true;
  }
  return false;
}

// Whether it is the mean of the pixels around the spot.
template <class T, int D>
bool is_mean(const picture<D> &p, const spot &s, addressing_mode mode, unsigned c, double got) {
  double sum = 0, most = 0, off = sizeof(T) == 2 ? 2e-3 : 1e-6;
  for (int corner = 0; corner < 1 << D; ++corner) {
    double at[3] = {}, weight = 1;
    for (int d = 0; d < D; ++d) {
      const double u = s.at[d] - 0.5, part = u - std::floor(u);
      at[d] = std::floor(u) + (corner >> d & 1);
      weight *= corner >> d & 1 ? part : 1 - part;
    }
    const double value = extended_channel(p, at, mode, c);
    sum += weight * value;
    most = std::fmax(most, std::fabs(value));
  }
  for (int d = 0; d < D; ++d) // a neighbour beyond may be read with a weight that is nearly 0
    off += s.off[d];
  return std::fabs(got - sum) <= off * std::fmax(most, 4);
}

// Between pixels, on them and on their borders, inside and beyond the image, and where there is no pixel.
template <int D> sycl::float4 random_spot(const sycl::range<D> &size, bool normalized, std::minstd_rand &random) {
  const float special[] = {std::numeric_limits<float>::quiet_NaN(),
                           std::numeric_limits<float>::infinity(),
                           -std::numeric_limits<float>::infinity(),
                           1e30f,
                           -3e9f,
                           1e-40f,
                           0.0f};
  sycl::float4 at;
  for (int d = 0; d < D; ++d) {
    const auto n = static_cast<float>(size[d]);
    const float half_pixels = static_cast<float>(static_cast<int>(random() % (8 * size[d] + 1)) - 2 * int(size[d]));
    const float between = static_cast<float>(random() % 100001) / 100000.0f * 4 * n - 1.5f * n;
    const float u = random() % 2 ? half_pixels / 2 : between;
    at[d] = random() % 32 == 0 ? special[random() % 7] : normalized ? u / n : u;
  }
  return at;
}

template <int D> auto float_coordinate(const sycl::float4 &at) {
  if constexpr (D == 1)
    return at[0];
  else if constexpr (D == 2)
    return sycl::float2(at[0], at[1]);
  else
    return at;
}

// Whether the standards say what is read there.
template <int D> bool is_defined(const sycl::float4 &at, const picture<D> &p, const sycl::image_sampler &s, spot &out) {
  if (is_periodic(s) && !is_normalized(s))
    return false;
  for (int d = 0; d < D; ++d) {
    const auto size = static_cast<double>(p.size[d]);
    if (!std::isfinite(at[d]))
      return false;
    out.at[d] = static_cast<double>(at[d]) * (is_normalized(s) ? size : 1);
    out.off[d] = 1e-6 * std::fmin(std::fabs(out.at[d]) + size, 1e6);
    const double least = s.filtering == filtering_mode::linear ? 0.5 : out.off[d];
    if (s.addressing == addressing_mode::none && (out.at[d] < least || out.at[d] > size - least))
      return false;
  }
  return true;
}

// Floating-point channels are random bits: they become numbers that a mean can be made of.
template <int D> void make_moderate(picture<D> &p, std::minstd_rand &random) {
  if (p.kind.kind != 'f')
    return;
  for (std::size_t i = 0; i + p.kind.bytes <= p.bytes.size(); i += p.kind.bytes) {
    const float value = static_cast<float>(random() % 4001) / 1000.0f - 2.0f;
    const auto narrow = static_cast<_Float16>(value);
    std::memcpy(&p.bytes[i], p.kind.bytes == 4 ? static_cast<const void *>(&value) : &narrow, p.kind.bytes);
  }
}

template <class T, int D>
void check_sampler(sycl::queue &q, const format &f, const sycl::image_sampler &s, std::minstd_rand &random) {
  using color = sycl::vec<T, 4>;
  picture<D> given(f, random_size<D>(random), random);
  make_moderate(given, random);
  std::vector<sycl::float4> spots(200);
  for (sycl::float4 &at : spots)
    at = random_spot<D>(given.size, is_normalized(s), random);
  std::vector<color> read(spots.size());
  {
    auto image = given.image(s);
    sycl::buffer out(read.data(), sycl::range<1>(read.size()));
    sycl::buffer in(spots.data(), sycl::range<1>(spots.size()));
    q.submit([&](sycl::handler &h) {
      auto from = image.template get_access<color>(h);
      sycl::accessor to(out, h, sycl::write_only, sycl::no_init);
      sycl::accessor at(in, h, sycl::read_only);
      h.parallel_for<Samples<T, D>>(out.get_range(),
                                    [=](sycl::id<1> i) { to[i] = from.read(float_coordinate<D>(at[i])); });
    });
  }
  const bool linear = s.filtering == filtering_mode::linear && !std::is_integral_v<T>;
  spot place{};
  for (std::size_t i = 0; i < spots.size(); ++i)
    for (unsigned c = 0; is_defined(spots[i], given, s, place) && c < 4; ++c) {
      const auto got = static_cast<double>(read[i][static_cast<int>(c)]);
      if (linear ? is_mean<T>(given, place, s.addressing, c, got) : is_nearest<T>(given, place, s.addressing, c, got))
        continue;
      std::printf("%s in %d dimensions of %zu: format %d, sampler %u %u %u: channel %u at %.9g %.9g %.9g is %.9g\n",
                  name_of<T>(), D, given.size[0], static_cast<int>(f.name), static_cast<unsigned>(s.addressing),
                  static_cast<unsigned>(s.coordinate), static_cast<unsigned>(s.filtering), c, double(spots[i][0]),
                  double(spots[i][1]), double(spots[i][2]), got);
      ++failures;
      return;
    }
}

template <class T, int D> void check_samplers(sycl::queue &q, std::minstd_rand &random) {
  for (const format &f : formats)
    for (unsigned mode = 0; fits<T>(f) && mode < 20; ++mode)
      check_sampler<T, D>(
          q, f,
          {static_cast<addressing_mode>(mode % 5),
           mode / 5 % 2 ? coordinate_normalization_mode::unnormalized : coordinate_normalization_mode::normalized,
           mode / 10 ? filtering_mode::linear : filtering_mode::nearest},
          random);
}
template <class T> void check_samplers(sycl::queue &q, std::minstd_rand &random) {
  check_samplers<T, 1>(q, random);
  check_samplers<T, 2>(q, random);
  check_samplers<T, 3>(q, random);
}

} // namespace e2e
