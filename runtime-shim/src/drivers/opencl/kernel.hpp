// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variants of a bundle that are built on one device.
#pragma once

#include "event.hpp"

#include "core/devices/driver.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace sycl::detail::opencl {

class kernel final : public driver_kernel {
public:
  // Builds the variant's image. Throws with the driver's log.
  kernel(std::shared_ptr<context> ctx, const syclfuse::bundle::view &bundle,
         const syclfuse::bundle::variant_record &variant);
  ~kernel() override;
  limits of_device() const override { return {group_size_, private_bytes_}; }

  // Enqueues it with the request's arguments. Throws errc::nd_range or errc::memory_allocation before anything has
  // started. Thread-safe: an OpenCL kernel holds its arguments.
  void launch(const launch_request &request, const command_place &at);

private:
  void build(syclfuse::bundle::array_view<unsigned char> image, bool spir);
  void read_limits();
  void set_arguments(const launch_request &request);
  void check_range(const launch_request &request, const std::size_t *local) const;

  std::shared_ptr<context> context_;
  std::string name_;
  std::vector<syclfuse::bundle::argument_record> arguments_;
  std::mutex mutex_;
  program_handle program_ = nullptr;
  kernel_handle handle_ = nullptr;
  std::uint64_t seen_allocations_ = 0;
  std::size_t group_size_ = 0;
  std::uint64_t private_bytes_ = 0, local_most_ = 0;
};

// Builds each variant once, refusals included. The key is the record's address, and the image's checksum beside it,
// since another bundle may lie at that address after a library was closed. Thread-safe.
class kernel_cache {
public:
  kernel *load(const std::shared_ptr<context> &, const syclfuse::bundle::view &,
               const syclfuse::bundle::variant_record &, std::string &error);

private:
  struct entry {
    std::unique_ptr<kernel> loaded;
    std::string error;
  };
  std::mutex mutex_;
  std::map<std::pair<const syclfuse::bundle::variant_record *, std::uint64_t>, entry> entries_;
};

} // namespace sycl::detail::opencl
