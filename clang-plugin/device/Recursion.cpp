// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Recursion.h"

#include "names/TypeNames.h"

#include "llvm/ADT/SCCIterator.h"

using namespace clang;

namespace syclfuse::plugin {
namespace {

// A function and those that it calls, without those whose address alone it takes. Without a function: calls all others.
struct Node {
  const DeviceFunction *F = nullptr;
  std::vector<Node *> Callees = {};
};

struct CallGraph {
  using NodeRef = Node *;
  using ChildIteratorType = std::vector<Node *>::iterator;
  static NodeRef getEntryNode(Node *Root) { return Root; }
  static ChildIteratorType child_begin(Node *N) { return N->Callees.begin(); }
  static ChildIteratorType child_end(Node *N) { return N->Callees.end(); }
};

// Functions that call each other have the same number.
llvm::DenseMap<const DeviceFunction *, unsigned> components(const DeviceGraph &Graph) {
  Node Root;
  std::deque<Node> Nodes;
  llvm::DenseMap<const DeviceFunction *, Node *> Of;
  for (const DeviceFunction &F : Graph.Functions)
    Root.Callees.push_back(Of[&F] = &Nodes.emplace_back(Node{&F}));
  for (Node &N : Nodes)
    for (const DeviceCall &Call : N.F->Calls)
      if (!Call.TakesAddress)
        N.Callees.push_back(Of.lookup(Call.Callee));
  llvm::DenseMap<const DeviceFunction *, unsigned> Numbers;
  unsigned Count = 0;
  for (auto Component = llvm::scc_iterator<Node *, CallGraph>::begin(&Root); !Component.isAtEnd(); ++Component, ++Count)
    for (const Node *N : *Component)
      Numbers[N->F] = Count;
  return Numbers;
}

} // namespace

void findRecursion(DeviceGraph &Graph) {
  const llvm::DenseMap<const DeviceFunction *, unsigned> Component = components(Graph);
  struct Cycle {
    DeviceFunction *F = nullptr;
    const DeviceCall *Call = nullptr;
  };
  // Per component the call to name: the first in user code, else the first.
  llvm::MapVector<unsigned, Cycle> Cycles;
  for (DeviceFunction &F : Graph.Functions)
    for (const DeviceCall &Call : F.Calls) {
      if (Call.TakesAddress || Component.lookup(&F) != Component.lookup(Call.Callee))
        continue;
      Cycle &Found = Cycles[Component.lookup(&F)];
      if (!Found.F || (Found.F->IsLibrary && !F.IsLibrary))
        Found = {&F, &Call};
    }
  for (const auto &[Number, Found] : Cycles) {
    std::vector<Note> Notes;
    if (Found.Call->Callee != Found.F)
      Notes.push_back(
          {Found.Call->Callee->Declaration->getLocation(),
           describe(Found.Call->Callee->Declaration) + " calls " + describe(Found.F->Declaration) + " again"});
    Found.F->Findings.push_back(
        {diag::device_recursion, Found.Call->Location, {describe(Found.F->Declaration)}, Notes});
  }
}

} // namespace syclfuse::plugin
