// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The folder of --job-dir: the results of jobs, each under the hash of all that it depends on, so that a job whose
// result is there is not run again. A damaged file, or one of another job or tool, is as good as none. Beside them, for
// a build tool, the input of each job, and the build files that have them run.
#pragma once

#include "Driver/Output/OutputFiles.h"
#include "Driver/Running/CompileJob.h"

namespace syclfuse::fuser {

struct BuildPlan;

class JobStore {
public:
  // The plan and the options must outlive it.
  JobStore(const BuildPlan &Plan, const BuildOptions &Options);

  // The results of all jobs, those that are not there compiled by this process or, with Options.BuildTool, by that.
  // With options whose results are not in a result (remarks, stages, times) everything is compiled here. What cannot be
  // written is built again the next time, and no error. Nothing, with the reason in Diags, if somebody else may have
  // written to the folder, or if the build tool has failed. What it prints then goes to Out.
  std::optional<std::vector<JobResult>> run(const Stages &Kept, llvm::raw_ostream &Out, diagnostics &Diags) const;

  // Makes the folder ready for a build tool: inputs of all jobs, build.ninja, Makefile, and no result that cannot be
  // used. False and SF2002.
  bool prepare(diagnostics &Diags) const;

  // Removes the inputs and results in the folder that are not of this plan.
  void forgetOthers() const;

  // The files of a job, relative to the folder.
  std::string inputName(size_t Job) const { return Names[Job] + ".input"; }
  std::string resultName(size_t Job) const { return Names[Job] + ".result"; }

private:
  std::string path(const llvm::Twine &Name) const;
  // False and SF2002 if somebody else may have written what is in the folder.
  bool mayUseFolder(diagnostics &Diags) const;
  bool readResult(size_t Job, JobResult &Result) const;
  bool writeResult(size_t Job, const JobResult &Result) const;
  std::vector<JobResult> read(std::vector<size_t> &Missing) const;
  std::vector<JobResult> runMissing(const Stages &Kept) const;
  std::optional<std::vector<JobResult>> runByTool(const Stages &Kept, llvm::raw_ostream &Out, diagnostics &Diags) const;

  const BuildPlan &Plan;
  const BuildOptions &Options;
  std::vector<std::string> Names; // of the files of each job, without extension
};

// What a result depends on: the input of its job, and the bytes of its target's tools.
std::string keyOfJob(llvm::StringRef Input, const Target &T, const BuildOptions &Options);

// A result as it lies in the folder, with the key of its job.
std::string encodeStoredResult(const JobResult &Result, llvm::StringRef Key);

} // namespace syclfuse::fuser
