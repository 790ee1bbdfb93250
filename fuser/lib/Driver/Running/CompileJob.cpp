// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CompileJob.h"
#include "Driver/Input/KernelIr.h"
#include "Driver/Planning/BuildPlan.h"
#include "Driver/Process/CrashScope.h"
#include "Driver/Process/DiagnosticCollector.h"
#include "JobContext.h"
#include "NativeAssembly.h"
#include "VariantGuards.h"

#include "Support/FuseError.h"
#include "Targets/Native/Object/NativeObject.h"
#include "Transforms/Framework/Pipeline.h"
#include "Transforms/Fusion/ElementShares.h"
#include "syclfuse/footprints.hpp"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {

// The module that a job begins with.
static Expected<std::unique_ptr<Module>> inputOf(const Job &J, const KernelLibrary &Library, LLVMContext &Context) {
  Expected<std::unique_ptr<Module>> M = Library.instantiate(J.Plan.Request.Kernels, Context);
  if (!M)
    return M;
  writeUserNames(**M, J.Plan.Names);
  if (J.isFused())
    createFusionStub(**M, J.Plan.Request);
  return M;
}

// As CodeFacts has them: a call of a mathematical function is as many as it has, more or less. A loop over a share of
// elements (Shares) is in no other one, and each of its rounds is what is called a work-item in estimates.
static uint64_t weightedInstructions(Function &F, bool Shares) {
  constexpr uint64_t OfCall = 20;
  const unsigned Own = Shares ? 1 : 0;
  const DominatorTree DT(F);
  const LoopInfo LI(DT);
  uint64_t Sum = 0;
  for (const BasicBlock &BB : F) {
    uint64_t Weight = 1;
    for (unsigned Depth = LI.getLoopDepth(&BB); Depth > Own && Weight < LoopRounds * LoopRounds * LoopRounds; --Depth)
      Weight *= LoopRounds;
    for (const Instruction &I : BB)
      if (!I.isDebugOrPseudoInst() && !isa<GetElementPtrInst>(I))
        Sum += Weight * (isa<CallInst>(I) && I.getType()->isFPOrFPVectorTy() ? OfCall : 1);
  }
  return Sum;
}

namespace {
class Compilation {
public:
  Compilation(const Job &J, const KernelLibrary &Library, const BuildOptions &Options, const Stages &Kept,
              JobResult &Result)
      : J(J), Library(Library), Options(Options), Kept(Kept), Result(Result), Context(Options, Result) {}

  Error run() {
    std::unique_ptr<Module> M;
    if (Error E = inputOf(J, Library, Context.LLVM).moveInto(M))
      return E;
    CrashScope Scope("building " + J.What + " for target '" + J.On->name().str() + "'", ""); // reproducerOf()
    stage("input.ll", *M);
    return compile(std::move(M));
  }

private:
  PassTimer *timer() { return Options.TimePasses ? &Context.Timer : nullptr; }

  AccessLaunch launch() const {
    return {J.Shape.Kind == range_kind::nd_range, J.Shape.Constant, J.Shape.Dims, J.Shape.DistinctPointers};
  }

  // On a processor, where loads come from its caches, it is the instructions that count (bench/results).
  RecomputationLimits limits() const {
    if (J.On->kind() != target_kind::native || !Options.CostModel)
      return {};
    return {/*MostGrowth=*/2, /*NestedClamps=*/false};
  }

  Error compile(std::unique_ptr<Module> M) {
    std::string KernelName = J.Plan.Request.Kernels.front();
    if (J.isFused()) {
      diagnostics Remarks;
      FusionFindings Found;
      Expected<Function *> Fused = fuseRegion(*M, {Options.VerifyEach, timer(), launch(), limits()}, Remarks, &Found);
      Result.Traffic = std::move(Found.Traffic);
      for (const diagnostic &D : Remarks.list())
        append(Result.Diags, D);
      if (!Fused)
        return Fused.takeError();
      KernelName = (*Fused)->getName().str();
      stage("fused.ll", *M);
      if (Error E = readFacts(**Fused, Found))
        return E;
    } else if (Error E =
                   completeKernel(*M, *M->getFunction(KernelName), {Options.VerifyEach, timer(), launch()}).takeError())
      return E;
    // The loop over shares of elements is launched in another way than its kernels.
    LaunchShape Shape = J.Shape;
    const LibraryKernel *Last = Library.find(J.Plan.Request.Kernels.back());
    const bool Shares = Last && Last->AddsShares;
    if (Shares)
      Shape = {range_kind::nd_range, 1, std::nullopt, J.Shape.DistinctPointers, ShareGroup};
    auto Stage = [&](StringRef Name, StringRef Text) { Kept.take(J, Name, Text, Result); };
    TargetOptions TO = targetOptions(Options);
    TO.Timer = timer();
    TO.Phases = Kept.wantsPhases();
    if (Kept.wantsAny())
      TO.OnStage = Stage;
    const uint64_t Instructions = weightedInstructions(*M->getFunction(KernelName), Shares);
    PassTimer::Scope Timing(timer(), "everything else of the target");
    if (Error E = J.On->compile(std::move(M), KernelName, J.Entry, Shape, TO, Result.Diags).moveInto(Result.Kernels))
      return E;
    for (CompiledKernel &K : Result.Kernels) {
      K.Facts.Instructions = Instructions;
      completeVariant(K.Variant, J, Facts);
      if (K.Variant.record.target != target_kind::native || !Kept.wantsAssembly())
        continue;
      Expected<std::string> Text = nativeAssembly(K.NativeBitcode);
      if (!Text)
        return Text.takeError();
      Kept.take(J, "v" + std::to_string(K.Variant.record.arch) + ".s", *Text, Result);
    }
    return J.On->kind() == target_kind::native ? generateCode() : Error::success();
  }

