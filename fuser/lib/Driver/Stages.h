// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What --save-temps and --emit keep of the stages of a build.
#pragma once

#include "BundleObject.h"
#include "OutputFiles.h"

#include <mutex>

namespace syclfuse::fuser {

class Stages {
public:
  Stages(const BuildOptions &Options);

  // Takes a stage of a job. Files of --save-temps are written at once, those of --emit when the build is done. Thread-safe.
  void take(const Job &J, llvm::StringRef Stage, llvm::StringRef Text);

  // Whether anybody wants to see machine code as text.
  bool wantsAssembly() const { return !TempsDir.empty() || wants("asm"); }

  // Adds the files of --emit to Files, in a fixed order.
  void emit(const BuiltBundle &Bundle, OutputFiles &Files);

  // Problems with writing so far.
  diagnostics &diags() { return Diags; }

private:
  bool emits(llvm::StringRef Stage) const;
  bool wants(llvm::StringRef Kind) const;

  const BuildOptions &Options;
  std::string Stem, TempsDir;
  std::mutex Lock;
  std::map<std::string, std::string> Emitted; // by path
  diagnostics Diags;
};

} // namespace syclfuse::fuser
