// Kernels on images in fusion regions: those that touch the same pixels fuse, those that read around a pixel do what
// the kernels do one after the other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o
// These kernels are long: of all levels, the second is compiled with the least care.
// RUN: sycl-fuse build --target native %t.o -o %t.levels.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// RUN: env SYCL_FUSE_CHECK=1 %t 2>&1 | FileCheck-22 %s --implicit-check-not=SF617
#include "images.hpp"

using namespace sycl;

namespace {

// Brightens an image into another one, and inverts that in place.
void pixel_by_pixel(range<2> size, unsigned seed) {
  std::vector<std::uint8_t> in(size.size() * 4), out(in.size()), wanted(in.size());
  std::minstd_rand random(seed);
  for (std::size_t i = 0; i < in.size(); ++i) {
    in[i] = static_cast<std::uint8_t>(random() >> 8);
    wanted[i] = static_cast<std::uint8_t>(255 - std::min(in[i] * 3 / 2, 255));
  }
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw(q);
  {
    unsampled_image<2> given(in.data(), image_format::r8g8b8a8_uint, size);
    unsampled_image<2> result(out.data(), image_format::r8g8b8a8_uint, size);
    fw.start_fusion();
    q.submit([&](handler &h) {
      auto x = given.get_access<uint4, access_mode::read>(h);
      auto y = result.get_access<uint4, access_mode::write>(h);
      h.parallel_for<class Brighten>(size, [=](id<2> i) {
        const int2 at(static_cast<int>(i[0]), static_cast<int>(i[1]));
        y.write(at, x.read(at) * 3u / 2u);
      });
    });
    q.submit([&](handler &h) {
      unsampled_image_accessor<uint4, 2, access_mode::read> x(result, h);
      unsampled_image_accessor<uint4, 2, access_mode::write> y(result, h);
      h.parallel_for<class Invert>(size, [=](id<2> i) {
        const int2 at(static_cast<int>(i[0]), static_cast<int>(i[1]));
        y.write(at, 255u - x.read(at));
      });
    });
    fw.complete_fusion();
  }
  e2e::report("pixel by pixel", fw);
  e2e::expect_equal("pixel by pixel", out, wanted);
}

// Shrinks a sampled image to half its size, and takes the differences to the pixels on the left.
void around_a_pixel(range<2> size) {
  std::vector<float> in(size.size() * 4), out(size.size()), wanted(out.size());
  for (std::size_t i = 0; i < in.size(); ++i)
    in[i] = static_cast<float>(i * i % 1013);
  const range<2> half(size[0] / 2, size[1] / 2);
  const image_sampler means{addressing_mode::clamp_to_edge, coordinate_normalization_mode::unnormalized,
                            filtering_mode::linear};
  auto mean = [&](std::size_t x, std::size_t y, std::size_t c) {
    float sum = 0;
    for (std::size_t k = 0; k < 4; ++k)
      sum += in[((2 * y + k / 2) * size[0] + 2 * x + k % 2) * 4 + c];
    return sum / 4;
  };
  for (std::size_t y = 0; y < half[1]; ++y)
    for (std::size_t x = 0; x < half[0]; ++x)
      for (std::size_t c = 0; c < 4; ++c)
        wanted[(y * half[0] + x) * 4 + c] = mean(x, y, c) - mean(x ? x - 1 : 0, y, c);
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw(q);
  {
    sampled_image<2> given(in.data(), image_format::r32g32b32a32_sfloat, means, size);
    unsampled_image<2> small(image_format::r32g32b32a32_sfloat, half);
    unsampled_image<2> result(out.data(), image_format::r32g32b32a32_sfloat, half);
    fw.start_fusion();
    q.submit([&](handler &h) {
      auto x = given.get_access<float4>(h);
      auto y = small.get_access<float4, access_mode::write>(h);
      h.parallel_for<class Shrink>(half, [=](id<2> i) {
        const int2 at(static_cast<int>(i[0]), static_cast<int>(i[1]));
        y.write(at, x.read(float2(2.0f * at.x() + 1, 2.0f * at.y() + 1)));
      });
    });
    q.submit([&](handler &h) {
      auto x = small.get_access<float4, access_mode::read>(h);
      auto y = result.get_access<float4, access_mode::write>(h);
      h.parallel_for<class Left>(half, [=](id<2> i) {
        const int2 at(static_cast<int>(i[0]), static_cast<int>(i[1]));
        y.write(at, x.read(at) - x.read(int2(sycl::max(at[0] - 1, 0), at[1])));
      });
    });
    fw.complete_fusion();
  }
  e2e::report("around a pixel", fw);
  out.resize(half.size() * 4);
  wanted.resize(half.size() * 4);
  e2e::expect_equal("around a pixel", out, wanted);
}

} // namespace

int main() {
  pixel_by_pixel({37, 11}, 1);
  pixel_by_pixel({1, 1}, 2);
  around_a_pixel({64, 38});
  around_a_pixel({6, 2});
  return e2e::finish();
}
// CHECK-COUNT-2: pixel by pixel: aot
// CHECK-COUNT-2: around a pixel: unfused kernels_depend
// CHECK-NEXT: all results right
