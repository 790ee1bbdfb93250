// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "StripRows.h"
#include "DividedIds.h"
#include "ItemBounds.h"
#include "Targets/Common/FunctionCopy.h"

#include "llvm/Analysis/ValueTracking.h"
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

constexpr unsigned MaxSize = 512, MostRows = 2, MostQuestions = 6, MaxTree = 12, MostIndices = 12;
constexpr int64_t LargestStep = 1 << 20;

class Finder {
public:
  Finder(const WorkItemFunction &Item, Function &Segment, range_kind Kind,
         function_ref<bool(const Argument &)> IsVarying)
      : Item(Item), Segment(Segment), Kind(Kind), IsVarying(IsVarying) {}

  std::optional<StripRows> run() {
    if (Segment.getInstructionCount() > MaxSize)
      return std::nullopt;
    for (Instruction &I : instructions(Segment))
      if (I.getType()->isIntegerTy(32) || I.getType()->isIntegerTy(64))
        if (std::optional<Division> D = divisionOf(I))
          note(*D);
    for (Instruction &I : instructions(Segment))
      noteIndex(I);
    if (Found.Rows.empty() && Found.Indices.empty())
      return std::nullopt;
    for (Instruction &I : instructions(Segment))
      if (auto *Compare = dyn_cast<ICmpInst>(&I))
        note(*Compare);
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
    const auto *Known = find_if(Found.Rows, [&](const StripRows::Row &R) {
      return isSameShared(R.Dividend, D.Dividend) && isSameShared(R.Divisor, D.Divisor);
    });
    const unsigned Row = Known - Found.Rows.begin();
    if (Row == MostRows)
      return;
    if (Row == Found.Rows.size())
      Found.Rows.push_back({D.Dividend, D.Divisor});
    Divisions.push_back({D, Row});
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

  void note(ICmpInst &Compare) {
    if (Compare.isEquality() || Found.Questions.size() == MostQuestions)
      return;
    for (unsigned N : {0, 1})
      for (const auto &[D, Row] : Divisions)
        if (Compare.getOperand(N) == D.At && hasStep(Compare.getOperand(1 - N), 0)) {
          Found.Questions.push_back({N == 0 ? Compare.getPredicate() : Compare.getSwappedPredicate(), Row,
                                     D.IsRemainder, Compare.getOperand(1 - N), false});
          Compares.push_back(&Compare);
          return;
        }
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
  StripRows Found;
  SmallVector<std::pair<Division, unsigned>, 4> Divisions;
  SmallVector<ICmpInst *, 4> Compares;
};

} // namespace

std::optional<StripRows> findStripRows(const WorkItemFunction &Item, Function &Segment, range_kind Kind,
                                       function_ref<bool(const Argument &)> IsVarying) {
  return Finder(Item, Segment, Kind, IsVarying).run();
}

} // namespace syclfuse::fuser
