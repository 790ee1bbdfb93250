// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DividedIds.h"
#include "ItemBounds.h"
#include "RowBorders.h"
#include "Targets/Common/FunctionCopy.h"

#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace syclfuse::fuser {
namespace {

// Instructions of a function that is worth a copy. If only constants divide, it needs none.
constexpr unsigned MaxSize = 512, MaxSizeOfConstant = 2000;
constexpr unsigned MostDivisions = 16, MostTerms = 4;

} // namespace

Value *withoutFreeze(Value *V) {
  auto *Freeze = dyn_cast<FreezeInst>(V);
  return Freeze ? Freeze->getOperand(0) : V;
}

std::optional<Division> divisionOf(Instruction &I) {
  Value *X;
  const APInt *C;
  if (match(&I, m_LShr(m_Value(X), m_APInt(C))) && C->ult(62))
    return Division{&I, X, ConstantInt::get(I.getType(), uint64_t(1) << C->getZExtValue()), false};
  if (match(&I, m_And(m_Value(X), m_LowBitMask(C))) && C->getActiveBits() < 62)
    return Division{&I, X, ConstantInt::get(I.getType(), C->getZExtValue() + 1), true};
  if (!I.isIntDivRem())
    return std::nullopt;
  const bool IsRemainder = I.getOpcode() == Instruction::URem || I.getOpcode() == Instruction::SRem;
  return Division{&I, I.getOperand(0), withoutFreeze(I.getOperand(1)), IsRemainder};
}

namespace {

class Finder {
public:
  explicit Finder(const WorkItemFunction &Item) : Item(Item) {}

  struct Found {
    Division By;
    Value *Id;
    unsigned Number; // in Ids
  };
  SmallVector<Found, 4> Divisions;
  SmallVector<DividedId, 4> Ids;
  SmallVector<DividedIds::Border, 2> Borders;
  SmallVector<RowBorders::Question, 4> Questions;

  void run() {
    for (Instruction &I : instructions(*Item.F))
      if (std::optional<Division> D = I.getType()->isIntegerTy(64) ? divisionOf(I) : std::nullopt)
        note(*D);
    for (const Found &D : Divisions)
      if (D.By.IsRemainder)
        noteBorders(D);
  }

private:
  void note(const Division &D) {
    auto *C = dyn_cast<ConstantInt>(D.Divisor);
    if (!isSharedByItems(Item, D.Divisor) || (C && (C->getZExtValue() < ShortestRow || !isSmall(C->getZExtValue()))))
      return;
    DividedId What;
    What.Divisor = D.Divisor;
    Value *Id = nullptr;
    if (!addTerms(D.Dividend, D, What, Id, MostTerms) || !Id)
      return;
    // `(id - 1) & 511`
    if (C && D.IsRemainder && C->getValue().isPowerOf2() && !What.Offset)
      What.Distance &= C->getSExtValue() - 1;
    if (!What.Offset && !isSmall(What.Distance))
      return;
    if (std::optional<unsigned> Number = add(What))
      Divisions.push_back({D, Id, *Number});
  }

  std::optional<unsigned> add(const DividedId &What) {
    const auto *Known = find_if(Ids, [&](const DividedId &Other) { return isSame(Other, What); });
    const unsigned Number = Known - Ids.begin();
    if (Number == Ids.size()) {
      if (!hasRoomFor(dyn_cast<ConstantInt>(What.Divisor)))
        return std::nullopt;
      Ids.push_back(What);
    }
    return Number;
  }

  // A quotient changes where an inner place begins or ends.
  void noteBorders(const Found &D) {
    RowBorders Here = findRowBorders(*D.By.At, *D.By.Divisor);
    DividedId Begin = Ids[D.Number], End = Begin;
    auto *Length = dyn_cast<ConstantInt>(Begin.Divisor);
    if (Here.Questions.empty() || (!Length && Begin.Offset) ||
        (Length && Length->getZExtValue() <= Here.First + Here.Last))
      return;
    if (!Length)
      Begin.Offset = Begin.Divisor;
    Begin.Distance += (Length ? Length->getSExtValue() : 0) - int64_t(Here.First);
    End.Distance += Here.Last;
    if ((Here.First && !add(Begin)) || (Here.Last && !add(End)))
      return;
    Borders.push_back({D.Number, Here.First, Here.Last});
    Questions.append(Here.Questions);
  }

  static bool isSmall(uint64_t N) { return N < LargestDivided; }

  // For a further one, by C if that is known: what lies between two cuts is long enough for vectors.
  bool hasRoomFor(const ConstantInt *C) const {
    auto IsLong = [&](const ConstantInt *Divisor) {
      return !Divisor || Divisor->getZExtValue() >= ShortestRow * (Ids.size() + 1);
    };
    return Ids.size() != MostDivisions && IsLong(C) &&
           all_of(Ids, [&](const DividedId &D) { return IsLong(dyn_cast<ConstantInt>(D.Divisor)); });
  }

  static bool isSame(const DividedId &X, const DividedId &Y) {
    return X.Kind == Y.Kind && X.Distance == Y.Distance && isSameShared(X.Offset, Y.Offset) &&
           isSameShared(X.Divisor, Y.Divisor);
  }

