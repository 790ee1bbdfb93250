// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "WideIndices.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace syclfuse::fuser {
namespace {

class Widener : private IntIndices {
public:
  Widener(WorkItemFunction &Item, bool OnlyLocal) : IntIndices(Item, OnlyLocal), Item(Item) {}

  // The ids of which F has the lower half.
  SmallSetVector<IdQuery, 4> truncated() const {
    SmallSetVector<IdQuery, 4> Found;
    for (Instruction &I : instructions(*Item.F))
      for (const std::optional<IdQuery> &Q : {truncatedId(&I), maskedId(&I)})
        if (Q)
          Found.insert(*Q);
    return Found;
  }

  bool mayWrap() const {
    return any_of(instructions(*Item.F), [&](Instruction &I) { return wraps(&I) || wrapsUnsigned(&I); });
  }

  // Of what is now computed in 64 bits.
  SmallVector<IndexBound, 4> Bounds;

  void run() {
    SmallVector<Instruction *, 16> Work;
    for (Instruction &I : instructions(*Item.F))
      Work.push_back(&I);
    for (Instruction *I : Work) {
      if (Value *New = replacement(*I)) {
        I->replaceAllUsesWith(New);
        Old.push_back(I);
      } else if (auto *Trunc = dyn_cast<TruncInst>(I); Trunc && truncatedId(I)) {
        Trunc->setHasNoSignedWrap(true);
        Trunc->setHasNoUnsignedWrap(true);
      }
    }
    for (Instruction *I : Old)
      RecursivelyDeleteTriviallyDeadInstructions(I);
    for (Instruction &I : make_early_inc_range(instructions(*Item.F)))
      if (isDivision(&I) && containsId(I.getOperand(0)))
        replaceDivision(cast<BinaryOperator>(I));
  }

private:
  // V with its sign, or zeros, extended.
  Value *widen(Value *V, IRBuilder<> &B, bool Unsigned = false, unsigned Depth = 0) {
    if (truncatedId(V))
      return cast<Instruction>(V)->getOperand(0);
    const bool Goes = Unsigned ? boundOfIndex(V, true).has_value() : isArithmetic(V) && containsId(V, Depth);
    if (Depth == MaxDepth || !Goes)
      return B.CreateIntCast(V, B.getInt64Ty(), !Unsigned);
    auto Operand = [&](Value *Of) { return widen(Of, B, Unsigned, Depth + 1); };
    if (auto *Choice = dyn_cast<SelectInst>(V))
      return B.CreateSelect(Choice->getCondition(), Operand(Choice->getTrueValue()), Operand(Choice->getFalseValue()));
    if (auto *Choice = dyn_cast<MinMaxIntrinsic>(V))
      return B.CreateBinaryIntrinsic(Choice->getIntrinsicID(), Operand(Choice->getLHS()), Operand(Choice->getRHS()));
    auto *I = cast<BinaryOperator>(V);
    if (isDivision(I))
      return widenDivision(*I, B, Depth);
    if (std::optional<IndexBound> Bound = Unsigned ? std::nullopt : wraps(I))
      note(std::move(*Bound));
    Value *X = Operand(I->getOperand(0)), *Y = Operand(I->getOperand(1));
    auto *Wide = BinaryOperator::Create(I->getOpcode(), X, Y);
    if (I->isBitwiseLogicOp()) {
      Wide->copyIRFlags(I);
    } else {
      Wide->setHasNoSignedWrap();
      Wide->setHasNoUnsignedWrap(Unsigned);
    }
    return B.Insert(Wide);
  }

  // One that is within another is none of its own.
  void note(IndexBound Bound) {
    if (any_of(Bounds, [&](const IndexBound &Other) { return isWithin(Bound, Other); }))
      return;
    erase_if(Bounds, [&](const IndexBound &Other) { return isWithin(Other, Bound); });
    Bounds.push_back(std::move(Bound));
  }
  static bool isWithin(const IndexBound &X, const IndexBound &Y) {
    return all_of(X, [&](const IndexTerm &T) {
      return any_of(Y, [&](const IndexTerm &U) { return T.hasSameParts(U) && T.Factor <= U.Factor; });
    });
  }

  Value *widenDivision(BinaryOperator &I, IRBuilder<> &B, unsigned Depth = 0) {
    return B.CreateBinOp(I.getOpcode(), widen(I.getOperand(0), B, false, Depth + 1), widenDivisor(I));
  }

