// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The operations of reductions and scans over a group, for every target.
#pragma once

#include "Analysis/Dialects/Builtins.h"

#include "llvm/Support/Error.h"

namespace llvm {
class CallInst;
class Constant;
class Function;
class IRBuilderBase;
class Type;
class Value;
} // namespace llvm

namespace syclfuse::fuser {

// The second operand of a reduction or scan (SPIR-V, Group Operation).
enum class GroupScan : unsigned char { Reduce = 0, Inclusive = 1, Exclusive = 2 };

// True if B is a reduction or scan: __spirv_GroupIAdd to __spirv_GroupBitwiseXorKHR.
bool isReduction(Builtin B);

// The value of `Left op Right`: for integers, floating point, and vectors of them. Left is that of the lower work-item,
// so that scans keep the order of work-items. Floating-point minimum and maximum ignore a NaN where the other is a
// number.
llvm::Value *emitGroupOperation(llvm::IRBuilderBase &B, Builtin Kind, llvm::Value *Left, llvm::Value *Right);

// The result of an exclusive scan for the first work-item (SYCL 2020, 4.17.2, known_identity): +0.0 for a sum, which is
// not neutral to -0.0, so that reductions begin with the first value and not with this one.
llvm::Constant *groupIdentity(Builtin Kind, llvm::Type *T);

// The value that changes no other in a sum, product or exclusive or: -0.0 for a sum. Null for operations to which the
// same value may come twice: minima, maxima, and, or.
llvm::Constant *groupNeutral(Builtin Kind, llvm::Type *T);

// The kernel's `intel_reqd_sub_group_size` or `reqd_sub_group_size`, if it has one. SF4004 beyond 1 … 1024.
llvm::Expected<std::optional<unsigned>> requiredSubGroupSize(const llvm::Function &Kernel, llvm::StringRef TargetName);

} // namespace syclfuse::fuser
