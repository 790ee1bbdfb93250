// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "StripRows.h"
#include "DividedIds.h"
#include "ItemBounds.h"
#include "Targets/Common/FunctionCopy.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/ConstantRange.h"
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

constexpr unsigned MaxSize = 512, MostRows = 2, MostQuestions = 8, MaxTree = 12, MostIndices = 12;
constexpr int64_t LargestStep = 1 << 20, LargestDistance = 1 << 16;

class Finder {
public:
  Finder(const WorkItemFunction &Item, Function &Segment, range_kind Kind,
         function_ref<bool(const Argument &)> IsVarying, bool Compared)
      : Item(Item), Segment(Segment), Kind(Kind), IsVarying(IsVarying), Compared(Compared) {}

  std::optional<StripRows> run() {
    if (Segment.getInstructionCount() > MaxSize)
      return std::nullopt;
    for (Instruction &I : instructions(Segment))
      if (I.getType()->isIntegerTy(32) || I.getType()->isIntegerTy(64))
        if (std::optional<Division> D = divisionOf(I))
          note(*D);
    for (Instruction &I : instructions(Segment))
      noteIndex(I);
    for (Instruction &I : instructions(Segment))
      if (auto *Compare = dyn_cast<ICmpInst>(&I))
        note(*Compare);
    if (Found.Rows.empty() && Found.Indices.empty())
      return std::nullopt;
    makeInRows();
    makeInner();
    return std::move(Found);
  }

private:
  // How much more V is for the next work-item, if a few instructions compute it that may run anywhere.
  std::optional<int64_t> step(const Value *V, unsigned &Left) const {
    if (isa<ConstantInt>(V))
      return 0;
    if (auto *A = dyn_cast<Argument>(V)) {
      if (!A->getType()->isIntegerTy())
        return std::nullopt;
      if (countingId(Item, A, Kind))
        return 1;
      return IsVarying(*A) ? std::nullopt : std::optional<int64_t>(0);
    }
    auto *I = dyn_cast<Instruction>(V);
    if (!I || Left == 0 || !isa<BinaryOperator, CastInst, FreezeInst>(I) || !I->getType()->isIntegerTy() ||
        !isSafeToSpeculativelyExecute(I))
      return std::nullopt;
    --Left;
    SmallVector<int64_t, 2> Steps;
    for (const Use &Operand : I->operands()) {
      std::optional<int64_t> Of = step(Operand, Left);
      if (!Of)
        return std::nullopt;
      Steps.push_back(*Of);
    }
    if (I->getOpcode() == Instruction::Add)
      return Steps[0] + Steps[1];
    if (I->getOpcode() == Instruction::Sub)
      return Steps[0] - Steps[1];
    if (isa<TruncInst, FreezeInst>(I))
      return Steps[0];
    const APInt *C;
    if (match(I, m_Shl(m_Value(), m_APInt(C))) && C->ult(16))
      return Steps[0] << C->getZExtValue();
    return all_of(Steps, [](int64_t S) { return S == 0; }) ? std::optional<int64_t>(0) : std::nullopt;
  }
  bool hasStep(const Value *V, int64_t Wanted) const {
    unsigned Left = MaxTree;
    return step(V, Left) == Wanted;
  }

  void note(const Division &D) {
    if (!hasStep(D.Divisor, 0) || !hasStep(D.Dividend, 1))
      return;
    if (std::optional<unsigned> Row = rowOf(D.Dividend, D.Divisor))
      Divisions.push_back({D, *Row});
  }

  std::optional<unsigned> rowOf(Value *Dividend, Value *Divisor) {
    const auto *Known = find_if(Found.Rows, [&](const StripRows::Row &R) {
      return isSameShared(R.Dividend, Dividend) && isSameShared(R.Divisor, Divisor);
    });
    const unsigned Row = Known - Found.Rows.begin();
    if (Row == MostRows)
      return std::nullopt;
    if (Row == Found.Rows.size())
      Found.Rows.push_back({Dividend, Divisor});
    return Row;
  }

