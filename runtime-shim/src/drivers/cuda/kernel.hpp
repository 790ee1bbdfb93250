// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variants of a bundle that are loaded on one device.
#pragma once

#include "context.hpp"
#include "geometry.hpp"

#include "core/devices/driver.hpp"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace sycl::detail::cuda {

class kernel final : public driver_kernel {
public:
  // Loads `image` (cubin, or PTX that the driver compiles) and finds `entry` in it. Throws with the driver's log.
  // Group_size: the largest for plain ranges; 0: any.
  kernel(std::shared_ptr<context> ctx, syclfuse::bundle::array_view<unsigned char> image, const std::string &entry,
         std::uint64_t group_size);
  ~kernel() override;

  function_handle function() const { return function_; }
  const kernel_shape &shape() const { return shape_; }
  limits of_device() const override { return {shape_.max_block_size, local_bytes_}; }
  std::uint64_t static_shared() const { return static_shared_; }
  // Asks for `bytes` of shared memory per block beyond what every kernel may have; remembers it. Thread-safe.
  void allow_shared(const api &functions, std::uint64_t bytes) const;

private:
  void find_function(const api &functions, const std::string &entry, std::uint64_t group_size);

  std::shared_ptr<context> context_;
  module_handle module_ = nullptr;
  function_handle function_ = nullptr;
  kernel_shape shape_;
  std::uint64_t static_shared_ = 0, local_bytes_ = 0;
  mutable std::mutex shared_mutex_;
  mutable std::atomic<std::uint64_t> allowed_shared_{0};
};

// Whether a device of compute capability `device_arch` (as 90) can run the variant. A cubin runs on its own major
// architecture from its minor on; PTX on everything newer; code for one exact architecture (sm_90a) there only.
bool runs_on(const syclfuse::bundle::variant_record &variant, unsigned device_arch) noexcept;

// Loads each variant once, refusals included. The key is the record's address, and the image's checksum beside it,
// since another bundle may lie at that address after a library was closed. Thread-safe.
class kernel_cache {
public:
  kernel *load(const std::shared_ptr<context> &ctx, const syclfuse::bundle::view &bundle,
               const syclfuse::bundle::variant_record &variant, std::string &error);

private:
  struct entry {
    std::unique_ptr<kernel> loaded;
    std::string error;
  };
  std::mutex mutex_;
  std::map<std::pair<const syclfuse::bundle::variant_record *, std::uint64_t>, entry> entries_;
};

} // namespace sycl::detail::cuda
