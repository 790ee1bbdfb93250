// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define REGION second_region
#include "../kinds/include/region.hpp"
