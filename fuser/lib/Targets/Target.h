// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface of a target: it turns a module with one flat, generic kernel into code. A target is created from its
// name on the command line. Each compile() works on its own module and context, so that jobs run in parallel.
#pragma once

#include "Support/Metadata.h"
#include "syclfuse/bundle.hpp"
#include "syclfuse/diagnostic.hpp"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace syclfuse::fuser {

// How the kernel will be launched.
struct LaunchShape {
  range_kind Kind = range_kind::range;
  unsigned Dims = 1;
  std::optional<NDRange> Constant; // absent: generic variant, the ND-range is an argument
  // The variant is launched only with pointer arguments that point into different buffers each (guards
  // distinct_buffers for all pairs): what one writes, no other reads.
  bool DistinctPointers = false;
  unsigned GroupSize = 0; // generic, one dimension: of all launches; 0: not known
  // Other variants are launched wherever more can be assumed: this one may be slower, for the sake of the build.
  bool Fallback = false;
};

class PassTimer;

struct TargetOptions {
  std::string Ptxas;      // path, "" = look for it in PATH and /usr/local/cuda/bin, "none" = do not use it
  std::string Libdevice;  // path, "" = look for it, then libclc
  std::string Lld;        // hip: path of ld.lld, "" = look for it in PATH and LLVM's own directory
  std::string DeviceLibs; // hip: bitcode of the mathematics library, "" = look for libclc's
  bool VerifyEach = false;
  // native: LLVM's own optimizations of the work-item loops. Off for tests that run more code than they can wait for.
  bool Optimize = true;
  // native: instructions of a work-item loop; a larger one runs piece by piece (docs/targets.md).
  unsigned LargestBody = 3000;
  PassTimer *Timer = nullptr; // PassTimer.h: for PassBuilder, and a Scope around code generation
  // native: OnStage also gets the module after each phase, "phase.<n>-<name>.ll" (docs/targets.md). Printing them
  // costs.
  bool Phases = false;
  // Called with the name of a stage ("retargeted.ll", "optimized.ll", "ptx") and its text, for --save-temps and --emit.
  llvm::function_ref<void(llvm::StringRef Stage, llvm::StringRef Text)> OnStage = nullptr;
  std::string LlvmSpirv; // spir: path of an llvm-spirv of LLVM 15, "" = look for it in PATH
};

// Facts on which the cost of a compiled kernel depends besides its memory accesses.
inline constexpr uint64_t LoopRounds = 16;
struct CodeFacts {
  uint64_t Instructions = 0; // of a work-item, as the target got them; those in loops as if each ran LoopRounds times
  uint64_t Lanes = 1;        // native: work-items in the widest vector operation
  uint64_t Kept = 0;         // native: bytes that each work-item keeps in memory across barriers
  bool ShortRows = false;    // native: groups of several dimensions run one after the other
  uint64_t Stalls = 0;       // native: objects of which a loop loads vectors that it stores under a mask just before
};

// One way to run the kernel. Native code is returned as bitcode of a module that defines EntryName as a
// sycl_fuse_native_entry with its final function attributes. Other targets return a loadable image.
struct CompiledKernel {
  // Arguments, image, flags, arch and so on are filled in; guards only those that the target itself needs.
  bundle::builder::variant Variant;
  std::string NativeBitcode; // native only
  CodeFacts Facts;
};

class Target {
public:
  virtual ~Target();
  // "native", "cuda:sm_90"
  virtual llvm::StringRef name() const = 0;
  virtual target_kind kind() const = 0;
  // Generic IR is retargeted; a module that has the target's triple already is accepted as it is, and its kernel need
  // not have MDArguments. M holds exactly one kernel definition, named KernelName, with flat arguments and MDArguments.
  // EntryName is the symbol to give the compiled kernel (the target may append to it). Returns the variants in order of
  // preference (native: one per instruction-set level, highest first; cuda: cubin if ptxas is there, then PTX).
  // Warnings go to Remarks.
  virtual llvm::Expected<std::vector<CompiledKernel>> compile(std::unique_ptr<llvm::Module> M,
                                                              llvm::StringRef KernelName, llvm::StringRef EntryName,
                                                              const LaunchShape &Shape, const TargetOptions &Options,
                                                              diagnostics &Remarks) const = 0;
  // The files that the bytes of the results depend on besides the module: assembler, linker, mathematics library, as
  // the options name them or as they are found here. For fingerprints; a file that is not there is an error of
  // compile().
  virtual std::vector<std::string> files(const TargetOptions &Options) const { return {}; }
};

// SF4001 with the list of known targets for a name it does not know. Names: "native", "native:v2".."native:v4" (one
// level), "cuda:sm_<cc>", "hip:gfx<isa>", "spirv", "spir", as far as SYCLFUSE_TARGETS has their families.
llvm::Expected<std::unique_ptr<Target>> createTarget(llvm::StringRef Name);

} // namespace syclfuse::fuser
