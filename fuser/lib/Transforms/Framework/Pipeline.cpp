// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pipeline.h"

#include "Transforms/Fusion/BarrierElision.h"
#include "Transforms/Fusion/DependenceCheck.h"
#include "Transforms/Fusion/ElementShares.h"
#include "Transforms/Prepare/DeviceGlobals.h"
#include "Transforms/Prepare/FunctionTables.h"
#include "Transforms/Prepare/LocalAllocations.h"
#include "Transforms/Prepare/MathCalls.h"
#include "Transforms/Prepare/PrepareKernels.h"
#include "Transforms/Prepare/PrivateMoves.h"
#include "Transforms/Prepare/SealStoredValues.h"

#include "Analysis/Dialects/Dialect.h"
#include "Analysis/Sharing/RunChecks.h"
#include "Support/AnalysisManagers.h"
#include "Support/FuseError.h"
#include "Support/Metadata.h"
#include "Support/ModuleText.h"
#include "Support/PassTimer.h"
#include "Transforms/Fusion/ConstantPropagation.h"
#include "Transforms/Fusion/KernelFusion.h"
#include "Transforms/Fusion/NarrowCounters.h"
#include "Transforms/Fusion/RowItems.h"
#include "Transforms/Internalization/Internalization.h"
#include "Transforms/OpenCL/NormalizeBuiltins.h"
#include "Transforms/Prepare/SealMathematics.h"
#include "syclfuse/footprints.hpp"

#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SCCP.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {

// Runs LLVM's passes. Analyses are made anew each time: our own steps in between replace functions.
class PassRunner {
public:
  explicit PassRunner(PassTimer *Timer) {
    PassBuilder PB(nullptr, PipelineTuningOptions(), std::nullopt, PassTimer::callbacks(Timer));
    Managers.add(PB);
  }

  void run(ModulePassManager MPM, Module &M) {
    MPM.run(M, Managers.Modules);
    Managers.Loops.clear();
    Managers.Functions.clear();
    Managers.Components.clear();
    Managers.Modules.clear();
  }
  void run(FunctionPassManager FPM, Module &M) {
    ModulePassManager MPM;
    MPM.addPass(createModuleToFunctionPassAdaptor(std::move(FPM)));
    run(std::move(MPM), M);
  }

private:
  AnalysisManagers Managers;
};

Error verify(const Module &M, const PipelineOptions &Options, StringRef After) {
  return Options.VerifyEach ? fuser::verify(M, "broken module after " + After) : Error::success();
}

// Our own steps are no passes of LLVM's here; in the times they count as if they were.
template <class StepT> auto timed(const PipelineOptions &Options, StringRef Name, StepT Step) {
  PassTimer::Scope Timing(Options.Timer, Name);
  return Step();
}

template <class PassT> ModulePassManager only(PassT Pass) {
  ModulePassManager MPM;
  MPM.addPass(std::move(Pass));
  return MPM;
}

// Takes the copies of closures, ids and items apart, so that closures are read field by field.
FunctionPassManager beforeFlattening(const Module &M) {
  FunctionPassManager FPM;
  // Before InstCombine: it would turn copies of small structs into integers, and pointers in them with it.
  FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
  // Memory whose address is in the generic address space only after the calls were inlined.
  FPM.addPass(InferAddressSpacesPass(Dialect::of(M).Generic));
  FPM.addPass(ExpandPrivateMovesPass());
  FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
  FPM.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  FPM.addPass(InstCombinePass());
  FPM.addPass(SimplifyCFGPass());
  // Loops over dimensions and captured arrays: their indices become constants.
  LoopPassManager Loops;
  Loops.addPass(LoopRotatePass());
  Loops.addPass(IndVarSimplifyPass());
  Loops.addPass(LoopFullUnrollPass());
  FPM.addPass(createFunctionToLoopPassAdaptor(std::move(Loops)));
  FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
  return FPM;
}

// Cleans up what flattening left, and moves pointers from the generic to the global address space.
FunctionPassManager afterFlattening(const Module &M) {
  FunctionPassManager FPM;
  FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
  FPM.addPass(InferAddressSpacesPass(Dialect::of(M).Generic));
  FPM.addPass(InstCombinePass());
  FPM.addPass(SimplifyCFGPass());
  FPM.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  FPM.addPass(ADCEPass());
  return FPM;
}

