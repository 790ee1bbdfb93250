// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syclfuse/fuser/Transforms/AccessPatternPrinter.h"

#include "../Transforms/MetadataReader.h"
#include "../Transforms/PassDiagnostics.h"

#include "syclfuse/fuser/AccessPattern.h"

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
  const MDNode *List = F.getMetadata(MDRunTimeRanges);
  const MDNode *First = List && List->getNumOperands() ? readNode(List->getOperand(0), 2) : nullptr;
  const std::optional<StringRef> Kind = First ? readString(First->getOperand(0)) : std::nullopt;
  const std::optional<unsigned> Dims = First ? readUnsigned(First->getOperand(1)) : std::nullopt;
  if (List && (!Kind || !Dims || *Dims < 1 || *Dims > 3))
    return metadataError(MDRunTimeRanges, F, "entry 0 is not {kind, dimensions}");
  if (List) {
    Launch.Groups = *Kind == "nd_range";
    Launch.Dims = *Dims;
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
