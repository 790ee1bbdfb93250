// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The chain of four kernels; chain.fusion.json is its manifest.
#include "device.hpp"

class KernelOne;
class KernelTwo;
class KernelThree;
class KernelFour;

void chain(accessor<float> in1, accessor<float> in2, accessor<float> in3, accessor<float> in4, accessor<float> tmp1,
           accessor<float> tmp2, accessor<float> tmp3, accessor<float> out) {
  kernel_entry<KernelOne>([=](size_t i) { tmp1[i] = in1[i] * in2[i]; });
  kernel_entry<KernelTwo>([=](size_t i) { tmp2[i] = in1[i] - in3[i]; });
  kernel_entry<KernelThree>([=](size_t i) { tmp3[i] = tmp2[i] * in4[i]; });
  kernel_entry<KernelFour>([=](size_t i) { out[i] = tmp1[i] - tmp3[i]; });
}
