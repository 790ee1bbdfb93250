// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A graph while it is built: its nodes, as far as they are known, and the queues that record to it.
#pragma once

#include "queues/QueueIdentities.h"

#include "syclfuse/linearization.hpp"

namespace syclfuse::plugin {

// A buffer that a node uses.
struct BufferUse {
  Place Buffer;
  bool Writes;
  std::optional<Place> Parent = {}; // of a sub-buffer

  bool isOf(const Place &P) const { return Buffer == P || Parent == P; }
};

struct GraphNode {
  graph_step Step = graph_step::anywhere;
  unsigned Submission = 0;     // of kernels: its number
  bool Reduces = false;        // a kernel that ends the fused kernel that it is in
  std::vector<BufferUse> Uses; // as far as they are known
  std::vector<Place> Pointers; // allocations: what orders their uses is edges alone
  std::vector<size_t> Predecessors;
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

  // A node that Call, to be given to From or to the graph itself, adds.
  unsigned add(const clang::Expr *Call, RecordingQueue *From);
  // The last node is a barrier of its queue, as the runtime has it: for what the queue was given since the last one,
  // or (not ForAll) for what it names. What the queue is given later waits for it.
  void makeBarrier(bool ForAll);
  // Node waits for Other; for what uses the same buffers as it; for all nodes that nothing waits for yet.
  void depend(unsigned Node, unsigned Other);
  void dependOnUses(unsigned Node);
  void dependOnLeaves(unsigned Node);
  // The kernels between which nothing has to run, as numbers of submissions. Kernels with reductions end theirs: Parts
  // are the fused kernels of one run. Runs of one kernel have no part.
  struct Run {
    std::vector<std::vector<unsigned>> Parts;
  };
  std::vector<Run> runs() const;
  // True if more than one step of the graph uses the buffer, or the allocation: a run or another command.
  bool isShared(const Place &Memory) const;

private:
  std::vector<std::vector<unsigned>> steps() const; // numbers of nodes
};

} // namespace syclfuse::plugin
