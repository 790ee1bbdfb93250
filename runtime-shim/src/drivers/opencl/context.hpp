// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The context of one device, with its memory.
#pragma once

#include "memory.hpp"
#include "program_cache.hpp"

#include <mutex>
#include <vector>

namespace sycl::detail::opencl {

// Thread-safe. Streams, events and kernels hold a reference, so that the context is released last.
class context {
public:
  // Throws if OpenCL refuses.
  context(std::shared_ptr<const api> functions, std::shared_ptr<const program_cache>, platform_handle, device_handle);
  ~context();
  context(const context &) = delete;
  context &operator=(const context &) = delete;

  const api &functions() const { return *api_; }
  device_handle device() const { return device_; }
  context_handle handle() const { return handle_; }
  memory &pointers() { return *memory_; }
  const program_cache &programs() const { return *programs_; }
  // For SPIR-V; null only if the device takes none.
  decltype(api::clCreateProgramWithIL) program_maker() const { return program_maker_; }

  queue_handle create_queue(bool profiling);
  // Releases it, later, when its commands have finished.
  void end_queue(queue_handle) noexcept;
  // Waits for all commands of all queues, as memory must before it is given back.
  void finish();
  // When a command of a queue with profiling started or ended, in nanoseconds of the host's steady clock as far as it
  // was known at the first question. The command must be complete.
  std::uint64_t nanoseconds(event_handle, profiling_info);

private:
  void release_ended() noexcept;
  std::uint64_t device_time(event_handle, profiling_info) const;
  void compare_clocks();

  const std::shared_ptr<const api> api_;
  const std::shared_ptr<const program_cache> programs_;
  const device_handle device_;
  const decltype(api::clCreateProgramWithIL) program_maker_;
  context_handle handle_ = nullptr;
  std::unique_ptr<memory> memory_;
  std::mutex mutex_;
  std::vector<queue_handle> queues_, ended_; // those in use, and those whose stream has ended; under mutex_
  std::once_flag clocks_compared_;
  std::uint64_t ahead_ = 0; // of the host's clock before the device's, modulo 2^64
};

} // namespace sycl::detail::opencl
