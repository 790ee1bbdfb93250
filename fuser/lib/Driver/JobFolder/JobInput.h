// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One job of a build as a file that holds all it is made from, less the tools of its target: sycl-fuse job runs it
// anywhere.
#pragma once

#include "Driver/Planning/BuildPlan.h"

namespace syclfuse::fuser {

// Goes up with every change of what JobInput.cpp writes.
inline constexpr uint64_t JobInputVersion = 1;

std::string encodeJobInput(const Job &J, const BuildPlan &Plan, const BuildOptions &Options);

// A job that was read, with what it refers to.
struct JobInput {
  manifest::document Document;
  KernelLibrary Library;
  std::vector<std::unique_ptr<Target>> Targets;
  std::vector<Job> Jobs; // one

  // Empty if all is well, else what is wrong: "it is damaged". Sets in Options what the job was planned with.
  std::string decode(llvm::StringRef Bytes, BuildOptions &Options);
};

} // namespace syclfuse::fuser
