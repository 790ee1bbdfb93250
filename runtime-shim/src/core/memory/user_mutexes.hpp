// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// property::buffer::use_mutex (SYCL 2020, 4.7.2.2): the runtime holds the mutex while it uses the memory that the
// buffer was made from.
#pragma once

#include "core/memory/buffer_impl.hpp"
#include "core/process/sort_unique.hpp"

#include <mutex>
#include <vector>

namespace sycl::detail {

// Holds the mutexes of the buffers of commands that have one, each once, in the order of their addresses, so that two
// threads cannot wait for each other, and until the command has run, but not until it is called complete. Costs a
// comparison per command where there are none. Taken before the lock of the queue's streams.
class user_mutexes {
public:
  user_mutexes() = default;
  explicit user_mutexes(command &c) {
    if (!c.has_mutex)
      return;
    command *one = &c;
    add(&one, 1);
    lock();
  }
  // Adds those of more commands, before all of them are locked.
  void add(command *const *commands, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
      if (commands[i]->has_mutex)
        for (const requirement &r : commands[i]->requirements)
          if (std::mutex *m = r.buffer->user_mutex())
            held_.push_back(m);
  }
  void lock() {
    sort_unique(held_);
    for (std::mutex *m : held_)
      m->lock();
  }
  ~user_mutexes() {
    for (std::mutex *m : held_)
      m->unlock();
  }
  user_mutexes(const user_mutexes &) = delete;

private:
  std::vector<std::mutex *> held_;
};

} // namespace sycl::detail
