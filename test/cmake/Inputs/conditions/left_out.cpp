// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define REGION left_out_region
#include "../kinds/include/region.hpp"
