// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs that OpenCL has built, on disk: the cache of what is fused at run time (docs/jit.md) keeps them too.
#pragma once

#include "api.hpp"

#include "core/devices/driver.hpp"
#include "syclfuse/bundle.hpp"
#include "syclfuse/sha256.hpp"

#include <mutex>
#include <string>

namespace sycl::detail::opencl {

// Thread-safe, also for several processes. What cannot be read or written is built anew, or not kept.
class program_cache {
public:
  // Without a folder nothing is kept.
  explicit program_cache(const driver_options &options) : options_(options) {}
  bool enabled() const { return !options_.cache_directory.empty(); }

  // All that a program depends on.
  struct key {
    syclfuse::sha256_digest digest;
    std::string kernel, target, device; // for people
  };
  static key key_of(const api &, device_handle, syclfuse::bundle::array_view<unsigned char> image,
                    const std::string &kernel, const std::string &options);

  // The device's binary of a program that was built before. Empty: there is none, or it is damaged, which the user is
  // told, once.
  std::string find(const key &) const;
  // Keeps that of `program`, which was built for one device.
  void keep(const key &, const api &, program_handle program) const;

private:
  const driver_options options_;
  mutable std::once_flag told_;
};

} // namespace sycl::detail::opencl
