// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// asm statements. Device code is compiled for several targets, so there is no instruction that all of them have; an
// empty text, as in compiler barriers, is fine.
#include "DeviceCheck.h"

using namespace clang;

namespace syclfuse::plugin {

bool checkInlineAssembly(const Stmt &S, DeviceContext &C) {
  const auto *Asm = dyn_cast<AsmStmt>(&S);
  if (!Asm)
    return false;
  const auto *Gcc = dyn_cast<GCCAsmStmt>(Asm);
  if (Gcc && llvm::StringRef(Gcc->getAsmString()).trim().empty())
    return false;
  return C.report(diag::device_inline_assembly, S.getBeginLoc());
}

} // namespace syclfuse::plugin
