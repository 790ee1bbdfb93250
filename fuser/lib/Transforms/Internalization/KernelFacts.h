// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM's analyses of one function, made on the spot: our steps change functions in between.
#pragma once

#include "Analysis/Promotion/ValueClasses.h"
#include "Support/AnalysisManagers.h"

namespace syclfuse::fuser {

struct KernelFacts {
  explicit KernelFacts(llvm::Function &F) : Queries(findQueries(F)), Analyses(F), Classes(Analyses.Loops, Queries) {}

  llvm::SmallVector<DialectQuery, 16> Queries; // first: finding them may rewrite what they are
  FunctionAnalyses Analyses;
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
