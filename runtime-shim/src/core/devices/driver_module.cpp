// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Drivers in libraries of their own, which lie beside the runtime's: who never asks for their devices does not load
// them.
#include "core/devices/driver.hpp"
#include "core/process/env.hpp"
#include "core/process/log.hpp"
#include "syclfuse/jit_cache.hpp"

#include <algorithm>
#include <dlfcn.h>
#include <sys/auxv.h>

namespace sycl::detail {
namespace {

class missing_driver final : public driver {
public:
  missing_driver(const char *name, std::string why) : name_(name), why_(std::move(why)) {}
  const char *name() const override { return name_; }
  const std::vector<driver_device *> &devices() const override { return none_; }
  const std::string &unavailable() const override { return why_; }

private:
  const char *const name_;
  std::vector<driver_device *> none_;
  std::string why_;
};

// Where programs run with rights that their user does not have nothing is kept.
driver_options options_for(const std::string &vendor_library) {
  driver_options options;
  options.library = vendor_library;
  options.report = [](syclfuse::diag code, const std::vector<std::string> &arguments) { log(code, arguments); };
  if (env().cache_size != 0 && !::getauxval(AT_SECURE)) {
    options.cache_directory = syclfuse::jit::cache_directory(env().cache_dir.text);
    options.cache_bytes = std::uint64_t{std::min(env().cache_size, 1ul << 40)} << 20;
  }
  return options;
}

std::unique_ptr<driver> load_driver(const char *name, const std::string &vendor_library) {
  std::string file = std::string("libsycl-fuse-") + name + ".so.0";
  Dl_info here;
  if (dladdr(reinterpret_cast<void *>(&make_opencl_driver), &here) && here.dli_fname) {
    const std::string runtime = here.dli_fname;
    file.insert(0, runtime, 0, runtime.rfind('/') + 1); // all of nothing if there is no slash
  }
  // Never closed: devices live until the process ends.
  void *library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return std::make_unique<missing_driver>(name, std::string("its driver cannot be loaded: ") + dlerror());
  const auto make =
      reinterpret_cast<driver *(*)(unsigned, const driver_options &)>(dlsym(library, "sycl_fuse_make_driver"));
  if (driver *made = make ? make(driver_interface, options_for(vendor_library)) : nullptr)
    return std::unique_ptr<driver>(made);
  return std::make_unique<missing_driver>(name, file + " is of another version than the runtime, or memory ran out");
}

} // namespace

std::unique_ptr<driver> make_opencl_driver() { return load_driver("opencl", env().opencl_library); }
std::unique_ptr<driver> make_hip_driver() { return load_driver("hip", env().hip_library); }

} // namespace sycl::detail
