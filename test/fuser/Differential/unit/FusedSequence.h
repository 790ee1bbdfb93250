// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sequence through the compiler: fused as the driver would, compiled by the native target, run in this process.
#pragma once

#include "Sequence.h"

#include "syclfuse/diagnostic.hpp"
#include "syclfuse/fuser/Metadata.h"
#include "syclfuse/fuser/Target.h"

#include "llvm/Support/Error.h"

namespace syclfuse::fuser::sequence {

// Specialized: the ND-ranges are constants of the code. Generic: arguments.
enum class Sizes { Specialized, Generic };

// A kernel that was compiled and how it is to be launched.
struct CompiledSequence {
  std::vector<CompiledKernel> Variants; // one per level that this machine has, or one per image
  submitted_range Launch;
  std::vector<bool> Promoted; // by buffer: what happens to it stays in the kernel
  diagnostics Remarks;
};

// The request that the driver would make: arguments on one buffer are one, temporaries are promoted if Internalize says so.
FusionRequest makeRequest(const Sequence &S, const llvm::Module &Prepared, Sizes How, bool Internalize,
                          const fused_range_result &Launch);

// All kernels in one. Name: "native", "cuda:sm_90" ….
llvm::Expected<CompiledSequence> compileFused(const Sequence &S, llvm::StringRef TargetName, Sizes How, bool Internalize);
// One kernel of the sequence by itself.
llvm::Expected<CompiledSequence> compileAlone(const Sequence &S, unsigned Kernel, llvm::StringRef TargetName, Sizes How);

// Runs native code on Data in several intervals, as threads would. First: the submission that the arguments' submission 0 is.
// An error for code that this machine cannot run or that cannot be loaded.
llvm::Error run(const Sequence &S, const CompiledSequence &Code, size_t Variant, unsigned First, Memory &Data,
                std::mt19937_64 &R);

std::string messageOf(llvm::Error E);

} // namespace syclfuse::fuser::sequence
