// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "WideIndices.h"
#include "DividedIds.h"
#include "ItemBounds.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace syclfuse::fuser {
namespace {

constexpr unsigned MaxDepth = 6;
constexpr uint64_t Limit = uint64_t(1) << 31;

using Query = std::pair<Builtin, unsigned>;

// The number that the id is below.
std::optional<uint64_t> boundOf(Query Q, const LaunchConstants &L) {
  auto [Kind, D] = Q;
  switch (Kind) {
  case Builtin::GlobalId:
    return L.Global[D] + L.Offset[D];
  case Builtin::GlobalLinearId:
    return L.total();
  case Builtin::LocalId:
    return L.Local[D];
  case Builtin::LocalLinearId:
    return L.groupSize();
  case Builtin::GroupId:
    return L.Groups[D];
  default:
    return std::nullopt;
  }
}

class Widener {
public:
  Widener(WorkItemFunction &Item, bool OnlyLocal) : Item(Item), OnlyLocal(OnlyLocal) {}

  // The ids of which F has the lower half.
  SmallSetVector<Query, 4> truncated() const {
    SmallSetVector<Query, 4> Found;
    for (Instruction &I : instructions(*Item.F))
      for (const std::optional<Query> &Q : {truncatedId(&I), maskedId(&I)})
        if (Q)
          Found.insert(*Q);
    return Found;
  }

  bool mayWrap() const {
    return any_of(instructions(*Item.F), [&](Instruction &I) { return wrapping(&I).has_value(); });
  }

  // What is in sums and products that wrap if the id is large enough.
  SetVector<Value *> Added;
  uint64_t Factor = 1;

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
  // An id, or a quotient or remainder of one, which is not larger.
  std::optional<Query> queryOf(Value *V) const {
    match(V, m_CombineOr(m_UDiv(m_Value(V), m_Value()), m_URem(m_Value(V), m_Value())));
    auto *A = dyn_cast<Argument>(V);
    if (!A || A->getArgNo() < Item.KernelArguments || A->getArgNo() >= Item.KernelArguments + Item.Queries.size())
      return std::nullopt;
    Query Q = Item.Queries[A->getArgNo() - Item.KernelArguments];
    const bool IsLocal = Q.first == Builtin::LocalId || Q.first == Builtin::LocalLinearId;
    return boundOf(Q, {}) && (IsLocal || !OnlyLocal) ? std::optional(Q) : std::nullopt;
  }

  std::optional<Query> truncatedId(const Value *V) const {
    Value *Id;
    return V->getType()->isIntegerTy(32) && match(V, m_Trunc(m_Value(Id))) ? queryOf(Id) : std::nullopt;
  }

  // One that LLVM knows to be positive, extended again.
  std::optional<Query> maskedId(const Value *V) const {
    Value *Id;
    const APInt *Mask;
    return V->getType()->isIntegerTy(64) && match(V, m_And(m_Value(Id), m_LowBitMask(Mask))) && Mask->countr_one() >= 31
               ? queryOf(Id)
               : std::nullopt;
  }

  // By small constants 32 bits divide faster, and rows of that size are not worth loops of their own (DividedIds.h).
  bool isDivision(const Value *V) const {
    auto *I = dyn_cast<Instruction>(V);
    if (OnlyLocal || !I || !I->isIntDivRem() || (!isSigned(*I) && !truncatedId(I->getOperand(0))))
      return false;
    auto *C = dyn_cast<ConstantInt>(I->getOperand(1));
    return !C || C->getValue().sge(ShortestRow);
  }

  static bool isSigned(const Instruction &Division) {
    return Division.getOpcode() == Instruction::SDiv || Division.getOpcode() == Instruction::SRem;
  }

  // Works on each bit, of which an extended sign is one more. Not on what may wrap, as random numbers and hashes do; a
  // sum that LLVM has made a disjoint `or` is none.
  bool isBitwise(const Value *V) const {
    auto *O = dyn_cast<BinaryOperator>(V);
    if (!O || !O->isBitwiseLogicOp())
      return false;
    const auto *Or = dyn_cast<PossiblyDisjointInst>(O);
    return (Or && Or->isDisjoint()) || !reachesWrapping(V);
  }
  bool reachesWrapping(const Value *V, unsigned Depth = 0) const {
    if (OnlyLocal)
      return false; // there wrapping() has what cannot
    return wrapping(V) || (Depth != MaxDepth && isa<BinaryOperator, SelectInst, IntrinsicInst>(V) &&
                           any_of(cast<Instruction>(V)->operands(),
                                  [&](const Use &U) { return reachesWrapping(U.get(), Depth + 1); }));
  }

  // One of its operands.
  static bool isChoice(const Value *V) {
    const auto *MinMax = dyn_cast<MinMaxIntrinsic>(V);
    return V->getType()->isIntegerTy(32) && (isa<SelectInst>(V) || (MinMax && MinMax->isSigned()));
  }

  struct Wrapping {
    Value *Added; // null: none
    uint64_t Factor;
  };
  // Of indices; others are of random numbers, with which few launches would stay below 2^31.
  static constexpr unsigned FactorBits = 10, AddedBits = 24;

