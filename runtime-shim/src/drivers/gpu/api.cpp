// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api.hpp"

#include "core/process/errors.hpp"

#include <algorithm>
#include <cstring>
#include <dlfcn.h>

namespace sycl::detail::gpu {

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

const char *api::find_symbols(void *library, const char *names, void *first) {
  auto *to = static_cast<unsigned char *>(first);
  for (const char *name = names; *name; name += std::strlen(name) + 1) {
    const bool graphs = *name == '?';
    name += graphs;
    const entry_point<> found{name, reinterpret_cast<result (*)()>(dlsym(library, name))};
    if (!found.pointer && !graphs)
      return name;
    has_graphs_ = has_graphs_ && found.pointer;
    std::memcpy(to, &found, sizeof found); // pointers to functions are all alike
    to += sizeof found;
  }
  return nullptr;
}

bool api::open(const std::string &library, std::string &error) {
  void *handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    error = std::string(title) + " cannot be loaded: " + dlerror();
    return false;
  }
  if (const char *missing = find_symbols(handle)) {
    error = std::string(title) + " " + library + " is too old: it has no " + missing;
    dlclose(handle);
    return false;
  }
  const result r = init(0u);
  if (r == result::success)
    return true;
  error = std::string(title) + " finds no usable device: " + init.name + " gives " + describe(r);
  return false;
}

std::string api::describe(result error) const {
  const char *name = error_name(error), *text = error_text(error);
  if (!name)
    return "error " + std::to_string(static_cast<int>(error));
  return std::string(name) + (text ? std::string(": ") + text : std::string());
}

void api::fail(const char *function, result error) const {
  errc code = errc::runtime;
  if (error == result::out_of_memory)
    code = errc::memory_allocation;
  else if (kernel_failed(error) || function == launch_kernel.name || function == graph_launch.name)
    code = errc::kernel;
  std::string name = function;
  name.erase(std::min(name.find("_v2"), name.size())); // no part of the name in the documentation
  throw_diagnostic(code, syclfuse::diag::driver_failed, {name, describe(error)});
}

} // namespace sycl::detail::gpu
