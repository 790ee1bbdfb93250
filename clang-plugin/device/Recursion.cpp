// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Recursion.h"

#include "names/TypeNames.h"

using namespace clang;

namespace syclfuse::plugin {
namespace {

// Strongly connected components by Tarjan's algorithm, without recursion of its own: chains of calls may be long.
class Components {
public:
  explicit Components(DeviceGraph &Graph) {
    for (DeviceFunction &F : Graph.Functions)
      if (!States.count(&F))
        visit(F);
  }
  // Functions that call each other have the same number.
  unsigned of(const DeviceFunction *F) const { return States.lookup(F).Component; }

private:
  struct State {
    unsigned Index = 0, Low = 0, Component = 0;
    bool OnStack = false;
  };
  struct Frame {
    DeviceFunction *F;
    size_t Next;
  };

  void enter(DeviceFunction &F) {
    States[&F] = {++Count, Count, 0, true};
    Open.push_back(&F);
    Frames.push_back({&F, 0});
  }
  void visit(DeviceFunction &Start) {
    enter(Start);
    while (!Frames.empty()) {
      Frame &Top = Frames.back();
      DeviceFunction *F = Top.F;
      if (Top.Next == F->Calls.size()) {
        leave(F);
        continue;
      }
      const DeviceCall &Call = F->Calls[Top.Next++];
      if (Call.TakesAddress)
        continue;
      auto It = States.find(Call.Callee);
      if (It == States.end())
        enter(*Call.Callee);
      else if (It->second.OnStack)
        States[F].Low = std::min(States[F].Low, It->second.Index);
    }
  }
  void leave(DeviceFunction *F) {
    Frames.pop_back();
    State S = States[F];
    if (!Frames.empty()) {
      State &Caller = States[Frames.back().F];
      Caller.Low = std::min(Caller.Low, S.Low);
    }
    if (S.Low != S.Index)
      return;
    DeviceFunction *Member = nullptr;
    do {
      Member = Open.pop_back_val();
      States[Member].OnStack = false;
      States[Member].Component = S.Index;
    } while (Member != F);
  }

  llvm::DenseMap<const DeviceFunction *, State> States;
  llvm::SmallVector<DeviceFunction *, 32> Open;
  llvm::SmallVector<Frame, 32> Frames;
  unsigned Count = 0;
};

} // namespace

void findRecursion(DeviceGraph &Graph) {
  Components Of(Graph);
  struct Cycle {
    DeviceFunction *F = nullptr;
    const DeviceCall *Call = nullptr;
  };
  // Per component the call to name: the first in user code, else the first.
  llvm::MapVector<unsigned, Cycle> Cycles;
  for (DeviceFunction &F : Graph.Functions)
    for (const DeviceCall &Call : F.Calls) {
      if (Call.TakesAddress || Of.of(&F) != Of.of(Call.Callee))
        continue;
      Cycle &Found = Cycles[Of.of(&F)];
      if (!Found.F || (Found.F->IsLibrary && !F.IsLibrary))
        Found = {&F, &Call};
    }
  for (const auto &[Component, Found] : Cycles) {
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
