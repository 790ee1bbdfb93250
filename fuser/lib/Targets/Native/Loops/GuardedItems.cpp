// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GuardedItems.h"
#include "FoldedGroups.h"
#include "ItemBounds.h"
#include "Targets/Common/FunctionCopy.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace syclfuse::fuser {
namespace {

constexpr unsigned MaxCuts = 3, MaxConditions = 8;
// Instructions of all versions, with one cut and with more.
constexpr unsigned MaxSize = 12000, MaxVersionsSize = 512;

class Finder {
public:
  Finder(const WorkItemFunction &Item, Function &F, range_kind Range, const DividedIds *Divided, unsigned Allowed)
      : Item(Item), F(F), Range(Range), Divided(Divided), Allowed(Allowed) {}

  std::optional<GuardedItems> run() {
    // Loops of the kernel are what strips are for (StripLoops.h), which need no cuts for neighbours.
    const bool HasLoops = !LoopInfo(DominatorTree(F)).empty();
    if (runsInRows(Item, F) && !HasLoops)
      return std::nullopt;               // too short to be cut
    SmallVector<ICmpInst *, 8> Compares; // bounds are made while they are noted
    for (Instruction &I : instructions(F))
      if (auto *Compare = dyn_cast<ICmpInst>(&I); Compare && decides(I, !HasLoops))
        Compares.push_back(Compare);
    for (ICmpInst *Compare : Compares)
      note(*Compare);
    if (!HasLoops)
      noteClamps();
    if (Found.Guards.empty())
      return std::nullopt;
    for (unsigned Mask = 0; Mask != 1u << Found.Cuts; ++Mask)
      Found.Versions.push_back(isPossible(Mask) ? makeVersion(Mask) : nullptr);
    return std::move(Found);
  }

private:
  // By itself or with other conditions, a branch or, Neighbours, an index.
  static bool decides(const Value &V, bool Neighbours, unsigned Depth = 0) {
    return any_of(V.users(), [&](const User *U) {
      if (isa<BranchInst>(U))
        return true;
      if (!U->getType()->isIntegerTy(1))
        return Neighbours && isa<SelectInst>(U) && (U->getType()->isIntegerTy() || U->getType()->isPointerTy());
      return Depth != MaxConditions && isa<BinaryOperator, SelectInst>(U) && decides(*U, Neighbours, Depth + 1);
    });
  }

  std::optional<Builtin> idOf(const Value *V) const { return countingId(Item, V, Range); }

  // The number in Divided of the row in which V is a place.
  std::optional<unsigned> rowOf(const Value *V) const {
    if (Divided)
      for (const DividedIds::Place &P : Divided->Places)
        if (P.At == V)
          return P.Number;
    return std::nullopt;
  }

  void note(ICmpInst &Compare) {
    CmpInst::Predicate P = Compare.getPredicate();
    for (unsigned N : {0, 1})
      if (std::optional<unsigned> Row = rowOf(Compare.getOperand(N)))
        return notePlace(Compare, N == 0 ? P : CmpInst::getSwappedPredicate(P), *Row, Compare.getOperand(1 - N));
    Value *X = Compare.getOperand(0), *Bound = Compare.getOperand(1);
    int64_t Distance = 0;
    Value *Id = idIn(X, Distance);
    if (!Id) {
      std::swap(X, Bound);
      P = CmpInst::getSwappedPredicate(P);
      Id = idIn(X, Distance);
    }
    if (!Id || !isSharedByItems(Item, Bound))
      return;
    if (Item.RowLength && isa<ConstantInt>(Bound) && *idOf(Id) == Builtin::LocalId)
      return; // within a row
    if (auto *C = dyn_cast<ConstantInt>(Bound))
      return noteConstant(Compare, P, *idOf(Id), Distance, C->getValue());
    if (CmpInst::isEquality(P))
      return noteEquality(Compare, *idOf(Id), Bound, Distance);
    if (std::optional<unsigned> Number =
            guardBelow(*idOf(Id), Distance, Bound, isInclusive(P), CmpInst::isSigned(P), Compare))
      GuardUses.push_back({&Compare, *Number, isBelow(P)});
  }

  static bool isBelow(CmpInst::Predicate P) { return ICmpInst::isLT(P) || ICmpInst::isLE(P); }
  // Whether what is not in the relation, or is, is at most the bound.
  static bool isInclusive(CmpInst::Predicate P) { return ICmpInst::isLE(P) || ICmpInst::isGT(P); }

