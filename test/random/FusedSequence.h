// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sequence through the compiler: fused as the driver would.
#pragma once

#include "Sequence.h"

#include "Support/FusionRequest.h"
#include "Targets/Target.h"
#include "syclfuse/diagnostic.hpp"

#include "llvm/Support/Error.h"

namespace syclfuse::fuser::sequence {

// Specialized: the ND-ranges are constants of the code. Generic: arguments.
enum class Sizes { Specialized, Generic };

// Which of its forms to compile a sequence in.
struct Form {
  std::string Target = "native"; // "native:v3", "cuda:sm_90" …
  Sizes How = Sizes::Specialized;
  bool Internalize = false;
  bool Constants = false;      // scalars of the specialized form are constants, equal ones are one argument
  bool Distinct = false;       // the code may rely on it that buffers are different memory
  bool Optimize = true;        // native: with LLVM's optimizations
  unsigned LargestBody = 3000; // native, optimized: instructions of a work-item loop before it is cut in pieces
  std::string Entry = "entry";
  bool Prepare = true;   // else the kernel is compiled as it is
  bool Separate = false; // arguments are not said to be one buffer unless it is promoted
  std::string Ptxas;     // for the cuda targets, as in TargetOptions
};

// A kernel that was compiled and how it is to be launched.
struct CompiledSequence {
  std::vector<CompiledKernel> Variants; // one per level, or one per image
  submitted_range Launch;
  std::vector<bool> Promoted; // by buffer: what happens to it stays in the kernel
  diagnostics Remarks;
};

// The request that the driver would make: arguments on one buffer are one, temporaries are promoted if How says so.
FusionRequest makeRequest(const Sequence &S, const llvm::Module &Prepared, const Form &How,
                          const fused_range_result &Launch);

LaunchShape shapeOf(const submitted_range &Launch, const Form &How);

// The launch of all kernels in one.
fused_range_result launchOf(const Sequence &S, Sizes How);

// All kernels in one.
llvm::Expected<CompiledSequence> compileFused(const Sequence &S, const Form &How);
// Whether the message of compileFused() is one that S may have: with other work-groups than the launch's, kernels that
// exchange data are fused only where it is proven that they do so within work-items or work-groups.
bool mayBeRefused(const Sequence &S, llvm::StringRef Message);
// One kernel of the sequence by itself.
llvm::Expected<CompiledSequence> compileAlone(const Sequence &S, unsigned Kernel, const Form &How);

std::string messageOf(llvm::Error E);

} // namespace syclfuse::fuser::sequence
