// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Coarsening.h"
#include "ItemPattern.h"
#include "Lockstep.h"
#include "Targets/Common/FunctionCopy.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

// Emits Check at the begin of the function that Pattern describes, whose body is of no more use then.
class CheckBuilder {
public:
  CheckBuilder(ItemPattern &Pattern, unsigned Items) : P(Pattern), Items(Items), B(P.function().getContext()) {}

  void emit() {
    Function &F = P.function();
    Instruction *Begin = &*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
    B.SetInsertPoint(Begin);
    Value *Ok = B.getTrue();
    if (uint64_t Limit = P.idLimit(Items))
      for (Argument *Id : P.steppingIds())
        Ok = B.CreateAnd(Ok, B.CreateICmpULT(Id, ConstantInt::get(Id->getType(), Limit)));
    for (Value *Condition : P.boundConditions()) {
      Value *First = evaluate(Condition, 0);
      for (unsigned N = 1; N != Items; ++N)
        Ok = B.CreateLogicalAnd(Ok, B.CreateICmpEQ(First, evaluate(Condition, N)));
    }
    for (auto [Row, Step] : P.rows())
      Ok = B.CreateAnd(Ok, isInOneRow(*Row, Step));
    Ok = B.CreateLogicalAnd(Ok, aligned(Begin));
    B.CreateRet(Ok);
    // What follows is not reached.
    BasicBlock *Rest = SplitBlock(Begin->getParent(), Begin);
    Rest->getSinglePredecessor()->getTerminator()->eraseFromParent();
    for (BasicBlock &Block : F)
      for (Instruction &I : make_early_inc_range(Block))
        if (auto *Return = dyn_cast<ReturnInst>(&I); Return && !Return->getReturnValue()) {
          new UnreachableInst(F.getContext(), Return->getIterator());
          Return->eraseFromParent();
        }
    removeUnreachableBlocks(F);
  }

private:
  // A pure expression over the parameters, for work-item N.
  Value *evaluate(Value *V, unsigned N) {
    if (const RowDivision *Row = P.divisions().find(*V)) {
      Value *First = Row->IsRemainder ? divide(*Row).Remainder : divide(*Row).Quotient;
      uint64_t Steps = Row->IsRemainder ? P.rows().lookup(Row) * N : 0;
      return Steps ? B.CreateAdd(First, ConstantInt::get(First->getType(), Steps)) : First;
    }
    if (auto *A = dyn_cast<Argument>(V))
      return N && P.isStepping(*A) ? B.CreateAdd(A, ConstantInt::get(A->getType(), N)) : A;
    auto *I = dyn_cast<Instruction>(V);
    if (!I)
      return V;
    Value *&Known = Evaluated[{I, N}];
    if (Known)
      return Known;
    Instruction *Copy = I->clone();
    for (Use &U : Copy->operands())
      U = evaluate(U, N);
    Copy->dropPoisonGeneratingFlags();
    Copy->dropPoisonGeneratingMetadata();
    return Evaluated[{I, N}] = B.Insert(Copy);
  }

  // For the first work-item.
  DividedRow divide(const RowDivision &Row) {
    auto Known = Divided.find(&Row);
    if (Known != Divided.end())
      return Known->second;
    Value *Dividend = evaluate(Row.Dividend, 0), *Divisor = evaluate(Row.Divisor, 0);
    return Divided.insert({&Row, DividedRow(B, Dividend, Divisor)}).first->second;
  }

  // Below the limit signed divisions by positive numbers are unsigned ones, and nothing wraps.
  Value *isInOneRow(const RowDivision &Row, uint64_t Step) {
    Value *Dividend = evaluate(Row.Dividend, 0);
    DividedRow Divided = divide(Row);
    auto Number = [&](const APInt &N) { return ConstantInt::get(Dividend->getType(), N); };
    Value *Last = B.CreateAdd(Divided.Remainder, Number(APInt(Row.limit().getBitWidth(), Step * (Items - 1))));
    Value *Ok = B.CreateAnd(B.CreateICmpULT(Dividend, Number(Row.limit())), B.CreateICmpULT(Last, Divided.Divisor));
    return Row.IsSigned ? B.CreateAnd(Ok, B.CreateIsNotNeg(Divided.Divisor)) : Ok;
  }

