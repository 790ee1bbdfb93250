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
  // buffer since uses_of_buffers was `before`, or nothing is kept. `number`: of what is kept, for the queue.
  void keep(const std::vector<command *> &, const ref<event_impl> &e, std::uint64_t before, std::uint64_t number);
  // True if the next region may be the same. f(event) tells if a stream of the queue has a reference to event(); it is
  // asked after the references were counted.
  template <class F> bool begin(F f) {
    if (!is_free())
      return false;
    // Whoever else holds it wants to know of that region, not of the next one.
    const unsigned references = event_->references();
    return references == references_ || (references == references_ + 1 && f(*event_));
  }
  // The event by which buffers know the region; null if nothing is kept.
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
};

} // namespace sycl::detail