  // A product of an id and a constant, or a sum with it, of which LLVM has forgotten that it does not wrap: it brings
  // `x + n - 1` into the form `(n - 1) + x`, and makes shifts of 64 bits of `a[6 * x]`. With local ids alone, those
  // that cannot wrap.
  std::optional<Wrapping> wrapping(const Value *V) const {
    const std::optional<Wrapping> Found = wrappingOfAny(V);
    if (!Found || !OnlyLocal || (Found->Added && isFirstOfGroup(Found->Added)))
      return Found;
    static_assert((LargestGroup << FactorBits) + (1u << AddedBits) < Limit);
    return !Found->Added || isa<ConstantInt>(Found->Added) ? Found : std::nullopt;
  }

  std::optional<Wrapping> wrappingOfAny(const Value *V) const {
    Value *X, *Y;
    const APInt *C;
    auto *O = dyn_cast<OverflowingBinaryOperator>(V);
    if (!O || O->hasNoSignedWrap() || !O->getType()->isIntegerTy(32))
      return std::nullopt;
    if (match(V, m_Mul(m_Value(X), m_APInt(C))) && truncatedId(X) && !C->isZero() && C->isIntN(FactorBits))
      return Wrapping{nullptr, C->getZExtValue()};
    if (match(V, m_Shl(m_Value(X), m_APInt(C))) && truncatedId(X) && C->ult(FactorBits))
      return Wrapping{nullptr, uint64_t(1) << C->getZExtValue()};
    if (!match(V, m_Add(m_Value(X), m_Value(Y))) || (match(Y, m_APInt(C)) && C->getSignificantBits() > AddedBits))
      return std::nullopt;
    auto IsScaled = [&](Value *Z) {
      return truncatedId(Z) || (isa<Instruction>(Z) && !match(Z, m_Add(m_Value(), m_Value())) && wrapping(Z));
    };
    if (!IsScaled(X))
      std::swap(X, Y);
    return IsScaled(X) && (isSharedByItems(Item, Y) || (OnlyLocal && isFirstOfGroup(Y))) ? std::optional(Wrapping{Y, 1})
                                                                                         : std::nullopt;
  }

  // What splitGlobalIndices has made.
  bool isFirstOfGroup(const Value *V) const {
    Value *Global, *Local, *Id, *Offset;
    if (!match(V, m_Trunc(m_Sub(m_Value(Global), m_Value(Local)))) || !isQueryOf(Local, Builtin::LocalId))
      return false;
    if (match(Global, m_Sub(m_Value(Id), m_Value(Offset))) && isQueryOf(Offset, Builtin::GlobalOffset))
      Global = Id;
    return isQueryOf(Global, Builtin::GlobalId);
  }

  // Of dimension 0.
  bool isQueryOf(const Value *V, Builtin Kind) const {
    auto *A = dyn_cast<Argument>(V);
    return A && A->getArgNo() >= Item.KernelArguments && A->getArgNo() < Item.KernelArguments + Item.Queries.size() &&
           Item.Queries[A->getArgNo() - Item.KernelArguments] == Query(Kind, 0);
  }

  // Arithmetic that is the same in 64 bits, because it does not wrap in 32.
  bool isArithmetic(const Value *V) const {
    if (isDivision(V) || isBitwise(V) || isChoice(V) || wrapping(V))
      return true;
    auto *O = dyn_cast<OverflowingBinaryOperator>(V);
    return O && isa<Instruction>(V) && O->hasNoSignedWrap() &&
           (O->getOpcode() != Instruction::Shl || isa<ConstantInt>(O->getOperand(1)));
  }

  bool containsId(const Value *V, unsigned Depth = 0) const {
    if (truncatedId(V))
      return true;
    return Depth != MaxDepth && isArithmetic(V) &&
           any_of(cast<Instruction>(V)->operands(), [&](const Use &U) { return containsId(U.get(), Depth + 1); });
  }

  // V with its sign extended.
  Value *widen(Value *V, IRBuilder<> &B, unsigned Depth = 0) {
    if (truncatedId(V))
      return cast<Instruction>(V)->getOperand(0);
    if (Depth == MaxDepth || !isArithmetic(V) || !containsId(V, Depth))
      return B.CreateSExt(V, B.getInt64Ty());
    if (auto *Choice = dyn_cast<SelectInst>(V))
      return B.CreateSelect(Choice->getCondition(), widen(Choice->getTrueValue(), B, Depth + 1),
                            widen(Choice->getFalseValue(), B, Depth + 1));
    if (auto *Choice = dyn_cast<MinMaxIntrinsic>(V))
      return B.CreateBinaryIntrinsic(Choice->getIntrinsicID(), widen(Choice->getLHS(), B, Depth + 1),
                                     widen(Choice->getRHS(), B, Depth + 1));
    auto *I = cast<BinaryOperator>(V);
    if (isDivision(I))
      return widenDivision(*I, B, Depth);
    if (std::optional<Wrapping> Wraps = wrapping(I)) {
      Factor = std::max(Factor, Wraps->Factor);
      if (Wraps->Added)
        Added.insert(Wraps->Added);
    }
    Value *X = widen(I->getOperand(0), B, Depth + 1), *Y = widen(I->getOperand(1), B, Depth + 1);
    auto *Wide = BinaryOperator::Create(I->getOpcode(), X, Y);
    if (I->isBitwiseLogicOp())
      Wide->copyIRFlags(I);
    else
      Wide->setHasNoSignedWrap();
    return B.Insert(Wide);
  }