  void notePlace(ICmpInst &Compare, CmpInst::Predicate P, unsigned Row, Value *Bound) {
    if (CmpInst::isEquality(P) || !isSharedByItems(Item, Bound))
      return;
    ItemGuard Guard{Builtin::GlobalId, Bound, isInclusive(P), CmpInst::isSigned(P)};
    Guard.Row = Row;
    noteBelow(Compare, Guard, isBelow(P));
  }

  // LLVM makes one comparison of two with constants: `x - 2 < 1020`, unsigned, of `x >= 2 && x < 1022`.
  void noteConstant(ICmpInst &Compare, CmpInst::Predicate P, Builtin Kind, int64_t Distance, const APInt &C) {
    const ConstantRange Ids(APInt(64, 0), APInt::getOneBitSet(64, 62));
    const ConstantRange True = ConstantRange::makeExactICmpRegion(P, C).subtract(APInt(64, Distance, true));
    std::optional<ConstantRange> Between = True.exactIntersectWith(Ids);
    const bool Inside = Between.has_value();
    if (!Inside)
      Between = True.inverse().exactIntersectWith(Ids);
    if (!Between || Between->isEmptySet() || *Between == Ids)
      return;
    auto Below = [&](const APInt &Bound) {
      return ItemGuard{Kind, ConstantInt::get(Compare.getContext(), Bound), false, false};
    };
    const ItemGuard From = Below(Between->getLower()), To = Below(Between->getUpper());
    if (Between->getLower().isZero())
      noteBelow(Compare, To, Inside);
    else if (Between->getUpper() == Ids.getUpper())
      noteBelow(Compare, From, !Inside);
    else
      noteBetween(Compare, From, To, Inside);
  }

  void noteBelow(ICmpInst &Compare, const ItemGuard &Guard, bool Below) {
    if (std::optional<unsigned> Number = guardFor(Guard))
      GuardUses.push_back({&Compare, *Number, Below});
  }

  // Not below From, but below To.
  void noteBetween(ICmpInst &Compare, const ItemGuard &From, const ItemGuard &To, bool Inside) {
    if (Found.Cuts + !hasGuard(From) + !hasGuard(To) > Allowed)
      return;
    const std::optional<unsigned> Number = guardFor(From);
    GuardUses.push_back({&Compare, *Number, Inside, 0, guardFor(To)});
  }

  // For whether an id + Distance is below Bound.
  std::optional<unsigned> guardBelow(Builtin Kind, int64_t Distance, Value *Bound, bool Inclusive, bool Signed,
                                     Instruction &At) {
    if (Distance == 0)
      return guardFor({Kind, Bound, Inclusive, Signed});
    if (!Signed && Distance < 0)
      return std::nullopt;
    IRBuilder<> B(&At);
    auto Compute = [&](Intrinsic::ID Operation, int64_t By) {
      auto *C = dyn_cast<Constant>(Bound);
      Bound = C ? ConstantFoldBinaryIntrinsic(Operation, C, B.getInt64(By), B.getInt64Ty(), nullptr)
                : B.CreateBinaryIntrinsic(Operation, Bound, B.getInt64(By));
    };
    if (Inclusive)
      Compute(Signed ? Intrinsic::sadd_sat : Intrinsic::uadd_sat, 1);
    Compute(Signed ? Intrinsic::ssub_sat : Intrinsic::usub_sat, Distance);
    if (Signed)
      Compute(Intrinsic::smax, 0);
    return guardFor({Kind, Bound, false, false});
  }

  // The one that is not below Bound, but below the next number: `x == n - 1 ? 0 : x + 1`.
  void noteEquality(ICmpInst &Compare, Builtin Kind, Value *Bound, int64_t Distance) {
    IRBuilder<> B(&Compare);
    if (Distance)
      Bound = B.CreateSub(Bound, B.getInt64(Distance)); // that of no id, if it wraps
    if (!isSharedByItems(Item, Bound, true))
      noteBetween(Compare, {Kind, Bound, false, false}, next(Kind, Bound, B),
                  Compare.getPredicate() == CmpInst::ICMP_EQ);
  }

