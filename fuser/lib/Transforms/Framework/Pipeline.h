// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The target-independent pipeline: from the device IR of a translation unit to one flat, optimized kernel per job. Used
// by sycl-fuse; the passes in it are also available one by one through the pass plugin.
#pragma once

#include "Analysis/Sharing/AccessPattern.h"
#include "Support/FusionRequest.h"
#include "Transforms/Recomputation/Recomputation.h"
#include "syclfuse/diagnostic.hpp"
#include "syclfuse/footprints.hpp"

#include "llvm/Support/Error.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace syclfuse::fuser {

class PassTimer;

struct PipelineOptions {
  bool VerifyEach = false;
  PassTimer *Timer = nullptr;                        // PassTimer.h
  std::optional<AccessLaunch> Launch = std::nullopt; // absent: what the stub of the region says
  RecomputationLimits Recomputation = {};
};

// Prepares every spir_kernel of M in place: drops optnone and noinline, inlines all calls to defined functions, brings
// allocas into SSA form, and flattens the closure argument (sycl-flatten-arguments). Kernels that already have flat
// arguments stay. Afterwards M has kernels with flat arguments and MDArguments (submission 0), and no other function
// definitions. What is no scalar is a `byval` argument that is never written to. A kernel that cannot be prepared
// (SF3016, SF3017, SF3021) is removed from M, and the others are prepared all the same: the error holds one FuseError
// for each that was removed.
llvm::Error prepareKernels(llvm::Module &M, const PipelineOptions &Options);

// The kernels of a stub in one, as its accesses are analyzed.
struct JoinedRegion {
  llvm::Function *F = nullptr;
  FusionRequest Request;
  AccessLaunch Launch;
};

// The first steps of fuseRegion: sycl-kernel-fusion on the stub, sycl-cp, and what makes offsets plain. The stub and
// the kernels are gone. MayCheck: a run may have to check something before it launches the kernel (RunChecks.h).
llvm::Expected<JoinedRegion> joinRegion(llvm::Module &M, llvm::Function &Stub, const PipelineOptions &Options,
                                        bool MayCheck = false);

// The memory traffic of the fused kernel, and of its kernels one by one.
struct RegionTraffic {
  std::vector<KernelTraffic> Alone;
  KernelTraffic Fused;
};

// Elements that work-items of Consumer compute as Producer does, where the pointer to them comes from Memory.
struct RecomputedElements {
  unsigned Producer = 0, Consumer = 0;
  ArgumentSource Memory;
  unsigned Elements = 0; // of a work-item
};

// What is known of a fused kernel, besides its code.
struct FusionFindings {
  footprints::table Footprints; // what a run needs to find dependences; some of it may have been promoted since
  RegionTraffic Traffic;
  std::vector<RecomputedElements> Recomputed;
};

// Runs sycl-kernel-fusion on the stub of M, the optimizations around it, sycl-internalization and sycl-cp
// (docs/passes.md has the order). Returns the fused kernel; the kernels it was made from are removed. What was refused
// but does not end the job (an argument that stays in global memory) is appended to Remarks. Besides the errors of the
// passes: SF3029, SF3030 for kernels that depend on what other work-items do in earlier ones. With Found, which it
// fills in, the kernel may be one that a run has to check before it launches it.
llvm::Expected<llvm::Function *> fuseRegion(llvm::Module &M, const PipelineOptions &Options, diagnostics &Remarks,
                                            FusionFindings *Found = nullptr);

// Completes a kernel of M that runs alone: if it adds up shares of elements, builds it as fuseRegion would from this
// kernel only. Returns the kernel. Does not change others.
llvm::Expected<llvm::Function *> completeKernel(llvm::Module &M, llvm::Function &Kernel,
                                                const PipelineOptions &Options);

} // namespace syclfuse::fuser
