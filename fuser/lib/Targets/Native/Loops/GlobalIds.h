// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-items that compute their ids as CUDA does, group * size of groups + local id, do not ask for groups: such a
// kernel can run in rows of the whole range.
#pragma once

#include "Targets/Common/LaunchConstants.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class Instruction;
class Value;
} // namespace llvm

namespace syclfuse::fuser {

// Puts what ReplacementOf returns in the place of each number of 32 or 64 bits for which it is not null.
void replaceNumbers(llvm::Function &F, llvm::function_ref<llvm::Value *(llvm::Instruction &)> ReplacementOf);

// Makes of these sums, of 32 or 64 bits, the global id less its offset, and of groups * size of groups the global size.
// Queries must be in canonical form and not specialized.
void recomposeGlobalIds(llvm::Function &Kernel, const LaunchShape &Launch);

// Of a kernel that becomes one for a plain range, where each work-item is a group: a global id less its offset is the
// number of a group.
void replaceOffsetIds(llvm::Function &Kernel);

} // namespace syclfuse::fuser
