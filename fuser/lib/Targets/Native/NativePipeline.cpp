// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "NativePipeline.h"
#include "Analysis/Dialects/Builtins.h"
#include "Support/AnalysisManagers.h"
#include "Support/PassTimer.h"
#include "Targets/Common/LLVMOption.h"
#include "Targets/Native/Loops/LoopAddresses.h"
#include "Targets/Native/Loops/LoopDirection.h"
#include "Targets/Native/Loops/LoopInterleaving.h"
#include "Targets/Native/Loops/MaskedRests.h"
#include "Targets/Native/Loops/SafeDivisions.h"
#include "Targets/Native/Loops/SplitLargeLoops.h"
#include "Targets/Native/Loops/StreamingStores.h"
#include "Targets/Native/Math/InlineMathematics.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

// The vectorizer counts an address as a register from where it is computed on, and interleaves less if there are many:
// on the chain, with its addresses in front, not at all.
void sinkAddresses(Function &F) {
  for (BasicBlock &BB : F)
    for (Instruction &I : make_early_inc_range(reverse(BB)))
      if (isa<GetElementPtrInst>(I) && I.hasOneUse())
        if (auto *User = cast<Instruction>(I.user_back()); User->getParent() == &BB && !isa<PHINode>(User))
          I.moveBefore(User->getIterator());
}

// From here on the vectorizer is told the width. It makes a plan for each one that it considers, and taking a plan down
// takes time in the square of its instructions.
constexpr unsigned LargeLoop = 1000;

unsigned sizeOf(const Loop &L) {
  unsigned Size = 0;
  for (const BasicBlock *BB : L.blocks())
    Size += BB->size();
  return Size;
}

// As many elements as a register holds of the widest type in memory.
unsigned widthFor(const Loop &L, const DataLayout &DL, const TargetTransformInfo &TTI) {
  uint64_t Widest = 0;
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB)
      if (isa<LoadInst, StoreInst>(I))
        Widest = std::max<uint64_t>(Widest, DL.getTypeSizeInBits(getLoadStoreType(&I)).getFixedValue());
  const uint64_t Register = TTI.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue();
  return Widest == 0 || Widest >= Register ? 0 : bit_floor(Register / Widest);
}

void chooseWidthOfLargeLoops(LoopInfo &LI, const TargetTransformInfo &TTI, const DataLayout &DL) {
  for (Loop *L : LI.getLoopsInPreorder()) {
    if (!L->isInnermost() || sizeOf(*L) < LargeLoop || findOptionMDForLoop(L, "llvm.loop.vectorize.enable") ||
        findOptionMDForLoop(L, "llvm.loop.vectorize.width"))
      continue;
    if (unsigned Width = widthFor(*L, DL, TTI)) {
      addStringMetadataToLoop(L, "llvm.loop.vectorize.width", Width);
      if (!findOptionMDForLoop(L, "llvm.loop.interleave.count"))
        addStringMetadataToLoop(L, "llvm.loop.interleave.count", 1);
    }
  }
}

struct PrepareForVectorizer : PassInfoMixin<PrepareForVectorizer> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &FAM) {
    LoopInfo &LI = FAM.getResult<LoopAnalysis>(F);
    const TargetTransformInfo &TTI = FAM.getResult<TargetIRAnalysis>(F);
    interleaveLoops(LI, hasMathematics(F), TTI.getNumberOfRegisters(TTI.getRegisterClassForType(/*Vector=*/true)));
    makeDivisionsSafe(LI, FAM.getResult<DominatorTreeAnalysis>(F));
    chooseWidthOfLargeLoops(LI, TTI, F.getDataLayout());
    materializeAssumptions(F);
    sinkAddresses(F);
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

// Whether I steps by another distance than its own size, so that the vectorizer may group it with its neighbours.
bool isStrided(Instruction &I, const Loop &L, ScalarEvolution &SE) {
  const auto *Address = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(getLoadStorePointerOperand(&I)));
  const auto *Step =
      Address && Address->getLoop() == &L ? dyn_cast<SCEVConstant>(Address->getStepRecurrence(SE)) : nullptr;
  const uint64_t Size = I.getDataLayout().getTypeStoreSize(getLoadStoreType(&I)).getFixedValue();
  return Step && Step->getAPInt().abs() != Size;
}

// The vectorizer makes groups of neighbouring accesses with a stride, and moves loads up and stores down to where the
// group is. In loops that are marked parallel it takes that for allowed, although the mark says nothing of one
// iteration: a load that follows a store to the same place may come before it. Whether F has such a pair.
bool groupsMayLoseOrder(Function &F, FunctionAnalysisManager &FAM) {
  constexpr unsigned MostQuestions = 1 << 14; // then the answer is yes
  unsigned Questions = 0;
  LoopInfo &LI = FAM.getResult<LoopAnalysis>(F);
  AAResults &AA = FAM.getResult<AAManager>(F);
  ScalarEvolution &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  for (Loop *L : LI.getLoopsInPreorder()) {
    if (!L->isInnermost() || !L->isAnnotatedParallel())
      continue;
    SmallVector<std::pair<Instruction *, bool>, 16> Stores; // and whether they are strided
    LoopBlocksRPO Order(L);
    Order.perform(&LI);
    for (BasicBlock *BB : Order)
      for (Instruction &I : *BB) {
        if (!isa<LoadInst, StoreInst>(I))
          continue;
        const bool Strided = isStrided(I, *L, SE);
        for (auto [Store, StoreStrided] : Stores)
          if ((Strided || StoreStrided) &&
              (++Questions > MostQuestions || !AA.isNoAlias(MemoryLocation::get(Store), MemoryLocation::get(&I))))
            return true;
        if (isa<StoreInst>(I))
          Stores.push_back({&I, Strided});
      }
  }
  return false;
}