  // Extensions, as addresses have them.
  void noteIndex(Instruction &I) {
    if (!isa<SExtInst, ZExtInst>(I) || !I.getType()->isIntegerTy(64) || !I.getOperand(0)->getType()->isIntegerTy(32) ||
        Found.Indices.size() == MostIndices)
      return;
    unsigned Left = MaxTree;
    const std::optional<int64_t> Step = step(I.getOperand(0), Left);
    if (Step && *Step > 0 && *Step <= LargestStep)
      Found.Indices.push_back({&I, I.getOperand(0), *Step, isa<SExtInst>(I)});
  }

  // `place + Distance P Bound`
  struct Asked {
    Value *Number;
    int64_t Distance = 0;
    CmpInst::Predicate P;
    Value *Bound;
    const Division *By = nullptr; // what Number is the result of; null: a number that is not divided
    std::optional<unsigned> Row = {};
    bool isPlace() const { return !By || By->IsRemainder; }
  };

  void note(ICmpInst &Compare) {
    for (unsigned N : {0, 1}) {
      Asked Q{Compare.getOperand(N), 0, N == 0 ? Compare.getPredicate() : Compare.getSwappedPredicate(),
              Compare.getOperand(1 - N)};
      const APInt *C;
      Value *X;
      if (match(Q.Number, m_Add(m_Value(X), m_APInt(C))) && C->abs().ule(LargestDistance)) {
        Q.Number = X;
        Q.Distance = C->getSExtValue();
      }
      Type *T = Q.Number->getType();
      if (Found.Questions.size() == MostQuestions || !(T->isIntegerTy(32) || T->isIntegerTy(64)) ||
          !hasStep(Q.Bound, 0) || !findDivision(Q))
        continue;
      if (isa<ConstantInt>(Q.Bound) ? !simplify(Q) : !isOneBound(Q))
        continue;
      const std::optional<unsigned> Row = Q.By ? Q.Row : rowOf(Q.Number, nullptr);
      if (!Row)
        continue;
      Found.Questions.push_back({Q.P, *Row, Q.isPlace(), Q.Bound, uint64_t(Q.Distance)});
      Compares.push_back(&Compare);
      return;
    }
  }

  // False if no row has Number.
  bool findDivision(Asked &Q) const {
    for (const auto &[D, Row] : Divisions)
      if (Q.Number == D.At) {
        Q.Row = Row;
        Q.By = &D;
        return true;
      }
    return Compared && hasStep(Q.Number, 1);
  }

  // Numbers are less (EntryBuilder::emitSegmentRows).
  static uint64_t largest(const Type &T) { return T.isIntegerTy(64) ? LargestDivided : LargestNarrow; }

  // Makes one inequality without a distance of a constant bound. False if the answer changes twice.
  bool simplify(Asked &Q) const {
    const APInt &C = cast<ConstantInt>(Q.Bound)->getValue();
    const unsigned Bits = C.getBitWidth();
    auto *Length = Q.By && Q.By->IsRemainder ? dyn_cast<ConstantInt>(Q.By->Divisor) : nullptr;
    const ConstantRange All(APInt(Bits, 0), Length ? Length->getValue() : APInt(Bits, largest(*Q.Bound->getType())));
    const std::optional<ConstantRange> True =
        ConstantRange::makeExactICmpRegion(Q.P, C).subtract(APInt(Bits, Q.Distance, true)).exactIntersectWith(All);
    if (!True || (!True->getLower().isZero() && True->getUpper() != All.getUpper()))
      return false;
    const bool FromStart = True->getLower().isZero();
    Q.P = FromStart ? CmpInst::ICMP_ULT : CmpInst::ICMP_UGE;
    Q.Bound = ConstantInt::get(Q.Bound->getType(), FromStart ? True->getUpper() : True->getLower());
    Q.Distance = 0;
    return true;
  }

  // Whether the answer changes once, at Bound less the distance. What is the last place of a row is none below it.
  bool isOneBound(Asked &Q) const {
    if (ICmpInst::isEquality(Q.P)) {
      const APInt *C;
      Value *X = Q.Bound;
      const int64_t Back = match(Q.Bound, m_Add(m_Value(X), m_APInt(C))) ? -C->getSExtValue() : 0;
      if (!Q.By || !Q.By->IsRemainder || Back + Q.Distance != 1 || Q.Distance < 0 ||
          !isSameShared(withoutFreeze(Back ? X : Q.Bound), Q.By->Divisor))
        return false;
      Q.P = Q.P == CmpInst::ICMP_EQ ? CmpInst::ICMP_UGE : CmpInst::ICMP_ULT;
    }
    return Q.Distance == 0 || (Q.Distance > 0 && (ICmpInst::isLT(Q.P) || ICmpInst::isGE(Q.P)));
  }

