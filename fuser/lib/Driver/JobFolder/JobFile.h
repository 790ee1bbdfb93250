// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The result of one job as a file: what build --job writes and link joins. Each holds all that link needs to know of
// the program, so that link reads nothing else.
#pragma once

#include "Driver/Planning/BuildPlan.h"

namespace syclfuse::fuser {

// Goes up with every change of what ResultFormat.cpp and JobFile.cpp write.
inline constexpr uint64_t ResultFormatVersion = 4;

struct JobFile {
  std::string Producer;    // producerName() of the tool that wrote it; another one's results are not read
  std::string Fingerprint; // BuildPlan::fingerprint
  std::string Manifest;    // the merged manifest as JSON
  diagnostics Planned;     // BuildPlan::Remarks
  bool Refused = false;    // BuildPlan::Refused
  struct PlannedJob {
    std::string Id, What, Target;
    bool IsRegion = false;
    size_t Index = 0; // of its region or kernel in the manifest
  };
  std::vector<PlannedJob> Jobs; // all of the build
  size_t Job = 0;               // this one
  JobResult Result;
};

JobFile makeJobFile(const BuildOptions &Options, const BuildPlan &Plan, size_t Job, JobResult Result);

std::string encodeJobFile(const JobFile &File);
// Empty if all is well, else what is wrong: "it is no result file", "it is damaged", "it is of sycl-fuse 0.2.0,
// LLVM 23.1.0, …".
std::string decodeJobFile(llvm::StringRef Bytes, JobFile &Out);

} // namespace syclfuse::fuser
