// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Recomputation.h"

#include "ElementFunctions.h"
#include "ProducedReads.h"

#include "Analysis/Sharing/AccessAnalyses.h"
#include "Analysis/Sharing/AccessPattern.h"
#include "Analysis/Sharing/MemoryAccesses.h"
#include "Analysis/Sharing/RunChecks.h"
#include "Support/AnalysisManagers.h"
#include "Support/Metadata.h"
#include "Support/MetadataReader.h"
#include "Support/UserNames.h"

#include "llvm/Analysis/OptimizationRemarkEmitter.h"
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
#include <tuple>

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

  Recomputation run() {
    SmallVector<const ProducedRead *, 16> Chosen = choose();
    if (Chosen.empty()) {
      Elements.erase();
      return std::move(Found);
    }
    // All functions are made of the kernel as it was.
    for (const ProducedRead *R : Chosen)
      replace(*R);
    uniteArguments();
    Found.Done = expand();
    Elements.erase();
    // What a run would check of the accesses as they were.
    for (Instruction &I : instructions(F))
      for (const StringRef Name : {MDSeenByRun, MDSettled})
        I.setMetadata(Name, nullptr);
    return std::move(Found);
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
    for (const UntoldRead &R : All.Untold)
      if (Refused.count({R.Producer, R.Kernel}))
        entry(R.Producer, R.Kernel, *R.Memory, R.Load->getDebugLoc(), R.Why);
    for (const ProducedRead &R : All.Reads) {
      const ProducedElement &E = All.Elements[R.Element];
      if (!R.IsOfOther || !Refused.count({E.Kernel, R.Kernel}))
        continue;
      if (const char *Why = whyNot(R, Analyses)) {
        entry(E.Kernel, R.Kernel, *E.Memory, R.Load->getDebugLoc(), Why);
        continue;
      }
      Chosen.push_back(&R);
      Size += Elements.get(R.Element)->Size;
    }
    if (Size <= MostInstructions)
      return Chosen;
    for (const ProducedRead *R : Chosen) {
      const ProducedElement &E = All.Elements[R->Element];
      entry(E.Kernel, R->Kernel, *E.Memory, R->Load->getDebugLoc(),
            "the fused kernel would have too many instructions");
    }
    return {};
  }

  // Null if the read is to be replaced.
  const char *whyNot(const ProducedRead &R, AccessAnalyses &Analyses) {
    const ElementFunction *E = Elements.get(R.Element);
    if (!E)
      return Elements.whyNot(R.Element);
    if (!E->AlwaysWrites && !R.IsWritten && !R.IsOnly)
      return "the work-item may leave out the element, and another one may write it";
    if (!Elements.mayReplace(R, *E))
      return "a clamped place of a clamped place keeps a processor from computing in vectors";
    if (!isUnchanged(*E, R.Kernel))
      return "that kernel reads memory that is written up to the one that reads";
    if (!paysIn(R, *E, Analyses))
      return "the read is in a loop of too many iterations, or of a number that is not known";
    return nullptr;
  }

  // The entry for what Consumer reads of Memory, which has Why or is computed again.
  RecomputedMemory &entry(unsigned Producer, unsigned Consumer, const Argument &Memory, DebugLoc At,
                          const char *Why = "") {
    const auto Same = find_if(Found.Memory, [&](const RecomputedMemory &M) {
      return M.Producer == Producer && M.Consumer == Consumer && M.Argument == Memory.getArgNo() &&
             M.WhyNot.empty() == StringRef(Why).empty();
    });
    if (Same != Found.Memory.end())
      return *Same;
    return Found.Memory.emplace_back(RecomputedMemory{Producer, Consumer, Memory.getArgNo(), 0, Why, std::move(At)});
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

  // Puts the functions in place of the calls; each element of a work-item once. False, and a function that is of no
  // use, if one cannot be. Those of the last kernel go first: all calls for what an earlier one computes are there then
  // before they are merged and counted.
  bool expand() {
    for (bool Complete = true;;) {
      const SmallVector<CallInst *, 32> Different = mergeCalls();
      if (Different.empty())
        return Complete;
      const auto KernelOf = [&](const CallInst *Call) { return Elements.elementOf(Call->getCalledFunction()).Kernel; };
      unsigned Last = 0;
      for (const CallInst *Call : Different)
        Last = std::max(Last, KernelOf(Call));
      for (const CallInst *Call : Different)
        if (KernelOf(Call) == Last)
          ++entry(Last, submissionOf(*Call), *Elements.elementOf(Call->getCalledFunction()).Memory, Call->getDebugLoc())
                .Elements;
      for (CallInst *Call : calls())
        if (KernelOf(Call) == Last)
          Complete &= inlineCall(*Call);
    }
  }

  SmallVector<CallInst *, 32> calls() const {
    SmallVector<CallInst *, 32> All;
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I); Call && Elements.isOne(Call->getCalledFunction()))
        All.push_back(Call);
    return All;
  }

  // One call for each element of a kernel's work-item; another one for the same element may be left beside it.
  SmallVector<CallInst *, 32> mergeCalls() {
    AccessAnalyses Analyses(F);
    SmallVector<CallInst *, 32> Different;
    std::map<std::vector<const void *>, SmallVector<CallInst *, 4>> Known; // looked up only
    for (CallInst *Call : calls()) {
      std::vector<const void *> Key{Call->getCalledFunction(), Call->getMetadata(MDSubmission)};
      for (Value *Argument : Call->args())
        Key.push_back(Argument->getType()->isIntegerTy() ? static_cast<const void *>(Analyses.SE.getSCEV(Argument))
                                                         : Argument);
      SmallVector<CallInst *, 4> &Same = Known[Key];
      auto Before = find_if(Same, [&](CallInst *Other) { return Analyses.DT.dominates(Other, Call); });
      if (Before == Same.end()) {
        if (Same.empty())
          Different.push_back(Call);
        Same.push_back(Call);
        continue;
      }
      Analyses.SE.forgetValue(Call);
      Call->replaceAllUsesWith(*Before);
      Call->eraseFromParent();
    }
    return Different;
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
  Recomputation Found;
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

void refuseAll(Recomputation &R, const Twine &Why) {
  R.Done = false;
  for (RecomputedMemory &M : R.Memory)
    if (M.WhyNot.empty())
      M.WhyNot = Why.str();
}

Recomputation recomputeProducers(Function &F, const AccessLaunch &Launch, bool Barriers,
                                 const RecomputationLimits &Limits) {
  ValueToValueMapTy Map;
  Function *Copy = CloneFunction(&F, Map);
  Recomputation Result = Recomputer(*Copy, Launch, Barriers, Limits.NestedClamps).run();
  llvm::stable_sort(Result.Memory, [](const RecomputedMemory &A, const RecomputedMemory &B) {
    return std::tie(A.Consumer, A.Producer, A.Argument) < std::tie(B.Consumer, B.Producer, B.Argument);
  });
  if (!Result.Done) {
    refuseAll(Result, "a function cannot be inlined");
  } else if (const unsigned Before = sizeOf(F), After = sizeOf(*Copy); After > Limits.MostGrowth * Before) {
    refuseAll(Result, "the fused kernel would have " + Twine(After) + " instructions in place of " + Twine(Before));
  } else {
    takeBody(F, *Copy);
  }
  Copy->setSubprogram(nullptr);
  Copy->eraseFromParent();
  return Result;
}

void remarkRecomputation(Function &F, ArrayRef<std::string> Kernels, ArrayRef<RecomputedMemory> Memory) {
  static constexpr char Pass[] = "sycl-recomputation";
  OptimizationRemarkEmitter ORE(&F);
  const auto Kernel = [&](unsigned Number) { return "'" + userName(*F.getParent(), Kernels[Number]) + "'"; };
  for (const RecomputedMemory &M : Memory) {
    if (std::max(M.Producer, M.Consumer) >= Kernels.size()) // by malformed metadata
      continue;
    const std::string Name = "'" + userName(*F.getArg(M.Argument)) + "'";
    const BasicBlock *Block = &F.getEntryBlock();
    if (!M.WhyNot.empty())
      ORE.emit([&] {
        return OptimizationRemarkMissed(Pass, "NotRecomputed", M.At, Block)
               << Kernel(M.Consumer) << " does not compute again what other work-items of " << Kernel(M.Producer)
               << " write to " << Name << ": " << M.WhyNot;
      });
    else
      ORE.emit([&] {
        return OptimizationRemark(Pass, "Recomputed", M.At, Block)
               << Kernel(M.Consumer) << " computes " << std::to_string(M.Elements)
               << (M.Elements == 1 ? " element of " : " elements of ") << Name << " again, as " << Kernel(M.Producer)
               << " does";
      });
  }
}

} // namespace syclfuse::fuser
