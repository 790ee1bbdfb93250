// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs what the native target made of sequences, in this process.
#pragma once

#include "FusedSequence.h"

namespace llvm::orc {
class JITDylib;
class LLJIT;
} // namespace llvm::orc

namespace syclfuse::fuser::sequence {

// The highest x86-64 level of this machine.
unsigned hostLevel();

// Loads code until it is destroyed. One thread.
class NativeLoader {
public:
  // Quick: machine code in next to no time, and not in the way of the product.
  static llvm::Expected<std::unique_ptr<NativeLoader>> create(bool Quick);
  ~NativeLoader();

  // All the bitcode of Code, in place of what was loaded before. The entries have names of their own.
  llvm::Error load(llvm::ArrayRef<const CompiledSequence *> Code);

  // Runs one variant on Data in several intervals, as threads would. First: the submission that the arguments'
  // submission 0 is. Launch: as Code.Launch, or other sizes if the code is generic.
  llvm::Error run(const Sequence &S, const CompiledSequence &Code, size_t Variant, const submitted_range &Launch,
                  unsigned First, Memory &Data, std::mt19937_64 &R);

private:
  NativeLoader(std::unique_ptr<llvm::orc::LLJIT> Jit, bool Quick);
  llvm::Error addQuick(const std::string &Bitcode);
  llvm::Error addObject(llvm::ArrayRef<std::string> Bitcodes);

  std::unique_ptr<llvm::orc::LLJIT> Jit;
  llvm::orc::JITDylib *Loaded = nullptr;
  const bool Quick;
};

} // namespace syclfuse::fuser::sequence
