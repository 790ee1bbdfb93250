// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <mutex>
#include <vector>

namespace sycl::detail {

// Holds mutexes, which are different ones, taken in their order.
class held_locks {
public:
  explicit held_locks(const std::vector<std::mutex *> &locks) : locks_(locks) {
    for (std::mutex *m : locks_)
      m->lock();
  }
  ~held_locks() {
    for (std::mutex *m : locks_)
      m->unlock();
  }
  held_locks(const held_locks &) = delete;

private:
  const std::vector<std::mutex *> &locks_;
};

} // namespace sycl::detail
