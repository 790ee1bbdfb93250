// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Commands of the native device run inside the call: nothing is ever in flight when it returns.
#pragma once

#include "core/devices/driver.hpp"

namespace sycl::detail::native {

// The facts that each thread needs which runs a part of a launch.
struct launch_context {
  sycl_fuse_native_entry entry;
  const void *const *args;
  sycl_fuse_native_state state;
  std::size_t local_bytes;
};

// A kernel with its arguments, which stay.
class prepared_launch {
public:
  prepared_launch(const launch_request &, const void *const *args, std::uint64_t stream_threshold);
  void run();

private:
  launch_context context_;
  std::uint64_t units_ = 1, items_ = 1; // work-items, or work-groups of so many work-items
  // How often it still runs on the calling thread without a try, which found that other threads do not pay.
  unsigned known_short_ = 0;
};

class stream : public driver_stream {
public:
  // `stream_threshold`: launches that touch as many bytes write around the caches.
  explicit stream(std::uint64_t stream_threshold) : stream_threshold_(stream_threshold) {}
  void launch(const launch_request &) override;
  void launch_again(const launch_request &, std::unique_ptr<driver_launch> &prepared) override;
  void replay(driver_replay &) override;
  void copy(void *dst, const void *src, std::size_t bytes) override;
  void fill(void *dst, const void *pattern, std::size_t pattern_size, std::size_t count) override;
  const std::shared_ptr<driver_event> &record(const driver_event *, long) override { return nothing_; }
  void wait_for(driver_event &event) override { event.wait(); }
  void synchronize() override {}

private:
  std::uint64_t stream_threshold_;
  const std::shared_ptr<driver_event> nothing_; // is in flight
};

} // namespace sycl::detail::native
