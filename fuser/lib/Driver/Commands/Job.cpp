// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl-fuse job: runs one job of a job folder, here or on another machine.
#include "Driver/JobFolder/JobInput.h"
#include "Driver/JobFolder/JobStore.h"
#include "Driver/Running/CompileJob.h"
#include "Report.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace syclfuse::fuser {

static ExitCode readAndRun(BuildOptions Options, diagnostics &Diags) {
  const std::string &File = Options.Inputs.front();
  std::unique_ptr<MemoryBuffer> Buffer = readInput(File, Diags);
  if (!Buffer)
    return ExitUserError;
  JobInput Input;
  if (std::string Problem = Input.decode(Buffer->getBuffer(), Options); !Problem.empty()) {
    Diags.add(diag::job_input_unusable, "", 0, 0, {File, Problem});
    return ExitUserError;
  }
  Options.JitIr = false; // not of the job
  std::vector<JobResult> Results = compileJobs(Input.Work, Input.Library, Options, Stages(Options));
  OutputFiles Files;
  Files.add(Options.Output, encodeStoredResult(Results.front(), keyOfJob(Buffer->getBuffer(), *Input.On, Options)));
  return Files.commit(File, Diags) ? ExitOk : ExitUserError;
}

ExitCode job(const BuildOptions &Options, raw_ostream &Err) {
  diagnostics Diags;
  return reportAll(readAndRun(Options, Diags), Options, Diags, {}, Err);
}

} // namespace syclfuse::fuser
