// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A driver in a library of its own, which lies beside the runtime's: who never asks for its devices does not load it.
#include "core/devices/driver.hpp"

#include <dlfcn.h>

namespace sycl::detail {
namespace {

class missing_driver final : public driver {
public:
  explicit missing_driver(std::string why) : why_(std::move(why)) {}
  const char *name() const override { return "opencl"; }
  const std::vector<driver_device *> &devices() const override { return none_; }
  const std::string &unavailable() const override { return why_; }

private:
  std::vector<driver_device *> none_;
  std::string why_;
};

} // namespace

std::unique_ptr<driver> make_opencl_driver() {
  std::string file = "libsycl-fuse-opencl.so.0";
  Dl_info here;
  if (dladdr(reinterpret_cast<void *>(&make_opencl_driver), &here) && here.dli_fname) {
    const std::string runtime = here.dli_fname;
    file.insert(0, runtime, 0, runtime.rfind('/') + 1); // all of nothing if there is no slash
  }
  // Never closed: devices live until the process ends.
  void *library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return std::make_unique<missing_driver>(std::string("its driver cannot be loaded: ") + dlerror());
  const auto make = reinterpret_cast<driver *(*)(unsigned)>(dlsym(library, "sycl_fuse_make_driver"));
  if (driver *made = make ? make(driver_interface) : nullptr)
    return std::unique_ptr<driver>(made);
  return std::make_unique<missing_driver>(file + " is of another version than the runtime");
}

} // namespace sycl::detail
