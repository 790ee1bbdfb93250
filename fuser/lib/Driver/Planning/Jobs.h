// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a build compiles: one job per target and kernel, and per target, region and variant.
#pragma once

#include "Driver/Process/WorkerPool.h"
#include "RegionPlan.h"

#include "Driver/Driver.h"
#include "Targets/Target.h"

namespace syclfuse::fuser {

struct Job {
  std::string Id;    // "main.specialized-4096.internalized.native": unique in the build, good in a file name
  std::string Entry; // symbol of the compiled kernel
  std::string What;  // for people: "region 'main' for 4096"
  const Target *On = nullptr;
  const manifest::kernel *Kernel = nullptr; // either this or Region
  const manifest::region *Region = nullptr;
  LaunchShape Shape;
  bool UsesGroups = false; // of a kernel: its work-items must stay in their work-groups
  bool Internalize = false;
  PlannedFusion Plan; // of a region

  const manifest::source_location &location() const { return Region ? Region->source.begin : Kernel->location; }
};

// Of the fused function of a region's job, until a target gives it the name of the entry.
inline std::string fusedName(const std::string &Entry) { return Entry + "_fused"; }

// One text of --emit, --print-phase or sycl-fuse emit.
struct StageText {
  std::string Name; // "v3.optimized.ll"
  std::string Text;
};

struct PassTime {
  std::string Name;
  uint64_t Runs = 0, Nanoseconds = 0; // of CPU, without the passes inside of it
};

struct JobResult {
  std::vector<CompiledKernel> Kernels; // empty if it failed
  std::string NativeObject;            // machine code of all of them, if they are native; their bitcode is gone then
  std::vector<unsigned char> Ir; // of a kernel's job, for the JIT worker (KernelIr.h), unless it is to be left out
  diagnostics Diags;             // if it failed, as errors: what is proven wrong, SF3009 for anything else
  bool Failed = false;
  bool Died = false;     // its process gave no answer, which need not be so the next time
  diagnostics Unwritten; // files of --save-temps
  std::vector<StageText> Stages;
  std::string RemarksYAML;              // what LLVM's remark streamer wrote, if --remarks is given
  std::vector<std::string> RemarkLines; // of -Rpass and its like, ready to print
  std::vector<PassTime> Times;          // if --time-passes is given, in the order of the first runs
};

// The bytes of a result, as workers send it and result files hold it. Reading checks lengths, counts, enumerations and
// indices, and says false if anything is wrong; Out is then unspecified.
std::string encodeResult(const JobResult &Result);
bool decodeResult(llvm::StringRef Bytes, JobResult &Out);

// Regions whose kernels cannot be fused and listed ND-ranges that do not fit get no job but a message in Diags, an
// error if the options require it, and set Refused. Regions that the options switch off get no job and no message.
std::vector<Job> planJobs(const manifest::document &Document, const KernelLibrary &Library,
                          llvm::ArrayRef<std::unique_ptr<Target>> Targets, const BuildOptions &Options,
                          diagnostics &Diags, bool &Refused);

class Stages;

// Compiles one job in a context of its own.
JobResult runJob(const Job &Job, const KernelLibrary &Library, const BuildOptions &Options, const Stages &Kept);

// Compiles the jobs, each isolated (WorkerPool.h). What fails, crashes or takes too long is SF3009 in its result.
std::vector<JobResult> runJobs(llvm::ArrayRef<Job> Jobs, const KernelLibrary &Library, const BuildOptions &Options,
                               const Stages &Kept);

// Whether it is an error by itself that something is wrong in the program, unless BuildOptions::NoErrors says
// otherwise: SF3026, SF3029, SF3030.
bool isProvenWrong(diag Code);

// SF3009 for the job: where its kernel or region is, with the causes in its text and as notes. An error: finishBuild
// makes a warning of it unless --require is given.
diagnostic describeFailure(const Job &J, const diagnostics &Causes);

// What of the options is for targets.
TargetOptions targetOptions(const BuildOptions &Options);

// The limits for worker processes that the options ask for.
WorkerLimits limitsOf(const BuildOptions &Options);

} // namespace syclfuse::fuser
