// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelComparison.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ModuleSlotTracker.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

// All functions and variables that Root needs, in the order of their first use.
SetVector<GlobalValue *> inOrderOfUse(Function &Root) {
  SetVector<GlobalValue *> Found;
  SmallPtrSet<const Constant *, 32> Seen;
  auto AddFrom = [&](Value *V) {
    SmallVector<Value *, 8> Work{V};
    while (!Work.empty()) {
      auto *C = dyn_cast<Constant>(Work.pop_back_val());
      if (!C)
        continue;
      if (auto *GV = dyn_cast<GlobalValue>(C))
        Found.insert(GV);
      else if (Seen.insert(C).second)
        append_range(Work, reverse(C->operand_values()));
    }
  };
  Found.insert(&Root);
  for (size_t I = 0; I != Found.size(); ++I) {
    if (auto *F = dyn_cast<Function>(Found[I]))
      for (Instruction &At : instructions(*F))
        for_each(At.operand_values(), AddFrom);
    else if (auto *Variable = dyn_cast<GlobalVariable>(Found[I]); Variable && Variable->hasInitializer())
      AddFrom(Variable->getInitializer());
  }
  return Found;
}

// A kernel without what the rest of its translation unit decides.
class PlainKernel {
public:
  PlainKernel(const std::string &Symbol, StringRef Bitcode) {
    Context.setDiscardValueNames(true);
    Expected<std::unique_ptr<Module>> Read = parseBitcodeFile(MemoryBufferRef(Bitcode, "kernel"), Context);
    if (!Read) {
      consumeError(Read.takeError());
      return;
    }
    M = std::move(*Read);
    if (Function *Root = M->getFunction(Symbol))
      makePlain(*Root);
  }

  std::string text() const {
    std::string Text;
    raw_string_ostream OS(Text);
    if (M)
      M->print(OS, nullptr);
    return Text;
  }

  struct Line {
    std::string Text;
    manifest::source_location Place;
  };
  // Each instruction.
  std::vector<Line> lines() {
    std::vector<Line> Lines;
    if (!M)
      return Lines;
    ModuleSlotTracker Slots(M.get());
    for (Function &F : *M) {
      Slots.incorporateFunction(F);
      for (Instruction &I : instructions(F)) {
        Line &L = Lines.emplace_back();
        raw_string_ostream OS(L.Text);
        I.print(OS, Slots);
        if (Lines.size() <= Places.size())
          L.Place = Places[Lines.size() - 1];
      }
    }
    return Lines;
  }

private:
  void makePlain(Function &Root) {
    unsigned Number = 0;
    for (GlobalValue *GV : inOrderOfUse(Root)) {
      if (auto *F = dyn_cast<Function>(GV)) {
        F->removeFromParent();
        M->getFunctionList().push_back(F);
      } else if (auto *Variable = dyn_cast<GlobalVariable>(GV)) {
        Variable->removeFromParent();
        M->insertGlobalVariable(Variable);
      }
      if (GV->hasLocalLinkage())
        GV->setName("local." + Twine(Number++));
    }
    M->setSourceFileName("");
    for (StructType *Type : M->getIdentifiedStructTypes())
      Type->setName("");
    for (Function &F : *M)
      for (Instruction &I : instructions(F)) {
        Places.push_back(placeOf(I));
        I.dropUnknownNonDebugMetadata();
      }
    StripDebugInfo(*M);
    for (NamedMDNode &Node : make_early_inc_range(M->named_metadata()))
      Node.eraseFromParent();
  }

  static manifest::source_location placeOf(const Instruction &I) {
    const DebugLoc &At = I.getDebugLoc();
    return At ? manifest::source_location{At->getFilename().str(), At->getLine(), At->getColumn()}
              : manifest::source_location{};
  }

  LLVMContext Context;
  std::unique_ptr<Module> M;
  std::vector<manifest::source_location> Places; // of the instructions
};

} // namespace

diagnostics compareKernels(const std::string &Symbol, const LibraryKernel &First, const LibraryKernel &Second,
                           const manifest::source_location &Place) {
  diagnostics Result;
  PlainKernel A(Symbol, First.Bitcode), B(Symbol, Second.Bitcode);
  if (A.text() == B.text())
    return Result;
  diagnostic &D = Result.add(diag::kernel_defined_twice, Place.file, Place.line, Place.column,
                             {Symbol, First.Origin, Second.Origin});
  std::vector<PlainKernel::Line> InA = A.lines(), InB = B.lines();
  InA.emplace_back();
  InB.emplace_back();
  size_t At = 0, End = std::min(InA.size(), InB.size()) - 1;
  while (At != End && InA[At].Text == InB[At].Text)
    ++At;
  for (const auto &[Line, Origin] : {std::pair(InA[At], First.Origin), std::pair(InB[At], Second.Origin)})
    D.notes.push_back({Line.Place.file, Line.Place.line, Line.Place.column,
                       "in '" + Origin + "': " + (Line.Text.empty() ? "the end" : StringRef(Line.Text).trim().str())});
  return Result;
}

} // namespace syclfuse::fuser
