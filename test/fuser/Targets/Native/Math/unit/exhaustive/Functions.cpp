// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of Functions.def as device code: exhaustive_<name>.
#include <sycl/sycl.hpp>

#define SF_FUNCTION(name, function, reference, bound)                                                                  \
  SYCL_EXTERNAL extern "C" float exhaustive_##name(float x) { return function; }
#include "Functions.def"
