// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the targets share.
#pragma once

#include "Target.h"

#include "llvm/ADT/StringRef.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace syclfuse::fuser {

inline constexpr llvm::StringLiteral NativeTriple = "x86_64-unknown-linux-gnu";

// create<Family>Target(Name): null for a name that is none of the family's. names<Family>Targets(): "cuda:sm_75, …",
// for messages.
#define SF_TARGET(Family)                                                                                              \
  std::unique_ptr<Target> create##Family##Target(llvm::StringRef Name);                                                \
  std::string names##Family##Targets();
#include "Targets.def"

// For x86-64-v2 and what functions ask for by their attributes. Null if LLVM has no x86 back end. One for each thread:
// LLVM makes a description of each processor for each machine anew, which takes as long as the code of a small kernel.
llvm::TargetMachine *nativeMachine();

// Sets one of LLVM's own options, for what there is no other way to say, until the end of the scope. Options are of the
// process, and each job has one for itself.
class LLVMOption {
public:
  LLVMOption(llvm::StringRef Name, llvm::StringRef Value, llvm::StringRef Default);
  ~LLVMOption();
  LLVMOption(const LLVMOption &) = delete;
  LLVMOption &operator=(const LLVMOption &) = delete;

private:
  void set(llvm::StringRef Value) const;
  llvm::StringRef Name, Default;
};

// The fields of a variant that do not depend on the target: arguments, kind, dimensions, ND-range, `linear`.
llvm::Expected<bundle::builder::variant> describeVariant(const llvm::Function &Kernel, const LaunchShape &Shape);

// Atomic accesses of more than MostBytes, or less aligned than wide: LLVM would make calls of a library of them
// (SF4004).
llvm::Error checkAtomics(const llvm::Function &F, llvm::StringRef TargetName, uint64_t MostBytes);

// What F keeps on the stack in variables of known size.
uint64_t stackBytes(const llvm::Function &F);

} // namespace syclfuse::fuser
