// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/automatic/sequence_finder.hpp"

#include <algorithm>

namespace sycl::detail {

repetition find_repetition(const kernel_sequence &run) {
  repetition best;
  const std::size_t longest = std::min(sequence_finder::longest_sequence, run.size() / 2);
  for (std::size_t period = 1; period <= longest; ++period) {
    std::size_t same = 0; // the kernels before this one that are those of a round later
    for (std::size_t i = 0; i + period <= run.size(); ++i) {
      if (i + period != run.size() && run[i] == run[i + period]) {
        ++same;
        continue;
      }
      if (same >= period && same + period > best.end - best.begin)
        best = {i - same, i + period, period};
      same = 0;
    }
  }
  return best;
}

namespace {

void report(const std::uint64_t *begin, const std::uint64_t *end, std::size_t times,
            const sequence_finder::found_sequence &found) {
  const auto length = static_cast<std::size_t>(end - begin);
  if (length >= 2 && length <= sequence_finder::longest_sequence)
    found(kernel_sequence(begin, end), times);
}

} // namespace

void sequence_finder::add(std::uint64_t kernel, const found_sequence &found) {
  run_.push_back(kernel);
  if (run_.size() == longest_run)
    end(found);
}

void sequence_finder::end(const found_sequence &found) {
  if (run_.size() < 2)
    return run_.clear();
  const repetition r = find_repetition(run_);
  const std::uint64_t *run = run_.data();
  if (r.period == 0) {
    report(run, run + run_.size(), 1, found);
  } else {
    // What repeats one kernel is taken two by two.
    const std::size_t length = std::max<std::size_t>(r.period, 2), rounds = (r.end - r.begin) / length;
    report(run, run + r.begin, 1, found);
    report(run + r.begin, run + r.begin + length, rounds, found);
    report(run + r.begin + rounds * length, run + run_.size(), 1, found);
  }
  run_.clear();
}

} // namespace sycl::detail
