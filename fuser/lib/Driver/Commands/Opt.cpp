// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl-fuse opt: runs passes, ours and LLVM's, on a module, where no opt is at hand.
#include "Driver/Output/OutputFiles.h"
#include "Driver/Output/PassTimes.h"
#include "Driver/Planning/BuildPlan.h"
#include "Driver/Process/CrashScope.h"
#include "Driver/Process/DiagnosticCollector.h"
#include "Driver/Running/JobContext.h"
#include "Report.h"

#include "Transforms/Framework/PassRegistry.h"

#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {
// One run of the passes. JobResult has all that --remarks and its like need; the module goes where a stage goes.
class PassRun {
public:
  PassRun(const OptOptions &Options, JobResult &Result)
      : Options(Options), Result(Result), Context(Options.Build, Result) {}

  void run(const MemoryBuffer &Input) {
    DeviceImage Image{Options.Build.Inputs.front(), "",
                      MemoryBuffer::getMemBufferCopy(Input.getBuffer(), Input.getBufferIdentifier())};
    std::unique_ptr<Module> M = parseDeviceImage(Image, Context.LLVM, Result.Diags);
    if (M && M->getDataLayoutStr().empty()) // as opt does
      M->setDataLayout(M->getTargetTriple().computeDataLayout());
    if (M && transform(*M) && isValid(*M))
      Result.Stages.push_back({"module", textOrBitcode(*M)});
    Result.Failed = Result.Diags.has_errors();
  }

private:
  bool transform(Module &M) {
    // The timer's callbacks serve the verifier too; unused, they cost nothing worth saving.
    PassInstrumentationCallbacks &Callbacks = *PassTimer::callbacks(&Context.Timer);
    PassBuilder PB(nullptr, PipelineTuningOptions(), std::nullopt, &Callbacks);
    registerPasses(PB);
    LoopAnalysisManager LAM;
    FunctionAnalysisManager FAM;
    CGSCCAnalysisManager CGAM;
    ModuleAnalysisManager MAM;
    PB.registerModuleAnalyses(MAM);
    PB.registerCGSCCAnalyses(CGAM);
    PB.registerFunctionAnalyses(FAM);
    PB.registerLoopAnalyses(LAM);
    PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
    if (Options.Build.VerifyEach)
      verifyAfterEach(Callbacks);
    ModulePassManager Passes;
    if (Error E = PB.parsePassPipeline(Passes, Options.Passes)) {
      Result.Diags.add(diag::bad_pass_pipeline, "", 0, 0, {Options.Passes, toString(std::move(E))});
      return false;
    }
    CrashScope Scope("running '" + Options.Passes + "'", Options.Build.Inputs.front());
    Passes.run(M, MAM);
    return !Result.Diags.has_errors();
  }

  void verifyAfterEach(PassInstrumentationCallbacks &Callbacks) {
    Callbacks.registerAfterPassCallback([this](StringRef Pass, Any IR, const PreservedAnalyses &) {
      const auto *const *M = any_cast<const Module *>(&IR);
      if (M && verifyModule(const_cast<Module &>(**M)))
        Result.Diags.add(diag::internal_error, "", 0, 0, {"broken module after " + Pass.str()});
      const auto *const *F = any_cast<const Function *>(&IR);
      if (F && verifyFunction(const_cast<Function &>(**F)))
        Result.Diags.add(diag::internal_error, "", 0, 0,
                         {"broken function '" + (*F)->getName().str() + "' after " + Pass.str()});
    });
  }

  bool isValid(const Module &M) {
    std::string Problem;
    raw_string_ostream OS(Problem);
    if (!verifyModule(M, &OS))
      return true;
    Result.Diags.add(diag::internal_error, "", 0, 0, {"the passes left a broken module: " + Problem});
    return false;
  }

  std::string textOrBitcode(const Module &M) const {
    std::string Bytes;
    raw_string_ostream OS(Bytes);
    if (Options.Text || sys::path::extension(Options.Build.Output) == ".ll")
      M.print(OS, nullptr);
    else
      WriteBitcodeToFile(M, OS);
    return Bytes;
  }

  const OptOptions &Options;
  JobResult &Result;
  JobContext Context;
};

class OptCommand {
public:
  OptCommand(const OptOptions &Options, raw_ostream &Out, raw_ostream &Err, diagnostics &Diags)
      : Options(Options), Out(Out), Err(Err), Diags(Diags) {}

  ExitCode run() {
    const std::string &Path = Options.Build.Inputs.front();
    ErrorOr<std::unique_ptr<MemoryBuffer>> Input = MemoryBuffer::getFileOrSTDIN(Path);
    if (!Input) {
      Diags.add(diag::input_unreadable, "", 0, 0, {Path, Input.getError().message()});
      return ExitUserError;
    }
    WorkerLimits Limits = limitsOf(Options.Build);
    WorkResult Answer = runIsolated(Limits, [&] {
      JobResult Result;
      PassRun(Options, Result).run(**Input);
      return encodeResult(Result);
    });
    JobResult Result;
    if (!Answer.done()) {
      reportDeath(Answer, Limits, Path, Diags);
      return Answer.How == WorkResult::CannotRead ? ExitUserError : ExitInternal;
    }
    if (!decodeResult(Answer.Answer, Result)) {
      Diags.add(diag::internal_error, "", 0, 0, {"a worker process gave a malformed answer"});
      return ExitInternal;
    }
    append(Diags, Result.Diags);
    Reports.add(Result);
    if (Options.Build.TimePasses)
      printTable(Options.Passes, Result.Times, Err);
    return Result.Stages.empty() ? ExitUserError : write(Result.Stages.front().Text);
  }

  PassReports Reports;

private:
  ExitCode write(StringRef Bytes) {
    const std::string &Path = Options.Build.Output == "-" ? "" : Options.Build.Output;
    return writeOutput(Path, Bytes, {}, Out, Diags) ? ExitOk : ExitUserError; // as with opt, over the input too
  }

  const OptOptions &Options;
  raw_ostream &Out, &Err;
  diagnostics &Diags;
};
} // namespace

ExitCode runPasses(const OptOptions &Options, raw_ostream &Out, raw_ostream &Err) {
  diagnostics Diags;
  OptCommand Command(Options, Out, Err, Diags);
  ExitCode Code = Command.run();
  return reportAll(Code, Options.Build, Diags, Command.Reports, Err);
}

} // namespace syclfuse::fuser
