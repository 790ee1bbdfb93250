// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GpuLoops.h"

#include "llvm/ADT/bit.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

// Bytes of each work-item that should be under way, and the most instructions of an unrolled turn.
constexpr unsigned WantedBytes = 64, MostInstructions = 256;

// How often to unroll L; 1: leave it to LLVM.
unsigned unrolling(const Loop &L, const DataLayout &DL) {
  if (!L.isInnermost() || L.getNumBlocks() != 1 || findOptionMDForLoop(&L, "llvm.loop.unroll.disable") ||
      findOptionMDForLoop(&L, "llvm.loop.unroll.count"))
    return 1;
  unsigned Bytes = 0, Instructions = 0;
  for (const Instruction &I : *L.getHeader()) {
    if (I.mayWriteToMemory() || I.mayHaveSideEffects())
      return 1;
    Instructions += !I.isDebugOrPseudoInst();
    if (isa<LoadInst>(I) && !L.isLoopInvariant(cast<LoadInst>(I).getPointerOperand()))
      Bytes += DL.getTypeStoreSize(I.getType());
  }
  if (Bytes == 0)
    return 1;
  return bit_floor(std::max(std::min(WantedBytes / Bytes, MostInstructions / Instructions), 1u));
}

} // namespace

PreservedAnalyses UnrollReadingLoops::run(Function &F, FunctionAnalysisManager &FAM) {
  for (Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (unsigned Count = unrolling(*L, F.getDataLayout()); Count > 1)
      addStringMetadataToLoop(L, "llvm.loop.unroll.count", Count);
  return PreservedAnalyses::all();
}

} // namespace syclfuse::fuser
