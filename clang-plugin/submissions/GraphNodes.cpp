// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GraphNodes.h"

namespace syclfuse::plugin {

unsigned GraphNodes::add(const clang::Expr *Call, RecordingQueue *From) {
  const unsigned Node = Nodes.size();
  Nodes.emplace_back();
  Last[Call] = Node;
  IsFinalized = false;
  CurrentQueue.reset();
  if (From) {
    CurrentQueue = From - Recording.data();
    if (From->InOrder && From->Last)
      depend(Node, *From->Last);
    if (From->Barrier)
      depend(Node, *From->Barrier);
    From->Last = Node;
    From->Since.push_back(Node);
  }
  return Node;
}

void GraphNodes::makeBarrier(bool ForAll) {
  const unsigned Node = Nodes.size() - 1;
  if (!CurrentQueue)
    return dependOnLeaves(Node);
  RecordingQueue &Queue = Recording[*CurrentQueue];
  Queue.Barrier = Node;
  if (!ForAll)
    return;
  const std::vector<unsigned> Since = std::move(Queue.Since);
  Queue.Since.clear();
  for (unsigned Other : Since) {
    auto WaitsForOther = [&](unsigned Later) { return llvm::is_contained(Nodes[Later].Predecessors, Other); };
    if (llvm::none_of(Since, WaitsForOther))
      depend(Node, Other);
  }
}

void GraphNodes::depend(unsigned Node, unsigned Other) {
  std::vector<size_t> &Before = Nodes[Node].Predecessors;
  if (Other != Node && !llvm::is_contained(Before, Other))
    Before.push_back(Other);
}

static bool conflict(const GraphNode &A, const GraphNode &B) {
  return llvm::any_of(A.Uses, [&](const BufferUse &Mine) {
    return llvm::any_of(B.Uses, [&](const BufferUse &Other) {
      return (Mine.Writes || Other.Writes) && (Mine.isOf(Other.Buffer) || Other.isOf(Mine.Buffer));
    });
  });
}

void GraphNodes::dependOnUses(unsigned Node) {
  for (unsigned Other = 0; Other != Node; ++Other)
    if (conflict(Nodes[Node], Nodes[Other]))
      depend(Node, Other);
}

void GraphNodes::dependOnLeaves(unsigned Node) {
  std::vector<bool> IsWaitedFor(Nodes.size());
  for (const GraphNode &N : Nodes)
    for (size_t Before : N.Predecessors)
      IsWaitedFor[Before] = true;
  for (unsigned Other = 0; Other != Nodes.size(); ++Other)
    if (!IsWaitedFor[Other])
      depend(Node, Other);
}

// In the order in which the runtime has them: runs of kernels, and other commands.
std::vector<std::vector<unsigned>> GraphNodes::steps() const {
  std::vector<graph_member_order> Members;
  for (const GraphNode &N : Nodes)
    Members.push_back({N.Step, N.Predecessors});
  std::vector<std::vector<unsigned>> Steps;
  bool InRun = false;
  for (size_t Node : linearize(Members)) {
    const graph_step Step = Nodes[Node].Step;
    if (Step == graph_step::anywhere)
      continue;
    if (!InRun || Step != graph_step::kernel)
      Steps.emplace_back();
    Steps.back().push_back(Node);
    InRun = Step == graph_step::kernel;
  }
  return Steps;
}

std::vector<GraphNodes::Run> GraphNodes::runs() const {
  std::vector<Run> Runs;
  for (const std::vector<unsigned> &Step : steps()) {
    if (Step.size() < 2)
      continue;
    Runs.emplace_back();
    bool IsNew = true;
    for (unsigned Node : Step) {
      if (IsNew)
        Runs.back().Parts.emplace_back();
      Runs.back().Parts.back().push_back(Nodes[Node].Submission);
      IsNew = Nodes[Node].Reduces;
    }
  }
  return Runs;
}

bool GraphNodes::isShared(const Place &Memory) const {
  auto Uses = [&](unsigned Node) {
    return Memory.isAnnotated() ? llvm::is_contained(Nodes[Node].Pointers, Memory.allocation())
                                : llvm::any_of(Nodes[Node].Uses, [&](const BufferUse &U) { return U.isOf(Memory); });
  };
  return llvm::count_if(steps(), [&](const auto &Step) { return llvm::any_of(Step, Uses); }) > 1;
}

} // namespace syclfuse::plugin
