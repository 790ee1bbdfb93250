// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What build, plan and emit have in common: the inputs, and the jobs that follow from them.
#pragma once

#include "Driver/Input/ManifestInput.h"
#include "Driver/Output/OutputFiles.h"
#include "Driver/Running/Stages.h"
#include "Jobs.h"

namespace syclfuse::fuser {

struct BuildPlan {
  std::vector<DeviceImage> Images;
  ManifestSet Manifests;
  KernelLibrary Library;
  std::vector<std::unique_ptr<Target>> Targets;
  std::vector<Job> Jobs;
  diagnostics Remarks;  // what planning has to say: regions that are refused, ND-ranges that do not fit
  bool Refused = false; // something got no job

  // The files that were read, or named as tools.
  std::vector<std::string> dependencies(const BuildOptions &Options) const;
  // Of everything a result depends on, as 32 hexadecimal digits: kernels, manifest, jobs, options, the version of this
  // tool and of LLVM, and the bytes of ptxas, ld.lld and mathematics libraries, of which a target of the build uses
  // some.
  std::string fingerprint(const BuildOptions &Options) const;
};

// "sycl-fuse 0.1.0, LLVM 22.1.8"
std::string producerName();

// Reads the inputs and plans the jobs. False, with errors in Diags, for what is ExitUserError.
bool makePlan(const BuildOptions &Options, BuildPlan &Plan, diagnostics &Diags);

// Whether it is an error that this job fails.
bool isRequired(const Job &J, const BuildOptions &Options);

// The last step of build and link. `Jobs` and `Results` belong together; Jobs need Id, What, On, Kernel and Region
// only. Grades the failures by isRequired(), and adds what is to be written to Files. Refused: planning has found an
// error.
ExitCode finishBuild(const BuildOptions &Options, const manifest::document &Document, llvm::ArrayRef<Job> Jobs,
                     std::vector<JobResult> Results, bool Refused, const Stages &Kept, OutputFiles &Files,
                     diagnostics &Diags);

// The object alone. False, with the reason in Diags, if there is none.
bool makeObject(const BuildOptions &Options, const manifest::document &Document, llvm::ArrayRef<Job> Jobs,
                llvm::ArrayRef<JobResult> Results, diagnostics &Diags, std::string &Object);

// What the passes had to say, of all jobs in order.
struct PassReports {
  std::vector<std::string> RemarkLines;
  std::string RemarksYAML;

  void add(llvm::ArrayRef<JobResult> Results);
};

// Prints a command's messages and remarks, and writes the file of --remarks.
ExitCode reportAll(ExitCode Code, const BuildOptions &Options, diagnostics &Diags, const PassReports &Reports,
                   llvm::raw_ostream &Err);

// One table of --time-passes.
void printTable(llvm::StringRef Title, std::vector<PassTime> Times, llvm::raw_ostream &OS);
// The tables of --time-passes: a table for each job, and one for each target.
void printTimes(llvm::ArrayRef<Job> Jobs, llvm::ArrayRef<JobResult> Results, llvm::raw_ostream &OS);

// Why the sequence of an open region is not known: "a run decides how often this loop submits", and where it does.
struct OpenReason {
  manifest::source_location Where;
  std::string Text;
};
OpenReason whyOpen(const manifest::document &Document, const manifest::region &R);
// Whether a recorded run has shown what an open region submits: another region of its name and file, with one of its
// kernels, that was captured.
bool isRecorded(const manifest::document &Document, const manifest::region &Open);

} // namespace syclfuse::fuser
