// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Changing the parameters of a kernel. LLVM functions cannot change their type, so each change moves the body to a new
// function.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Attributes.h"

#include <string>

namespace llvm {
class Function;
class Type;
} // namespace llvm

namespace syclfuse::fuser {

// A direct call of F is left somewhere: its signature cannot be changed.
bool hasCallers(const llvm::Function &F);

struct KernelParameter {
  llvm::Type *Ty;
  llvm::AttributeSet Attributes;
  std::string Name;
};

// Moves name, attributes, metadata and body of Old to a new function with these parameters. Old is left an empty
// declaration whose arguments the body still uses; the caller replaces them, then calls finishMove.
llvm::Function *moveBody(llvm::Function &Old, llvm::ArrayRef<KernelParameter> Parameters);
// Debug information about the old arguments becomes "optimized out", and Old is erased.
void finishMove(llvm::Function &Old);

// Removes the arguments of F that are set in Drop and that must have no uses. Metadata with an entry per argument
// (kernel_arg_*, sycl.kernel.arguments, sycl.kernel.promote*, sycl.kernel.constants, sycl_kernel_omit_args) stays in
// step. F is gone afterwards.
llvm::Function *dropArguments(llvm::Function &F, const llvm::BitVector &Drop);

// Name is one of the lists of OpenCL or SPIR-V with an entry per kernel argument.
bool isArgumentList(llvm::StringRef MetadataName);

// Metadata of other SYCL compilers: !{i1 …} for each argument that the source gives a kernel, true for those that it
// does not have any more.
inline constexpr llvm::StringLiteral MDOmittedArguments = "sycl_kernel_omit_args";
// Its entries for F; false for each argument if F has no such list, or one that does not fit.
llvm::SmallVector<bool, 16> omittedArguments(const llvm::Function &F);
void writeOmittedArguments(llvm::Function &F, llvm::ArrayRef<bool> Omitted);

} // namespace syclfuse::fuser