// Makes offsets and address spaces plain for the internalization.
FunctionPassManager beforeInternalization(const Module &M) {
  FunctionPassManager FPM;
  FPM.addPass(createFunctionToLoopPassAdaptor(IndVarSimplifyPass()));
  FPM.addPass(LoopUnrollPass());
  FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
  FPM.addPass(InferAddressSpacesPass(Dialect::of(M).Generic));
  return FPM;
}

// Private memory becomes registers, constants are folded.
FunctionPassManager afterInternalization() {
  FunctionPassManager FPM;
  FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
  FPM.addPass(SCCPPass());
  FPM.addPass(InstCombinePass());
  FPM.addPass(SimplifyCFGPass());
  FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
  FPM.addPass(InstCombinePass());
  FPM.addPass(SimplifyCFGPass());
  FPM.addPass(ADCEPass());
  // Loads of one argument by several kernels.
  FPM.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  return FPM;
}

Expected<Function *> findStub(Module &M) {
  Function *Stub = nullptr;
  for (Function &F : M)
    if (F.hasMetadata(MDFused)) {
      if (Stub)
        return fuseError(diag::invalid_fusion_metadata, {MDFused.str(), F.getName().str(), "the module has two stubs"});
      Stub = &F;
    }
  if (!Stub)
    return fuseError(diag::invalid_fusion_metadata, {MDFused.str(), M.getName().str(), "the module has no stub"});
  return Stub;
}

bool isStub(const Value *V) {
  const auto *F = dyn_cast<Function>(V->stripPointerCasts());
  return F && F->hasMetadata(MDFused);
}

// Nobody uses the declaration of what will be a kernel. A name that LLVM reserves cannot be used at all; no kernel can
// have it.
void keepStubs(Module &M) {
  SmallVector<GlobalValue *, 1> Stubs;
  for (Function &F : M)
    if (isStub(&F) && !F.isIntrinsic())
      Stubs.push_back(&F);
  if (!Stubs.empty())
    appendToCompilerUsed(M, Stubs);
}

void removeOtherKernels(Module &M, const Function &Fused) {
  for (Function &F : make_early_inc_range(M))
    if (&F != &Fused && isKernel(F) && F.use_empty())
      F.eraseFromParent();
}

} // namespace

Error prepareKernels(Module &M, const PipelineOptions &Options) {
  PassRunner Passes(Options.Timer);
  resolveAliases(M);
  // Modules of other compilers call functions of OpenCL C, and have flat arguments.
  timed(Options, "sycl-normalize-builtins", [&] { return normalizeBuiltins(M); });
  describeArguments(M);
  // Functions of the C library that targets lack are instructions.
  expandMathCalls(M);
  // What is called through a table is one of the functions that it has.
  lowerFunctionTables(M);
  // Local memory that kernels ask for is variables.
  lowerLocalAllocations(M);
  // Kernels that no later step could bring into their final form. They go first, so that the others can get on.
  Error Refused = removeUnsoundKernels(M);
  // What is no part of a kernel goes.
  internalizeAllButKernels(M);
  keepStubs(M);
  Passes.run(only(GlobalDCEPass()), M);
  // -O0 and noinline hold no longer; kernels become self-contained.
  makeInlinable(M);
  allowUnrolling(M);
  markQueries(M);
  markMathematics(M);
  markHostServices(M);
  Passes.run(only(AlwaysInlinerPass(/*InsertLifetimeIntrinsics=*/true)), M);
  Passes.run(only(GlobalDCEPass()), M);
  // Closures are read field by field.
  Passes.run(beforeFlattening(M), M);
  // The fields become arguments.
  Refused = joinErrors(std::move(Refused), timed(Options, "sycl-flatten-arguments", [&] { return flattenKernels(M); }));
  Refused = joinErrors(std::move(Refused), verify(M, Options, "sycl-flatten-arguments"));
  // So do the addresses of variables that have memory of their own on each device.
  Refused = joinErrors(std::move(Refused), passDeviceGlobals(M));
  // Accesses are in the global address space where that can be told.
  Passes.run(afterFlattening(M), M);
  // Fast-math flags act within a kernel, not across the kernels of a region.
  for (Function &F : M)
    sealStoredValues(F);
  // What the target computes is not computed here.
  for (Function &F : M)
    sealMathematics(F);
  // Functions and constants of kernels that are gone.
  Passes.run(only(GlobalDCEPass()), M);
  removeFromUsedLists(M, [](Constant *C) { return isStub(C); });
  return joinErrors(std::move(Refused), verify(M, Options, "preparation"));
}

