// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// AMD GPUs through HIP's module API.
#include "driver.hpp"

#include "device.hpp"

#include "drivers/gpu/driver.hpp"

#include <dlfcn.h>

namespace sycl::detail::hip {

namespace {

// Each version has a name of its own; the last is that of none, which development packages have.
std::string newest_library() {
  for (const char *name : {"libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5"})
    if (::dlopen(name, RTLD_NOW | RTLD_LOCAL)) // is opened again, and stays
      return name;
  return "libamdhip64.so";
}

} // namespace

std::unique_ptr<driver> make_driver(const std::string &library) {
  return gpu::make_driver("hip", std::make_shared<api>(), library.empty() ? newest_library() : library,
                          [](std::shared_ptr<const gpu::api> functions, int ordinal) -> std::unique_ptr<gpu::device> {
                            return std::make_unique<device>(std::static_pointer_cast<const api>(functions), ordinal);
                          });
}

} // namespace sycl::detail::hip