  // Whether an id is at most Bound; for n - 1 in the form of `id < n`, which kernels ask as well.
  static ItemGuard next(Builtin Kind, Value *Bound, IRBuilder<> &B) {
    Value *N;
    if (match(Bound, m_Add(m_Value(N), m_AllOnes())))
      return {Kind, N, false, false};
    if (match(Bound, m_SExt(m_NSWAdd(m_Value(N), m_AllOnes()))))
      return {Kind, B.CreateSExt(N, B.getInt64Ty()), false, true};
    return {Kind, Bound, true, false};
  }

  void noteClamps() {
    SmallVector<IntrinsicInst *, 4> Clamps; // bounds are made while they are noted
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<IntrinsicInst>(&I); Call && isClamp(*Call) && Call->getType()->isIntegerTy())
        Clamps.push_back(Call);
    for (IntrinsicInst *Call : Clamps)
      noteClamp(*Call);
  }

  static bool isClamp(const IntrinsicInst &Call) {
    return Call.getIntrinsicID() == Intrinsic::usub_sat || isa<MinMaxIntrinsic>(Call);
  }

  // The id in V = id + Distance, a constant that cannot make it wrap beyond 0.
  Value *idIn(Value *V, int64_t &Distance) const {
    Distance = 0;
    if (idOf(V))
      return V;
    Value *Id;
    const APInt *C;
    if (!match(V, m_Add(m_Value(Id), m_APInt(C))) || C->getSignificantBits() > 32 || !idOf(Id))
      return nullptr;
    Distance = C->getSExtValue();
    return Id;
  }

  // What is compared is whether the id and its distance are below the other operand.
  void noteClamp(IntrinsicInst &Call) {
    int64_t Distance = 0;
    unsigned IdAt = 0;
    Value *Id = idIn(Call.getArgOperand(0), Distance);
    if (!Id && Call.isCommutative()) {
      Id = idIn(Call.getArgOperand(1), Distance);
      IdAt = 1;
    }
    Value *Bound = Call.getArgOperand(1 - IdAt);
    if (!Id || Call.getType() != Id->getType() || !isSharedByItems(Item, Bound))
      return;
    const auto *MinMax = dyn_cast<MinMaxIntrinsic>(&Call);
    auto *C = dyn_cast<ConstantInt>(Bound);
    const bool Signed = MinMax && MinMax->isSigned() && !(C && !C->isNegative() && Distance >= 0);
    if (std::optional<unsigned> Number = guardBelow(*idOf(Id), Distance, Bound, false, Signed, Call))
      GuardUses.push_back({&Call, *Number, true, IdAt});
  }

  std::optional<unsigned> guardFor(ItemGuard Wanted) {
    const auto *Known = find_if(Found.Guards, [&](const ItemGuard &G) { return isSame(G, Wanted); });
    if (Known != Found.Guards.end())
      return Known - Found.Guards.begin();
    std::optional<unsigned> Cut = cutFor(*Wanted.Bound, !Wanted.Row);
    if (!Cut)
      return std::nullopt;
    Wanted.Cut = *Cut;
    Found.Guards.push_back(Wanted);
    return Found.Guards.size() - 1;
  }

  static bool isSame(const ItemGuard &X, const ItemGuard &Y) {
    return X.Kind == Y.Kind && X.Row == Y.Row && X.Inclusive == Y.Inclusive && X.Signed == Y.Signed &&
           isSameShared(X.Bound, Y.Bound);
  }
  bool hasGuard(const ItemGuard &Wanted) const {
    return any_of(Found.Guards, [&](const ItemGuard &G) { return isSame(G, Wanted); });
  }

  std::optional<unsigned> cutFor(const Value &Bound, bool OfIds) {
    const bool IsSize = OfIds && isSharedByItems(Item, &Bound, true);
    if (IsSize && SizeCut)
      return SizeCut;
    if (Found.Cuts == Allowed)
      return std::nullopt;
    if (IsSize)
      SizeCut = Found.Cuts;
    return Found.Cuts++;
  }

  unsigned guardsOf(unsigned Cut) const {
    return count_if(Found.Guards, [&](const ItemGuard &G) { return G.Cut == Cut; });
  }

  // Not below one bound, but below a smaller one.
  bool isPossible(unsigned Mask) const {
    for (const ItemGuard &Below : Found.Guards)
      for (const ItemGuard &Above : Found.Guards)
        if ((Mask >> Below.Cut & 1) && !(Mask >> Above.Cut & 1) && isAtMost(Below, Above))
          return false;
    return true;
  }

