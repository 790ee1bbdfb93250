// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PassDiagnostics.h"

#include "FuseError.h"

#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"

using namespace llvm;

namespace syclfuse::fuser {

// `file:line:col: text [SFnnnn]`, and a line for each note; the context puts the severity in front.
static std::string message(const diagnostic &D) {
  std::string Out;
  if (!D.file.empty())
    Out = D.file + ":" + std::to_string(D.line) + ":" + std::to_string(D.column) + ": ";
  Out += D.text + " [" + code_string(D.code) + "]";
  for (const diagnostic_note &N : D.notes) {
    Out += "\nnote: ";
    if (!N.file.empty())
      Out += N.file + ":" + std::to_string(N.line) + ":" + std::to_string(N.column) + ": ";
    Out += N.text;
  }
  return Out;
}

void diagnose(LLVMContext &C, Error E) {
  diagnostics List;
  report(std::move(E), List);
  std::string All;
  for (const diagnostic &D : List.list())
    All += (All.empty() ? "" : "\nerror: ") + message(D);
  if (!All.empty())
    C.diagnose(DiagnosticInfoGeneric(All, DS_Error));
}

// The place of D as a location within F, which debug information needs; none without it.
static DiagnosticLocation location(Function &F, const diagnostic &D) {
  DISubprogram *Subprogram = F.getSubprogram();
  if (!Subprogram || D.file.empty())
    return DiagnosticLocation(Subprogram);
  LLVMContext &C = F.getContext();
  auto *Scope = DILexicalBlockFile::get(C, Subprogram, DIFile::get(C, D.file, ""), 0);
  return DiagnosticLocation(DebugLoc(DILocation::get(C, D.line, D.column, Scope)));
}

template <class RemarkT> static RemarkT remark(Function &F, const char *Pass, const char *Name, const diagnostic &D) {
  RemarkT Remark(Pass, Name, location(F, D), &F.getEntryBlock());
  Remark << D.text << " [" << code_string(D.code) << "]";
  return Remark;
}

void emitRemarks(Function &F, const char *Pass, const diagnostics &Remarks) {
  OptimizationRemarkEmitter ORE(&F);
  for (const diagnostic &D : Remarks.list())
    if (D.code == diag::internalized)
      ORE.emit([&] { return remark<OptimizationRemark>(F, Pass, "Done", D); });
    else
      ORE.emit([&] { return remark<OptimizationRemarkMissed>(F, Pass, "Refused", D); });
}

PreservedAnalyses replaceFunctions(Module &M, function_ref<bool(const Function &)> Concerns,
                                   function_ref<Expected<Function *>(Function &)> Replace) {
  bool Changed = false;
  for (Function &F : make_early_inc_range(M)) {
    if (!Concerns(F))
      continue;
    Expected<Function *> New = Replace(F);
    if (!New)
      diagnose(M.getContext(), New.takeError());
    else
      Changed = true;
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace syclfuse::fuser
