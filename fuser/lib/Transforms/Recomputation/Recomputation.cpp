// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Recomputation.h"

#include "ElementFunctions.h"
#include "ProducedReads.h"

#include "Analysis/Sharing/AccessAnalyses.h"
#include "Analysis/Sharing/AccessPattern.h"
#include "Analysis/Sharing/RunChecks.h"
#include "Support/AnalysisManagers.h"
#include "Support/Metadata.h"
#include "Support/MetadataReader.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <map>
#include <set>

using namespace llvm;

namespace syclfuse::fuser {

namespace {

// Beyond this, a kernel with all that is computed again is not built.
constexpr unsigned MostInstructions = 20000;
// A loop whose rounds are more, or not known, computes only again what is cheap.
constexpr unsigned MostRounds = 32;

class Recomputer {
public:
  Recomputer(Function &F, const AccessLaunch &Launch, bool Barriers, bool NestedClamps)
      : F(F), Launch(Launch), Barriers(Barriers), Refused(refusedPairs()), All(findProducedReads(F, Launch)),
        Elements(F, All, NestedClamps) {}

  bool run() {
    SmallVector<const ProducedRead *, 16> Chosen = choose();
    if (Chosen.empty()) {
      Elements.erase();
      return false;
    }
    // All functions are made of the kernel as it was.
    for (const ProducedRead *R : Chosen)
      replace(*R);
    uniteArguments();
    const bool Expanded = expand();
    Elements.erase();
    // What a run would check of the accesses as they were.
    for (Instruction &I : instructions(F))
      for (const StringRef Name : {MDSeenByRun, MDSettled})
        I.setMetadata(Name, nullptr);
    return Expanded;
  }

private:
  // Kernels that need what other work-items of the first one do.
  std::set<std::pair<unsigned, unsigned>> refusedPairs() {
    std::set<std::pair<unsigned, unsigned>> Pairs;
    const AccessPattern Pattern(F, Launch);
    for (unsigned Second = 1; Second < Pattern.submissions(); ++Second)
      for (unsigned First = 0; First != Second; ++First) {
        const SharingResult R = Pattern.dependence(First, Second, DependenceThrough::SameArgument);
        if (R.Kind == Sharing::Launch || R.Kind == Sharing::Unknown || (R.Kind == Sharing::WorkGroup && !Barriers))
          Pairs.insert({First, Second});
      }
    return Pairs;
  }

  SmallVector<const ProducedRead *, 16> choose() {
    SmallVector<const ProducedRead *, 16> Chosen;
    AccessAnalyses Analyses(F);
    uint64_t Size = F.getInstructionCount();
    for (const ProducedRead &R : All.Reads) {
      if (!R.IsOfOther || !Refused.count({All.Elements[R.Element].Kernel, R.Kernel}))
        continue;
      const ElementFunction *E = Elements.get(R.Element);
      if (E && (E->AlwaysWrites || R.IsWritten || R.IsOnly) && Elements.mayReplace(R, *E) &&
          isUnchanged(*E, R.Kernel) && paysIn(R, *E, Analyses)) {
        Chosen.push_back(&R);
        Size += E->Size;
      }
    }
    if (Size > MostInstructions)
      Chosen.clear();
    return Chosen;
  }

  // What E reads is, when Consumer runs, what it was when the kernel of E ran. Other pointers are left to the run.
  bool isUnchanged(const ElementFunction &E, unsigned Consumer) const {
    return !All.WritesAnywhere && none_of(All.Writers, [&](const auto &W) {
      return W.second <= Consumer &&
             any_of(E.Reads, [&](const auto &R) { return R.first == W.first->getArgNo() && R.second <= W.second; });
    });
  }

  static bool paysIn(const ProducedRead &R, const ElementFunction &E, AccessAnalyses &Analyses) {
    uint64_t Rounds = 1;
    for (const Loop *L = Analyses.LI.getLoopFor(R.Load->getParent()); L && !E.IsCheap; L = L->getParentLoop()) {
      const unsigned Own = Analyses.SE.getSmallConstantTripCount(L);
      Rounds *= Own;
      if (Own == 0 || Rounds > MostRounds)
        return false;
    }
    return true;
  }

