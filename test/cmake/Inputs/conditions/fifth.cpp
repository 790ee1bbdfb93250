// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define REGION fifth_region
#include "../kinds/include/region.hpp"
