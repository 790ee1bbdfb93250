// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Modules of kernels made from bytes, in any of the dialects, with a stub that fuses them and all the metadata that
// drives the passes: right, wrong, and damaged.
#pragma once

#include "ByteReader.h"

#include "llvm/IR/Module.h"

#include <memory>

namespace syclfuse::fuser {

enum class KernelDialect { Generic, Nvptx, Amdgcn };

std::unique_ptr<llvm::Module> makeModule(llvm::LLVMContext &C, ByteReader &In);

// Fills F, which has no body.
void makeBody(llvm::Function &F, KernelDialect Dialect, ByteReader &In);

// A stub for the kernels, and lists on the kernels themselves.
void makeMetadata(llvm::Module &M, llvm::ArrayRef<llvm::Function *> Kernels, ByteReader &In);

} // namespace syclfuse::fuser
