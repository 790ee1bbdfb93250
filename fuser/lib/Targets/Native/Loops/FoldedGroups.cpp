// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FoldedGroups.h"
#include "DividedIds.h"
#include "Targets/Common/WorkItem.h"
#include "Targets/Target.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace syclfuse::fuser {
namespace {

// Two vectors, and what no group has.
constexpr uint64_t ShortestFold = 16, LongestFold = 1024, MostRows = uint64_t(1) << 32;
constexpr unsigned MostUsers = 64;

bool isLocalId(const Value *V) {
  auto *Call = dyn_cast<CallInst>(V);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  const std::optional<Builtin> Kind = Callee ? classifyBuiltin(*Callee) : std::nullopt;
  return Kind == Builtin::LocalLinearId || (Kind == Builtin::LocalId && match(Call->getArgOperand(0), m_Zero()));
}

// Of the local id, by a constant.
std::optional<Division> localDivision(Instruction &I) {
  Value *X;
  const APInt *C;
  std::optional<Division> D = I.getType()->isIntegerTy() ? divisionOf(I) : std::nullopt;
  if (!D && match(&I, m_AShr(m_Value(X), m_APInt(C))) && C->ult(31))
    D = Division{&I, X, ConstantInt::get(I.getType(), uint64_t(1) << C->getZExtValue()), false};
  if (!D || !isa<ConstantInt>(D->Divisor))
    return std::nullopt;
  Value *Id = D->Dividend;
  match(Id, m_CombineOr(m_Trunc(m_Value(Id)), m_CombineOr(m_ZExt(m_Value(Id)), m_SExt(m_Value(Id)))));
  match(Id, m_Trunc(m_Value(Id)));
  return isLocalId(Id) ? D : std::nullopt;
}

uint64_t divisorOf(const Division &D) { return cast<ConstantInt>(D.Divisor)->getLimitedValue(); }

// Whether an address is computed from V.
bool reachesAddress(Value *V) {
  SmallPtrSet<Value *, 16> Seen{V};
  SmallVector<Value *, 16> Work{V};
  while (!Work.empty() && Seen.size() < MostUsers)
    for (User *U : Work.pop_back_val()->users())
      if (isa<GetElementPtrInst>(U))
        return true;
      else if (isa<BinaryOperator, CastInst, PHINode, SelectInst>(U) && Seen.insert(U).second)
        Work.push_back(U);
  return false;
}

Value *idCall(IRBuilder<> &B, unsigned Dimension, uint64_t Bound) {
  auto *Call = cast<CallInst>(emitQueryCall(B, Builtin::LocalId, Dimension));
  Call->addRangeRetAttr(ConstantRange(APInt(64, 0), APInt(64, Bound)));
  return Call;
}

// Row / f or (Row % f) * Length + Column, for a divisor of f rows.
Value *replacementOf(const Division &D, uint64_t Length) {
  IRBuilder<> B(D.At);
  const uint64_t Rows = divisorOf(D) / Length;
  Value *Row = Rows == 1 && D.IsRemainder ? nullptr : idCall(B, 1, MostRows);
  Value *Result;
  if (!D.IsRemainder)
    Result = B.CreateUDiv(Row, B.getInt64(Rows));
  else if (Result = idCall(B, 0, Length); Row)
    Result = B.CreateAdd(B.CreateMul(B.CreateURem(Row, B.getInt64(Rows)), B.getInt64(Length)), Result);
  return B.CreateZExtOrTrunc(Result, D.At->getType());
}

} // namespace

unsigned foldGroups(Function &Kernel, const LaunchShape &Shape) {
  if (Shape.Kind != range_kind::nd_range || Shape.Dims != 1 || usesSubGroups(Kernel))
    return 0;
  recomposeRemainders(Kernel);
  SmallVector<Division, 8> Divisions;
  uint64_t Length = LongestFold;
  bool Addresses = false;
  for (Instruction &I : instructions(Kernel))
    if (std::optional<Division> D = localDivision(I); D && divisorOf(*D) >= ShortestFold) {
      Divisions.push_back(*D);
      Addresses |= reachesAddress(&I);
      Length = std::min(Length, divisorOf(*D));
    }
  if (!Addresses || Length == LongestFold)
    return 0;
  replaceQueries(Kernel, [](const QueryUse &Use) -> Value * {
    if (Use.Kind != Builtin::LocalId || Use.Dimension != 0)
      return nullptr;
    IRBuilder<> B(Use.Call);
    auto *Linear = cast<CallInst>(emitQueryCall(B, Builtin::LocalLinearId, 0));
    if (Attribute Range = Use.Call->getRetAttr(Attribute::Range);
        Range.isValid() && Use.Call->getType()->isIntegerTy(64))
      Linear->addRetAttr(Range);
    return Linear;
  });
  SmallVector<WeakTrackingVH, 8> Old;
  for (const Division &D : Divisions)
    if (divisorOf(D) % Length == 0) {
      D.At->replaceAllUsesWith(replacementOf(D, Length));
      Old.push_back(D.At);
    }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Old);
  return Length;
}

bool runsInRows(const WorkItemFunction &Item, const Function &F) {
  auto IsAsked = [&](const auto &Query) {
    return Query.value().first == Builtin::LocalId && !F.getArg(Item.KernelArguments + Query.index())->use_empty();
  };
  return Item.RowLength && any_of(enumerate(Item.Queries), IsAsked);
}

} // namespace syclfuse::fuser
