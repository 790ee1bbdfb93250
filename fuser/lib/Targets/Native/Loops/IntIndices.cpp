// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "IntIndices.h"
#include "DividedIds.h"
#include "ItemBounds.h"
#include "syclfuse/native_abi.h"

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace syclfuse::fuser {

// Constants of indices; larger ones are those of random numbers.
constexpr unsigned FactorBits = 14, PowerBits = 20, AddedBits = 24;
constexpr unsigned MaxTerms = 8;
constexpr uint64_t LargestFactor = uint64_t(1) << 30;

std::optional<uint64_t> boundOf(IdQuery Id, const LaunchConstants &L) {
  auto [Kind, D] = Id;
  switch (Kind) {
  case Builtin::GlobalId:
    return L.Global[D] + L.Offset[D];
  case Builtin::GlobalLinearId:
    return L.total();
  case Builtin::LocalId:
    return L.Local[D] == 1 ? L.groupSize() : L.Local[D]; // rows of folded groups
  case Builtin::LocalLinearId:
    return L.groupSize();
  case Builtin::GroupId:
    return L.Groups[D];
  default:
    return std::nullopt;
  }
}

bool isChoiceOfIndices(const Value *V) {
  const auto *MinMax = dyn_cast<MinMaxIntrinsic>(V);
  return V->getType()->isIntegerTy(32) && (isa<SelectInst>(V) || (MinMax && MinMax->isSigned()));
}

// An id, or a quotient or remainder of one, which is not larger.
std::optional<IdQuery> IntIndices::queryOf(Value *V) const {
  match(V, m_CombineOr(m_UDiv(m_Value(V), m_Value()), m_URem(m_Value(V), m_Value())));
  auto *A = dyn_cast<Argument>(V);
  if (!A || A->getArgNo() < Item.KernelArguments || A->getArgNo() >= Item.KernelArguments + Item.Queries.size())
    return std::nullopt;
  IdQuery Q = Item.Queries[A->getArgNo() - Item.KernelArguments];
  const bool IsLocal = Q.first == Builtin::LocalId || Q.first == Builtin::LocalLinearId;
  return fuser::boundOf(Q, {}) && (IsLocal || !OnlyLocal) ? std::optional(Q) : std::nullopt;
}

std::optional<IdQuery> IntIndices::truncatedId(const Value *V) const {
  Value *Id;
  return V->getType()->isIntegerTy(32) && match(V, m_Trunc(m_Value(Id))) ? queryOf(Id) : std::nullopt;
}

std::optional<IdQuery> IntIndices::maskedId(const Value *V) const {
  Value *Id;
  const APInt *Mask;
  return V->getType()->isIntegerTy(64) && match(V, m_And(m_Value(Id), m_LowBitMask(Mask))) && Mask->countr_one() >= 31
             ? queryOf(Id)
             : std::nullopt;
}

bool IntIndices::isSigned(const Instruction &Division) {
  return Division.getOpcode() == Instruction::SDiv || Division.getOpcode() == Instruction::SRem;
}

// By small constants 32 bits divide faster, and rows of that size are not worth loops of their own (DividedIds.h).
bool IntIndices::isDivision(const Value *V) const {
  auto *I = dyn_cast<Instruction>(V);
  if (OnlyLocal || !I || !I->isIntDivRem() || (!isSigned(*I) && !truncatedId(I->getOperand(0))))
    return false;
  auto *C = dyn_cast<ConstantInt>(I->getOperand(1));
  return !C || C->getValue().sge(ShortestRow);
}

// Works on each bit, of which an extended sign is one more. Not on what may wrap, as random numbers and hashes do; a
// sum that LLVM has made a disjoint `or` is none.
bool IntIndices::isBitwise(const Value *V) const {
  auto *O = dyn_cast<BinaryOperator>(V);
  if (!O || !O->isBitwiseLogicOp())
    return false;
  const auto *Or = dyn_cast<PossiblyDisjointInst>(O);
  return (Or && Or->isDisjoint()) || !reachesWrapping(V);
}

bool IntIndices::reachesWrapping(const Value *V, unsigned Depth) const {
  if (OnlyLocal)
    return false; // there wraps() has what cannot
  return wraps(V) ||
         (Depth != MaxDepth && isa<BinaryOperator, SelectInst, IntrinsicInst>(V) &&
          any_of(cast<Instruction>(V)->operands(), [&](const Use &U) { return reachesWrapping(U.get(), Depth + 1); }));
}

// What splitGlobalIndices has made.
bool IntIndices::isFirstOfGroup(const Value *V) const {
  Value *Global, *Local, *Id, *Offset;
  if (!match(V, m_Trunc(m_Sub(m_Value(Global), m_Value(Local)))) ||
      !(isQueryOf(Local, Builtin::LocalId) || isQueryOf(Local, Builtin::LocalLinearId)))
    return false;
  if (match(Global, m_Sub(m_Value(Id), m_Value(Offset))) && isQueryOf(Offset, Builtin::GlobalOffset))
    Global = Id;
  return isQueryOf(Global, Builtin::GlobalId);
}

// Of dimension 0.
bool IntIndices::isQueryOf(const Value *V, Builtin Kind) const {
  auto *A = dyn_cast<Argument>(V);
  return A && A->getArgNo() >= Item.KernelArguments && A->getArgNo() < Item.KernelArguments + Item.Queries.size() &&
         Item.Queries[A->getArgNo() - Item.KernelArguments] == IdQuery(Kind, 0);
}

// What is in both is added, or the larger one taken.
static IndexBound merged(IndexBound X, const IndexBound &Y, bool Add) {
  for (const IndexTerm &T : Y) {
    auto *Same = find_if(X, [&](const IndexTerm &Other) { return Other.hasSameParts(T); });
    if (Same == X.end())
      X.push_back(T);
    else
      Same->Factor = Add ? Same->Factor + T.Factor : std::max(Same->Factor, T.Factor);
  }
  return X;
}

static bool isTooLarge(const IndexBound &Bound) {
  return Bound.size() > MaxTerms || any_of(Bound, [](const IndexTerm &T) { return T.Factor > LargestFactor; });
}

// Nothing: not known, or what random numbers have.
std::optional<IndexBound> IntIndices::boundOf(Value *V, bool Unsigned, unsigned Depth) const {
  if (std::optional<IdQuery> Id = truncatedId(V))
    return IndexBound{{Id}};
  if (auto *C = dyn_cast<ConstantInt>(V)) {
    const APInt N = Unsigned ? C->getValue() : C->getValue().abs();
    return N.isIntN(AddedBits) ? std::optional(IndexBound{{std::nullopt, nullptr, N.getZExtValue()}}) : std::nullopt;
  }
  if (OnlyLocal && !Unsigned && isFirstOfGroup(V))
    return IndexBound{{IdQuery(Builtin::GlobalId, 0)}};
  if (isSharedByItems(Item, V))
    return IndexBound{{std::nullopt, V, 1, Unsigned}};
  auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth == MaxDepth || !I->getType()->isIntegerTy(32))
    return std::nullopt;
  if (isDivision(I))
    return Unsigned && isSigned(*I) ? std::nullopt : boundOf(I->getOperand(0), Unsigned, Depth + 1);
  const bool IsSum = match(I, m_AddLike(m_Value(), m_Value())) || (I->getOpcode() == Instruction::Sub && !Unsigned);
  if (IsSum || isChoiceOfIndices(I)) {
    const unsigned First = isa<SelectInst>(I) ? 1 : 0;
    std::optional<IndexBound> X = boundOf(I->getOperand(First), Unsigned, Depth + 1);
    std::optional<IndexBound> Y = X ? boundOf(I->getOperand(First + 1), Unsigned, Depth + 1) : std::nullopt;
    if (Y)
      Y = merged(std::move(*X), *Y, IsSum);
    return Y && !isTooLarge(*Y) ? Y : std::nullopt;
  }
  const APInt *C;
  if (match(I, m_Shl(m_Value(), m_APInt(C))) && C->ule(PowerBits))
    return boundOfProduct(I->getOperand(0), ConstantInt::get(I->getType(), uint64_t(1) << C->getZExtValue()), Unsigned,
                          Depth);
  return I->getOpcode() == Instruction::Mul ? boundOfProduct(I->getOperand(0), I->getOperand(1), Unsigned, Depth)
                                            : std::nullopt;
}

