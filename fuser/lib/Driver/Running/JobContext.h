// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "Driver/Driver.h"
#include "Driver/Output/JobResult.h"
#include "Driver/Process/DiagnosticCollector.h"

#include "Support/PassTimer.h"

#include "llvm/IR/LLVMContext.h"

namespace syclfuse::fuser {

// The context that a job works in. All that LLVM and the passes say goes to the result: messages at once, remarks and
// times at the end.
class JobContext {
public:
  JobContext(const BuildOptions &Options, JobResult &Result)
      : Result(Result),
        Collector(LLVM, Result.Diags,
                  {Options.RPass, Options.RPassMissed, Options.RPassAnalysis, !Options.RemarksFile.empty()}, &Remarks) {
  }

  ~JobContext() {
    Result.RemarkLines = std::move(Remarks.Lines);
    Result.RemarksYAML = std::move(Remarks.YAML);
    Result.Times = Timer.entries();
  }

private:
  JobResult &Result;
  CollectedRemarks Remarks;

public:
  PassTimer Timer;
  llvm::LLVMContext LLVM; // ends before what it writes to

private:
  DiagnosticCollector Collector;
};

} // namespace syclfuse::fuser