// The driver knows it; under opt the stub does, as far as it is known.
static AccessLaunch launchOf(const FusedKernel &Fusion, const PipelineOptions &Options) {
  const FusionRequest &Request = Fusion.Request;
  AccessLaunch Launch;
  if (Options.Launch) {
    Launch = *Options.Launch;
  } else {
    Launch.Range = Request.Range;
    Launch.Groups =
        Request.Range ? Request.Range->hasLocal() : !Request.Launch || Request.Launch->first == range_kind::nd_range;
    Launch.Dims = Request.Launch ? Request.Launch->second : 0;
  }
  // The one launch of kernels that were written for different ones.
  if (Fusion.Range) {
    Launch.Groups = Fusion.Range->hasLocal();
    Launch.Range = Fusion.Range;
  }
  return Launch;
}

// The kernels in one, with identical arguments elided and barriers in between.
static Expected<FusedKernel> joinKernels(Module &M, Function &Stub, const PipelineOptions &Options) {
  Expected<FusedKernel> Fusion =
      timed(Options, "sycl-kernel-fusion", [&] { return fuseKernels(Stub, ExchangeCheck::Later); });
  if (!Fusion)
    return Fusion;
  removeOtherKernels(M, *Fusion->F);
  // For modules that were not prepared here.
  markQueries(M);
  if (Error E = verify(M, Options, "sycl-kernel-fusion"))
    return std::move(E);
  return Fusion;
}

// Kernels that need what other work-groups do must stay apart, and kernels whose work-groups are not those of the
// launch must need none.
static Error checkAccesses(Function &Fused, const AccessLaunch &Launch, const FusionRequest &Request,
                           const PipelineOptions &Options, diagnostics &Remarks, footprints::table *Footprints,
                           std::vector<KernelTraffic> *Alone) {
  return timed(Options, "sycl-access-pattern", [&]() -> Error {
    if (Error E = checkDependences(Fused, Launch, Request, Remarks, Footprints, Alone))
      return E;
    // Then what is not proven of the groups of the launch was refused, or a run looks at it.
    if (Request.ProvenOnly && Footprints) {
      Fused.setMetadata(MDLostGroups, nullptr);
      return Error::success();
    }
    return checkExchange(Fused, Request.Kernels, Request.Barriers);
  });
}

// What the record of a kernel says of it.
static Error noteRecomputed(const Function &Fused, ArrayRef<RecomputedMemory> Memory, FusionFindings &Found) {
  Expected<SmallVector<ArgumentSource, 8>> Sources = readArgumentSources(Fused);
  if (!Sources)
    return Sources.takeError();
  for (const RecomputedMemory &M : Memory)
    if (M.WhyNot.empty() && M.Argument < Sources->size())
      Found.Recomputed.push_back({M.Producer, M.Consumer, (*Sources)[M.Argument], M.Elements});
  return Error::success();
}

// checkAccesses. Where kernels would have to stay apart because work-items read what others write, each computes that
// again.
static Error checkOrRecompute(Function &Fused, const AccessLaunch &Launch, const FusionRequest &Request,
                              const PipelineOptions &Options, diagnostics &Remarks, FusionFindings *Found) {
  if (!Found)
    return checkAccesses(Fused, Launch, Request, Options, Remarks, nullptr, nullptr);
  const diagnostics Before = Remarks;
  Error Refused = checkAccesses(Fused, Launch, Request, Options, Remarks, &Found->Footprints, &Found->Traffic.Alone);
  if (!Refused && Found->Footprints.pairs.empty())
    return Error::success();
  Recomputation Again = timed(Options, "sycl-recomputation", [&] {
    return recomputeProducers(Fused, Launch, Request.Barriers, Options.Recomputation);
  });
  if (!Again.Done) {
    remarkRecomputation(Fused, Request.Kernels, Again.Memory);
    return Refused;
  }
  // What the kernels move one by one was found before, and stays.
  Remarks = Before;
  Error StillRefused = checkAccesses(Fused, Launch, Request, Options, Remarks, &Found->Footprints, nullptr);
  if (StillRefused)
    refuseAll(Again, "the kernels would still depend on each other");
  remarkRecomputation(Fused, Request.Kernels, Again.Memory);
  // The first message is about the kernels as people wrote them.
  if (StillRefused && Refused) {
    consumeError(std::move(StillRefused));
    return Refused;
  }
  consumeError(std::move(Refused));
  if (StillRefused)
    return StillRefused;
  if (Error E = noteRecomputed(Fused, Again.Memory, *Found))
    return E;
  return verify(*Fused.getParent(), Options, "sycl-recomputation");
}

