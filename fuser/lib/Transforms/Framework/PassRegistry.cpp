// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PassRegistry.h"

#include "Analysis/Dialects/DialectPrinter.h"
#include "Analysis/Sharing/AccessPatternPrinter.h"
#include "PipelinePasses.h"
#include "Transforms/Fusion/ConstantPropagation.h"
#include "Transforms/Fusion/KernelFusion.h"
#include "Transforms/Internalization/Internalization.h"
#include "Transforms/OpenCL/NormalizeBuiltins.h"
#include "Transforms/Prepare/FlattenArguments.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"

#include <tuple>

using namespace llvm;

namespace syclfuse::fuser {

static Expected<KernelFusionOptions> parseKernelFusionOptions(StringRef Parameters) {
  KernelFusionOptions Options;
  while (!Parameters.empty()) {
    StringRef Parameter;
    std::tie(Parameter, Parameters) = Parameters.split(';');
    if (Parameter != "no-barriers")
      return createStringError("invalid sycl-kernel-fusion parameter '" + Parameter + "', known is no-barriers");
    Options.NoBarriers = true;
  }
  return Options;
}

// A pass adaptor of PassBuilder's can only say that it does not know a pass; what is wrong with its parameters is said
// here.
static void reportParameters(Error E) { errs() << "error: " << toString(std::move(E)) << '\n'; }

static bool addPass(StringRef Wanted, ModulePassManager &MPM) {
#define SYCLFUSE_MODULE_PASS(Name, Class)                                                                              \
  if (Wanted == Name) {                                                                                                \
    MPM.addPass(Class());                                                                                              \
    return true;                                                                                                       \
  }
#define SYCLFUSE_MODULE_PASS_WITH_OPTIONS(Name, Class, Parser)                                                         \
  if (PassBuilder::checkParametrizedPassName(Wanted, Name)) {                                                          \
    auto Options = PassBuilder::parsePassParameters(Parser, Wanted, Name);                                             \
    if (!Options) {                                                                                                    \
      reportParameters(Options.takeError());                                                                           \
      return false;                                                                                                    \
    }                                                                                                                  \
    MPM.addPass(Class(*Options));                                                                                      \
    return true;                                                                                                       \
  }
#include "Passes.def"
  return false;
}

// Names for --time-passes, remarks and the like.
static void nameClasses(PassInstrumentationCallbacks *Callbacks) {
  if (!Callbacks)
    return;
#define SYCLFUSE_MODULE_PASS(Name, Class) Callbacks->addClassToPassName(Class::name(), Name);
#define SYCLFUSE_MODULE_PASS_WITH_OPTIONS(Name, Class, Parser) SYCLFUSE_MODULE_PASS(Name, Class)
#include "Passes.def"
}

void registerPasses(PassBuilder &PB) {
  nameClasses(PB.getPassInstrumentationCallbacks());
  PB.registerPipelineParsingCallback([](StringRef Name, ModulePassManager &MPM,
                                        ArrayRef<PassBuilder::PipelineElement>) { return addPass(Name, MPM); });
}

} // namespace syclfuse::fuser