  void replace(const ProducedRead &R) {
    const ElementFunction &E = *Elements.get(R.Element);
    IRBuilder<> B(R.Load);
    for (Value *Number : R.AtLeastZero)
      requireAtLeastZero(B, Number);
    for (auto [A, B] : R.Equal)
      requireEqual(*A, *B);
    // What the read relied on, and what is read in its place.
    if (auto *Arg = dyn_cast<Argument>(getUnderlyingObject(R.Load->getPointerOperand(), 0)))
      requireOnly(*Arg, R.Kernel);
    for (auto [Arg, Kernel] : E.Reads)
      for (const unsigned Of : {Kernel, R.Kernel})
        requireOnly(*F.getArg(Arg), Of);
    CallInst *Call = ElementFunctions::call(E, F, R.Ids, *R.Load);
    Value *New = B.CreateExtractValue(Call, 0);
    if (E.AlwaysWrites || R.IsWritten) {
      R.Load->replaceAllUsesWith(New);
      R.Load->eraseFromParent();
      return;
    }
    // What nobody writes is as it was.
    Value *IsOld = B.CreateNot(B.CreateExtractValue(Call, 1));
    Instruction *After = R.Load->getNextNode();
    Instruction *InOld = SplitBlockAndInsertIfThen(IsOld, After, /*Unreachable=*/false);
    PHINode *Merged = PHINode::Create(R.Load->getType(), 2, "", After->getParent()->begin());
    R.Load->replaceAllUsesWith(Merged);
    R.Load->moveBefore(InOld->getIterator());
    R.Load->setMetadata(MDNotWrittenBy, tag(All.Elements[R.Element].Kernel));
    Merged->addIncoming(R.Load, InOld->getParent());
    Merged->addIncoming(New, Call->getParent());
  }

  void requireEqual(Argument &A, Argument &B) {
    const bool InOrder = A.getArgNo() < B.getArgNo();
    if (!Equal.insert({InOrder ? &A : &B, InOrder ? &B : &A}))
      return;
    IRBuilder<> Builder(F.getEntryBlock().getTerminator());
    Value *Numbers[] = {&A, &B};
    for (Value *&Number : Numbers) {
      Number = Builder.CreateIntCast(Number, Builder.getInt64Ty(), /*isSigned=*/true);
      OfChecks.insert(Number);
    }
    for (const bool Swap : {false, true}) {
      Value *Difference = Builder.CreateSub(Numbers[Swap], Numbers[!Swap]);
      OfChecks.insert(Difference);
      requireAtLeastZero(Builder, Difference);
    }
  }

  // Where the kernel runs, they are. The checks still ask for both.
  void uniteArguments() {
    for (auto [First, Second] : Equal)
      Second->replaceUsesWithIf(First, [&](Use &U) { return !OfChecks.contains(U.getUser()); });
  }

  void requireOnly(Argument &Arg, unsigned Kernel) {
    if (!Required.insert({&Arg, Kernel}).second)
      return;
    IRBuilder<> B(F.getEntryBlock().getTerminator());
    requireOnlyPointer(B, &Arg)->setMetadata(MDSubmission, tag(Kernel));
  }

  MDNode *tag(unsigned Kernel) { return MDNode::get(F.getContext(), {integerMetadata(F.getContext(), 32, Kernel)}); }

  // Puts the functions in place of the calls, level by level; each element of a work-item once. False, and a function
  // that is of no use, if one cannot be.
  bool expand() {
    for (bool Complete = true;;) {
      mergeCalls();
      const SmallVector<CallInst *, 32> Calls = calls();
      if (Calls.empty())
        return Complete;
      for (CallInst *Call : Calls)
        Complete &= inlineCall(*Call);
    }
  }