// The loop over shares, with the code for one element in it and its values in registers.
static Expected<Function *> finishShares(Module &M, Function &Element, const ShareLoop &Loop, const SharedRange &Range,
                                         const PipelineOptions &Options) {
  Expected<Function *> Whole = timed(Options, "sycl-element-shares", [&] { return putIntoLoop(Element, Loop, Range); });
  if (!Whole)
    return Whole;
  if (Error E = verify(M, Options, "sycl-element-shares"))
    return std::move(E);
  PassRunner(Options.Timer).run(afterInternalization(), M);
  if (Error E = verify(M, Options, "fusion"))
    return std::move(E);
  return Whole;
}

Expected<JoinedRegion> joinRegion(Module &M, Function &Stub, const PipelineOptions &Options, bool MayCheck) {
  Expected<FusedKernel> Fusion = joinKernels(M, Stub, Options);
  if (!Fusion)
    return Fusion.takeError();
  const AccessLaunch Launch = launchOf(*Fusion, Options);
  // Constants, which may be lengths of rows: what is analyzed and moved next is told apart by them.
  Expected<Function *> Fused = timed(Options, "sycl-cp", [&] { return propagateConstants(*Fusion->F); });
  if (!Fused)
    return Fused.takeError();
  if (Error E = verify(M, Options, "sycl-cp"))
    return std::move(E);
  // Before loops are unrolled.
  foldRowItems(**Fused, MayCheck);
  // Plain offsets and address spaces.
  PassRunner(Options.Timer).run(beforeInternalization(M), M);
  narrowCounters(**Fused);
  return JoinedRegion{*Fused, std::move(Fusion->Request), Launch};
}

Expected<Function *> fuseRegion(Module &M, const PipelineOptions &Options, diagnostics &Remarks,
                                FusionFindings *Found) {
  PassRunner Passes(Options.Timer);
  Expected<Function *> Stub = findStub(M);
  if (!Stub)
    return Stub.takeError();
  // The loop over shares of elements waits for what is done for one of them.
  const ShareLoop Loop = takeShareLoop(M);
  Expected<JoinedRegion> Joined = joinRegion(M, **Stub, Options, Found != nullptr);
  if (!Joined)
    return Joined.takeError();
  const FusionRequest &Request = Joined->Request;
  const AccessLaunch &Launch = Joined->Launch;
  Expected<Function *> Fused = Joined->F;
  if (Error E = checkOrRecompute(**Fused, Launch, Request, Options, Remarks, Found))
    return std::move(E);
  dropRunChecks(**Fused);
  // Promoted arguments become private memory.
  Fused = timed(Options, "sycl-internalization", [&] { return internalize(**Fused, Remarks); });
  if (!Fused)
    return Fused.takeError();
  if (Error E = verify(M, Options, "sycl-internalization"))
    return std::move(E);
  // Barriers that order nothing; after internalization, when kernels that wrote to what is private now write no longer.
  timed(Options, "sycl-elide-barriers", [&] { return elideBarriers(**Fused, Launch); });
  // Private memory becomes registers; what is computed or loaded twice is so once.
  Passes.run(afterInternalization(), M);
  if (Error E = verify(M, Options, "fusion"))
    return std::move(E);
  if (Found)
    timed(Options, "sycl-access-pattern",
          [&] { Found->Traffic.Fused = AccessPattern(**Fused, Launch).totalTraffic(); });
  if (!Loop)
    return Fused;
  if (Request.Kernels.back() != Loop.Kernel)
    return fuseError(
        diag::kernel_not_fusible,
        {Loop.Kernel, Request.FusedName, "it adds up what it has of all elements, and is not the last one"}, **Fused);
  return finishShares(M, **Fused, Loop,
                      {static_cast<unsigned>(Request.Kernels.size() - 1),
                       Launch.Range ? Launch.Range->Dims : Launch.Dims, Launch.Range, Request.Ranges,
                       Request.RunTimeRanges},
                      Options);
}

Expected<Function *> completeKernel(Module &M, Function &Kernel, const PipelineOptions &Options) {
  const ShareLoop Loop = takeShareLoop(M);
  if (!Loop)
    return &Kernel;
  return finishShares(M, Kernel, Loop, {0, Options.Launch ? Options.Launch->Dims : 1, std::nullopt, {}, {}}, Options);
}

} // namespace syclfuse::fuser
