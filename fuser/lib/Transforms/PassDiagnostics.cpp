// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PassDiagnostics.h"

#include "syclfuse/fuser/FuseError.h"

#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"

using namespace llvm;

namespace syclfuse::fuser {

// `file:line:col: text [SFnnnn]`; the context puts the severity in front.
static std::string message(const diagnostic &D) {
  std::string Out;
  if (!D.file.empty())
    Out = D.file + ":" + std::to_string(D.line) + ":" + std::to_string(D.column) + ": ";
  return Out + D.text + " [" + code_string(D.code) + "]";
}

void diagnose(LLVMContext &C, Error E) {
  diagnostics List;
  report(std::move(E), List);
  for (const diagnostic &D : List.list()) {
    std::string Text = message(D);
    C.diagnose(DiagnosticInfoGeneric(Text, DS_Error));
  }
}

void emitMissedRemarks(Function &F, const char *Pass, const diagnostics &Refusals) {
  OptimizationRemarkEmitter ORE(&F);
  for (const diagnostic &D : Refusals.list())
    ORE.emit([&] {
      OptimizationRemarkMissed Remark(Pass, "Refused", DiagnosticLocation(F.getSubprogram()), &F.getEntryBlock());
      Remark << message(D);
      return Remark;
    });
}

} // namespace syclfuse::fuser
