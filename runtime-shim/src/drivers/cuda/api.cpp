// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api.hpp"

#include "syclfuse/diagnostic.hpp"

#include <sycl/exception.hpp>

#include <cstdlib>
#include <dlfcn.h>

namespace sycl::detail::cuda {

namespace {

const char *library_name() {
  const char *chosen = std::getenv("SYCL_FUSE_CUDA_LIBRARY");
  return chosen && *chosen ? chosen : "libcuda.so.1";
}

bool kernel_failed(result error) {
  switch (error) {
  case result::illegal_address:
  case result::launch_out_of_resources:
  case result::launch_timeout:
  case result::assert_triggered:
  case result::hardware_stack_error:
  case result::illegal_instruction:
  case result::misaligned_address:
  case result::invalid_address_space:
  case result::invalid_pc:
  case result::launch_failed:
  case result::cooperative_launch_too_large:
    return true;
  default:
    return false;
  }
}

} // namespace

std::shared_ptr<const api> api::load(std::string &error) {
  void *library = dlopen(library_name(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    error = std::string("the CUDA driver cannot be loaded: ") + dlerror();
    return nullptr;
  }
  auto loaded = std::make_shared<api>();
  if (!loaded->find_symbols(library, error)) {
    dlclose(library);
    return nullptr;
  }
  const result r = loaded->cuInit(0u);
  if (r != result::success) {
    error = "the CUDA driver finds no usable device: cuInit gives " + loaded->describe(r);
    return nullptr;
  }
  return loaded;
}

bool api::find_symbols(void *library, std::string &error) {
#define SF_CUDA_SYMBOL(Name, Exported, Parameters)                                                                       \
  Name = {#Name, reinterpret_cast<result(*) Parameters>(dlsym(library, Exported))};                                      \
  if (!Name.pointer) {                                                                                                   \
    error = std::string("the CUDA driver ") + library_name() + " is too old: it has no " Exported;                       \
    return false;                                                                                                        \
  }
#include "Symbols.def"
  return true;
}

std::string api::describe(result error) const {
  const char *name = nullptr, *text = nullptr;
  if (cuGetErrorName(error, &name) != result::success || !name)
    return "error " + std::to_string(static_cast<int>(error));
  if (cuGetErrorString(error, &text) != result::success || !text)
    return name;
  return std::string(name) + ": " + text;
}

void api::fail(const char *function, result error) const {
  errc code = errc::runtime;
  if (error == result::out_of_memory)
    code = errc::memory_allocation;
  else if (kernel_failed(error) || function == cuLaunchKernel.name)
    code = errc::kernel;
  throw sycl::exception(make_error_code(code), syclfuse::format_text(syclfuse::diag::driver_failed, {function, describe(error)}) +
                                                   " [" + syclfuse::code_string(syclfuse::diag::driver_failed) + "]");
}

} // namespace sycl::detail::cuda
