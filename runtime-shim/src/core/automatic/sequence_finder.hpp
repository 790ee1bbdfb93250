// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds what one queue submits again and again, between points at which its kernels cannot be held any longer.
#pragma once

#include "core/automatic/automaton.hpp"

#include <functional>

namespace sycl::detail {

// Where a run of kernels repeats itself: its rounds have `period` kernels, and there are at least two of them from
// `begin` to `end`, the last of which may be cut short. A period of 0: it does not.
struct repetition {
  std::size_t begin = 0, end = 0, period = 0;
};
// The one that covers most of the run; of several the one with the shortest rounds.
repetition find_repetition(const kernel_sequence &run);

class sequence_finder {
public:
  static constexpr std::size_t longest_run = 512;     // a longer one is cut
  static constexpr std::size_t longest_sequence = 64; // that is looked for
  // `found` gets each sequence with how often it came in one run.
  using found_sequence = std::function<void(kernel_sequence, std::size_t times)>;
  void add(std::uint64_t kernel, const found_sequence &found);
  // Ends the run.
  void end(const found_sequence &found);

private:
  kernel_sequence run_;
};

} // namespace sycl::detail
