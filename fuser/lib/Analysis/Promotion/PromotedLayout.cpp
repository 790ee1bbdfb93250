// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PromotedLayout.h"

#include "DenseLayout.h"
#include "GuardedIds.h"

#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

#include <numeric>

using namespace llvm;

namespace syclfuse::fuser {

namespace {

class Planner {
public:
  Planner(PromotableUses &Uses, Argument &Pointer, const ReplacementMemory &Memory, const LaunchSizes &Launch,
          ValueClasses &Classes, ScalarEvolution &SE)
      : Uses(Uses), Pointer(Pointer), Memory(Memory), Classes(Classes), Guarded(*Pointer.getParent(), Classes, Launch),
        DL(Pointer.getParent()->getDataLayout()),
        Offsets(Classes, Launch, SE, DL, DL.getIndexTypeSizeInBits(Pointer.getType()), /*SplitIds=*/Memory.Local,
                &Guarded) {}

  PromotedLayout plan() {
    collect();
    Layout.Bytes = Memory.Bytes;
    if (leaveOutCommonPart())
      Layout.Injective = true;
    else
      for (auto &[V, Access] : Accessed)
        if (!placeModulo(*V, Access))
          return std::move(Layout);
    checkAtomics();
    return std::move(Layout);
  }

private:
  // Targets have no atomic accesses across elements.
  void checkAtomics() {
    for (auto &[I, Operands] : Uses.Accesses)
      if (I->isAtomic() && Memory.Local &&
          Layout.Places.find(I->getOperand(Operands.front()))->second.Alignment < PromotableUses::accessSize(*I))
        return void(Uses.refuse(I, "it is not known that an atomic access is aligned there"));
  }

  struct AccessedPointer {
    LinearOffset Offset;
    bool InKernel = false;
    uint64_t Bytes = 0; // of the widest access
    Instruction *Widest = nullptr;
    IdRanges Ids; // of the work-items that access it
  };

  void collect() {
    for (auto &[I, Operands] : Uses.Accesses)
      for (unsigned Op : Operands) {
        Value *V = I->getOperand(Op);
        auto [It, New] = Accessed.try_emplace(V);
        AccessedPointer &A = It->second;
        if (New) {
          A.InKernel = I->getFunction() == Pointer.getParent();
          if (A.InKernel)
            A.Offset = Offsets.ofPointer(V, &Pointer);
        }
        if (A.InKernel) {
          IdRanges Ids = Guarded.at(*I->getParent());
          A.Ids = New ? std::move(Ids) : eitherOf(A.Ids, Ids);
        }
        const uint64_t Bytes = PromotableUses::accessSize(*I);
        if (!A.Widest || Bytes > A.Bytes)
          A.Bytes = Bytes, A.Widest = I;
      }
  }

  bool isWhole(const AccessedPointer &A) const {
    return !A.InKernel ||
           any_of(A.Offset.Terms, [](const OffsetTerm &T) { return T.Symbol.Kind == OffsetSymbol::Pointer; });
  }

  // Of one work-item's, or one work-group's, run.
  bool isFixed(const OffsetTerm &T) {
    switch (T.Symbol.Kind) {
    case OffsetSymbol::Pointer:
      return false;
    case OffsetSymbol::GroupBase:
      return true;
    case OffsetSymbol::Query:
      return !Memory.Local || isUniformQuery(T.Symbol.Of.first);
    default:
      return Memory.Local ? Classes.isUniform(T.V) : Classes.isInvariant(T.V);
    }
  }

  bool leaveOutCommonPart() {
    if (Accessed.empty() || any_of(Accessed, [&](auto &A) { return isWhole(A.second); }))
      return false;
    SmallVector<OffsetTerm, 4> Common;
    for (const OffsetTerm &T : Accessed.front().second.Offset.Terms)
      if (isFixed(T) && all_of(Accessed, [&](auto &A) { return hasTerm(A.second.Offset, T); }))
        Common.push_back(T);
    SmallVector<LinearOffset, 8> Rests;
    for (auto &[V, A] : Accessed) {
      LinearOffset Rest = A.Offset;
      for (const OffsetTerm &T : Common)
        erase_if(Rest.Terms, [&](const OffsetTerm &O) { return O.Symbol == T.Symbol; });
      Rests.push_back(std::move(Rest));
    }
    // What a work-group has one of fits in what one of its work-items has.
    return (Memory.PerWorkItem && placePerWorkItem(Rests)) || placeInRange(Rests) ||
           (!Memory.PerWorkItem && placeDensely(Rests));
  }

