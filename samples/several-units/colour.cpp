// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "filters.hpp"

SYCL_EXTERNAL unsigned luminance(unsigned rgb) {
  return (77 * (rgb >> 16 & 255) + 150 * (rgb >> 8 & 255) + 29 * (rgb & 255)) >> 8;
}
