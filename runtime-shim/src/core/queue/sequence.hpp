// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Commands that run one after the other as one command: what an executable graph (executable_graph.hpp) executes.
#pragma once

#include "core/devices/driver.hpp"
#include "core/events/recorded_command.hpp"
#include "core/regions/fusion_region.hpp"
#include "sycl/detail/command.hpp"

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace sycl::detail {

// A command that goes back to its pool, and the queue that has the pool, with the last of its owners.
using held_command = std::shared_ptr<command>;

struct sequence_step {
  held_command single; // null: the child
  std::shared_ptr<command_sequence> child;
  // For kernels that are to be one: the same region for all of them, which follow each other in its order.
  std::shared_ptr<fusion_region> region;
  std::vector<std::size_t> after;           // numbers of earlier steps that it needs; others may run beside it
  std::shared_ptr<recorded_command> origin; // what programs know it by
};

// The steps of a sequence and its children, and the locks of these, sorted.
struct flat_sequence {
  struct step {
    const sequence_step *what;
    std::vector<std::size_t> after; // as of sequence_step, in this list
  };
  std::vector<step> steps;
  std::vector<std::mutex *> locks;
};

// The steps as the driver prepared them, so that an execution decides nothing.
struct prepared_sequence {
  struct stretch {
    std::size_t begin, end;                // steps
    std::unique_ptr<driver_replay> replay; // null: the step runs by itself
  };
  std::vector<stretch> stretches; // all steps; empty: each runs by itself
  std::uint64_t generation = 0;   // of the registry; 0: not prepared
  bool decided = false;           // in this generation it stays what it is
  // For the segments of its regions: the choice, and its outcome.
  std::vector<const ready_variant *> variants;
  std::vector<choice> outcomes;
};

struct command_sequence {
  const std::uint64_t number = next_number(); // of no other one
  static std::uint64_t next_number();
  std::vector<sequence_step> steps;
  std::vector<held_command> commands; // of all steps but those of children
  std::vector<requirement> border;    // what all of it does with each buffer
  bool host_tasks = false;            // also in children
  bool profiled = false;
  bool has_mutex = false; // as of command
  // Held while the steps are launched. Of all sequences that have commands in common.
  std::shared_ptr<std::mutex> lock = std::make_shared<std::mutex>();
  flat_sequence flat;         // once the steps are complete
  prepared_sequence prepared; // under the locks of `flat`
};

// Call it for children first.
void flatten(command_sequence &);

// Calls f(region) once for each region of the steps.
template <class F> void each_region(const flat_sequence &s, std::size_t begin, std::size_t end, F f) {
  while (begin != end) {
    const auto &region = s.steps[begin].what->region;
    begin += region ? kernels_of(*region) : 1;
    if (region)
      f(*region);
  }
}

// Calls f(begin, end, segment) for what the steps run as: for a kernel that was fused from them, a segment,
// and for each other step by itself, with null.
template <class F> void each_launch(const flat_sequence &s, std::size_t begin, std::size_t end, F f) {
  while (begin != end) {
    fusion_region *region = s.steps[begin].what->region.get();
    if (!region) {
      f(begin, begin + 1, static_cast<region_segment *>(nullptr));
      ++begin;
      continue;
    }
    each_segment(*region, [&](region_segment &segment) {
      const std::size_t last = begin + segment.commands.size();
      if (segment.run_as.variant)
        f(begin, last, &segment);
      else
        for (std::size_t n = begin; n != last; ++n)
          f(n, n + 1, static_cast<region_segment *>(nullptr));
      begin = last;
    });
  }
}

} // namespace sycl::detail
