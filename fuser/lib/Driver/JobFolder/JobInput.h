// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One job of a build as a file. It holds everything that the job needs except the tools of its target, so that
// `sycl-fuse job` can run it on any machine.
#pragma once

#include "Driver/Planning/BuildPlan.h"

namespace syclfuse::fuser {

inline constexpr llvm::StringLiteral JobInputLetters = "SFUSEINP";
// To be raised with every change of the format that JobInput.cpp writes.
inline constexpr uint64_t JobInputVersion = 9;

std::string encodeJobInput(const Job &J, const KernelLibrary &Library, const BuildOptions &Options);

// A job that was read, with what it refers to.
struct JobInput {
  KernelLibrary Library;
  std::unique_ptr<Target> On;
  Job Work; // without Kernel and Region

  // Empty if all is well, else what is wrong: "it is damaged". Sets in Options what the job was planned with.
  std::string decode(llvm::StringRef Bytes, BuildOptions &Options);
};

} // namespace syclfuse::fuser