  static bool hasTerm(const LinearOffset &Sum, const OffsetTerm &T) {
    return any_of(Sum.Terms, [&](const OffsetTerm &O) { return O.Symbol == T.Symbol && O.Factor == T.Factor; });
  }

  // The rests begin at the smallest of them, and must end within memory.
  bool placeInRange(ArrayRef<LinearOffset> Rests) {
    int64_t First = INT64_MAX;
    SmallVector<OffsetRange, 8> Ranges;
    for (auto [Rest, A] : zip(Rests, Accessed)) {
      std::optional<OffsetRange> R = Offsets.range(Rest, A.second.Ids);
      if (!R)
        return false;
      Ranges.push_back(*R);
      First = std::min(First, R->Min);
    }
    // From an element on, so that what was aligned in it stays so.
    const auto Element = static_cast<int64_t>(Memory.ElementSize);
    First -= (First % Element + Element) % Element;
    uint64_t End = 0;
    for (auto [R, A] : zip(Ranges, Accessed)) {
      if (!fits(R.Max - First, A.second.Bytes, Memory.Bytes))
        return false;
      End = std::max(End, static_cast<uint64_t>(R.Max - First) + A.second.Bytes);
    }
    Layout.Bytes = alignTo(End, Memory.ElementSize);
    for (auto [Rest, A] : zip(Rests, Accessed))
      placeSum(*A.first, Rest, First);
    return true;
  }

  // The rests are further apart than memory is long, but there are no more of them than it holds.
  bool placeDensely(ArrayRef<LinearOffset> Rests) {
    SmallVector<SizedOffset, 8> Sized;
    for (auto [Rest, A] : zip(Rests, Accessed))
      Sized.push_back({Rest, A.second.Bytes, A.second.Ids});
    const auto Places = layOutDensely(Sized, Offsets, Memory.ElementSize, Memory.Bytes);
    if (!Places)
      return false;
    for (auto [Place, A] : zip(*Places, Accessed))
      placeSum(*A.first, Place, 0);
    return true;
  }

  static bool fits(int64_t At, uint64_t Bytes, uint64_t Size) {
    return At >= 0 && Bytes <= Size && static_cast<uint64_t>(At) <= Size - Bytes;
  }

  // The work-group's size is not known: elements of the work-item, one after the other, at its local id in one
  // dimension or among all of the work-group.
  bool placePerWorkItem(ArrayRef<LinearOffset> Rests) {
    const OffsetTerm *Id = nullptr;
    int64_t First = INT64_MAX, Last = INT64_MIN;
    for (auto [Rest, A] : zip(Rests, Accessed)) {
      LinearOffset Inner = Rest;
      const auto *It = find_if(Rest.Terms, [](const OffsetTerm &T) {
        return T.Symbol.Kind == OffsetSymbol::Query &&
               is_contained({Builtin::LocalId, Builtin::GlobalLinearId}, T.Symbol.Of.first);
      });
      if (It == Rest.Terms.end() || (Id && (!(Id->Symbol == It->Symbol) || Id->Factor != It->Factor)))
        return false;
      Id = It;
      erase_if(Inner.Terms, [&](const OffsetTerm &T) { return T.Symbol == It->Symbol; });
      std::optional<OffsetRange> R = Offsets.range(Inner);
      if (!R || A.second.Bytes > uint64_t(INT32_MAX))
        return false;
      First = std::min(First, R->Min);
      Last = std::max<int64_t>(Last, R->Max + static_cast<int64_t>(A.second.Bytes));
    }
    if (Id->Factor <= 0 || uint64_t(Id->Factor) > Memory.Bytes || Last - First > Id->Factor)
      return false;
    for (auto [Rest, A] : zip(Rests, Accessed)) {
      LinearOffset Place = Rest;
      for (OffsetTerm &T : Place.Terms)
        if (T.Symbol.Kind == OffsetSymbol::Query && T.Symbol.Of.first == Builtin::GlobalLinearId)
          T.Symbol.Of = {Builtin::LocalLinearId, 0};
      placeSum(*A.first, std::move(Place), First);
    }
    return true;
  }

