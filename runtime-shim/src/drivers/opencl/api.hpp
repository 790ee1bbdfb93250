// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of OpenCL, found at run time, and the mapping of its errors.
#pragma once

#include "types.hpp"

#include "sycl/exception.hpp"

#include <memory>
#include <string>
#include <vector>

namespace sycl::detail::opencl {

class api {
public:
  // Opens the library and finds its functions. Null, and the reason as a sentence, if one of these fails. The library
  // stays loaded until the process ends, since events and queues may be released late.
  static std::shared_ptr<const api> load(const std::string &library, std::string &error);

#define SF_OPENCL_SYMBOL(Name, Result, Parameters) Result(*Name) Parameters = nullptr;
#define SF_OPENCL_OPTIONAL(Name, Result, Parameters) Result(*Name) Parameters = nullptr;
#include "Symbols.def"

  std::vector<platform_handle> platforms() const;
  std::vector<device_handle> devices(platform_handle) const;
  // The device's answer; 0 and "" if it does not know the question.
  template <class T> T device_value(device_handle device, device_info which) const {
    T value{};
    return clGetDeviceInfo(device, which, sizeof(T), &value, nullptr) == result::success ? value : T{};
  }
  std::string device_text(device_handle, device_info) const;
  std::string platform_text(platform_handle, platform_info) const;
  // True if the device has an extension of this name.
  bool has_extension(device_handle, const char *name) const;
  // As 21 for 2.1.
  unsigned device_version(device_handle) const;
  // The function that makes programs of SPIR-V: a plain one since OpenCL 2.1, one of cl_khr_il_program before. Null:
  // nothing does.
  decltype(clCreateProgramWithIL) program_maker(platform_handle, device_handle) const;

private:
  // The name of a function that `library` lacks; null if there is none.
  const char *find_symbols(void *library);
};

// The functions of cl_intel_unified_shared_memory; all or none are null.
struct usm_functions {
#define SF_OPENCL_EXTENSION(Name, Result, Parameters) Result(*Name) Parameters = nullptr;
#include "Symbols.def"

  usm_functions(const api &, platform_handle);
  bool complete() const;
};

// "CL_OUT_OF_RESOURCES", or "error -77"
std::string describe(result error);

// True if memory or registers ran out.
bool ran_out(result);

// memory_allocation if so, else `otherwise`, with OpenCL's name for the error.
[[noreturn]] void fail(const char *function, result error, errc otherwise = errc::runtime);

inline void require(const char *function, result r) {
  if (r != result::success)
    fail(function, r);
}

// Releasing must not throw, since destructors do it, and whoever waited for what failed was told.
inline void drop_release_error(result) noexcept {}

} // namespace sycl::detail::opencl
