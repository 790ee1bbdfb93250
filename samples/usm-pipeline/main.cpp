// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pipeline over USM memory: raw sensor values become a picture in three kernels, which run as one.
#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>

namespace fusion = sycl::ext::codeplay::experimental;

constexpr std::size_t pixels = 1920 * 1080; // known when it is built, so a kernel for just this size is built

struct camera {
  float dark, gain;
};

static const char *develop(sycl::queue &q, const std::uint16_t *raw, float *light, std::uint8_t *picture, camera c) {
  fusion::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class Light>(sycl::range{pixels}, [=](sycl::id<1> i) { light[i] = (raw[i] - c.dark) * c.gain; });
  q.parallel_for<class Gamma>(sycl::range{pixels},
                              [=](sycl::id<1> i) { light[i] = sycl::sqrt(sycl::clamp(light[i], 0.0f, 1.0f)); });
  q.parallel_for<class Quantize>(sycl::range{pixels},
                                 [=](sycl::id<1> i) { picture[i] = static_cast<std::uint8_t>(light[i] * 255 + 0.5f); });
  fw.complete_fusion();
  q.wait();
  return fusion::to_string(fw.last_outcome());
}

int main() {
  std::vector<std::uint16_t> sensor(pixels);
  std::minstd_rand generator{7};
  for (std::uint16_t &value : sensor)
    value = static_cast<std::uint16_t>(generator() % 4096);

  // In order, since each kernel reads what the one before has written: with pointers nobody else knows.
  sycl::queue q{{sycl::property::queue::in_order{}, fusion::property::queue::enable_fusion{}}};
  auto *raw = sycl::malloc_device<std::uint16_t>(pixels, q);
  auto *light = sycl::malloc_device<float>(pixels, q);
  auto *picture = sycl::malloc_shared<std::uint8_t>(pixels, q);
  q.copy(sensor.data(), raw, pixels);
  const camera c{64.0f, 1.0f / 4000};
  std::printf("develop: %s\n", develop(q, raw, light, picture, c));

  std::size_t wrong = 0; // by more than the last place: the device may multiply and add at once
  for (std::size_t i = 0; i < pixels; ++i) {
    const float light_here = std::sqrt(std::fmin(std::fmax((sensor[i] - c.dark) * c.gain, 0.0f), 1.0f));
    wrong += std::fabs(picture[i] - light_here * 255) > 0.51f;
  }
  sycl::free(raw, q);
  sycl::free(light, q);
  sycl::free(picture, q);
  std::printf("%zu of %zu pixels wrong\n", wrong, pixels);
  return wrong != 0;
}
