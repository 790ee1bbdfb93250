// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes and metadata that a fused kernel inherits from the kernels it is made of.
#pragma once

#include "FusionPlan.h"

#include "llvm/Support/Error.h"

namespace syclfuse::fuser {

// SF3014 if two of the kernels demand different things of the fused one (required work-group or sub-group size, limits
// that exclude each other, treatment of denormal numbers, floating-point environment). What kernels demand of their
// work-groups concerns the fused one only if they run in them.
llvm::Error checkCompatible(const FusionPlan &P);

// Function attributes that hold for all kernels, limits that all of them can live with, metadata that is equal on all
// of them or that all of them must follow.
void inheritProperties(llvm::Function &Fused, const FusionPlan &P);

// Unites the lists that have an entry for each argument (isArgumentList). Arguments of Fused beyond P.Order are i64 by
// value. A list that a kernel lacks is left out. sycl_kernel_omit_args has the arguments of all kernels in their
// sources.
void uniteArgumentLists(llvm::Function &Fused, const FusionPlan &P);

} // namespace syclfuse::fuser