  Value *widenDivision(BinaryOperator &I, IRBuilder<> &B, unsigned Depth = 0) {
    return B.CreateBinOp(I.getOpcode(), widen(I.getOperand(0), B, Depth + 1), widenDivisor(I));
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
    auto *Compare = dyn_cast<ICmpInst>(&I);
    if (!Compare)
      return nullptr;
    Value *X = Compare->getOperand(0), *Y = Compare->getOperand(1);
    if (!Compare->isUnsigned() && (containsId(X) || containsId(Y)) && !reachesWrapping(X) && !reachesWrapping(Y))
      return B.CreateICmp(Compare->getPredicate(), widen(X, B), widen(Y, B));
    if (Compare->isUnsigned() && (truncatedId(X) || truncatedId(Y)))
      return B.CreateICmp(Compare->getPredicate(), unsignedOf(X, B), unsignedOf(Y, B));
    return nullptr;
  }

  Value *unsignedOf(Value *V, IRBuilder<> &B) const {
    return truncatedId(V) ? cast<Instruction>(V)->getOperand(0) : B.CreateZExt(V, B.getInt64Ty());
  }

  WorkItemFunction &Item;
  const bool OnlyLocal;
  SmallVector<Instruction *, 16> Old;
  SmallDenseMap<std::pair<Value *, unsigned>, Value *> Divisors; // and whether they are signed
};

} // namespace

// Shifts of 64 bits up and down, which LLVM makes of an index of 32 bits that it extends and scales.
static void recomposeExtensions(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    Value *Shifted, *X, *Other;
    const APInt *Down, *By, *Added = nullptr;
    if (!I.getType()->isIntegerTy(64) || !match(&I, m_AShr(m_Value(Shifted), m_APInt(Down))) || Down->ugt(32))
      continue;
    if (match(Shifted, m_Add(m_Value(Other), m_APInt(Added))))
      Shifted = Other;
    APInt Factor(64, 0);
    if (match(Shifted, m_Mul(m_Value(X), m_APInt(By))))
      Factor = *By;
    else if (match(Shifted, m_Shl(m_Value(X), m_APInt(By))) && By->ult(64))
      Factor.setBit(By->getZExtValue());
    if (Factor.isZero() || Factor.countr_zero() < 32 || (Added && Added->countr_zero() < 32))
      continue;
    IRBuilder<> B(&I);
    Value *Narrow = B.CreateTrunc(X, B.getInt32Ty());
    if (Factor.lshr(32) != 1)
      Narrow = B.CreateMul(Narrow, B.getInt(Factor.extractBits(32, 32)));
    if (Added)
      Narrow = B.CreateAdd(Narrow, B.getInt(Added->extractBits(32, 32)));
    I.replaceAllUsesWith(B.CreateShl(B.CreateSExt(Narrow, I.getType()), 32 - Down->getZExtValue(), "", false, true));
    I.eraseFromParent();
  }
}

// Of dimension 0.
static bool isQueryCall(const Value *V, Builtin Kind) {
  auto *Call = dyn_cast<CallInst>(V);
  return Call && Call->getCalledFunction() && classifyBuiltin(*Call->getCalledFunction()) == Kind &&
         match(Call->getArgOperand(0), m_Zero());
}

void splitGlobalIndices(Function &Kernel) {
  recomposeExtensions(Kernel);
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

void widenLocalIndices(WorkItemFunction &Item) {
  recomposeExtensions(*Item.F);
  Widener(Item, true).run();
}

std::optional<WideIndices> widenIndices(WorkItemFunction &Item, const LaunchShape &Shape) {
  recomposeExtensions(*Item.F);
  Widener W(Item, false);
  SmallSetVector<Query, 4> Queries = W.truncated();
  if (Queries.empty())
    return std::nullopt;
  WideIndices Out;
  Out.Queries.assign(Queries.begin(), Queries.end());
  const std::optional<LaunchConstants> Constants = launchConstants(Shape);
  if (Constants && any_of(Queries, [&](Query Q) { return *boundOf(Q, *Constants) > Limit; }))
    return std::nullopt;
  if (!Constants || W.mayWrap()) {
    ValueToValueMapTy Map;
    Out.Original = Item.F;
    Item.F = CloneFunction(Item.F, Map);
    Item.F->takeName(Out.Original);
  }
  W.run();
  Out.Added = std::move(W.Added);
  Out.Factor = W.Factor;
  return Out;
}

} // namespace syclfuse::fuser
