// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variants of a bundle that are loaded on one device.
#pragma once

#include "core/devices/driver.hpp"
#include "sycl/exception.hpp"

#include <map>
#include <mutex>
#include <utility>

namespace sycl::detail {

// Loads each variant once, refusals included, but those for want of memory, which may pass. The key is the record's
// address, and the image's checksum beside it, since another bundle may lie at that address after a library was closed.
// Thread-safe.
class kernel_cache {
public:
  // `make(image, name)` gives the kernel as a unique_ptr, or throws with the driver's text. Null, and a sentence in
  // `error`, if it does or the image is damaged. Throws errc::memory_allocation if `make` does.
  template <class Make>
  driver_kernel *load(const syclfuse::bundle::view &bundle, const syclfuse::bundle::variant_record &variant,
                      std::string &error, const Make &make) {
    std::lock_guard lock(mutex_);
    const auto [position, added] = entries_.try_emplace({&variant, variant.image_checksum});
    entry &found = position->second;
    if (added) {
      const auto image = bundle.image(variant);
      const std::string name(bundle.string(variant.entry));
      try {
        if (image.size() == 0)
          found.error = "the image of '" + name + "' is damaged";
        else
          found.loaded = make(image, name);
      } catch (const sycl::exception &e) {
        if (e.code() == errc::memory_allocation) {
          entries_.erase(position);
          throw;
        }
        found.error = "the driver refuses the image of '" + name + "': " + e.what();
      }
    }
    error = found.error;
    return found.loaded.get();
  }

private:
  struct entry {
    std::unique_ptr<driver_kernel> loaded;
    std::string error;
  };
  std::mutex mutex_;
  std::map<std::pair<const syclfuse::bundle::variant_record *, std::uint64_t>, entry> entries_;
};

} // namespace sycl::detail
