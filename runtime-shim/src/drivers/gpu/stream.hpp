// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "event.hpp"
#include "geometry.hpp"

namespace sycl::detail::gpu {

struct prepared_launch;

class stream final : public driver_stream {
public:
  stream(std::shared_ptr<context> ctx, const device_limits &limits, bool profiling);
  ~stream() override;

  void launch(const launch_request &request) override;
  void launch_again(const launch_request &request, std::unique_ptr<driver_launch> &prepared) override;
  void replay(driver_replay &commands) override;
  // Both sides stay as they are until the copy has finished.
  void copy(void *dst, const void *src, std::size_t bytes) override;
  void fill(void *dst, const void *pattern, std::size_t pattern_size, std::size_t count) override;
  const std::shared_ptr<driver_event> &record(const driver_event *idle, long holders) override;
  void wait_for(driver_event &event) override;
  void synchronize() override;
  void prefetch(const void *pointer, std::size_t bytes) override;
  void advise(const void *pointer, std::size_t bytes, int advice) override;
  native_handles native() const override { return {core_->handle, core_->owner->handle(), core_->owner->device()}; }

private:
  // The entry points, ready for a command of so many work-items or bytes. With profiling, notes when the first command
  // after the last record() starts.
  const api &begin_command(std::uint64_t work);
  void run(const prepared_launch &, std::uint64_t work, const launch_request &);
  // Another event for what comes now, if the commands that share the last one are enough for somebody to wait for.
  void limit_shared(std::uint64_t work);
  bool last_is_open() const { return last_ && !static_cast<const event &>(*last_).sealed(); }
  // If others hold it and it is not over, it stands for no later command.
  void mark_last();

  std::shared_ptr<stream_core> core_;
  const device_limits &limits_; // the device's
  std::unique_ptr<pooled_event> begin_;
  std::shared_ptr<driver_event> last_;  // of the newest commands; null: none yet
  std::shared_ptr<driver_event> spare_; // of commands that have finished, for later ones
  std::uint64_t shared_work_ = 0;       // of the newest commands
};

} // namespace sycl::detail::gpu
