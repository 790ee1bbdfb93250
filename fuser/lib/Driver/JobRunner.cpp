// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "JobRunner.h"

#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/raw_ostream.h"

#include <atomic>

using namespace llvm;

namespace syclfuse::fuser {

void runJobs(size_t Count, unsigned Threads, function_ref<void(size_t)> Work) {
  ThreadPoolStrategy Strategy = hardware_concurrency(Threads);
  size_t Workers = std::min<size_t>(Strategy.compute_thread_count(), Count);
  if (Workers <= 1) {
    for (size_t I = 0; I != Count; ++I)
      Work(I);
    return;
  }
  DefaultThreadPool Pool(Strategy);
  for (size_t I = 0; I != Count; ++I)
    Pool.async([Work, I] { Work(I); });
  Pool.wait();
}

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
