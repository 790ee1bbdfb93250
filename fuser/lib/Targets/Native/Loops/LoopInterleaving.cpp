// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LoopInterleaving.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include <algorithm>
#include <vector>

using namespace llvm;

namespace syclfuse::fuser {
namespace {

// How far a processor looks ahead, in instructions that wait for others, and how many vector instructions it begins in
// a cycle. The first from rows of 5 to 400 kernels `x = x * a + b`: of 16, a chain of 65 cycles, iterations overlap, of
// 20 they do not.
constexpr unsigned Window = 150, PerCycle = 2;
constexpr unsigned Registers = 16, MostVectors = 8;

// The operations of a mathematical function wait for each other: two vectors at a time keep the processor busy. Smaller
// loops overlap by themselves, larger ones have no registers for it. The 32 registers of level 4 hold four: of the
// functions of `bench-math` on an AMD EPYC (Zen 5), these take 0.77 to 1.07 of the time, Black-Scholes fused 0.85.
constexpr unsigned SmallMathematics = 80, LargeMathematics = 500;

unsigned vectorsOfMathematics(unsigned Size, unsigned VectorRegisters) {
  return VectorRegisters > Registers ? 4 : Size < SmallMathematics ? 1 : 2;
}

bool isSlow(const Instruction &I) {
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  return I.isIntDivRem() || I.getOpcode() == Instruction::FDiv || (Call && Call->getIntrinsicID() == Intrinsic::sqrt);
}

// Cycles until the result is there; what only computes addresses and conditions runs ahead.
unsigned latencyOf(const Instruction &I) {
  if (isSlow(I))
    return 12;
  if (isa<LoadInst>(I))
    return 5;
  if (I.getType()->isFloatingPointTy() || I.getOpcode() == Instruction::Mul)
    return 4;
  return I.getType()->isIntegerTy() && !isa<CastInst>(I) && !isa<PHINode>(I) ? 1 : 0;
}
// While which nothing else begins in one of its places.
unsigned placesOf(const Instruction &I) { return isSlow(I) ? 10 : 1; }

bool isAddress(const Instruction &I) {
  return I.getType()->isPointerTy() || all_of(I.users(), [](const User *U) { return isa<GetElementPtrInst>(U); });
}

// One iteration, its blocks one behind the other.
struct Iteration {
  unsigned Size = 0;
  unsigned Places = 0; // that its instructions take
  unsigned Depth = 0;  // cycles of the longest chain of operations that wait for each other
  unsigned Live = 0;   // the most values at one time
};

Iteration measure(const Loop &L, const LoopInfo &LI) {
  Iteration It;
  DenseMap<const Value *, std::pair<unsigned, unsigned>> Known; // of a value: the cycle when it is there, the last use
  std::vector<std::pair<const Value *, unsigned>> Defined;
  LoopBlocksRPO Order(const_cast<Loop *>(&L));
  Order.perform(&LI);
  for (const BasicBlock *BB : Order)
    for (const Instruction &I : *BB) {
      unsigned Ready = 0;
      for (const Value *Operand : I.operands())
        if (auto Found = Known.find(Operand); Found != Known.end()) {
          Ready = std::max(Ready, Found->second.first);
          Found->second.second = It.Size;
        }
      const unsigned Done = Ready + latencyOf(I);
      It.Depth = std::max(It.Depth, Done);
      Known[&I] = {Done, It.Size};
      if (!isAddress(I))
        Defined.emplace_back(&I, It.Size);
      ++It.Size;
      It.Places += placesOf(I);
    }
  std::vector<int> Change(It.Size + 1);
  for (auto [Value, At] : Defined) {
    ++Change[At];
    --Change[Known[Value].second];
  }
  int Live = 0;
  for (int C : Change) {
    Live += C;
    It.Live = std::max(It.Live, static_cast<unsigned>(std::max(Live, 0)));
  }
  return It;
}

// A fused row of kernels over one array is one chain, which is longer than a processor looks ahead: its vectors would
// wait for each other where those of the kernels one by one do not.
unsigned vectorsFor(const Iteration &It) {
  const unsigned Works = std::max(1u, It.Places / PerCycle);
  if (It.Depth * std::min(It.Size, Window) / Window <= Works)
    return 1; // the next iterations begin meanwhile
  const unsigned Fit = Registers / std::max(1u, It.Live);
  return std::min({bit_ceil(It.Depth / Works), bit_floor(std::max(1u, Fit)), MostVectors});
}

// The vectorizer asks whether all vectors have a value in common, and then the same of all that it is made of, for each
// use anew. Of functions of what is in memory at one place, which it may not compute once, that may take for ever.
bool takesForEver(Loop &L, const LoopInfo &LI) {
  constexpr uint64_t Most = 1 << 20;
  DenseMap<const Value *, uint64_t> Questions; // for a value that is the same in all iterations
  uint64_t All = 0;
  LoopBlocksRPO Order(&L);
  Order.perform(&LI);
  for (const BasicBlock *BB : Order)
    for (const Instruction &I : *BB) {
      if (!all_of(I.operands(), [&](const Value *V) { return L.isLoopInvariant(V) || Questions.contains(V); }))
        continue;
      uint64_t Own = 1;
      for (const Value *V : I.operands())
        Own = SaturatingAdd(Own, Questions.lookup(V));
      Questions[&I] = Own;
      All = SaturatingAdd(All, Own);
    }
  return All > Most;
}

bool mayBeInterleaved(const Loop &L) {
  return L.isInnermost() && !findOptionMDForLoop(&L, "llvm.loop.vectorize.enable") &&
         !findOptionMDForLoop(&L, "llvm.loop.interleave.count");
}

} // namespace

void interleaveLoops(LoopInfo &LI, bool HasMathematics, unsigned VectorRegisters) {
  for (Loop *L : LI.getLoopsInPreorder()) {
    if (!mayBeInterleaved(*L))
      continue;
    const Iteration It = measure(*L, LI);
    unsigned Vectors = 1;
    if (takesForEver(*L, LI)) {
      addStringMetadataToLoop(L, "llvm.loop.vectorize.enable", 0);
      continue;
    }
    if (HasMathematics && It.Size <= LargeMathematics)
      Vectors = vectorsOfMathematics(It.Size, VectorRegisters);
    else if (L->isAnnotatedParallel())
      Vectors = vectorsFor(It);
    if (Vectors > 1)
      addStringMetadataToLoop(L, "llvm.loop.interleave.count", Vectors);
  }
}

} // namespace syclfuse::fuser
