// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define REGION object_region
#include "include/region.hpp"
