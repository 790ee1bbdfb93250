// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sequence that an executable graph has now, and its last execution.
#pragma once

#include "core/queue/held_locks.hpp"
#include "core/queue/sequence.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

namespace sycl::detail {

// Its executions never overlap.
class executable_graph {
public:
  std::shared_ptr<command_sequence> current() const {
    std::lock_guard<std::mutex> held(mutex_);
    return sequence_;
  }
  // All of them have the lock of the first.
  void set_current(std::shared_ptr<command_sequence> s) {
    const std::shared_ptr<std::mutex> lock = s->lock;
    std::lock_guard<std::mutex> own(*lock);
    std::lock_guard<std::mutex> held(mutex_);
    if (!lock_)
      lock_ = lock;
    sequence_.swap(s);
  }
  // Calls f(sequence) for the current one with all of its locks held. Gives what f gives.
  template <class F> bool with_current(F f) const {
    {
      std::lock_guard<std::mutex> own(*lock_);
      if (sequence_->flat.locks.size() == 1)
        return f(*sequence_);
    }
    const std::shared_ptr<command_sequence> s = current();
    const held_locks held(s->flat.locks);
    return f(*s);
  }
  std::atomic<bool> has_last{false};
  // Under graph_mutex(): the last execution that has an event.
  struct {
    ref<event_impl> event;
    std::uint64_t sequence = 0; // its number
    std::uint64_t uses = 0;     // uses_of_buffers, once it had entered its own
  } last;

private:
  std::shared_ptr<std::mutex> lock_; // stays
  mutable std::mutex mutex_;
  std::shared_ptr<command_sequence> sequence_; // changed under both
};

} // namespace sycl::detail
