// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ControlDependence.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace syclfuse::fuser {

ControlDependence::ControlDependence(Function &F) {
  for (BasicBlock &BB : F)
    if (isa<ReturnInst>(BB.getTerminator()) && Numbers.try_emplace(&BB, Blocks.size()).second)
      Blocks.push_back(&BB);
  for (size_t N = 0; N != Blocks.size(); ++N)
    for (BasicBlock *Before : predecessors(Blocks[N]))
      if (Numbers.try_emplace(Before, Blocks.size()).second)
        Blocks.push_back(Before);
  // The ends come first, so that few rounds are needed.
  Met.assign(Blocks.size(), BitVector(Blocks.size(), true));
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (size_t N = 0; N != Blocks.size(); ++N) {
      BitVector Common(Blocks.size(), !isa<ReturnInst>(Blocks[N]->getTerminator()));
      for (BasicBlock *Next : successors(Blocks[N]))
        if (auto It = Numbers.find(Next); It != Numbers.end())
          Common &= Met[It->second];
      Common.set(N);
      Changed |= Common != Met[N];
      Met[N] = std::move(Common);
    }
  }
}

bool ControlDependence::meets(BasicBlock &From, BasicBlock &Target) const {
  return Met[Numbers.at(&From)].test(Numbers.at(&Target));
}

SmallVector<Instruction *, 8> ControlDependence::controllers(BasicBlock &BB) const {
  SmallVector<Instruction *, 8> Found;
  BlockSet Seen;
  SmallVector<BasicBlock *, 8> Work{&BB};
  while (!Work.empty()) {
    BasicBlock *Target = Work.pop_back_val();
    if (!Numbers.contains(Target) || !Seen.insert(Target).second)
      continue;
    for (BasicBlock *From : Blocks) {
      auto Ways = make_filter_range(successors(From), [&](BasicBlock *S) { return Numbers.contains(S); });
      auto Meets = [&](BasicBlock *S) { return meets(*S, *Target); };
      if (all_of(Ways, Meets) || none_of(Ways, Meets))
        continue;
      if (!is_contained(Found, From->getTerminator()))
        Found.push_back(From->getTerminator());
      Work.push_back(From);
    }
  }
  return Found;
}

// Those that all ways from BB meet lie one behind the other: the nearest has all the others before it.
BasicBlock *ControlDependence::meetingPoint(BasicBlock &BB) const {
  auto It = Numbers.find(&BB);
  if (It == Numbers.end())
    return nullptr;
  BasicBlock *Nearest = nullptr;
  unsigned Most = 0;
  for (unsigned N : Met[It->second].set_bits())
    if (const unsigned Count = Met[N].count(); N != It->second && Count > Most) {
      Nearest = Blocks[N];
      Most = Count;
    }
  return Nearest;
}

BlockSet ControlDependence::influenced(BasicBlock &BB) const {
  BasicBlock *End = meetingPoint(BB);
  BlockSet Found;
  SmallVector<BasicBlock *, 16> Work(successors(&BB));
  while (!Work.empty()) {
    BasicBlock *Next = Work.pop_back_val();
    if (Numbers.contains(Next) && Found.insert(Next).second && Next != End)
      append_range(Work, successors(Next));
  }
  return Found;
}

} // namespace syclfuse::fuser
