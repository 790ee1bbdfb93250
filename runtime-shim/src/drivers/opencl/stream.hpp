// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "event.hpp"

#include <vector>

namespace sycl::detail::opencl {

// An in-order queue of OpenCL. Each command gives an event, which is kept until it is known whether it failed.
class stream final : public driver_stream {
public:
  stream(std::shared_ptr<context> ctx, bool profiling);
  ~stream() override;

  void launch(const launch_request &request) override;
  void replay(driver_replay &) override {} // not called: nothing is collected
  void copy(void *dst, const void *src, std::size_t bytes) override;
  void fill(void *dst, const void *pattern, std::size_t pattern_size, std::size_t count) override;
  const std::shared_ptr<driver_event> &record(const driver_event *, long) override;
  void wait_for(driver_event &event) override;
  void synchronize() override;
  native_handles native() const override { return {queue_, context_->handle(), 0}; }

private:
  // The event of a command. Of one that was recorded it belongs to that.
  struct command_event {
    event_reference own;
    std::shared_ptr<driver_event> recorded;
    const event_reference &get() const { return recorded ? static_cast<const event &>(*recorded).last() : own; }
    explicit operator bool() const { return recorded || own.get(); }
  };
  // Calls enqueue(command_slot), and keeps the event.
  template <class Enqueue> void command(const Enqueue &enqueue);
  void marker();
  // Forgets commands that are done. A failure is kept for synchronize().
  void look_at_earlier();

  const std::shared_ptr<context> context_;
  const bool profiling_;
  queue_handle queue_ = nullptr;
  event_reference first_;              // since the last record(), with profiling
  command_event last_;                 // of all commands
  std::vector<command_event> earlier_; // than last_, not looked at since they were not complete
  command_event failed_;               // the first one
  // More than most programs enqueue before they wait, when the host has time to look.
  static constexpr std::size_t usual_earlier = 256;
  std::size_t most_earlier_ = usual_earlier;
};

} // namespace sycl::detail::opencl
