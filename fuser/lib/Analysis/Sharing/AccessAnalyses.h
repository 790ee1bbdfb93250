// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"

namespace syclfuse::fuser {

// LLVM's analyses of one function, as the search for accesses needs them.
struct AccessAnalyses {
  explicit AccessAnalyses(llvm::Function &F)
      : TLII(F.getParent()->getTargetTriple()), TLI(TLII, &F), AC(F), DT(F), PDT(F), LI(DT), SE(F, TLI, AC, DT, LI) {}

  llvm::TargetLibraryInfoImpl TLII;
  llvm::TargetLibraryInfo TLI;
  llvm::AssumptionCache AC;
  llvm::DominatorTree DT;
  llvm::PostDominatorTree PDT;
  llvm::LoopInfo LI;
  llvm::ScalarEvolution SE;
};

} // namespace syclfuse::fuser
