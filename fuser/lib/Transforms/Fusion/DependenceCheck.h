// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Refuses kernels that cannot run one after the other in one launch, because one needs what other work-items or
// work-groups of an earlier one have done (docs/design.md, "What cannot be proved").
#pragma once

#include "Analysis/Sharing/AccessPattern.h"
#include "Support/FusionRequest.h"
#include "syclfuse/diagnostic.hpp"

#include "llvm/Support/Error.h"

#include <string>

namespace syclfuse::fuser {

// F: a fused kernel right after fusion. SF3029 for each kernel that provably depends on what other work-groups (plain
// ranges: other work-items) do in an earlier one, SF3030, without barriers, for one that depends on other work-items of
// its group; notes name both accesses. What neither the build nor a run can tell is an error, SF3049; of a request
// that does not ask for proofs it is the user's word, SF3050 among the warnings. What a run tells is an analysis remark
// of `sycl-fuse-region`. Changes nothing but the form of queries. Found, unless it is null, gets what a run needs to
// see the same of pointers that are different arguments (footprints.hpp); it is empty if there is nothing to see.
// Accesses in it are marked (MDSeenByRun). Traffic, unless it is null, gets what each kernel moves, as long as nothing
// is promoted.
llvm::Error checkDependences(llvm::Function &F, const AccessLaunch &Launch, const FusionRequest &Request,
                             diagnostics &Warnings, footprints::table *Found = nullptr,
                             std::vector<KernelTraffic> *Traffic = nullptr);

// F: as above, with sycl.kernel.lost-groups, which it takes off. SF3047 for each of these kernels unless it is proven
// that work-items that access an element that another kernel accesses, one of them writing, are of one work-group of
// the launch. Without barriers nothing is exchanged in work-groups, by the user's word.
llvm::Error checkExchange(llvm::Function &F, llvm::ArrayRef<std::string> Kernels, bool Barriers);

} // namespace syclfuse::fuser
