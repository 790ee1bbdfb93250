// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The scalar types of OpenCL by their names in SYCL (SYCL 2020, 4.14.1), and those of SYCL 1.2.1, also of vectors.
#pragma once

#include "sycl/vec.hpp"

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

namespace sycl {

#define SYCL_FUSE_VEC_ALIASES(name)                                                                                    \
  using opencl::name;                                                                                                  \
  using name##2 = vec<opencl::name, 2>;                                                                                \
  using name##3 = vec<opencl::name, 3>;                                                                                \
  using name##4 = vec<opencl::name, 4>;                                                                                \
  using name##8 = vec<opencl::name, 8>;                                                                                \
  using name##16 = vec<opencl::name, 16>;
SYCL_FUSE_VEC_ALIASES(cl_char)
SYCL_FUSE_VEC_ALIASES(cl_uchar)
SYCL_FUSE_VEC_ALIASES(cl_short)
SYCL_FUSE_VEC_ALIASES(cl_ushort)
SYCL_FUSE_VEC_ALIASES(cl_int)
SYCL_FUSE_VEC_ALIASES(cl_uint)
SYCL_FUSE_VEC_ALIASES(cl_long)
SYCL_FUSE_VEC_ALIASES(cl_ulong)
SYCL_FUSE_VEC_ALIASES(cl_half)
SYCL_FUSE_VEC_ALIASES(cl_float)
SYCL_FUSE_VEC_ALIASES(cl_double)
#undef SYCL_FUSE_VEC_ALIASES

} // namespace sycl
