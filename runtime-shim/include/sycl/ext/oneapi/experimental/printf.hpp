// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// printf in kernels, with the formats of C.
#pragma once

#include <cstdio>
#include <type_traits>

#ifdef __SYCL_DEVICE_ONLY__
// For formats in constant memory, where `__attribute__((opencl_constant))` puts them, and anywhere else.
__attribute__((nothrow)) int __spirv_ocl_printf(const __attribute__((opencl_constant)) char *format, ...);
__attribute__((nothrow)) int __spirv_ocl_printf(const char *format, ...);
#endif

namespace sycl::ext::oneapi::experimental {

// Formats the arguments and appends the text to the standard output of the program. Each call is printed as a whole;
// the order of calls is unspecified. Arguments are numbers and pointers; %s takes strings that the device can read. The
// result is that of the target's own function: the number of characters on the CPU, of arguments on CUDA.
template <class Format, class... Arguments> int printf(const Format *format, Arguments... arguments) {
  static_assert((std::is_scalar_v<Arguments> && ...), "printf takes numbers and pointers");
#ifdef __SYCL_DEVICE_ONLY__
  return __spirv_ocl_printf(format, arguments...);
#else
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-security"
#pragma clang diagnostic ignored "-Wformat-nonliteral"
  return std::printf(format, arguments...);
#pragma clang diagnostic pop
#endif
}

} // namespace sycl::ext::oneapi::experimental
