// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state behind sycl::event: one command, or one fusion region.
#pragma once

#include "core/driver.hpp"
#include "sycl/event.hpp"

#include <atomic>
#include <memory>
#include <mutex>

namespace sycl::detail {

class queue_impl;

// Protects which commands a buffer waits for, and the step of an event from pending to registered. Held briefly; locked after a queue's
// mutex, never the other way round.
std::mutex &graph_mutex();

class event_impl {
public:
  // pending: part of an open fusion region. registered: its place in the order of commands is fixed. enqueued: the device has it.
  enum class state : unsigned { pending, registered, enqueued, complete };

  explicit event_impl(state s) : state_(s) {}
  // Of an open region.
  explicit event_impl(std::weak_ptr<queue_impl> region_of) : state_(state::pending), region_of_(std::move(region_of)) {}

  state current() const noexcept { return state_.load(std::memory_order_acquire); }
  bool pending() const noexcept { return current() == state::pending; }
  bool complete() noexcept;
  std::shared_ptr<queue_impl> region_queue() const { return region_of_.lock(); }

  // Under graph_mutex().
  void set_registered() noexcept { state_.store(state::registered, std::memory_order_release); }
  // With what the stream recorded; null: the commands have finished.
  void set_enqueued(std::shared_ptr<driver_event> e) noexcept;
  // Finished, or failed: nobody waits for it any more.
  void set_complete() noexcept { advance(state::complete); }

  // Both block the calling thread; neither may be called while holding a queue's mutex or graph_mutex(), nor while pending.
  void wait_enqueued();
  void wait_complete();
  // Null before enqueued, and for commands that ran at once.
  driver_event *native() const { return native_.get(); }

  const void *queue_id = nullptr; // the queue's address, only compared
  backend of = backend::ext_oneapi_native_cpu;
  bool profiled = false;
  std::uint64_t submit_ns = 0, start_ns = 0, end_ns = 0;

private:
  friend void retain(event_impl *) noexcept;
  friend void release(event_impl *) noexcept;
  void advance(state s) noexcept;
  std::atomic<unsigned> references_{1};
  std::atomic<state> state_;
  std::shared_ptr<driver_event> native_;
  std::weak_ptr<queue_impl> region_of_;
};

// Cancels the region that `e` stands for if it is still open.
void abort_region_of(event_impl &e);
// Waits for an event in any state.
void wait_event(event_impl &e);
std::uint64_t now_ns();

} // namespace sycl::detail