// Without this, code generation takes all loops to have as many turns, and keeps what the scalar iterations before and
// after a vector loop need in registers at the cost of reloads in the vector loop: a gather over all of memory
// took 1.15 times as long.
struct EstimateTripCounts : PassInfoMixin<EstimateTripCounts> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &FAM) {
    constexpr unsigned ManyTurns = 1000;
    for (Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder())
      if (getBooleanLoopAttribute(L, "llvm.loop.isvectorized") && hasVectors(*L))
        setLoopEstimatedTripCount(L, ManyTurns, /*EstimatedLoopInvocationWeight=*/1);
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }

private:
  static bool hasVectors(const Loop &L) {
    return any_of(L.blocks(), [](const BasicBlock *BB) {
      return any_of(*BB, [](const Instruction &I) { return I.getType()->isVectorTy(); });
    });
  }
};

// Vector forms that were declared in case they were needed. What those that are needed call stays.
void dropUnusedDeclarations(Module &M) {
  if (GlobalVariable *Used = M.getGlobalVariable("llvm.compiler.used"))
    Used->eraseFromParent();
  for (Function &F : make_early_inc_range(M))
    if (F.isDeclaration() && F.use_empty() && !isLibmFunction(F.getName()))
      F.eraseFromParent();
}

// Code generation takes a tenth of the time.
void takeLeastCare(Function &F) {
  if (F.isDeclaration())
    return;
  F.removeFnAttr(Attribute::AlwaysInline);
  F.addFnAttr(Attribute::NoInline);
  F.removeFnAttr(Attribute::MinSize); // LLVM allows one of these
  F.removeFnAttr(Attribute::OptimizeForSize);
  F.addFnAttr(Attribute::OptimizeNone);
}

class Passes {
public:
  Passes(Module &M, TargetMachine &TM, const fuser::TargetOptions &Options, Effort Wanted)
      : M(M), PB(&TM, tuning(Wanted), std::nullopt, PassTimer::callbacks(Options.Timer)) {
    Managers.add(PB);
    PB.registerVectorizerStartEPCallback(
        [](FunctionPassManager &FPM, OptimizationLevel) { FPM.addPass(PrepareForVectorizer()); });
    PB.registerOptimizerLastEPCallback([](ModulePassManager &MPM, OptimizationLevel, ThinOrFullLTOPhase) {
      MPM.addPass(createModuleToFunctionPassAdaptor(MaskedRestsPass()));
    });
  }

  void simplify(unsigned LargestBody) {
    ModulePassManager MPM = PB.buildModuleSimplificationPipeline(OptimizationLevel::O3, ThinOrFullLTOPhase::None);
    MPM.addPass(createModuleToFunctionPassAdaptor(SplitLargeLoopsPass(LargestBody)));
    MPM.run(M, Managers.Modules);
  }

  bool groupsMayLoseOrder() {
    return any_of(M, [&](Function &F) {
      return !F.isDeclaration() && syclfuse::fuser::groupsMayLoseOrder(F, Managers.Functions);
    });
  }

  void optimize() {
    ModulePassManager MPM = PB.buildModuleOptimizationPipeline(OptimizationLevel::O3, ThinOrFullLTOPhase::None);
    MPM.addPass(createModuleToFunctionPassAdaptor(createFunctionToLoopPassAdaptor(LoopAddressesPass())));
    MPM.addPass(createModuleToFunctionPassAdaptor(LoopDirectionPass()));
    MPM.addPass(createModuleToFunctionPassAdaptor(EstimateTripCounts()));
    MPM.run(M, Managers.Modules);
  }

private:
  static PipelineTuningOptions tuning(Effort Wanted) {
    PipelineTuningOptions Tuning;
    Tuning.LoopVectorization = Tuning.SLPVectorization = Wanted != Effort::Scalar;
    Tuning.LoopInterleaving = Tuning.LoopUnrolling = Wanted == Effort::Full;
    return Tuning;
  }

  Module &M;
  AnalysisManagers Managers;
  PassBuilder PB;
};

} // namespace

void simplifyNative(Module &M, TargetMachine &TM, const fuser::TargetOptions &Options) {
  if (!Options.Optimize)
    return;
  Passes(M, TM, Options, Effort::Full).simplify(Options.LargestBody);
}

void optimizeNative(Module &M, TargetMachine &TM, const fuser::TargetOptions &Options, Effort Wanted) {
  if (!Options.Optimize || Wanted == Effort::Least) {
    for_each(M, materializeAssumptions);
    dropUnusedDeclarations(M);
    if (Options.Optimize)
      for_each(M, takeLeastCare);
    return;
  }
  Passes P(M, TM, Options, Wanted);
  std::optional<LLVMOption> NoGroups;
  if (P.groupsMayLoseOrder())
    NoGroups.emplace("enable-interleaved-mem-accesses", "false", "true");
  P.optimize();
  dropUnusedDeclarations(M);
}

} // namespace syclfuse::fuser