  static bool isAtMost(const ItemGuard &Below, const ItemGuard &Above) {
    auto *X = dyn_cast<ConstantInt>(Below.Bound), *Y = dyn_cast<ConstantInt>(Above.Bound);
    if (Below.Kind != Above.Kind || Below.Row != Above.Row || Below.Signed != Above.Signed)
      return false;
    if (isSameShared(Below.Bound, Above.Bound))
      return Below.Inclusive <= Above.Inclusive;
    return X && Y && X->getZExtValue() + Below.Inclusive <= Y->getZExtValue() + Above.Inclusive;
  }

  // Whether ids of that version are below the guard's bound, if that is known: those that are not below all bounds of a
  // cut may be below some.
  std::optional<bool> answer(unsigned Guard, unsigned Mask) const {
    const unsigned Cut = Found.Guards[Guard].Cut;
    const bool IsBelow = Mask >> Cut & 1;
    return IsBelow || guardsOf(Cut) == 1 ? std::optional(IsBelow) : std::nullopt;
  }

  Function *makeVersion(unsigned Mask) {
    ValueToValueMapTy Map;
    Function *Version = CloneFunction(&F, Map);
    Version->setLinkage(GlobalValue::InternalLinkage);
    SmallVector<WeakVH, 4> Copies;
    for (const GuardUse &Use : GuardUses)
      Copies.emplace_back(Map[Use.At]);
    for (auto [Use, At] : zip(GuardUses, Copies)) {
      std::optional<bool> IsBelow = answer(Use.Number, Mask);
      if (Use.To && IsBelow)
        IsBelow = *IsBelow ? false : answer(*Use.To, Mask);
      if (!IsBelow || !At) // gone with the replacement of another one
        continue;
      auto *Copy = cast<Instruction>(&*At);
      replaceAndRecursivelySimplify(Copy, valueOf(Use, *Copy, *IsBelow));
    }
    dropUnreached(*Version);
    return Version;
  }

  struct GuardUse {
    Instruction *At;   // a comparison, or a clamp
    unsigned Number;   // of the guard
    bool Below;        // comparison: true if the id is below; with To, if it is not, but below that guard's bound
    unsigned IdAt = 0; // clamp: operand
    std::optional<unsigned> To = std::nullopt;
  };

  // Of Copy, the copy of a use in a version.
  static Value *valueOf(const GuardUse &Use, Instruction &Copy, bool IsBelow) {
    auto *Clamp = dyn_cast<IntrinsicInst>(&Copy);
    if (!Clamp)
      return ConstantInt::getBool(Copy.getContext(), IsBelow == Use.Below);
    Value *Id = Clamp->getArgOperand(Use.IdAt), *Bound = Clamp->getArgOperand(1 - Use.IdAt);
    switch (Clamp->getIntrinsicID()) {
    case Intrinsic::umin:
    case Intrinsic::smin:
      return IsBelow ? Id : Bound;
    case Intrinsic::umax:
    case Intrinsic::smax:
      return IsBelow ? Bound : Id;
    default: // usub.sat
      return IsBelow ? Constant::getNullValue(Copy.getType()) : IRBuilder<>(&Copy).CreateSub(Id, Bound, "", true);
    }
  }

  const WorkItemFunction &Item;
  Function &F;
  const range_kind Range;
  const DividedIds *Divided;
  GuardedItems Found;
  const unsigned Allowed; // cuts
  std::optional<unsigned> SizeCut;
  SmallVector<GuardUse, 4> GuardUses;
};

} // namespace

std::optional<GuardedItems> splitAtGuards(const WorkItemFunction &Item, Function &F, range_kind Kind,
                                          const DividedIds *Divided) {
  const unsigned Size = F.getInstructionCount();
  for (unsigned Allowed = Size <= MaxVersionsSize ? MaxCuts : 2 * Size <= MaxSize ? 1 : 0; Allowed; --Allowed) {
    std::optional<GuardedItems> Found = Finder(Item, F, Kind, Divided, Allowed).run();
    if (!Found)
      return std::nullopt;
    unsigned Total = 0;
    for (const Function *Version : Found->versions())
      Total += Version->getInstructionCount();
    if (Total <= (Found->Cuts > 1 ? MaxVersionsSize : MaxSize))
      return Found;
    for (Function *Version : Found->versions())
      Version->eraseFromParent();
    Allowed = std::min(Allowed, Found->Cuts);
  }
  return std::nullopt;
}

} // namespace syclfuse::fuser
