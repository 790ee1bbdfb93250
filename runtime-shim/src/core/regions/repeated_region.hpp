// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Remembers what the commands of a region did with buffers. If those of the next region do the same, and nobody has
// come to use any buffer in between, then the buffers know already all that they would be told, by the event of the
// first.
#pragma once

#include "core/events/event_impl.hpp"
#include "core/memory/buffer_impl.hpp"
#include "sycl/detail/command.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sycl::detail {

class repeated_region {
public:
  // All with graph_mutex() held. Keeps what the commands, which `e` stands for, have done: nobody else has used a
  // buffer since uses_of_buffers was `before`, or nothing is kept. `number`: of the commands, as command::before has it
  // from then on.
  void keep(const std::vector<command *> &, const ref<event_impl> &e, std::uint64_t before, std::uint64_t number);
  // True if the next region may be the same; then call next() for each of its commands, in order. `f` gives how many
  // references to event() its queue has.
  template <class F> bool begin(F f) {
    next_ = 0;
    // Whoever else holds it wants to know of that region, not of the next one.
    return is_free() && (event_->references() == references_ || event_->references() == references_ + f(*event_));
  }
  // True for a command that is the next one of the region before.
  bool next(const command &c) {
    const bool is_next = c.before.keep == number_ && c.before.index == next_;
    next_ += is_next;
    return is_next;
  }
  // True after all of them.
  bool complete() const { return next_ == count_; }
  std::size_t begun() const { return next_; }
  // The event that buffers know it by; null: nothing is kept.
  const ref<event_impl> &event() const { return event_; }
  bool uses_buffers() const { return !buffers_.empty(); }
  std::uint64_t number() const { return number_; }
  std::size_t count() const { return count_; } // of commands

private:
  bool is_free();

  std::vector<buffer_impl *> buffers_; // of all requirements
  ref<event_impl> event_;
  std::uint64_t number_ = 0;
  std::size_t count_ = 0;
  std::uint64_t uses_ = 0;  // uses_of_buffers behind it
  unsigned references_ = 0; // to the event, from here and the buffers; 0: not counted
  std::size_t next_ = 0;
};

} // namespace sycl::detail
