// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "NarrowCounters.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace syclfuse::fuser {

static bool isSum(const User &U) {
  return match(&U, m_Add(m_Value(), m_Value())) || match(&U, m_Sub(m_Value(), m_Value()));
}

// How many of the lower bits of V matter.
static unsigned bitsUsed(const Value &V, unsigned Depth = 0) {
  const unsigned Width = V.getType()->getIntegerBitWidth();
  constexpr unsigned Deepest = 3;
  unsigned Bits = 1;
  for (const User *By : V.users()) {
    const APInt *Number = nullptr;
    if (isa<TruncInst>(By))
      Bits = std::max(Bits, By->getType()->getIntegerBitWidth());
    else if (match(By, m_And(m_Specific(&V), m_APInt(Number))))
      Bits = std::max(Bits, Number->getActiveBits());
    else if (match(By, m_Shl(m_Specific(&V), m_APInt(Number))) && Number->ult(Width))
      Bits = std::max(Bits, Width - unsigned(Number->getZExtValue()));
    else if (isSum(*By) && Depth != Deepest)
      Bits = std::max(Bits, bitsUsed(*By, Depth + 1));
    else
      return Width;
  }
  return Bits;
}

// Drops what was promised of the upper bits.
static void forget(Value &V) {
  for (User *By : V.users()) {
    cast<Instruction>(By)->dropPoisonGeneratingFlags();
    if (isSum(*By))
      forget(*By);
  }
}

static void narrow(PHINode &V, IntegerType *Narrow) {
  forget(V);
  IRBuilder<> B(&V);
  PHINode *New = B.CreatePHI(Narrow, V.getNumIncomingValues(), V.getName());
  for (unsigned I = 0; I != V.getNumIncomingValues(); ++I) {
    BasicBlock *From = V.getIncomingBlock(I);
    B.SetInsertPoint(From->getTerminator());
    const int Known = New->getBasicBlockIndex(From); // a switch may lead here twice
    New->addIncoming(Known < 0 ? B.CreateTrunc(V.getIncomingValue(I), Narrow) : New->getIncomingValue(Known), From);
  }
  B.SetInsertPoint(V.getParent(), V.getParent()->getFirstInsertionPt());
  V.replaceAllUsesWith(B.CreateZExt(New, V.getType()));
  V.eraseFromParent();
}

void narrowCounters(Function &F) {
  const DominatorTree Tree(F);
  const LoopInfo Loops(Tree);
  for (const Loop *L : Loops.getLoopsInPreorder())
    for (PHINode &V : make_early_inc_range(L->getHeader()->phis())) {
      auto *Type = dyn_cast<IntegerType>(V.getType());
      // Types that processors have.
      const unsigned Bits = Type ? std::max<unsigned>(8, PowerOf2Ceil(bitsUsed(V))) : 0;
      if (Type && Bits < Type->getBitWidth())
        narrow(V, IntegerType::get(F.getContext(), Bits));
    }
}

} // namespace syclfuse::fuser
