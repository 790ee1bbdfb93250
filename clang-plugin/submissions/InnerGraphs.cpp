// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs in a graph that requires fusion: their kernels are to be one with its own.
#include "RegionBuilder.h"

using namespace clang;

namespace syclfuse::plugin {

RegionBuilder RegionBuilder::opened() const {
  RegionBuilder Out = *this;
  Out.Graph->Nodes.clear();
  std::vector<std::vector<size_t>> Ends; // of each node: the last ones that stand for it
  for (const GraphNode &N : Graph->Nodes) {
    std::vector<size_t> Before;
    for (size_t P : N.Predecessors)
      Before.insert(Before.end(), Ends[P].begin(), Ends[P].end());
    if (N.Inner) {
      Ends.push_back(Out.addInner(N.Inner->opened(), Before));
      continue;
    }
    Ends.push_back({Out.Graph->Nodes.size()});
    Out.Graph->Nodes.push_back(N);
    Out.Graph->Nodes.back().Predecessors = std::move(Before);
  }
  return Out;
}

// In the order in which they run. Returns the last ones, or those before if there is nothing to add.
std::vector<size_t> RegionBuilder::addInner(const RegionBuilder &Inner, const std::vector<size_t> &Before) {
  const std::vector<GraphNode> &From = Inner.Graph->Nodes;
  std::vector<size_t> Places(From.size()), Ends;
  std::vector<bool> IsEnd(From.size(), true);
  std::vector<std::optional<unsigned>> Numbers;
  for (size_t N : Inner.Graph->order(Inner.Graph->IsFused)) {
    GraphNode Node = From[N];
    Node.Predecessors = Node.Predecessors.empty() ? Before : std::vector<size_t>();
    for (size_t P : From[N].Predecessors) {
      Node.Predecessors.push_back(Places[P]);
      IsEnd[P] = false;
    }
    if (Node.Step == graph_step::kernel) {
      Node.Submission = Region.submissions.size();
      take(Inner, From[N].Submission, Numbers);
    }
    Places[N] = Graph->Nodes.size();
    Graph->Nodes.push_back(std::move(Node));
  }
  for (size_t N = 0; N != From.size(); ++N)
    if (IsEnd[N])
      Ends.push_back(Places[N]);
  Results.insert(Results.end(), Inner.Results.begin(), Inner.Results.end());
  return From.empty() ? Before : Ends;
}

} // namespace syclfuse::plugin
