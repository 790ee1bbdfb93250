// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DialectPrinter.h"

#include "Support/PassDiagnostics.h"

#include "Dialect.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace syclfuse::fuser {

static StringRef nameOf(Builtin Kind) {
  switch (Kind) {
#define SF_QUERY(Kind, Name)                                                                                           \
  case Builtin::Kind:                                                                                                  \
    return Name;
#define SF_SCALAR_QUERY(Kind, Name) SF_QUERY(Kind, Name)
#include "Builtins.def"
  default:
    return "";
  }
}

static Error print(Function &F, raw_ostream &OS) {
  const Dialect &D = Dialect::of(*F.getParent());
  OS << F.getName() << ": " << (D.isKernel(F) ? "kernel" : "function") << (usesGroups(F) ? ", uses its groups" : "")
     << '\n';
  auto Queries = D.findQueries(F);
  if (!Queries)
    return Queries.takeError();
  for (const DialectQuery &Q : *Queries) {
    OS << "  " << nameOf(Q.Kind);
    if (hasDimension(Q.Kind))
      OS << ' ' << Q.Dimension;
    OS << ':' << *Q.At << '\n';
  }
  for (const Instruction &I : instructions(F))
    if (const auto *Call = dyn_cast<CallBase>(&I); Call && D.isBarrier(*Call))
      OS << "  barrier:" << I << '\n';
  return Error::success();
}

PreservedAnalyses DialectPrinterPass::run(Module &M, ModuleAnalysisManager &) {
  for (Function &F : M)
    if (!F.isDeclaration())
      if (Error E = print(F, OS))
        diagnose(M.getContext(), std::move(E));
  return PreservedAnalyses::none();
}

} // namespace syclfuse::fuser
