// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DiagnosticCollector.h"

#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LLVMRemarkStreamer.h"
#include "llvm/Remarks/RemarkFormat.h"
#include "llvm/Remarks/RemarkSerializer.h"
#include "llvm/Remarks/RemarkStreamer.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace syclfuse::fuser {

static void collectError(const DiagnosticInfo &Info, diagnostics &Diags) {
  if (Info.getSeverity() != DS_Error)
    return;
  std::string Text;
  raw_string_ostream OS(Text);
  DiagnosticPrinterRawOStream Printer(OS);
  Info.print(Printer);
  Diags.add(diag::internal_error, "", 0, 0, {Text});
}

namespace {
class Handler final : public DiagnosticHandler {
public:
  Handler(diagnostics &Diags, const RemarkFilters &Filters, CollectedRemarks *Remarks)
      : Diags(Diags), Passed(Filters.Passed), Missed(Filters.Missed), Analysis(Filters.Analysis),
        HasPassed(!Filters.Passed.empty()), HasMissed(!Filters.Missed.empty()), HasAnalysis(!Filters.Analysis.empty()),
        Remarks(Remarks) {}

  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    if (const auto *Remark = dyn_cast<DiagnosticInfoOptimizationBase>(&Info); Remark && Remarks && isAsked(*Remark))
      add(*Remark);
    collectError(Info, Diags);
    return true; // never print, never exit
  }

  bool isPassedOptRemarkEnabled(StringRef Pass) const override { return HasPassed && Passed.match(Pass); }
  bool isMissedOptRemarkEnabled(StringRef Pass) const override { return HasMissed && Missed.match(Pass); }
  bool isAnalysisRemarkEnabled(StringRef Pass) const override { return HasAnalysis && Analysis.match(Pass); }
  bool isAnyRemarkEnabled() const override { return HasPassed || HasMissed || HasAnalysis; }

private:
  // LLVM prints always, without the name of its pass, why a loop whose width was chosen is not vectorized. Here the
  // fuser chose it, not the program's author.
  static StringRef passOf(const DiagnosticInfoOptimizationBase &Remark) {
    StringRef Name = Remark.getPassName();
    return Name == OptimizationRemarkAnalysis::AlwaysPrint ? "loop-vectorize" : Name;
  }
  bool isAsked(const DiagnosticInfoOptimizationBase &Remark) const {
    return Remark.isEnabled() && (Remark.getPassName() == passOf(Remark) || isAnalysisRemarkEnabled(passOf(Remark)));
  }

  void add(const DiagnosticInfoOptimizationBase &Remark) {
    std::string Line;
    if (Remark.isLocationAvailable())
      Line = Remark.getLocationStr() + ": ";
    const char *Option = Remark.isPassed() ? "-Rpass=" : Remark.isMissed() ? "-Rpass-missed=" : "-Rpass-analysis=";
    Line += "remark: " + Remark.getMsg() + " [" + Option + passOf(Remark).str() + "]";
    Remarks->Lines.push_back(std::move(Line));
  }

  diagnostics &Diags;
  Regex Passed, Missed, Analysis;
  bool HasPassed, HasMissed, HasAnalysis;
  CollectedRemarks *Remarks;
};
} // namespace

DiagnosticCollector::DiagnosticCollector(LLVMContext &Context, diagnostics &Diags, const RemarkFilters &Filters,
                                         CollectedRemarks *Remarks) {
  Context.setDiagnosticHandler(std::make_unique<Handler>(Diags, Filters, Remarks));
  if (!Filters.YAML)
    return;
  Context.setMainRemarkStreamer(std::make_unique<remarks::RemarkStreamer>(
      cantFail(remarks::createRemarkSerializer(remarks::Format::YAML, Remarks->Stream))));
  Context.setLLVMRemarkStreamer(std::make_unique<LLVMRemarkStreamer>(*Context.getMainRemarkStreamer()));
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
