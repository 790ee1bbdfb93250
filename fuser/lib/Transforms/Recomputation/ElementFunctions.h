// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a kernel of a fused one computes for one work-item, as functions that read memory and do nothing else.
#pragma once

#include "ProducedReads.h"

#include "llvm/IR/Function.h"

#include <map>
#include <optional>

namespace syclfuse::fuser {

// Takes the arguments of the fused kernel and the ids of a work-item, 64 bits each. Returns the value of the element
// and whether the work-item writes it.
struct ElementFunction {
  llvm::Function *F = nullptr;
  unsigned Size = 0;           // instructions, those of functions that it calls included
  bool AlwaysWrites = false;   // whatever the ids
  llvm::SmallBitVector Clamps; // by coordinate: it chooses between places that depend on that id
  bool IsCheap = false;        // no more than what it takes to load the element
  // Arguments that it reads through, and the kernel that does so, which is that of the element or an earlier one.
  std::set<std::pair<unsigned, unsigned>> Reads;
};

class ElementFunctions {
public:
  // F as findProducedReads left it: it must not change before the last get().
  // NestedClamps: choices between places that were chosen are as good as others.
  ElementFunctions(llvm::Function &F, const ProducedReads &All, bool NestedClamps)
      : F(F), All(All), NestedClamps(NestedClamps) {}

  // Null if the kernel does more for an element than to read and to compute, or reads what others write.
  const ElementFunction *get(unsigned Element) {
    const std::optional<ElementFunction> &Built = known(Element).Function;
    return Built ? &*Built : nullptr;
  }
  // Why it is null, for people.
  const char *whyNot(unsigned Element) { return known(Element).WhyNot; }
  bool isOne(const llvm::Function *Callee) const { return Functions.contains(Callee); }
  // Of which element it is, if it is one.
  const ProducedElement &elementOf(const llvm::Function *Callee) const { return All.Elements[Functions.at(Callee)]; }
  // Whether the value of E may stand for that read.
  bool mayReplace(const ProducedRead &R, const ElementFunction &E) const {
    return NestedClamps || !R.Clamped.anyCommon(E.Clamps);
  }
  // The call of E in front of Load.
  static llvm::CallInst *call(const ElementFunction &E, llvm::Function &From, llvm::ArrayRef<llvm::Value *> Ids,
                              llvm::LoadInst &Load);
  // Of functions that nothing calls any more.
  void erase();

private:
  class Builder;
  llvm::Function &F;
  const ProducedReads &All;
  const bool NestedClamps;
  struct Result {
    std::optional<ElementFunction> Function;
    const char *WhyNot = nullptr;
  };
  const Result &known(unsigned Element);
  std::map<unsigned, Result> Known;
  llvm::DenseMap<const llvm::Function *, unsigned> Functions; // and their elements
};

} // namespace syclfuse::fuser