// One factor is the same for all work-items.
std::optional<IndexBound> IntIndices::boundOfProduct(Value *X, Value *Y, bool Unsigned, unsigned Depth) const {
  if (isSharedByItems(Item, X))
    std::swap(X, Y);
  auto *C = dyn_cast<ConstantInt>(Y);
  const APInt By = !C ? APInt(32, 1) : Unsigned ? C->getValue() : C->getValue().abs();
  if (By.isZero() || !(By.isIntN(FactorBits) || (By.isPowerOf2() && By.logBase2() <= PowerBits)))
    return std::nullopt;
  std::optional<IndexBound> Bound = isSharedByItems(Item, Y) ? boundOf(X, Unsigned, Depth + 1) : std::nullopt;
  if (!Bound || (!C && any_of(*Bound, [](const IndexTerm &T) { return T.Shared != nullptr; })))
    return std::nullopt;
  for (IndexTerm &T : *Bound) {
    T.Factor *= By.getZExtValue();
    if (!C) {
      T.Shared = Y;
      T.Unsigned = Unsigned;
    }
  }
  return isTooLarge(*Bound) ? std::nullopt : Bound;
}

// An id is not below 0.
bool IntIndices::neverWraps(const OverflowingBinaryOperator &O) const {
  Value *Id;
  return O.hasNoSignedWrap() || (match(&O, m_Add(m_Value(Id), m_Negative())) && truncatedId(Id));
}

