// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Images of a bundle, loaded on one device.
#pragma once

#include "context.hpp"
#include "geometry.hpp"

#include "core/devices/driver.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace sycl::detail::gpu {

class kernel final : public driver_kernel {
public:
  // Loads `image` (cubin, PTX that the driver compiles, or code object), and finds `entry` in it. Throws with the
  // driver's log. Group_size: the largest for plain ranges; 0: any.
  kernel(std::shared_ptr<context> ctx, syclfuse::bundle::array_view<unsigned char> image, const std::string &entry,
         std::uint64_t group_size, unsigned warp);
  ~kernel() override;

  function_handle function() const { return function_; }
  const kernel_shape &shape() const { return shape_; }
  limits of_device() const override { return {shape_.max_block_size, local_bytes_}; }
  std::uint64_t static_shared() const { return static_shared_; }
  // Asks for `bytes` of shared memory per block beyond what every kernel may have; remembers it. Thread-safe.
  void allow_shared(const api &functions, std::uint64_t bytes) const;

private:
  void find_function(const api &functions, const std::string &entry, std::uint64_t group_size, unsigned warp);

  std::shared_ptr<context> context_;
  std::vector<unsigned char> image_; // as long as the module is loaded, if the library needs it
  module_handle module_ = nullptr;
  function_handle function_ = nullptr;
  kernel_shape shape_;
  std::uint64_t static_shared_ = 0, local_bytes_ = 0;
  mutable std::mutex shared_mutex_;
  mutable std::atomic<std::uint64_t> allowed_shared_{0};
};

} // namespace sycl::detail::gpu
