// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GpuLines.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

DICompileUnit *withEmission(const DICompileUnit &Old, DICompileUnit::DebugEmissionKind Kind) {
  return DICompileUnit::getDistinct(Old.getContext(), Old.getSourceLanguage(), Old.getFile(), Old.getProducer(),
                                    Old.isOptimized(), "", Old.getRuntimeVersion(), "", Kind, nullptr, nullptr, nullptr,
                                    nullptr, nullptr, 0, Old.getSplitDebugInlining(), Old.getDebugInfoForProfiling(),
                                    Old.getNameTableKind(), Old.getRangesBaseAddress(), "", "");
}

} // namespace

void keepLinesOnly(Module &M, bool Directives) {
  NamedMDNode *Units = M.getNamedMetadata("llvm.dbg.cu");
  if (!Units || Units->getNumOperands() == 0)
    return;
  stripNonLineTableDebugInfo(M);
  if (!M.getModuleFlag("Debug Info Version"))
    M.addModuleFlag(Module::Warning, "Debug Info Version", DEBUG_METADATA_VERSION);
  DebugInfoFinder Finder;
  Finder.processModule(M);
  SmallSetVector<DIFile *, 4> Files;
  Units->clearOperands();
  DenseMap<DICompileUnit *, DICompileUnit *> NewUnits;
  for (DICompileUnit *Unit : Finder.compile_units()) {
    DICompileUnit *&New = NewUnits[Unit];
    New = withEmission(*Unit, Directives ? DICompileUnit::DebugDirectivesOnly : DICompileUnit::LineTablesOnly);
    Units->addOperand(New);
    Files.insert(Unit->getFile());
  }
  for (DISubprogram *S : Finder.subprograms()) {
    if (DICompileUnit *New = NewUnits.lookup(S->getUnit()))
      S->replaceUnit(New);
    Files.insert(S->getFile());
  }
  for (DIScope *S : Finder.scopes())
    Files.insert(S->getFile());
  Files.remove(nullptr);
  LLVMContext &C = M.getContext();
  for (DIFile *F : Files) {
    StringRef Name = sys::path::filename(F->getFilename());
    F->replaceOperandWith(0, MDString::get(C, Name));
    F->replaceOperandWith(1, nullptr);
  }
}

} // namespace syclfuse::fuser
