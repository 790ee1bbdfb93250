// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl-normalize-builtins: modules of other compilers for OpenCL devices in the terms of ours.
#pragma once

#include "llvm/IR/PassManager.h"

namespace syclfuse::fuser {

// In a module for SPIR or SPIR-V, calls of undefined functions that OpenCL C has (`_Z13get_global_idj`, `_Z3sinf`,
// `_Z7barrierj`, `_Z10atomic_addPU3AS1Vii`), that SPIR-V's instructions are called in LLVM IR (`_Z15__spirv_ocl_sinf`,
// `_Z18__spirv_AtomicIAdd…`, `_Z13__spirv_IsNanf`), and builtins of Builtins.def with another mangling become LLVM
// instructions and intrinsics, functions of the C mathematics library, and builtins of Builtins.def: what every target
// lowers with its own library. Functions of native and half precision become the precise ones. What is not known, or
// called with operands that are not those of the function, is left for the targets to refuse (SF3017). True if M
// changed. The tables are OpenCL*.cpp.
bool normalizeBuiltins(llvm::Module &M);

struct NormalizeBuiltinsPass : llvm::PassInfoMixin<NormalizeBuiltinsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace syclfuse::fuser