  // Adds V to What, in which it may be the id, the offset, or of the distance. A remainder by the same divisor is as
  // good as what it is of: `(id % h + 1) % h`.
  bool addTerms(Value *V, const Division &D, DividedId &What, Value *&Id, unsigned Left) const {
    if (std::optional<Builtin> Kind = countingId(Item, V, range_kind::range)) {
      if (Id)
        return false;
      Id = V;
      What.Kind = *Kind;
      return true;
    }
    if (auto *C = dyn_cast<ConstantInt>(V)) {
      What.Distance = int64_t(uint64_t(What.Distance) + C->getZExtValue());
      return true;
    }
    if (isSharedByItems(Item, V)) {
      if (What.Offset)
        return false;
      What.Offset = V;
      return true;
    }
    auto *I = dyn_cast<Instruction>(V);
    if (!I || Left == 0)
      return false;
    if (I->getOpcode() == Instruction::Add)
      return all_of(I->operands(), [&](const Use &U) { return addTerms(U.get(), D, What, Id, Left - 1); });
    const std::optional<Division> Inner = divisionOf(*I);
    return Inner && Inner->IsRemainder && D.IsRemainder && isSameShared(Inner->Divisor, D.Divisor) &&
           addTerms(Inner->Dividend, D, What, Id, Left - 1);
  }

  const WorkItemFunction &Item;
};

Function *copyWithQuotients(Function &F, unsigned Quotients, ValueToValueMapTy &Map) {
  SmallVector<Type *, 16> Parameters(F.getFunctionType()->params());
  Parameters.append(Quotients, Type::getInt64Ty(F.getContext()));
  return copyAs(F, FunctionType::get(F.getReturnType(), Parameters, false), ".rows", Map);
}

// A copy of Rows that has the answers of inner places; Map has the copies of what is asked in Rows. Its places are
// added.
Function *copyOfInner(Function &Rows, ArrayRef<RowBorders::Question> Questions, ValueToValueMapTy &Map,
                      SmallVectorImpl<DividedIds::Place> &Places) {
  ValueToValueMapTy Inner;
  Function *F = CloneFunction(&Rows, Inner);
  F->setName(Rows.getName() + ".inner");
  auto CopyOf = [&](Value *V) {
    Value *InRows = isa<Constant>(V) ? V : &*Map[V];
    return isa<Constant>(InRows) ? InRows : &*Inner[InRows];
  };
  const SmallVector<DividedIds::Place, 8> InRows(Places.begin(), Places.end());
  for (const DividedIds::Place &P : InRows)
    Places.push_back({WeakVH(Inner[P.At]), P.Number});
  SmallVector<std::pair<WeakVH, WeakTrackingVH>, 8> Answers;
  for (const RowBorders::Question &Q : Questions) {
    auto *At = cast<Instruction>(CopyOf(Q.At));
    Value *Answer = Q.Answer ? CopyOf(Q.Answer) : nullptr;
    if (!Answer)
      Answer = IRBuilder<>(At).CreateSub(At->getOperand(0), At->getOperand(1), "", true, true);
    Answers.emplace_back(At, Answer);
  }
  for (auto &[At, Answer] : Answers)
    if (At && Answer)
      replaceAndRecursivelySimplify(cast<Instruction>(&*At), Answer);
  dropUnreached(*F);
  return F;
}

} // namespace

void recomposeRemainders(Function &F) {
  SmallVector<Instruction *, 4> Old;
  for (Instruction &I : instructions(F)) {
    Value *X, *H;
    Instruction *Quotient;
    if (!match(&I, m_Sub(m_Value(X), m_c_Mul(m_Instruction(Quotient), m_Value(H)))))
      continue;
    const bool Signed = match(Quotient, m_SDiv(m_Specific(X), m_Specific(H)));
    if (!Signed && !match(Quotient, m_UDiv(m_Specific(X), m_Specific(H))))
      continue;
    IRBuilder<> B(&I);
    I.replaceAllUsesWith(Signed ? B.CreateSRem(X, H) : B.CreateURem(X, H));
    Old.push_back(&I);
  }
  for (Instruction *I : Old)
    RecursivelyDeleteTriviallyDeadInstructions(I);
}

std::optional<DividedIds> splitAtDivisions(const WorkItemFunction &Item) {
  Finder F(Item);
  F.run();
  if (F.Divisions.empty() || !LoopInfo(DominatorTree(*Item.F)).empty())
    return std::nullopt;
  DividedIds Out;
  Out.Ids = std::move(F.Ids);
  if (Item.F->getInstructionCount() > (Out.isAlwaysRight() ? MaxSizeOfConstant : MaxSize))
    return std::nullopt;
  ValueToValueMapTy Map;
  Out.Rows = copyWithQuotients(*Item.F, Out.Ids.size(), Map);
  const unsigned First = Out.Rows->arg_size() - Out.Ids.size();
  auto CopyOf = [&](Value *V) { return isa<Constant>(V) ? V : &*Map[V]; };
  for (const Finder::Found &D : F.Divisions) {
    const DividedId &What = Out.Ids[D.Number];
    auto *Copy = cast<Instruction>(&*Map[D.By.At]);
    Value *Result = Out.Rows->getArg(First + D.Number);
    if (D.By.IsRemainder) {
      IRBuilder<> B(Copy);
      Value *X = CopyOf(D.Id);
      if (What.Offset)
        X = B.CreateAdd(X, CopyOf(What.Offset));
      if (What.Distance)
        X = B.CreateAdd(X, B.getInt64(What.Distance));
      Result = B.CreateSub(X, B.CreateMul(Result, CopyOf(What.Divisor), "", true, true), "place", true, true);
      Out.Places.push_back({WeakVH(Result), D.Number});
    }
    Copy->replaceAllUsesWith(Result);
    Copy->eraseFromParent();
  }
  if (!F.Questions.empty()) {
    Out.Inner = copyOfInner(*Out.Rows, F.Questions, Map, Out.Places);
    Out.Borders = std::move(F.Borders);
  }
  return Out;
}

} // namespace syclfuse::fuser