  // One for all divisions by it.
  Value *widenDivisor(const BinaryOperator &I) {
    const bool Signed = isSigned(I);
    Value *Divisor = I.getOperand(1), *&Wide = Divisors[{Divisor, Signed}];
    if (!Wide) {
      auto *Known = dyn_cast<Instruction>(Divisor);
      IRBuilder<> B(Known ? &**Known->getInsertionPointAfterDef() : &*Item.F->getEntryBlock().getFirstInsertionPt());
      Wide = Signed ? B.CreateSExt(Divisor, B.getInt64Ty()) : B.CreateZExt(Divisor, B.getInt64Ty());
    }
    return Wide;
  }

  // Divisions whose value is used in 32 bits as well.
  void replaceDivision(BinaryOperator &I) {
    IRBuilder<> B(&I);
    I.replaceAllUsesWith(B.CreateTrunc(widenDivision(I, B), I.getType()));
    I.eraseFromParent();
  }

  Value *replacement(Instruction &I) {
    if (maskedId(&I))
      return I.getOperand(0);
    IRBuilder<> B(&I);
    bool Extends = isa<SExtInst>(I) || (isa<ZExtInst>(I) && (I.hasNonNeg() || truncatedId(I.getOperand(0))));
    if (Extends && I.getType()->isIntegerTy(64) && containsId(I.getOperand(0)))
      return widen(I.getOperand(0), B);
    if (std::optional<IndexBound> Bound = wrapsUnsigned(&I)) {
      note(std::move(*Bound));
      return widen(I.getOperand(0), B, true);
    }
    auto *Compare = dyn_cast<ICmpInst>(&I);
    if (!Compare)
      return nullptr;
    Value *X = Compare->getOperand(0), *Y = Compare->getOperand(1);
    if (!isPlain(X) && !isPlain(Y))
      return nullptr;
    // Signs that are extended keep the order of unsigned numbers, too.
    auto Wide = [&](Value *V) { return isPlain(V) ? widen(V, B) : B.CreateSExt(V, B.getInt64Ty()); };
    return B.CreateICmp(Compare->getPredicate(), Wide(X), Wide(Y));
  }

  bool isPlain(const Value *V) const { return containsId(V) && !reachesWrapping(V); }

  WorkItemFunction &Item;
  SmallVector<Instruction *, 16> Old;
  SmallDenseMap<std::pair<Value *, unsigned>, Value *> Divisors; // and whether they are signed
};

} // namespace

// Of dimension 0.
static bool isQueryCall(const Value *V, Builtin Kind) {
  auto *Call = dyn_cast<CallInst>(V);
  return Call && Call->getCalledFunction() && classifyBuiltin(*Call->getCalledFunction()) == Kind &&
         match(Call->getArgOperand(0), m_Zero());
}

void splitGlobalIndices(Function &Kernel) {
  auto IsGlobalId = [](Value *V) {
    Value *Id, *Offset; // or less its offset, as GlobalIds.h makes it of groups
    if (match(V, m_Sub(m_Value(Id), m_Value(Offset))) && isQueryCall(Offset, Builtin::GlobalOffset))
      V = Id;
    return isQueryCall(V, Builtin::GlobalId);
  };
  for (Instruction &I : make_early_inc_range(instructions(Kernel))) {
    Value *Global;
    if (!I.getType()->isIntegerTy(32) || !match(&I, m_Trunc(m_Value(Global))) || !IsGlobalId(Global))
      continue;
    IRBuilder<> B(&I);
    Value *Local = emitQueryCall(B, Builtin::LocalId, 0);
    Value *First = B.CreateTrunc(B.CreateSub(Global, Local), I.getType());
    Value *Sum = B.CreateAdd(First, B.CreateTrunc(Local, I.getType()));
    I.replaceUsesWithIf(Sum, [](const Use &Of) { return !isa<ZExtInst>(Of.getUser()); });
    if (I.use_empty())
      I.eraseFromParent();
  }
}

void widenLocalIndices(WorkItemFunction &Item) { Widener(Item, true).run(); }

std::optional<WideIndices> widenIndices(WorkItemFunction &Item, const LaunchShape &Shape) {
  Widener W(Item, false);
  SmallSetVector<IdQuery, 4> Queries = W.truncated();
  if (Queries.empty())
    return std::nullopt;
  WideIndices Out;
  Out.Queries.assign(Queries.begin(), Queries.end());
  const std::optional<LaunchConstants> Constants = launchConstants(Shape);
  if (Constants && any_of(Queries, [&](IdQuery Q) { return *fuser::boundOf(Q, *Constants) > uint64_t(1) << 31; }))
    return std::nullopt;
  if (!Constants || W.mayWrap()) {
    ValueToValueMapTy Map;
    Out.Original = Item.F;
    Item.F = CloneFunction(Item.F, Map);
    Item.F->takeName(Out.Original);
  }
  W.run();
  Out.Bounds = std::move(W.Bounds);
  return Out;
}

} // namespace syclfuse::fuser
