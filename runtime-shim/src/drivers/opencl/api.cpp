// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api.hpp"

#include "syclfuse/diagnostic.hpp"

#include <dlfcn.h>

namespace sycl::detail::opencl {

std::shared_ptr<const api> api::load(const std::string &library, std::string &error) {
  void *handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    error = std::string("OpenCL cannot be loaded: ") + dlerror();
    return nullptr;
  }
  auto loaded = std::make_shared<api>();
  if (const char *missing = loaded->find_symbols(handle)) {
    error = "the OpenCL of " + library + " is older than 1.2: it has no " + missing;
    dlclose(handle);
    return nullptr;
  }
  return loaded;
}

const char *api::find_symbols(void *library) {
#define SF_OPENCL_OPTIONAL(Name, Result, Parameters)                                                                   \
  Name = reinterpret_cast<Result(*) Parameters>(dlsym(library, #Name));
#define SF_OPENCL_SYMBOL(Name, Result, Parameters)                                                                     \
  Name = reinterpret_cast<Result(*) Parameters>(dlsym(library, #Name));                                                \
  if (!Name)                                                                                                           \
    return #Name;
#include "Symbols.def"
  return nullptr;
}

std::vector<platform_handle> api::platforms() const {
  number count = 0;
  if (clGetPlatformIDs(0, nullptr, &count) != result::success || count == 0)
    return {};
  std::vector<platform_handle> all(count);
  require("clGetPlatformIDs", clGetPlatformIDs(count, all.data(), nullptr));
  return all;
}

std::vector<device_handle> api::devices(platform_handle platform) const {
  number count = 0;
  if (clGetDeviceIDs(platform, device_type_all, 0, nullptr, &count) != result::success || count == 0)
    return {};
  std::vector<device_handle> all(count);
  require("clGetDeviceIDs", clGetDeviceIDs(platform, device_type_all, count, all.data(), nullptr));
  return all;
}

namespace {

// `ask(size, value, needed)` is one of OpenCL's questions for a text. "" where there is no answer.
template <class Ask> std::string text_of(const Ask &ask) {
  std::size_t size = 0;
  if (ask(0, nullptr, &size) != result::success || size == 0)
    return {};
  std::string text(size, '\0');
  if (ask(size, text.data(), nullptr) != result::success)
    return {};
  text.resize(text.find_last_not_of(std::string(" \0", 2)) + 1); // ends with a zero
  return text;
}

} // namespace

std::string api::device_text(device_handle device, device_info which) const {
  return text_of([&](std::size_t size, void *value, std::size_t *needed) {
    return clGetDeviceInfo(device, which, size, value, needed);
  });
}

std::string api::platform_text(platform_handle platform, platform_info which) const {
  return text_of([&](std::size_t size, void *value, std::size_t *needed) {
    return clGetPlatformInfo(platform, which, size, value, needed);
  });
}

bool api::has_extension(device_handle device, const char *name) const {
  return (" " + device_text(device, device_info::extensions) + " ").find(std::string(" ") + name + " ") !=
         std::string::npos;
}

// "OpenCL <major>.<minor> <of the vendor>"
unsigned api::device_version(device_handle device) const {
  const std::string version = device_text(device, device_info::version);
  return version.size() > 9 && version[8] == '.' ? static_cast<unsigned>((version[7] - '0') * 10 + version[9] - '0')
                                                 : 0;
}

decltype(api::clCreateProgramWithIL) api::program_maker(platform_handle platform, device_handle device) const {
  if (device_version(device) >= 21)
    return clCreateProgramWithIL;
  if (!has_extension(device, "cl_khr_il_program"))
    return nullptr;
  return reinterpret_cast<decltype(clCreateProgramWithIL)>(
      clGetExtensionFunctionAddressForPlatform(platform, "clCreateProgramWithILKHR"));
}

usm_functions::usm_functions(const api &f, platform_handle platform) {
#define SF_OPENCL_EXTENSION(Name, Result, Parameters)                                                                  \
  Name = reinterpret_cast<Result(*) Parameters>(f.clGetExtensionFunctionAddressForPlatform(platform, #Name));
#include "Symbols.def"
}

bool usm_functions::complete() const {
  bool all = true;
#define SF_OPENCL_EXTENSION(Name, Result, Parameters) all = all && Name;
#include "Symbols.def"
  return all;
}

std::string describe(result error) {
  switch (error) {
#define SF_OPENCL_RESULT(Enumerator, Value, Name)                                                                      \
  case result::Enumerator:                                                                                             \
    return #Name;
#include "Results.def"
  default:
    return "error " + std::to_string(static_cast<int>(error));
  }
}

bool ran_out(result error) {
  return error == result::mem_object_allocation_failure || error == result::out_of_resources ||
         error == result::out_of_host_memory || error == result::invalid_buffer_size;
}

void fail(const char *function, result error, errc otherwise) {
  const syclfuse::diag code = syclfuse::diag::driver_failed;
  throw exception(make_error_code(ran_out(error) ? errc::memory_allocation : otherwise),
                  syclfuse::format_text(code, {function, describe(error)}) + " [" + syclfuse::code_string(code) + "]");
}

} // namespace sycl::detail::opencl
