// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "Targets/Target.h"

namespace llvm {
class Function;
} // namespace llvm

namespace syclfuse::fuser {

// Ids of kernels with ranges of their own (OwnIds.h), if these have as many dimensions as the launch: where the inner
// sizes turn out to be the launch's, as they are for the largest kernel, they are its ids and nothing is divided. Else
// 32 bits are divided: the runtime takes a fused kernel for ranges that it does not know only if all ids are below
// 2^31. Kernel's queries are in canonical form; after the analyses, which follow no branches to an id.
void takeIdsOfLaunch(llvm::Function &Kernel, const LaunchShape &Shape);

} // namespace syclfuse::fuser
