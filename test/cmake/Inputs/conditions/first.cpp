// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define REGION first_region
#include "../kinds/include/region.hpp"
