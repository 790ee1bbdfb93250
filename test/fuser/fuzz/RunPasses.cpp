// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RunPasses.h"

#include "Analysis/Dialects/DialectPrinter.h"
#include "Analysis/Sharing/AccessPatternPrinter.h"
#include "Transforms/Framework/PassRegistry.h"

#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace llvm;

namespace syclfuse::fuser {

namespace {
// Only notes that there was an error: the context's own handler would end the process.
class CountErrors : public DiagnosticHandler {
public:
  explicit CountErrors(unsigned &Errors) : Errors(Errors) {}
  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    Errors += Info.getSeverity() == DS_Error;
    return true;
  }

private:
  unsigned &Errors;
};

std::string textOf(const Module &M) {
  std::string Text;
  raw_string_ostream OS(Text);
  M.print(OS, nullptr);
  return Text;
}

[[noreturn]] void fail(const Twine &What, StringRef Before, const Module &M) {
  errs() << "=== " << What << "\n=== before:\n" << Before << "\n=== after:\n" << textOf(M);
  std::abort();
}

class PassRunner {
public:
  explicit PassRunner(Module &M) : M(M) {
    M.getContext().setDiagnosticHandler(std::make_unique<CountErrors>(Errors));
    registerPasses(PB);
    PB.registerModuleAnalyses(MAM);
    PB.registerCGSCCAnalyses(CGAM);
    PB.registerFunctionAnalyses(FAM);
    PB.registerLoopAnalyses(LAM);
    PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  }
  ~PassRunner() { M.getContext().setDiagnosticHandler(std::make_unique<DiagnosticHandler>()); }

  // Whether Pipeline could be read.
  bool run(StringRef Pipeline, bool AllOrNothing) {
    ModulePassManager Passes;
    if (Error E = PB.parsePassPipeline(Passes, Pipeline)) {
      consumeError(std::move(E)); // An answer like any other.
      return false;
    }
    run(Passes, Pipeline, AllOrNothing);
    return true;
  }

  void run(ModulePassManager &Passes, StringRef Name, bool AllOrNothing) {
    std::string Before = textOf(M);
    // For finds that end within a pass.
    if (std::getenv("SYCLFUSE_FUZZ_PRINT"))
      errs() << "=== " << Name << '\n' << Before;
    Errors = 0;
    Passes.run(M, MAM);
    std::string Problem;
    raw_string_ostream OS(Problem);
    if (verifyModule(M, &OS))
      fail(Name + " left a broken module: " + Problem, Before, M);
    if (AllOrNothing && Errors && textOf(M) != Before)
      fail(Name + " gave an error and changed the module", Before, M);
  }

private:
  Module &M;
  unsigned Errors = 0;
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassBuilder PB;
};
} // namespace

void runChosenPasses(Module &M, ByteReader &In) {
  if (verifyModule(M))
    return;
  PassRunner Runner(M);
  for (unsigned Left = 1 + In.below(4); Left; --Left) {
    ModulePassManager Printer;
    switch (In.below(9)) {
    case 0:
      Runner.run("sycl-kernel-fusion", true);
      break;
    case 1:
      Runner.run("sycl-kernel-fusion<no-barriers>", true);
      break;
    case 2:
      // More than one function may have promotions or constants, each with an error of its own.
      Runner.run("sycl-internalization", false);
      break;
    case 3:
      Runner.run("sycl-cp", false);
      break;
    case 4:
      Printer.addPass(AccessPatternPrinterPass(nulls()));
      Runner.run(Printer, "print<sycl-access-pattern>", false);
      break;
    case 5:
      Printer.addPass(DialectPrinterPass(nulls()));
      Runner.run(Printer, "print<sycl-dialect>", false);
      break;
    case 6:
      Runner.run("sycl-fuse-region", false);
      break;
    case 7:
      Runner.run("sycl-prepare-kernels", false);
      break;
    case 8:
      Runner.run("sycl-flatten-arguments", false);
      break;
    }
  }
}

void runPipeline(Module &M, StringRef Pipeline) {
  if (!verifyModule(M))
    PassRunner(M).run(Pipeline, false);
}

} // namespace syclfuse::fuser
