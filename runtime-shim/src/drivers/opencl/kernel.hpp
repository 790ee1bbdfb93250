// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Images of a bundle, built for one device.
#pragma once

#include "event.hpp"

#include "core/devices/driver.hpp"

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace sycl::detail::opencl {

class kernel final : public driver_kernel {
public:
  // Builds `image`, of SPIR or SPIR-V. Throws with the driver's log.
  kernel(std::shared_ptr<context> ctx, syclfuse::bundle::array_view<unsigned char> image, const std::string &entry,
         bool spir, syclfuse::bundle::array_view<syclfuse::bundle::argument_record> arguments);
  ~kernel() override;
  limits of_device() const override { return {group_size_, private_bytes_}; }

  // Enqueues it with the request's arguments. Throws errc::nd_range or errc::memory_allocation before anything has
  // started. Thread-safe: an OpenCL kernel holds its arguments.
  void launch(const launch_request &request, const command_slot &at);

private:
  void build(syclfuse::bundle::array_view<unsigned char> image, const std::string &entry, bool spir);
  // A program that the cache has. False if the device does not take it any more.
  bool take_binary(syclfuse::bundle::array_view<unsigned char> binary, const std::string &entry);
  program_handle create_from_binary(syclfuse::bundle::array_view<unsigned char> image, result &);
  // Builds program_, and makes the kernel.
  result finish_program(const std::string &entry, const char *options);
  void read_limits();
  void set_arguments(const launch_request &request);
  // Without a value the argument is local memory. Calls set() unless the argument has the value.
  template <class Set> void set_argument(std::size_t index, const void *value, std::size_t size, const Set &set);
  void check_range(const launch_request &request, const std::size_t *local) const;

  std::shared_ptr<context> context_;
  std::vector<syclfuse::bundle::argument_record> arguments_;
  std::mutex mutex_;
  program_handle program_ = nullptr;
  kernel_handle handle_ = nullptr;
  // An OpenCL kernel keeps its arguments from one launch to the next.
  struct kept_argument {
    bool known = false, local = false;
    std::size_t size = 0;
    unsigned char value[16];
  };
  std::vector<kept_argument> kept_;    // under mutex_, as what follows
  std::uint64_t kept_allocations_ = 0; // memory::changes() when they were set
  std::uint64_t seen_allocations_ = 0;
  std::size_t group_size_ = 0;
  std::uint64_t private_bytes_ = 0, local_most_ = 0;
};

} // namespace sycl::detail::opencl
