// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "JobRunner.h"
#include "WorkerPool.h"

#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {
class Handler final : public DiagnosticHandler {
public:
  explicit Handler(diagnostics &Diags) : Diags(Diags) {}

  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    std::string Text;
    raw_string_ostream OS(Text);
    DiagnosticPrinterRawOStream Printer(OS);
    if (Info.getSeverity() == DS_Error) {
      Info.print(Printer);
      Diags.add(diag::internal_error, "", 0, 0, {Text});
    }
    return true; // never print, never exit
  }

private:
  diagnostics &Diags;
};
} // namespace

CollectDiagnostics::CollectDiagnostics(LLVMContext &Context, diagnostics &Diags) {
  Context.setDiagnosticHandler(std::make_unique<Handler>(Diags));
}

void reportDeath(const WorkResult &Result, const WorkerLimits &Limits, StringRef Input, diagnostics &Diags) {
  diagnostic *D;
  switch (Result.How) {
  case WorkResult::CannotRead:
    Diags.add(diag::input_unreadable, "", 0, 0, {Input.str(), "its device code is damaged"});
    return;
  case WorkResult::TimedOut:
    D = &Diags.add(diag::worker_timed_out, "", 0, 0, {std::to_string(Limits.Seconds)});
    break;
  default:
    D = &Diags.add(diag::worker_died, "", 0, 0, {Result.Reason});
    break;
  }
  if (!Result.Reproducer.empty())
    D->notes.push_back({"", 0, 0, "its device code is in '" + Result.Reproducer + "'"});
}

static bool equal(const diagnostic &A, const diagnostic &B) {
  return A.code == B.code && A.level == B.level && A.file == B.file && A.line == B.line && A.column == B.column &&
         A.text == B.text;
}

void append(diagnostics &To, const diagnostic &D) {
  // The only way to add a finished message is to add another one and to overwrite it.
  To.add(D.code, D.file, D.line, D.column, {}) = D;
}

void append(diagnostics &To, const diagnostics &From) {
  for (const diagnostic &D : From.list())
    if (none_of(To.list(), [&](const diagnostic &Known) { return equal(Known, D); }))
      append(To, D);
}

} // namespace syclfuse::fuser
