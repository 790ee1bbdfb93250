// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "VectorValues.h"
#include "Support/AnalysisManagers.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"

using namespace llvm;

namespace syclfuse::fuser {

static bool computesWithElement(const Instruction &I) {
  return isa<ExtractElementInst>(I) && any_of(I.users(), [](const User *U) {
           return isa<BinaryOperator, UnaryOperator, CmpInst, CallInst, CastInst>(U);
         });
}

void splitVectors(Function &F) {
  if (none_of(instructions(F), computesWithElement))
    return;
  PassBuilder PB;
  AnalysisManagers Managers;
  Managers.add(PB);
  ScalarizerPassOptions Options;
  Options.ScalarizeLoadStore = true;
  ScalarizerPass(Options).run(F, Managers.Functions);
}

} // namespace syclfuse::fuser
