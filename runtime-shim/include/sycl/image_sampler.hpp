// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::image_sampler (SYCL 2020, 4.7.8): how a sampled image is read.
#pragma once

namespace sycl {

// What is beyond the borders. repeat and mirrored_repeat are for normalized coordinates.
enum class addressing_mode : unsigned { mirrored_repeat, repeat, clamp_to_edge, clamp, none };
// linear is for float4 and half4: a mean of the pixels around, weighted by their distance.
enum class filtering_mode : unsigned { nearest, linear };
// Normalized coordinates reach from 0 to 1 over the image, others count pixels.
enum class coordinate_normalization_mode : unsigned { normalized, unnormalized };

struct image_sampler {
  addressing_mode addressing;
  coordinate_normalization_mode coordinate;
  filtering_mode filtering;
};

} // namespace sycl