  Value *aligned(Instruction *At) {
    SCEVExpander Expander(P.evolution(), "aligned");
    Value *Misaligned = B.getInt64(0);
    for (auto [Address, Alignment] : P.alignedAddresses(Items)) {
      Value *V = Expander.expandCodeFor(withDivisions(Address), B.getInt64Ty(), At->getIterator());
      Misaligned = B.CreateOr(Misaligned, B.CreateAnd(V, Alignment - 1));
    }
    return B.CreateICmpEQ(Misaligned, B.getInt64(0));
  }

  // With divisions in place of what stands for them.
  const SCEV *withDivisions(const SCEV *S) {
    ValueToSCEVMapTy Map;
    for (auto [Row, Step] : P.rows()) {
      Value *StandIn = P.divisions().standIn(*Row->Division);
      Map[StandIn] = P.evolution().getUnknown(evaluate(StandIn, 0));
    }
    return SCEVParameterRewriter::rewrite(S, P.evolution(), Map);
  }

  ItemPattern &P;
  unsigned Items;
  IRBuilder<> B;
  MapVector<const RowDivision *, DividedRow> Divided;
  DenseMap<std::pair<Instruction *, unsigned>, Value *> Evaluated;
};

Function *copyWithResult(Function &F, Type *Result) {
  ValueToValueMapTy Map;
  // Of one subprogram as long as both exist, so that places in the source need no translation.
  if (DISubprogram *S = F.getSubprogram())
    Map.MD()[S].reset(S);
  return copyAs(F, FunctionType::get(Result, F.getFunctionType()->params(), false), ".check", Map);
}

} // namespace

// The copy is analyzed with the ranges that Check makes sure of, and becomes Check itself.
static std::optional<CoarsenedItem> coarsen(const WorkItemFunction &Item, bool Groups, bool InRows) {
  CoarsenedItem Result;
  Function *Copy = copyWithResult(*Item.F, Type::getInt1Ty(Item.F->getContext()));
  {
    ItemPattern Pattern(*Copy, Item, Groups, InRows);
    Copy->setSubprogram(nullptr);
    Result.Items = Pattern.analyze();
    if (Result.Items > 1) {
      Result.LocalRow = Pattern.usesLocalIds();
      Result.Run = emitLockstep(Pattern, *Item.F, Result.Items);
      CheckBuilder(Pattern, Result.Items).emit();
    }
  }
  if (Result.Items < 2) {
    Copy->eraseFromParent();
    return std::nullopt;
  }
  // What was assumed does not hold for all calls of Check.
  for (Argument &A : Copy->args()) {
    A.removeAttr(Attribute::Range);
    A.removeAttr(Attribute::NoAlias);
  }
  for (Instruction &I : instructions(*Copy))
    I.setDebugLoc(DebugLoc());
  Copy->removeFnAttr(Attribute::WillReturn);
  Copy->setMemoryEffects(MemoryEffects::unknown());
  Result.Check = Copy;
  return Result;
}

SmallVector<CoarsenedItem, 2> coarsen(const WorkItemFunction &Item, bool Groups) {
  std::optional<CoarsenedItem> InRows = coarsen(Item, Groups, true), Anywhere = coarsen(Item, Groups, false);
  SmallVector<CoarsenedItem, 2> Result;
  if (InRows)
    Result.push_back(*InRows);
  if (Anywhere && (!InRows || InRows->Items == Anywhere->Items))
    Result.push_back(*Anywhere);
  return Result;
}

} // namespace syclfuse::fuser