  Error readFacts(const Function &Fused, FusionFindings &Found) {
    Expected<SmallVector<ArgumentSource, 8>> Sources = readArgumentSources(Fused), AnySize = readAnySize(Fused);
    if (Error E = joinErrors(Sources.takeError(), AnySize.takeError()))
      return E;
    Facts.Arguments.assign(Sources->begin(), Sources->end());
    Facts.OfAnySize.assign(AnySize->begin(), AnySize->end());
    Facts.Recomputed = std::move(Found.Recomputed);
    // Footprints of pointers that are still there.
    Facts.Footprints = std::move(Found.Footprints);
    footprints::keep(Facts.Footprints, [&](const footprints::footprint_record &F) {
      return is_contained(Facts.Arguments,
                          ArgumentSource{argument_source::closure, F.submission, F.offset, sizeof(uint64_t)});
    });
    return Error::success();
  }

  // One object for all levels.
  Error generateCode() {
    PassTimer::Scope Timing(timer(), "code generation");
    std::vector<std::string> Bitcodes;
    for (CompiledKernel &K : Result.Kernels)
      Bitcodes.push_back(std::move(K.NativeBitcode));
    CrashScope Scope("generating machine code for " + J.What, Bitcodes.front());
    diagnostics Broken; // the same for each level
    Expected<SmallVector<char, 0>> Object = emitNativeObject(Bitcodes, [&](Module &M) {
      DiagnosticCollector Collector(M.getContext(), Broken);
      return Error::success();
    });
    append(Result.Diags, Broken);
    if (!Object)
      return Object.takeError();
    Result.NativeObject.assign(Object->begin(), Object->end());
    return Error::success();
  }

  void stage(StringRef Name, const Module &M) {
    if (!Kept.wantsAny())
      return;
    std::string Text;
    raw_string_ostream OS(Text);
    M.print(OS, nullptr);
    Kept.take(J, Name, Text, Result);
  }

  const Job &J;
  const KernelLibrary &Library;
  const BuildOptions &Options;
  const Stages &Kept;
  JobResult &Result;
  JobContext Context;
  FusedFacts Facts;
};
} // namespace

// SF3009 for the job: where its kernel or region is, with the causes in its text and as notes. An error: a build makes
// a warning of it unless --require is given.
static diagnostic describeFailure(const Job &J, const diagnostics &Causes) {
  std::string Text;
  diagnostic D;
  for (const diagnostic &Cause : Causes.list()) {
    if (Cause.level != severity::error)
      continue;
    Text += (Text.empty() ? "" : "; ") + Cause.text + " [" + code_string(Cause.code) + "]";
    if (!Cause.file.empty())
      D.notes.push_back({Cause.file, Cause.line, Cause.column, Cause.text});
    D.notes.insert(D.notes.end(), Cause.notes.begin(), Cause.notes.end());
  }
  D.code = diag::target_failed;
  if (any_of(Causes.list(), [](const diagnostic &Cause) { return Cause.code == diag::worker_died; }))
    D.remedy_of = diag::worker_died; // nothing that the message names can be changed
  D.level = severity::error;
  D.file = J.Where.file;
  D.line = J.Where.line;
  D.column = J.Where.column;
  D.text = format_text(D.code, {J.What, J.On->name().str(), Text});
  return D;
}

static diagnostic placed(diagnostic D, const Job &J) {
  // A tool that is missing on this machine has no place in the source, and is said once.
  if (D.line == 0 && D.code != diag::ptxas_missing) {
    D.file = J.Where.file;
    D.line = J.Where.line;
    D.column = J.Where.column;
  }
  return D;
}

