// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The stages of a job that --save-temps, --emit and --print-phase keep.
#pragma once

#include "Driver/Output/BundleObject.h"
#include "Driver/Output/JobResult.h"
#include "Driver/Output/OutputFiles.h"

namespace syclfuse::fuser {

class Stages {
public:
  Stages(const BuildOptions &Options);

  // Takes a stage of a job: a file of --save-temps is written at once, so that it is there after a crash; what else is
  // wanted goes to Result.
  void take(const Job &J, llvm::StringRef Stage, llvm::StringRef Text, JobResult &Result) const;

  // True if anybody wants to see anything: printing code costs more than some passes.
  bool wantsAny() const;
  bool wantsPhases() const { return Options.PrintPhases || wants("phases"); }
  // True if anybody wants to see machine code as text.
  bool wantsAssembly() const { return !TempsDir.empty() || wants("asm"); }

  // Adds the files of --emit to Files, in a fixed order.
  void emit(llvm::ArrayRef<Job> Jobs, llvm::ArrayRef<JobResult> Results, const BuiltBundle &Bundle,
            OutputFiles &Files) const;

  // Problems with the directory of --save-temps.
  const diagnostics &diags() const { return Diags; }

private:
  bool wants(llvm::StringRef Kind) const;

  const BuildOptions &Options;
  std::string Stem, TempsDir;
  diagnostics Diags;
};

// True if a stage of this name belongs to a kind of stages: input, fused, optimized (ll is another word for it with
// --emit), asm, ptx, phases. A target may have several of one kind: "v3.optimized.ll".
bool isStageOfKind(llvm::StringRef Stage, llvm::StringRef Kind);

} // namespace syclfuse::fuser