std::optional<IndexBound> IntIndices::wraps(const Value *V) const {
  auto *O = dyn_cast<OverflowingBinaryOperator>(V);
  if (!O || !isa<Instruction>(V) || neverWraps(*O) || !O->getType()->isIntegerTy(32))
    return std::nullopt;
  return boundOfIndex(const_cast<Value *>(V), false);
}

std::optional<IndexBound> IntIndices::boundOfIndex(Value *V, bool Unsigned) const {
  std::optional<IndexBound> Bound = boundOf(V, Unsigned);
  if (!Bound || none_of(*Bound, [](const IndexTerm &T) { return T.Id.has_value(); }))
    return std::nullopt;
  if (!OnlyLocal)
    return Bound;
  // The id of a group's first work-item counts on (WideIndices.h), but not its multiples.
  uint64_t Most = 0;
  for (const IndexTerm &T : *Bound) {
    const bool IsFirst = T.Id && T.Id->first == Builtin::GlobalId;
    if (T.Shared || (IsFirst && T.Factor != 1))
      return std::nullopt;
    Most += IsFirst ? 0 : T.Factor * (T.Id ? SYCL_FUSE_NATIVE_MAX_GROUP : 1);
  }
  return Most < uint64_t(1) << 31 ? Bound : std::nullopt;
}

std::optional<IndexBound> IntIndices::wrapsUnsigned(const Value *V) const {
  auto *Extension = dyn_cast<ZExtInst>(V);
  if (!Extension || !V->getType()->isIntegerTy(64) || !Extension->getOperand(0)->getType()->isIntegerTy(32) ||
      none_of(V->users(), [](const User *U) { return isa<GetElementPtrInst>(U); }))
    return std::nullopt;
  return boundOfIndex(Extension->getOperand(0), true);
}

bool IntIndices::isArithmetic(const Value *V) const {
  if (isDivision(V) || isBitwise(V) || isChoiceOfIndices(V) || wraps(V))
    return true;
  auto *O = dyn_cast<OverflowingBinaryOperator>(V);
  return O && isa<Instruction>(V) && neverWraps(*O) &&
         (O->getOpcode() != Instruction::Shl || isa<ConstantInt>(O->getOperand(1)));
}

bool IntIndices::containsId(const Value *V, unsigned Depth) const {
  if (truncatedId(V))
    return true;
  return Depth != MaxDepth && isArithmetic(V) &&
         any_of(cast<Instruction>(V)->operands(), [&](const Use &U) { return containsId(U.get(), Depth + 1); });
}

} // namespace syclfuse::fuser
