// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builtin functions (SYCL 2020, 4.17.5 to 4.17.9). Each is one template over float, double, half or integers, and vec,
// swizzles and marray of them; an argument of another type is no match, so that names of the C library stay usable next
// to them.
#pragma once

#include "sycl/detail/common_builtins.hpp"
#include "sycl/detail/geometric_builtins.hpp"
#include "sycl/detail/integer_builtins.hpp"
#include "sycl/detail/math_builtins.hpp"
#include "sycl/detail/math_native.hpp"
#include "sycl/detail/relational_builtins.hpp"
#include "sycl/detail/standard_headers.hpp"

#include <cmath>
