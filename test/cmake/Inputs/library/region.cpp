// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../kinds/include/region.hpp"
