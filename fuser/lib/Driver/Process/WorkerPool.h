// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs independent pieces of work in processes of their own, so that an abort of LLVM, a crash, endless work or a lack
// of memory costs that piece and nothing else. The processes are forked, not executed: they see all that the caller has
// prepared, and the pages are shared until they are written to. The caller must have one thread only.
#pragma once

#include "syclfuse/diagnostic.hpp"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace syclfuse::fuser {

struct WorkerLimits {
  // Processes at a time. 0: as many as the machine has threads and make's jobserver (MakeTokens.h) has room for.
  unsigned Workers = 0;
  unsigned Seconds = 0; // for one piece of work; 0: no limit
  unsigned Memory = 0;  // MiB of address space for one process; 0: no limit
};

struct WorkResult {
  enum Outcome { Done, Died, TimedOut, CannotRead };
  Outcome How = Done;
  std::string Answer;     // what Work returned, if done
  std::string Reason;     // why there is no answer: "LLVM ERROR: Cannot select: …", "signal 11 (Segmentation fault)"
  std::string Reproducer; // a file with what it worked on, or empty

  bool done() const { return How == Done; }
};

// Calls Work(0) … Work(Count - 1), each once, in forked processes, and collects what they return, in this order.
// CannotRead is what a process died of while it read a file (CrashScope::Reading): the file's fault.
std::vector<WorkResult> runIsolated(size_t Count, const WorkerLimits &Limits,
                                    llvm::function_ref<std::string(size_t)> Work);

// The same for a single piece of work.
WorkResult runIsolated(const WorkerLimits &Limits, llvm::function_ref<std::string()> Work);

// Why a piece of work has no answer: SF3032 or SF3033, with a note where the reproducer is; SF3001 for the file Input
// if it could not be read.
void reportDeath(const WorkResult &Result, const WorkerLimits &Limits, llvm::StringRef Input, diagnostics &Diags);

// Runs Work in a process of its own. Returns the bytes that it makes and appends its messages to Diags. Returns
// nothing, with the reason in Diags, if the process dies or makes no bytes.
std::optional<std::string> askIsolated(const WorkerLimits &Limits, diagnostics &Diags,
                                       llvm::function_ref<std::string(diagnostics &Problems)> Work);

// A message of a worker process to its parent: a kind and bytes. CrashHandler.cpp sends them too, from a signal
// handler.
enum class FrameKind : uint32_t { Answer, Reason, Reproducer, CannotRead, TimedOut };
bool sendFrame(int Socket, FrameKind Kind, const char *Data, size_t Size);

// CrashHandler.cpp: from now on this process is a worker, and says on Socket what it died of.
void enterWorker(int Socket);
// CrashHandler.cpp: from now on a crash ends this process without a word. Whoever waits for it does the work again.
void enterHelper();

} // namespace syclfuse::fuser