  SmallVector<CallInst *, 32> calls() const {
    SmallVector<CallInst *, 32> Found;
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I); Call && Elements.isOne(Call->getCalledFunction()))
        Found.push_back(Call);
    return Found;
  }

  void mergeCalls() {
    AccessAnalyses Analyses(F);
    std::map<std::vector<const void *>, SmallVector<CallInst *, 4>> Known; // looked up only
    for (CallInst *Call : calls()) {
      std::vector<const void *> Key{Call->getCalledFunction(), Call->getMetadata(MDSubmission)};
      for (Value *Argument : Call->args())
        Key.push_back(Argument->getType()->isIntegerTy() ? static_cast<const void *>(Analyses.SE.getSCEV(Argument))
                                                         : Argument);
      SmallVector<CallInst *, 4> &Same = Known[Key];
      auto Before = find_if(Same, [&](CallInst *Other) { return Analyses.DT.dominates(Other, Call); });
      if (Before == Same.end()) {
        Same.push_back(Call);
        continue;
      }
      Analyses.SE.forgetValue(Call);
      Call->replaceAllUsesWith(*Before);
      Call->eraseFromParent();
    }
  }

  bool inlineCall(CallInst &Call) {
    MDNode *Tag = Call.getMetadata(MDSubmission);
    InlineFunctionInfo Info;
    if (!InlineFunction(Call, Info).isSuccess()) {
      Call.replaceAllUsesWith(PoisonValue::get(Call.getType()));
      Call.eraseFromParent();
      return false;
    }
    for (Instruction &I : instructions(F))
      if (!I.hasMetadata(MDSubmission) && !I.hasMetadata(MDInsertedBarrier) &&
          (I.mayReadOrWriteMemory() || isa<CallBase>(I)))
        I.setMetadata(MDSubmission, Tag);
    return true;
  }

  Function &F;
  const AccessLaunch &Launch;
  const bool Barriers;
  const std::set<std::pair<unsigned, unsigned>> Refused;
  const ProducedReads All;
  ElementFunctions Elements;
  std::set<std::pair<const Argument *, unsigned>> Required;
  SetVector<std::pair<Argument *, Argument *>> Equal; // the one with the lower number first
  SmallPtrSet<const Value *, 8> OfChecks;
};

} // namespace

// The instructions that are left when what is computed twice is computed once.
static unsigned sizeOf(const Function &F) {
  ValueToValueMapTy Map;
  Function *Copy = CloneFunction(const_cast<Function *>(&F), Map);
  dropRunChecks(*Copy);
  PassBuilder PB;
  AnalysisManagers Managers;
  Managers.add(PB);
  FunctionPassManager Passes;
  Passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  Passes.addPass(InstCombinePass());
  Passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  Passes.addPass(ADCEPass());
  Passes.run(*Copy, Managers.Functions);
  const unsigned Size = Copy->getInstructionCount();
  Managers.Functions.clear();
  Copy->eraseFromParent();
  return Size;
}

// F gets the body of Copy, a copy of it.
static void takeBody(Function &F, Function &Copy) {
  for (BasicBlock &BB : F)
    BB.dropAllReferences();
  while (!F.empty())
    F.front().eraseFromParent();
  F.splice(F.end(), &Copy);
  for (Argument &Arg : Copy.args())
    Arg.replaceAllUsesWith(F.getArg(Arg.getArgNo()));
  F.setSubprogram(Copy.getSubprogram());
}

bool recomputeProducers(Function &F, const AccessLaunch &Launch, bool Barriers, const RecomputationLimits &Limits) {
  ValueToValueMapTy Map;
  Function *Copy = CloneFunction(&F, Map);
  const bool Done =
      Recomputer(*Copy, Launch, Barriers, Limits.NestedClamps).run() && sizeOf(*Copy) <= Limits.MostGrowth * sizeOf(F);
  if (Done)
    takeBody(F, *Copy);
  Copy->setSubprogram(nullptr);
  Copy->eraseFromParent();
  return Done;
}

} // namespace syclfuse::fuser
