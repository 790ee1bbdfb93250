// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM's analyses of one function, made on the spot: our steps change functions in between.
#pragma once

#include "Analysis/Promotion/ValueClasses.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"

namespace syclfuse::fuser {

struct KernelFacts {
  explicit KernelFacts(llvm::Function &F)
      : LibraryInfo(F.getParent()->getTargetTriple()), Library(LibraryInfo), Queries(findQueries(F)), Assumptions(F),
        Dominators(F), Loops(Dominators), SE(F, Library, Assumptions, Dominators, Loops), Classes(Loops, Queries) {}

  llvm::TargetLibraryInfoImpl LibraryInfo;
  llvm::TargetLibraryInfo Library;
  llvm::SmallVector<DialectQuery, 16> Queries; // first: finding them may rewrite what they are
  llvm::AssumptionCache Assumptions;
  llvm::DominatorTree Dominators;
  llvm::LoopInfo Loops;
  llvm::ScalarEvolution SE;
  ValueClasses Classes;

private:
  // Queries in a form that is not known are values like others.
  static llvm::SmallVector<DialectQuery, 16> findQueries(llvm::Function &F) {
    auto Found = Dialect::of(*F.getParent()).findQueries(F);
    if (Found)
      return std::move(*Found);
    llvm::consumeError(Found.takeError());
    return {};
  }
};

} // namespace syclfuse::fuser
