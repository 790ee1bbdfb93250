// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The scalar types of OpenCL by their names in SYCL (SYCL 2020, 4.14.1).
#pragma once

#include "sycl/half_type.hpp"

#include <cstdint>

namespace sycl::opencl {

using cl_bool = bool;
using cl_char = std::int8_t;
using cl_uchar = std::uint8_t;
using cl_short = std::int16_t;
using cl_ushort = std::uint16_t;
using cl_int = std::int32_t;
using cl_uint = std::uint32_t;
using cl_long = std::int64_t;
using cl_ulong = std::uint64_t;
using cl_half = half;
using cl_float = float;
using cl_double = double;

} // namespace sycl::opencl