// Whether D is said by itself: it is wrong, or not known to be right; or the build goes on without the kernel
// (Build.cpp).
static bool isSaidAlone(const diagnostic &D) {
  return D.code == diag::dependence_not_known || D.code == diag::no_such_sub_groups || isProvenWrong(D.code);
}

// All else only means that the job failed.
static void addCauses(const Job &J, const diagnostics &Causes, const BuildOptions &Options, diagnostics &Out) {
  diagnostics Others;
  for (diagnostic D : Causes.list()) {
    if (!isSaidAlone(D) || is_contained(Options.NoErrors, D.code)) {
      append(Others, D);
      continue;
    }
    D.notes.push_back({J.Where.file, J.Where.line, J.Where.column, "in " + J.What});
    append(Out, D);
  }
  if (!Others.list().empty())
    append(Out, describeFailure(J, Others));
}

static JobResult compileAs(const Job &J, const KernelLibrary &Library, const BuildOptions &Options,
                           const Stages &Kept) {
  JobResult Result;
  if (Error E = Compilation(J, Library, Options, Kept, Result).run()) {
    Result.Cut = firstSubmission(E);
    report(std::move(E), Result.Diags);
  }
  diagnostics Causes, Others;
  for (const diagnostic &D : Result.Diags.list())
    append(D.level == severity::error ? Causes : Others, placed(D, J));
  Result.Diags = Others;
  // LLVM's own errors (inline assembly, for one) come without an llvm::Error.
  if (Causes.list().empty())
    return Result;
  Result.Failed = true;
  Result.Refuted = any_of(Causes.list(), [](const diagnostic &D) { return isProvenWrong(D.code); });
  Result.Kernels.clear();
  Result.NativeObject.clear();
  addCauses(J, Causes, Options, Result.Diags);
  return Result;
}

JobResult compileJob(const Job &J, const KernelLibrary &Library, const BuildOptions &Options, const Stages &Kept) {
  JobResult Result = compileAs(J, Library, Options, Kept);
  if (!Result.Cut || !J.ByRows)
    return Result;
  JobResult Again = compileAs(jobByRows(J), Library, Options, Kept);
  const bool GoesFurther = !Again.Failed || (Again.Cut && *Again.Cut > *Result.Cut);
  return GoesFurther ? Again : Result;
}

static JobResult failed(const Job &J, const diagnostics &Causes) {
  JobResult Result;
  Result.Failed = true;
  append(Result.Diags, describeFailure(J, Causes));
  return Result;
}

// The code of a job that died, for a report: a file, or nothing. In a process of its own, since it may be that code
// which LLVM cannot read.
static std::string reproducerOf(const Job &J, const KernelLibrary &Library, const WorkerLimits &Limits) {
  diagnostics Ignored; // the death itself is about to be reported
  const std::optional<std::string> Bitcode = askIsolated(Limits, Ignored, [&](diagnostics &Problems) {
    LLVMContext Context;
    DiagnosticCollector Collector(Context, Problems);
    std::string Bytes;
    raw_string_ostream OS(Bytes);
    if (Expected<std::unique_ptr<Module>> M = inputOf(J, Library, Context))
      WriteBitcodeToFile(**M, OS);
    else
      report(M.takeError(), Problems);
    return Bytes;
  });
  return Bitcode ? saveReproducer(*Bitcode) : "";
}

std::vector<JobResult> compileJobs(ArrayRef<Job> Jobs, const KernelLibrary &Library, const BuildOptions &Options,
                                   const Stages &Kept) {
  WorkerLimits Limits = limitsOf(Options);
  std::vector<WorkResult> Answers = runIsolated(
      Jobs.size(), Limits, [&](size_t I) { return encodeResult(compileJob(Jobs[I], Library, Options, Kept)); });
  std::vector<JobResult> Results(Jobs.size());
  for (auto [J, Answer, Result] : zip_equal(Jobs, Answers, Results)) {
    diagnostics Causes;
    if (!Answer.done()) {
      if (Answer.Reproducer.empty())
        Answer.Reproducer = reproducerOf(J, Library, {0, Limits.Seconds, 0});
      reportDeath(Answer, Limits, "", Causes);
      Result = failed(J, Causes);
      Result.Died = true;
    } else if (!decodeResult(Answer.Answer, Result)) {
      Causes.add(diag::internal_error, "", 0, 0, {"a worker process gave a malformed answer"});
      Result = failed(J, Causes);
    }
    if (J.Kernel && Options.JitIr)
      Result.Ir = encodeKernelIr(*Library.find(J.Kernel->symbol));
  }
  return Results;
}

} // namespace syclfuse::fuser
