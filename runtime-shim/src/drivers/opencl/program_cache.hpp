// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs that OpenCL has built, on disk: the cache of what is fused at run time (docs/jit.md) keeps them too.
#pragma once

#include "api.hpp"

#include "syclfuse/bundle.hpp"
#include "syclfuse/sha256.hpp"

#include <cstdint>
#include <string>

namespace sycl::detail::opencl {

// Thread-safe, also for several processes. What cannot be read or written is built anew, or not kept.
class program_cache {
public:
  // An empty `directory` keeps nothing.
  program_cache(std::string directory, std::uint64_t bytes) : directory_(std::move(directory)), bytes_(bytes) {}
  bool enabled() const { return !directory_.empty(); }

  // What a program depends on.
  struct key {
    syclfuse::sha256_digest digest;
    std::string kernel, target, device; // for people
  };
  static key key_of(const api &, device_handle, syclfuse::bundle::array_view<unsigned char> image,
                    const std::string &kernel, const std::string &options);

  // The device's binary of a program that was built before. Empty: there is none, or it is damaged.
  std::string find(const key &) const;
  // Keeps that of `program`, which was built for one device.
  void keep(const key &, const api &, program_handle program) const;

private:
  const std::string directory_;
  const std::uint64_t bytes_;
};

} // namespace sycl::detail::opencl
