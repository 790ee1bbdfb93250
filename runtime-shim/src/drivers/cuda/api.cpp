// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api.hpp"

#include "core/process/errors.hpp"

#include <dlfcn.h>

namespace sycl::detail::cuda {

namespace {

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

std::shared_ptr<const api> api::load(const std::string &library, std::string &error) {
  void *handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    error = std::string("the CUDA driver cannot be loaded: ") + dlerror();
    return nullptr;
  }
  auto loaded = std::make_shared<api>();
  if (const char *missing = loaded->find_symbols(handle)) {
    error = "the CUDA driver " + library + " is too old: it has no " + missing;
    dlclose(handle);
    return nullptr;
  }
  const result r = loaded->cuInit(0u);
  if (r != result::success) {
    error = "the CUDA driver finds no usable device: cuInit gives " + loaded->describe(r);
    return nullptr;
  }
  return loaded;
}

const char *api::find_symbols(void *library) {
#define SF_CUDA_SYMBOL(Name, Exported, Parameters)                                                                     \
  Name = {#Name, reinterpret_cast<result(*) Parameters>(dlsym(library, Exported))};                                    \
  if (!Name.pointer)                                                                                                   \
    return Exported;
#define SF_CUDA_GRAPH_SYMBOL(Name, Exported, Parameters)                                                               \
  Name = {#Name, reinterpret_cast<result(*) Parameters>(dlsym(library, Exported))};                                    \
  has_graphs_ = has_graphs_ && Name.pointer;
#include "Symbols.def"
  return nullptr;
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
  else if (kernel_failed(error) || function == cuLaunchKernel.name || function == cuGraphLaunch.name)
    code = errc::kernel;
  throw_diagnostic(code, syclfuse::diag::driver_failed, {function, describe(error)});
}

} // namespace sycl::detail::cuda
