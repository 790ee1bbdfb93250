// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random pictures, read and written by kernels as vectors of T, against what the bytes mean.
#pragma once

#include "images.hpp"

template <class T, int D> class Reads;
template <class T, int D> class Writes;
template <class T, int D> class Copies;

namespace e2e {

// Of all launches, so that a device which compiles for sizes compiles once: no picture has more pixels.
constexpr std::size_t work_items = 384;

template <class T, int D> void report_wrong(const char *what, const format &f, std::size_t i, unsigned c) {
  std::printf("%s %s in %d dimensions: format %d: channel %u of pixel %zu is wrong\n", name_of<T>(), what, D,
              static_cast<int>(f.name), c, i);
  ++failures;
}

template <class T, int D> void check_reading(sycl::queue &q, const format &f, std::minstd_rand &random) {
  using color = sycl::vec<T, 4>;
  picture<D> given(f, random_size<D>(random), random);
  const raw_bytes before = given.bytes;
  const sycl::range<D> size = given.size;
  std::vector<color> read(size.size());
  {
    auto image = given.image();
    sycl::buffer out(read.data(), sycl::range<1>(read.size()));
    q.submit([&](sycl::handler &h) {
      auto from = image.template get_access<color, sycl::access_mode::read>(h);
      sycl::accessor to(out, h, sycl::write_only, sycl::no_init);
      h.parallel_for<Reads<T, D>>(work_items, [=](sycl::id<1> i) {
        if (i < size.size())
          to[i] = from.read(coordinate(i, size));
      });
    });
  }
  expect("reading changes nothing", given.bytes == before);
  for (std::size_t i = 0; i < read.size(); ++i)
    for (unsigned c = 0; c < 4; ++c)
      if (!is_value<T>(static_cast<double>(read[i][static_cast<int>(c)]), channel(f, given.pixel(given.place(i)), c)))
        return report_wrong<T, D>("read", f, i, c);
}

// Values around those that are stored exactly, beyond what fits, and what is no number.
template <class T> T random_channel(const format &f, std::minstd_rand &random) {
  if constexpr (std::is_integral_v<T>) {
    const unsigned bits = random() ^ random() << 16;
    return static_cast<T>(random() % 2 ? bits : bits >> (32 - 9 * f.bytes % 32));
  } else {
    // The last ones are half-way between two halfs.
    const float special[] = {std::numeric_limits<float>::quiet_NaN(),
                             std::numeric_limits<float>::infinity(),
                             -std::numeric_limits<float>::infinity(),
                             -0.0f,
                             1.0f,
                             65519.0f,
                             1e-39f,
                             65520.0f,
                             0x3p-25f,
                             1 + 0x1p-11f,
                             -1 - 0x3p-11f};
    if (random() % 4 == 0)
      return special[random() % std::size(special)];
    const auto part = static_cast<float>(random() % 100001) / 100000.0f;
    return f.kind == 'n' ? part * 1.25f - 0.125f : std::ldexp(part - 0.5f, static_cast<int>(random() % 45) - 26);
  }
}

template <class T, int D> void check_writing(sycl::queue &q, const format &f, std::minstd_rand &random) {
  using color = sycl::vec<T, 4>;
  picture<D> given(f, random_size<D>(random), random);
  const raw_bytes before = given.bytes;
  const sycl::range<D> size = given.size;
  std::vector<color> colors(size.size());
  for (color &c : colors)
    for (int k = 0; k < 4; ++k)
      c[k] = random_channel<T>(f, random);
  {
    auto image = given.image();
    sycl::buffer in(colors.data(), sycl::range<1>(colors.size()));
    q.submit([&](sycl::handler &h) {
      sycl::unsampled_image_accessor<color, D, sycl::access_mode::write> to(image, h, {sycl::no_init});
      sycl::accessor from(in, h, sycl::read_only);
      h.parallel_for<Writes<T, D>>(work_items, [=](sycl::id<1> i) {
        if (i < size.size())
          to.write(coordinate(i, size), from[i]);
      });
    });
  }
  raw_bytes gaps = given.bytes;
  for (std::size_t i = 0; i < colors.size(); ++i) {
    const unsigned char *pixel = given.pixel(given.place(i));
    const std::size_t first = pixel - given.bytes.data();
    std::copy_n(&before[first], f.pixel(), &gaps[first]);
    for (unsigned c = 0; c < 4; ++c)
      if (!is_written(f, pixel, c, static_cast<double>(colors[i][static_cast<int>(c)])))
        return report_wrong<T, D>("written", f, i, c);
  }
  expect("gaps stay", gaps == before);
}

// From one image to another of the same format: what is read of a stored value is stored as that value.
template <class T, int D> void check_copying(sycl::queue &q, const format &f, std::minstd_rand &random) {
  using color = sycl::vec<T, 4>;
  picture<D> given(f, random_size<D>(random), random), copy(f, given.size, random);
  const sycl::range<D> size = given.size;
  {
    auto from = given.image(), to = copy.image();
    q.submit([&](sycl::handler &h) {
      auto x = from.template get_access<const color>(h);
      auto y = to.template get_access<color, sycl::access_mode::write>(h);
      h.parallel_for<Copies<T, D>>(work_items, [=](sycl::id<1> i) {
        if (i < size.size())
          y.write(coordinate(i, size), x.read(coordinate(i, size)));
      });
    });
  }
  for (std::size_t i = 0; i < size.size(); ++i)
    for (unsigned c = 0; c < 4; ++c)
      if (const double value = channel(f, given.pixel(given.place(i)), c);
          !is_written(f, copy.pixel(copy.place(i)), c, value))
        return report_wrong<T, D>("copied", f, i, c);
}

template <class T, int D> void check_images(sycl::queue &q, std::minstd_rand &random) {
  for (const format &f : formats)
    for (int round = 0; fits<T>(f) && round < 3; ++round) {
      check_reading<T, D>(q, f, random);
      check_writing<T, D>(q, f, random);
      if (f.kind != 'n' || f.bytes < sizeof(T)) // else T does not hold all values
        check_copying<T, D>(q, f, random);
    }
}
template <class T> void check_images(sycl::queue &q, std::minstd_rand &random) {
  check_images<T, 1>(q, random);
  check_images<T, 2>(q, random);
  check_images<T, 3>(q, random);
}

} // namespace e2e
