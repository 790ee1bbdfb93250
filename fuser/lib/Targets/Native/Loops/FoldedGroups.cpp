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

// Rows of less than two vectors, or as long as most groups are, are not worth it.
constexpr uint64_t ShortestFold = 16, LongestFold = 1024, MostRows = uint64_t(1) << 32;
constexpr unsigned IdBits = 16; // hold every local id (4,096 work-items at most) and its sign
constexpr unsigned MostUsers = 64, MostCasts = 3;

bool isLocalIdCall(const Value *V) {
  auto *Call = dyn_cast<CallInst>(V);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  const std::optional<Builtin> Kind = Callee ? classifyBuiltin(*Callee) : std::nullopt;
  return Kind == Builtin::LocalLinearId || (Kind == Builtin::LocalId && match(Call->getArgOperand(0), m_Zero()));
}

// V is the local id, or its lower half.
bool isLocalId(Value *V, unsigned Left) {
  if (auto *Cast = dyn_cast<CastInst>(V); Cast && isa<TruncInst, ZExtInst, SExtInst>(Cast) && Left)
    return Cast->getSrcTy()->getIntegerBitWidth() >= IdBits && Cast->getDestTy()->getIntegerBitWidth() >= IdBits &&
           isLocalId(Cast->getOperand(0), Left - 1);
  return isLocalIdCall(V);
}

// Of the local id, by a constant. `a - id / 16` is `a + id / -16`.
std::optional<Division> localDivision(Instruction &I) {
  Value *X;
  const APInt *C;
  std::optional<Division> D = I.getType()->isIntegerTy() ? divisionOf(I) : std::nullopt;
  if (!D && match(&I, m_AShr(m_Value(X), m_APInt(C))) && C->ult(31))
    D = Division{&I, X, ConstantInt::get(I.getType(), uint64_t(1) << C->getZExtValue()), false};
  return D && isa<ConstantInt>(D->Divisor) && isLocalId(D->Dividend, MostCasts) ? D : std::nullopt;
}

bool isNegative(const Division &D) {
  return (D.At->getOpcode() == Instruction::SDiv || D.At->getOpcode() == Instruction::SRem) &&
         cast<ConstantInt>(D.Divisor)->isNegative();
}

uint64_t divisorOf(const Division &D) {
  const APInt &C = cast<ConstantInt>(D.Divisor)->getValue();
  return (isNegative(D) ? C.abs() : C).getLimitedValue();
}

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
    Result = isNegative(D) ? B.CreateNeg(B.CreateUDiv(Row, B.getInt64(Rows))) : B.CreateUDiv(Row, B.getInt64(Rows));
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
  const uint64_t Size = Shape.Constant ? Shape.Constant->local(0) : Shape.GroupSize;
  if (!Addresses || Length == LongestFold || (Size && Size < Length))
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