  void makeInRows() {
    SmallVector<Type *, 16> Parameters(Segment.getFunctionType()->params());
    const unsigned First = Parameters.size(), Rows = Found.Rows.size();
    Parameters.append(Rows + Found.Indices.size(), Type::getInt64Ty(Segment.getContext()));
    Parameters.append(Found.Questions.size(), Type::getInt1Ty(Segment.getContext()));
    ValueToValueMapTy Map;
    Function *F = copyAs(Segment, FunctionType::get(Segment.getReturnType(), Parameters, false), ".rows", Map);
    auto CopyOf = [&](Value *V) { return isa<Constant>(V) ? V : &*Map[V]; };
    for (auto [Number, Compare] : enumerate(Compares)) {
      auto *Copy = cast<Instruction>(&*Map[Compare]);
      Copy->replaceAllUsesWith(F->getArg(First + Rows + Found.Indices.size() + Number));
      Copy->eraseFromParent();
    }
    for (auto [Number, I] : enumerate(Found.Indices))
      Map[I.Whole]->replaceAllUsesWith(F->getArg(First + Rows + Number));
    for (const auto &[D, Row] : Divisions) {
      auto *Copy = cast<Instruction>(&*Map[D.At]);
      IRBuilder<> B(Copy);
      Value *Result = B.CreateTrunc(F->getArg(First + Row), Copy->getType());
      if (D.IsRemainder)
        Result = B.CreateSub(CopyOf(D.Dividend), B.CreateMul(Result, CopyOf(D.Divisor), "", true, true), "place", true,
                             true);
      Copy->replaceAllUsesWith(Result);
      Copy->eraseFromParent();
    }
    Found.InRows = F;
  }

  // What leads past the kernel's work is not usual.
  void makeInner() {
    const unsigned First = Segment.arg_size() + Found.Rows.size() + Found.Indices.size();
    Function *Inner = Found.InRows;
    for (auto [Number, Q] : enumerate(Found.Questions)) {
      Function *Versions[2];
      for (bool Answer : {false, true}) {
        ValueToValueMapTy Map;
        Versions[Answer] = CloneFunction(Inner, Map);
        Argument *A = Versions[Answer]->getArg(First + Number);
        const SmallVector<User *, 4> Users(A->users());
        A->replaceAllUsesWith(ConstantInt::getBool(Segment.getContext(), Answer));
        for (User *U : Users)
          if (auto *I = dyn_cast<Instruction>(U))
            SimplifyInstructionsInBlock(I->getParent());
        dropUnreached(*Versions[Answer]);
      }
      Q.Usual = Versions[1]->getInstructionCount() >= Versions[0]->getInstructionCount();
      if (Inner != Found.InRows)
        Inner->eraseFromParent();
      Versions[!Q.Usual]->eraseFromParent();
      Inner = Versions[Q.Usual];
    }
    if (Inner == Found.InRows) {
      ValueToValueMapTy Map;
      Inner = CloneFunction(Inner, Map);
    }
    Inner->setName(Segment.getName() + ".inner");
    Found.Inner = Inner;
  }

  const WorkItemFunction &Item;
  Function &Segment;
  const range_kind Kind;
  function_ref<bool(const Argument &)> IsVarying;
  const bool Compared;
  StripRows Found;
  SmallVector<std::pair<Division, unsigned>, 4> Divisions;
  SmallVector<ICmpInst *, 4> Compares;
};

} // namespace

std::optional<StripRows> findStripRows(const WorkItemFunction &Item, Function &Segment, range_kind Kind,
                                       function_ref<bool(const Argument &)> IsVarying, bool Compared) {
  return Finder(Item, Segment, Kind, IsVarying, Compared).run();
}

} // namespace syclfuse::fuser
