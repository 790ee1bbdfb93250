// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A graph while it is built: its nodes, as far as they are known, and the queues that record to it.
#pragma once

#include "queues/QueueIdentities.h"

#include "syclfuse/linearization.hpp"

#include <memory>

namespace syclfuse::plugin {

struct RegionBuilder;

// A buffer that a node uses.
struct BufferUse {
  Place Buffer;
  bool Writes;
  std::optional<Place> Parent = {}; // of a sub-buffer

  bool isOf(const Place &P) const { return Buffer == P || Parent == P; }
  const Place &whole() const { return Parent ? *Parent : Buffer; }
};

struct GraphNode {
  graph_step Step = graph_step::anywhere;
  unsigned Submission = 0;     // of kernels: its number
  bool Reduces = false;        // a kernel that ends its segment
  bool IsKernel = false;       // of the user's: no copy, fill or host task
  std::vector<BufferUse> Uses; // as far as they are known
  std::vector<Place> Pointers; // allocations: what orders their uses is edges alone
  std::vector<size_t> Predecessors;
  std::shared_ptr<const RegionBuilder> Inner; // of an execution of another graph: that one, if it is known
};

struct RecordingQueue {
  QueueIdentity Queue;
  bool InOrder = false;
  std::optional<unsigned> Last = {}; // node
  std::optional<unsigned> Barrier = {};
  std::vector<unsigned> Since = {}; // nodes, from the last barrier for all of them on
};

struct GraphNodes {
  Place At; // the graph
  std::vector<RecordingQueue> Recording;
  std::vector<GraphNode> Nodes;
  std::optional<unsigned> Current;                    // the node whose command group is being walked
  std::optional<unsigned> CurrentQueue;               // which of Recording it was given to
  llvm::DenseMap<const clang::Expr *, unsigned> Last; // the node that each call added when it ran last
  bool IsFinalized = false;                           // and nothing was added since
  bool IsFused = false;                               // a copy that was finalized: with fusion

  // A node that Call, to be given to From or to the graph itself, adds.
  unsigned add(const clang::Expr *Call, RecordingQueue *From);
  // The last node is a barrier of its queue, as the runtime has it: for what the queue was given since the last one,
  // or (not ForAll) for what it names. What the queue is given later waits for it.
  void makeBarrier(bool ForAll);
  // Node waits for Other; for what uses the same buffers as it; for all nodes that nothing waits for yet.
  void depend(unsigned Node, unsigned Other);
  void dependOnUses(unsigned Node);
  void dependOnLeaves(unsigned Node);
  // Numbers of nodes in the order in which the runtime has them, with fusion or without.
  std::vector<size_t> order(bool Fused) const;
  // The same with fusion, as runs of kernels and other commands.
  std::vector<std::vector<unsigned>> steps() const;
  // The segments of a run, as numbers of submissions.
  std::vector<std::vector<unsigned>> segments(llvm::ArrayRef<unsigned> Run) const;
  // True if a kernel of the user's among these nodes uses the buffer, or a part of it, or the allocation.
  bool haveKernelThatUses(llvm::ArrayRef<unsigned> Some, const Place &Whole) const;
};

} // namespace syclfuse::plugin
