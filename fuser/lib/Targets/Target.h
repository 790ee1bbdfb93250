// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the driver asks of a target: turn a module with one flat, generic kernel into code. A target is created from its
// name on the command line; each compile() works on its own module and context, so that jobs run in parallel.
#pragma once

#include "Support/Metadata.h"
#include "syclfuse/bundle.hpp"
#include "syclfuse/diagnostic.hpp"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class Module;
class TargetMachine;
class raw_pwrite_stream;
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
};

class PassTimer;

struct TargetOptions {
  std::string Ptxas;      // path, "" = look for it in PATH and /usr/local/cuda/bin, "none" = do not use it
  std::string Libdevice;  // path, "" = look for it, then libclc
  std::string Lld;        // hip: path of ld.lld, "" = look for it in PATH and LLVM's own directory
  std::string DeviceLibs; // hip: bitcode of the mathematics library, "" = look for libclc's
  bool VectorMath =
      false; // native: vector forms of the C library's functions (libmvec), whose results differ from libm's
  bool VerifyEach = false;
  bool Optimize = true; // native: LLVM's own optimizations of the work-item loops, for tests that run more code than
                        // they can wait for
  unsigned LargestBody =
      3000; // native: instructions of a work-item loop; a larger one runs piece by piece (docs/targets.md)
  PassTimer *Timer = nullptr; // PassTiming.h: for PassBuilder, and a Scope around code generation
  // native: OnStage also gets the module after each phase, "phase.<n>-<name>.ll" (docs/targets.md); printing them
  // costs.
  bool Phases = false;
  // Called with the name of a stage ("retargeted.ll", "optimized.ll", "ptx") and its text, for --save-temps and --emit.
  llvm::function_ref<void(llvm::StringRef Stage, llvm::StringRef Text)> OnStage = nullptr;
};

// One way to run the kernel. Native code is returned as bitcode of a module that defines EntryName as a
// sycl_fuse_native_entry with its final function attributes, other targets return a loadable image.
struct CompiledKernel {
  bundle::builder::variant
      Variant;               // arguments, image, flags, arch … filled in; guards only those the target itself needs
  std::string NativeBitcode; // native only
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
// level), "cuda:sm_<cc>", "hip:gfx<isa>", "spirv". Which of them there are was chosen when the project was configured
// (SYCLFUSE_TARGETS).
llvm::Expected<std::unique_ptr<Target>> createTarget(llvm::StringRef Name);

// Generates one relocatable x86-64 ELF object from native bitcode modules, joined in the given order, and whatever
// AddGlobals adds to the joined module (the bundle, its registration). Deterministic. Needs no external tool.
llvm::Expected<llvm::SmallVector<char, 0>> emitNativeObject(llvm::ArrayRef<std::string> Bitcodes,
                                                            llvm::function_ref<llvm::Error(llvm::Module &)> AddGlobals);

// Joins such objects into one, in the given order, as `ld -r` does. What is not defined in one is looked for in the
// others. The names in Local become local symbols. SF3010 for what is no such object and for names that are defined
// twice.
llvm::Expected<llvm::SmallVector<char, 0>> joinNativeObjects(llvm::ArrayRef<llvm::StringRef> Objects,
                                                             llvm::ArrayRef<std::string> Local);

// Links such an object to a shared library with ld.lld (TargetOptions::Lld). SF7020.
llvm::Expected<std::string> linkNativeLibrary(llvm::StringRef Object, llvm::StringRef Lld);

// Code generation for optimized native code as emitNativeObject has it: an object, or its text. False if this LLVM
// cannot.
bool generateNativeCode(llvm::Module &M, llvm::TargetMachine &TM, llvm::raw_pwrite_stream &OS,
                        llvm::CodeGenFileType Type);

} // namespace syclfuse::fuser
