// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All sequences of kernels that queues look for, as one tree: a place in it stands for the kernels that a queue holds.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace sycl::detail {

// Kernels by the hashes of their symbols. Two that share one are held in vain; match_region() compares the kernels.
using kernel_sequence = std::vector<std::uint64_t>;

class automaton {
public:
  using place = std::uint32_t;
  static constexpr place nothing = 0; // no kernel is held
  // Repetitions and sequences of fewer than two kernels are left out.
  explicit automaton(std::vector<kernel_sequence>);

  bool empty() const { return places_.size() == 1; }
  // The place where the kernel alone is held; nothing: no sequence begins with it, or those that do have failed too
  // often (failed()).
  place begin(std::uint64_t kernel) const noexcept;
  // The place once the kernel is held as well; nothing: no sequence goes on like this.
  place next(place from, std::uint64_t kernel) const noexcept;
  bool ends(place at) const noexcept { return places_[at].ends; }          // a sequence is complete
  bool goes_on(place at) const noexcept { return places_[at].count != 0; } // there is a longer one

  // Whether some sequence is part of this one.
  bool occurs_in(const kernel_sequence &) const noexcept;

  // What became of kernels that were held, of which `kernel` is the first; nothing happens if it begins no sequence.
  // After some failures in a row, begin() gives nothing for a while, which is longer each time.
  void fused(std::uint64_t kernel) const noexcept;
  void failed(std::uint64_t kernel) const noexcept;

private:
  struct edge {
    std::uint64_t kernel;
    place to;
  };
  struct node {
    std::uint32_t first = 0, count = 0; // edges, sorted
    bool ends = false;
  };
  struct record {
    std::atomic<std::uint32_t> failures{0}, pause{0}, pauses{0};
  };
  void add(place at, const kernel_sequence *begin, const kernel_sequence *end, std::size_t depth);
  std::size_t first_edge(std::uint64_t kernel) const noexcept; // of the root; SIZE_MAX: there is none

  std::vector<node> places_;
  std::vector<edge> edges_;
  std::vector<std::uint32_t> slots_;  // hash table of the root's edges: 1 + the number, a power of two of them
  std::unique_ptr<record[]> records_; // of the root's edges
};

} // namespace sycl::detail
