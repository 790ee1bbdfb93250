// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GraphNodes.h"

#include "syclfuse/partition.hpp"

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

std::vector<size_t> GraphNodes::order(bool Fused) const {
  std::vector<graph_member_order> Members;
  for (const GraphNode &N : Nodes)
    Members.push_back({Fused ? N.Step : graph_step::other, N.Predecessors});
  return linearize(Members);
}

std::vector<std::vector<unsigned>> GraphNodes::steps() const {
  std::vector<size_t> Order = order(/*Fused=*/true);
  llvm::erase_if(Order, [&](size_t Node) { return Nodes[Node].Step == graph_step::anywhere; });
  std::vector<std::vector<unsigned>> Steps;
  for (size_t Begin = 0, End; Begin != Order.size(); Begin = End) {
    End = end_of_run(Begin, Order.size(), [&](size_t N) { return Nodes[Order[N]].Step; });
    Steps.emplace_back(Order.begin() + Begin, Order.begin() + End);
  }
  return Steps;
}

std::vector<std::vector<unsigned>> GraphNodes::segments(llvm::ArrayRef<unsigned> Run) const {
  auto Ends = [&](size_t N) { return Nodes[Run[N]].Reduces ? segment_end::behind : segment_end::none; };
  std::vector<std::vector<unsigned>> Segments;
  for (size_t Begin = 0, End; Begin != Run.size(); Begin = End) {
    End = end_of_segment(Begin, Run.size(), Ends, [](size_t) { return false; });
    Segments.emplace_back();
    for (unsigned Node : Run.slice(Begin, End - Begin))
      Segments.back().push_back(Nodes[Node].Submission);
  }
  return Segments;
}

bool GraphNodes::haveKernelThatUses(llvm::ArrayRef<unsigned> Some, const Place &Whole) const {
  return llvm::any_of(Some, [&](unsigned Node) {
    const GraphNode &N = Nodes[Node];
    return N.IsKernel && (llvm::is_contained(N.Pointers, Whole) ||
                          llvm::any_of(N.Uses, [&](const BufferUse &U) { return U.whole() == Whole; }));
  });
}

} // namespace syclfuse::plugin
