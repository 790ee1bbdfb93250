// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All sequences of kernels that queues look for, as trees by their first kernels: a place in one stands for the kernels
// that a queue holds. A tree is made when its first kernel is first looked for, since most programs submit but a few of
// the kernels that they have.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace sycl::detail {

// Kernels by the hashes of their symbols. Two that share one are held in vain; match_region() compares the kernels.
using kernel_sequence = std::vector<std::uint64_t>;

class automaton {
  struct node;

public:
  using place = const node *;
  static constexpr place nothing = nullptr; // no kernel is held
  // `first_kernels` has that of each sequence, and `sequence` gives one by its number; with another first kernel, or
  // fewer than two, it is none. It is called when the tree of the first kernel is made, by any thread.
  using sequence_by_number = std::function<kernel_sequence(std::size_t)>;
  automaton(const std::vector<std::uint64_t> &first_kernels, sequence_by_number sequence);
  explicit automaton(std::vector<kernel_sequence>);
  ~automaton();

  bool empty() const { return count_ == 0; }
  // The place where the kernel alone is held; nothing: no sequence begins with it, or those that do have failed too
  // often (failed()).
  place begin(std::uint64_t kernel) const;
  // The place once the kernel is held as well; nothing: no sequence goes on like this.
  static place next(place from, std::uint64_t kernel) noexcept;
  static bool ends(place at) noexcept { return at && at->ends; }    // a sequence is complete
  static bool goes_on(place at) noexcept { return at->count != 0; } // there is a longer one

  // Whether some sequence is part of this one.
  bool occurs_in(const kernel_sequence &kernels) const;

  // What became of kernels that were held, of which `kernel` is the first; nothing happens if it begins no sequence.
  // After some failures in a row, begin() gives nothing for a while, which is longer each time.
  void fused(std::uint64_t kernel) const noexcept;
  void failed(std::uint64_t kernel) const noexcept;

private:
  struct edge;
  struct node {
    const edge *edges = nullptr; // sorted
    std::uint32_t count = 0;
    bool ends = false;
  };
  struct edge {
    std::uint64_t kernel;
    place to;
  };
  struct tree;
  struct root {
    std::uint64_t kernel = 0;
    std::uint32_t first_number = 0; // 1 + the number of a sequence
    std::atomic<tree *> made{nullptr};
    std::atomic<std::uint32_t> failures{0}, pause{0}, pauses{0};
  };
  root *root_of(std::uint64_t kernel) const noexcept; // null: no sequence begins with it
  place begin_of(root &) const;
  tree *make_tree(const root &) const;

  sequence_by_number sequence_;
  std::size_t count_ = 0; // first kernels
  std::unique_ptr<root[]> roots_;
  std::vector<std::uint32_t> slots_; // hash table of the roots: 1 + the number, a power of two of them
  std::vector<std::uint32_t> next_; // of each sequence: as first_number, of another one with this first kernel; 0: none
};

} // namespace sycl::detail
