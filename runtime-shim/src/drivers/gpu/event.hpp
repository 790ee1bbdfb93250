// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "pooled_event.hpp"

#include "core/devices/driver.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

namespace sycl::detail::gpu {

class event;

// The part of a stream that its events share. The driver's stream ends with ours: the last event may go at any time, on
// any thread.
struct stream_core {
  stream_core(std::shared_ptr<context> context, bool with_profiling);
  ~stream_core() { end(); }
  stream_core(const stream_core &) = delete;
  stream_core &operator=(const stream_core &) = delete;

  const std::shared_ptr<context> owner;
  const bool profiling;
  stream_handle handle = nullptr; // null: ended
  std::mutex mutex;               // of recording events, and of the end
  std::uint64_t issued = 0;       // events, which are numbered in the order of the stream; only the stream's user looks
  std::atomic<std::uint64_t> finished{0}; // events up to this number are known to be complete
  // The oldest event that was recorded and may be unfinished. Under `mutex`, except to see whether there is one.
  std::atomic<event *> oldest{nullptr};
  event *newest = nullptr;

  // Events up to this number give what the driver recorded for them back: programs may keep theirs.
  void finish(std::uint64_t number) noexcept;
  void end() noexcept;
};

// Thread-safe. Recording costs as much as half a launch and most events are never asked for, since programs wait for
// the whole queue. So an event is recorded when somebody needs it, and until then stands for whatever else comes into
// the stream: stream.hpp bounds that. With profiling it is recorded at once: its time is that of its execution.
class event final : public driver_event {
public:
  // For everything in the stream so far. `begin` is null without profiling.
  event(std::shared_ptr<stream_core> core, std::unique_ptr<pooled_event> begin);
  ~event() override;
  void wait() override;
  // True also if a command failed: nothing more will happen, and wait() says what did.
  bool complete() override;
  // Wait for the event, if its stream has profiling.
  std::uint64_t start_ns() const override;
  std::uint64_t end_ns() const override;

  bool known_complete() const noexcept override { return finished(); }
  void mark() override { handle(); }

  // Recorded, for other streams to wait for. Null: it is finished. Others may give it back: to be held while it is
  // used.
  std::shared_ptr<pooled_event> handle();
  // Only for an event that was never recorded and that the stream alone holds: from now on it stands for later commands
  // of the stream.
  void begin_again() noexcept { number_.store(++core_->issued, std::memory_order_relaxed); }
  // True if it may have been recorded: later commands need another event.
  bool sealed() const noexcept { return sealed_.load(); }
  bool finished() const noexcept {
    return core_->finished.load(std::memory_order_acquire) >= number_.load(std::memory_order_relaxed);
  }

private:
  friend struct stream_core;
  void unlink() noexcept; // from those of the stream; under its mutex
  std::shared_ptr<stream_core> core_;
  std::unique_ptr<pooled_event> begin_;
  std::shared_ptr<pooled_event> end_; // null until recorded, and after it is finished, unless there is profiling
  event *older_ = nullptr, *newer_ = nullptr;
  // Set before it is recorded. Sequentially consistent with the look of the stream's user after a launch: who finds it
  // unset has launched before the recording.
  std::atomic<bool> sealed_{false};
  std::atomic<std::uint64_t> number_;
};

} // namespace sycl::detail::gpu
