// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The result of one job, in the form that processes exchange and job folders keep.
#pragma once

#include "Support/PassTimer.h"
#include "Targets/Target.h"
#include "Transforms/Framework/Pipeline.h"

#include "llvm/ADT/ArrayRef.h"

namespace syclfuse::fuser {

// One text of --emit, --print-phase or sycl-fuse emit.
struct StageText {
  std::string Name; // "v3.optimized.ll"
  std::string Text;
};

// CPU time of a pass, without the passes inside of it.
using PassTime = PassTimer::Entry;

struct JobResult {
  std::vector<CompiledKernel> Kernels; // empty if it failed
  std::string NativeObject;            // machine code of all of them, if they are native
  RegionTraffic Traffic;               // of a region
  std::vector<unsigned char> Ir; // of a kernel's job, for the JIT worker (KernelIr.h), unless it is to be left out
  diagnostics Diags;             // if it failed, as errors: what is proven wrong, SF3009 for anything else
  bool Failed = false;
  bool Refuted = false;        // what is proven wrong is among the causes, be it for some sizes only
  std::optional<unsigned> Cut; // if it was refused: the submission that cannot be fused with an earlier one
  bool WasCut = false;         // the region was cut there, and this is forgotten but for its messages
  bool Died = false;           // its process gave no answer, which need not be so the next time
  diagnostics Unwritten;       // files of --save-temps
  std::vector<StageText> Stages;
  std::string RemarksYAML;              // what LLVM's remark streamer wrote, if --remarks is given
  std::vector<std::string> RemarkLines; // of -Rpass and its like, ready to print
  std::vector<PassTime> Times;          // if --time-passes is given, in the order of the first runs
};

// To be raised with every change of the format that encodeResult writes.
inline constexpr uint64_t ResultFormatVersion = 10;

// Reading checks lengths, counts, enumerations and indices, and says false if anything is wrong; Out is then
// unspecified.
std::string encodeResult(const JobResult &Result);
bool decodeResult(llvm::StringRef Bytes, JobResult &Out);

// True for SF3026, SF3029 and SF3030: what is wrong in the program is an error by itself, unless BuildOptions::NoErrors
// says otherwise.
bool isProvenWrong(diag Code);
bool isProvenWrong(const JobResult &Result);

} // namespace syclfuse::fuser
