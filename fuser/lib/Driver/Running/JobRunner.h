// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What pieces of work say and do, kept apart (WorkerPool.h runs them).
#pragma once

#include "syclfuse/diagnostic.hpp"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
} // namespace llvm

namespace syclfuse::fuser {

// What a context tells besides errors. Empty expressions match nothing.
struct RemarkFilters {
  std::string Passed, Missed, Analysis; // of -Rpass, -Rpass-missed and -Rpass-analysis, valid
  bool YAML = false;
};

struct CollectedRemarks {
  std::vector<std::string> Lines; // "file:line:col: remark: text [-Rpass=name]"
  std::string YAML;               // all remarks of all passes, in LLVM's format
  llvm::raw_string_ostream Stream{YAML};
};

// Sends what LLVM has to say in `Context` to Diags: errors as SF3010 instead of ending the process; with filters,
// remarks to Remarks. Diags and Remarks must outlive the context.
class CollectDiagnostics {
public:
  CollectDiagnostics(llvm::LLVMContext &Context, diagnostics &Diags);
  CollectDiagnostics(llvm::LLVMContext &Context, diagnostics &Diags, const RemarkFilters &Filters,
                     CollectedRemarks &Remarks);
};

// While it lives, a crash of this thread is reported as one of `Name`, and `Bytes` (the IR it works on) are saved for a
// report. Where LLVM reads a file a crash is the file's fault: it counts as SF3001 for the file `Name`, a user error.
class CrashScope {
public:
  enum Kind { Working, Reading };
  CrashScope(std::string Name, llvm::StringRef Bytes, Kind What = Working);
  ~CrashScope();
  CrashScope(const CrashScope &) = delete;
  CrashScope &operator=(const CrashScope &) = delete;

  const std::string Name;
  const llvm::StringRef Bytes;
  const Kind What;

private:
  const CrashScope *Outer;
};

struct WorkResult;
struct WorkerLimits;

// Why a piece of work has no answer: SF3032 or SF3033, with a note where the reproducer is; SF3001 for the file Input
// if it could not be read.
void reportDeath(const WorkResult &Result, const WorkerLimits &Limits, llvm::StringRef Input, diagnostics &Diags);

// Appends all of From to To; a message that To has already is left out.
void append(diagnostics &To, const diagnostics &From);
// Appends one finished message.
void append(diagnostics &To, const diagnostic &D);

} // namespace syclfuse::fuser
