// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs independent pieces of work on several threads, with what each says and does kept apart.
#pragma once

#include "syclfuse/diagnostic.hpp"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace llvm {
class LLVMContext;
} // namespace llvm

namespace syclfuse::fuser {

// Calls Work(0) … Work(Count - 1), each once, on up to `Threads` threads (0: as many as the machine has).
void runJobs(size_t Count, unsigned Threads, llvm::function_ref<void(size_t)> Work);

// Sends what LLVM has to say in `Context` to Diags: errors as SF3010 instead of ending the process. Diags must outlive
// the work in the context.
class CollectDiagnostics {
public:
  CollectDiagnostics(llvm::LLVMContext &Context, diagnostics &Diags);
};

// While it lives, a crash of this thread is reported as one of `Name`, and `Bytes` (the IR it works on) are saved for a report.
// Where LLVM reads a file a crash is the file's fault: it counts as SF3001 for the file `Name`, a user error.
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

// Appends all of From to To; a message that To has already is left out.
void append(diagnostics &To, const diagnostics &From);
// Appends one finished message.
void append(diagnostics &To, const diagnostic &D);

} // namespace syclfuse::fuser
