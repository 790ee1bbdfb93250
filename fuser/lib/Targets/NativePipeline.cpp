// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "NativePipeline.h"
#include "LoopAddresses.h"
#include "StreamingStores.h"
#include "syclfuse/fuser/PassTiming.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

// The vectorizer counts an address as a register from where it is computed on, and interleaves less if there are many: on
// the chain, with its addresses in front, not at all.
void sinkAddresses(Function &F) {
  for (BasicBlock &BB : F)
    for (Instruction &I : make_early_inc_range(reverse(BB)))
      if (isa<GetElementPtrInst>(I) && I.hasOneUse())
        if (auto *User = cast<Instruction>(I.user_back()); User->getParent() == &BB && !isa<PHINode>(User))
          I.moveBefore(User->getIterator());
}

struct PrepareForVectorizer : PassInfoMixin<PrepareForVectorizer> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &) {
    materializeAssumptions(F);
    sinkAddresses(F);
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

// Vector forms that were declared in case they were needed.
void dropUnusedDeclarations(Module &M) {
  if (GlobalVariable *Used = M.getGlobalVariable("llvm.compiler.used"))
    Used->eraseFromParent();
  for (Function &F : make_early_inc_range(M))
    if (F.isDeclaration() && F.use_empty())
      F.eraseFromParent();
}

class Passes {
public:
  Passes(Module &M, TargetMachine &TM, const fuser::TargetOptions &Options)
      : M(M), PB(&TM, tuning(), std::nullopt, PassTimer::callbacks(Options.Timer)) {
    if (Options.VectorMath) {
      TargetLibraryInfoImpl Library(M.getTargetTriple(), VectorLibrary::LIBMVEC);
      FAM.registerPass([&] { return TargetLibraryAnalysis(Library); });
    }
    PB.registerModuleAnalyses(MAM);
    PB.registerCGSCCAnalyses(CGAM);
    PB.registerFunctionAnalyses(FAM);
    PB.registerLoopAnalyses(LAM);
    PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
    PB.registerVectorizerStartEPCallback(
        [](FunctionPassManager &FPM, OptimizationLevel) { FPM.addPass(PrepareForVectorizer()); });
  }

  void simplify() {
    PB.buildModuleSimplificationPipeline(OptimizationLevel::O3, ThinOrFullLTOPhase::None).run(M, MAM);
  }

  void optimize() {
    ModulePassManager MPM = PB.buildModuleOptimizationPipeline(OptimizationLevel::O3, ThinOrFullLTOPhase::None);
    MPM.addPass(createModuleToFunctionPassAdaptor(createFunctionToLoopPassAdaptor(LoopAddressesPass())));
    MPM.run(M, MAM);
  }

private:
  static PipelineTuningOptions tuning() {
    PipelineTuningOptions Tuning;
    Tuning.LoopVectorization = Tuning.SLPVectorization = Tuning.LoopInterleaving = Tuning.LoopUnrolling = true;
    return Tuning;
  }

  Module &M;
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassBuilder PB;
};

} // namespace

void simplifyNative(Module &M, TargetMachine &TM, const fuser::TargetOptions &Options) {
  if (!Options.Optimize)
    return;
  Passes(M, TM, Options).simplify();
}

void optimizeNative(Module &M, TargetMachine &TM, const fuser::TargetOptions &Options) {
  if (!Options.Optimize) {
    for_each(M, materializeAssumptions);
    return;
  }
  Passes(M, TM, Options).optimize();
  dropUnusedDeclarations(M);
}

} // namespace syclfuse::fuser
