// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define REGION one
#include "include/region.hpp"
#undef REGION
