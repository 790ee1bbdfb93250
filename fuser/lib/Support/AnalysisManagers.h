// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Analysis managers and analyses of LLVM, for passes and questions outside of a pipeline of opt.
#pragma once

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"

namespace syclfuse::fuser {

// The four managers, which know the analyses of PB and each other after add(). Analyses that are registered before
// stay.
struct AnalysisManagers {
  llvm::LoopAnalysisManager Loops;
  llvm::FunctionAnalysisManager Functions;
  llvm::CGSCCAnalysisManager Components;
  llvm::ModuleAnalysisManager Modules;

  void add(llvm::PassBuilder &PB) {
    PB.registerModuleAnalyses(Modules);
    PB.registerCGSCCAnalyses(Components);
    PB.registerFunctionAnalyses(Functions);
    PB.registerLoopAnalyses(Loops);
    PB.crossRegisterProxies(Loops, Functions, Components, Modules);
  }
};

// Scalar evolution of one function, and what it rests on, made at once. F must stay as it is.
struct FunctionAnalyses {
  explicit FunctionAnalyses(llvm::Function &F)
      : LibraryInfo(F.getParent()->getTargetTriple()), Library(LibraryInfo), Assumptions(F), Dominators(F),
        Loops(Dominators), SE(F, Library, Assumptions, Dominators, Loops) {}

  llvm::TargetLibraryInfoImpl LibraryInfo;
  llvm::TargetLibraryInfo Library;
  llvm::AssumptionCache Assumptions;
  llvm::DominatorTree Dominators;
  llvm::LoopInfo Loops;
  llvm::ScalarEvolution SE;
};

} // namespace syclfuse::fuser
