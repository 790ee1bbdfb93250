// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AccessPatternPrinter.h"

#include "Support/MetadataReader.h"
#include "Support/PassDiagnostics.h"

#include "AccessPattern.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace syclfuse::fuser {

Expected<AccessLaunch> readAccessLaunch(const Function &F) {
  AccessLaunch Launch;
  Launch.Groups = true;
  Expected<std::optional<NDRange>> Range = readNDRange(F);
  if (!Range)
    return Range.takeError();
  if (*Range) {
    Launch.Groups = (*Range)->hasLocal();
    Launch.Range = *Range;
    return Launch;
  }
  Expected<std::optional<std::pair<range_kind, unsigned>>> Known = readLaunch(F);
  if (!Known)
    return Known.takeError();
  if (*Known) {
    Launch.Groups = (*Known)->first == range_kind::nd_range;
    Launch.Dims = (*Known)->second;
  }
  return Launch;
}

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
