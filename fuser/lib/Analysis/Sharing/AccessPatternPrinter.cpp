// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AccessPatternPrinter.h"

#include "Support/PassDiagnostics.h"

#include "AccessPattern.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace syclfuse::fuser {

PreservedAnalyses AccessPatternPrinterPass::run(Module &M, ModuleAnalysisManager &) {
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    Expected<AccessLaunch> Launch = readAccessLaunch(F);
    if (Launch)
      AccessPattern(F, *Launch).print(OS);
    else
      diagnose(M.getContext(), Launch.takeError());
  }
  return PreservedAnalyses::none();
}

} // namespace syclfuse::fuser
