// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syclfuse/fuser/Transforms/PassRegistry.h"

#include "syclfuse/fuser/Transforms/ConstantPropagation.h"
#include "syclfuse/fuser/Transforms/DialectPrinter.h"
#include "syclfuse/fuser/Transforms/FlattenArguments.h"
#include "syclfuse/fuser/Transforms/Internalization.h"
#include "syclfuse/fuser/Transforms/KernelFusion.h"
#include "syclfuse/fuser/Transforms/PipelinePasses.h"

#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

namespace syclfuse::fuser {

static bool addPass(StringRef Wanted, ModulePassManager &MPM) {
#define SYCLFUSE_MODULE_PASS(Name, Class)                                                                              \
  if (Wanted == Name) {                                                                                                \
    MPM.addPass(Class());                                                                                              \
    return true;                                                                                                       \
  }
#include "Passes.def"
  return false;
}

void registerPasses(PassBuilder &PB) {
  PB.registerPipelineParsingCallback([](StringRef Name, ModulePassManager &MPM, ArrayRef<PassBuilder::PipelineElement>) {
    return addPass(Name, MPM);
  });
}

} // namespace syclfuse::fuser
