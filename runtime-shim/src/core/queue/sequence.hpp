// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Commands that run one after the other as one command: what an executable graph executes.
#pragma once

#include "core/regions/fusion_region.hpp"
#include "sycl/detail/command.hpp"

#include <memory>
#include <mutex>
#include <vector>

namespace sycl::detail {

// A command that goes back to its pool, and the queue that has the pool, with the last of its owners.
using held_command = std::shared_ptr<command>;

// One of the three.
struct sequence_step {
  held_command single;
  std::shared_ptr<fusion_region> region; // kernels that are to be one
  std::shared_ptr<command_sequence> child;
};

struct command_sequence {
  std::vector<sequence_step> steps;
  std::vector<held_command> commands; // of all steps but those of children
  std::vector<requirement> border;    // what all of it does with each buffer
  bool host_tasks = false;            // also in children
  bool profiled = false;
  bool has_mutex = false; // as of command
  // Held while the steps are launched. Of all sequences that have commands in common.
  std::shared_ptr<std::mutex> lock = std::make_shared<std::mutex>();
};

// The steps of a sequence and its children, and the locks of these.
struct flat_sequence {
  std::vector<const sequence_step *> steps;
  std::vector<std::mutex *> locks;
};
struct step_range {
  std::vector<const sequence_step *>::const_iterator begin, end;
};

// Its executions never overlap.
class executable_graph {
public:
  std::shared_ptr<command_sequence> current() const {
    std::lock_guard<std::mutex> held(mutex_);
    return sequence_;
  }
  void set_current(std::shared_ptr<command_sequence> s) {
    std::lock_guard<std::mutex> held(mutex_);
    sequence_.swap(s);
  }
  ref<event_impl> last; // execution; under graph_mutex()

private:
  mutable std::mutex mutex_;
  std::shared_ptr<command_sequence> sequence_;
};

} // namespace sycl::detail