  // Bits of the value that are 0 at its end, as those of an index that was shifted before it became an address.
  unsigned zerosAtEnd(const OffsetTerm &T) const {
    if (!T.V || T.Symbol.Kind == OffsetSymbol::Query || T.Symbol.Kind == OffsetSymbol::GroupBase)
      return 0;
    return std::min(computeKnownBits(T.V, DL).countMinTrailingZeros(), 16u);
  }

  PromotedPlace &placeSum(Value &V, LinearOffset Offset, int64_t First) {
    Offset.Constant -= First;
    PromotedPlace &P = Layout.Places[&V];
    P.From = PromotedPlace::Sum;
    P.Modulo = false;
    uint64_t Divisor = uint64_t(1) << 32;
    Divisor = std::gcd(Divisor, uint64_t(Offset.Constant));
    for (const OffsetTerm &T : Offset.Terms)
      Divisor = std::gcd(Divisor, uint64_t(T.Factor) << zerosAtEnd(T));
    P.Alignment = Divisor;
    P.Offset = std::move(Offset);
    return P;
  }

  // The offset modulo the size.
  bool placeModulo(Value &V, const AccessedPointer &A) {
    const OffsetCongruence Known = Uses.Pointers.find(&V)->second;
    const bool Aligned = A.Bytes <= Known.Modulus && Known.Residue <= Known.Modulus - A.Bytes;
    if (Aligned && !Memory.PerWorkItem && Known.Modulus == Memory.Bytes) {
      LinearOffset Place;
      Place.Constant = static_cast<int64_t>(Known.Residue);
      placeSum(V, Place, 0);
      return true;
    }
    if (!isWhole(A) && !Memory.PerWorkItem) {
      LinearOffset Rest = withoutMultiples(A.Offset);
      if (auto R = Offsets.range(Rest); R && R->Min >= 0 && fits(R->Max, A.Bytes, Memory.Bytes)) {
        placeSum(V, Rest, 0);
        return true;
      }
    }
    if (!Aligned)
      return refuseWide(A, Known);
    PromotedPlace &P = Layout.Places[&V];
    P.Alignment = std::gcd(std::gcd(Known.Modulus, Known.Residue), uint64_t(1) << 32);
    return true;
  }

  bool refuseWide(const AccessedPointer &A, OffsetCongruence Known) {
    if (A.Bytes > Memory.Bytes && isa<MemIntrinsic>(A.Widest))
      return Uses.refuse(A.Widest, A.Bytes > (uint64_t(1) << 40)
                                       ? std::string("a copy has a length known at run time only")
                                       : ("a copy of " + Twine(A.Bytes) + " bytes does not stay within memory of " +
                                          Twine(Memory.Bytes) + " bytes")
                                             .str());
    return Uses.refuse(A.Widest, ("an access of " + Twine(A.Bytes) + " bytes does not stay within an element of " +
                                  Twine(Memory.ElementSize) + " bytes")
                                     .str());
  }

  // Factors modulo the size; a global id is split where that makes its group's part a multiple.
  LinearOffset withoutMultiples(const LinearOffset &Sum) {
    const auto Size = static_cast<int64_t>(Memory.Bytes);
    auto Reduce = [&](int64_t V) { return (V % Size + Size) % Size; };
    LinearOffset Out;
    Out.Constant = Reduce(Sum.Constant);
    for (OffsetTerm T : Sum.Terms) {
      T.Factor = Reduce(T.Factor);
      if (T.Factor)
        Out.Terms.push_back(T);
    }
    return Out;
  }

  PromotableUses &Uses;
  Argument &Pointer;
  const ReplacementMemory &Memory;
  ValueClasses &Classes;
  GuardedIds Guarded;
  const DataLayout &DL;
  LinearOffsets Offsets;
  MapVector<Value *, AccessedPointer> Accessed;
  PromotedLayout Layout;
};

} // namespace

PromotedLayout layOut(PromotableUses &Uses, Argument &Pointer, const ReplacementMemory &Memory,
                      const LaunchSizes &Launch, ValueClasses &Classes, ScalarEvolution &SE) {
  return Planner(Uses, Pointer, Memory, Launch, Classes, SE).plan();
}

} // namespace syclfuse::fuser
