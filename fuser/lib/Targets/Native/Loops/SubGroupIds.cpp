// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SubGroupIds.h"
#include "Analysis/Dialects/Builtins.h"
#include "GlobalIds.h"
#include "Support/AnalysisManagers.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace syclfuse::fuser {
namespace {

class SubGroupIds {
public:
  SubGroupIds(Function &F, const LaunchShape &Shape, unsigned Size, bool WholeRows)
      : F(F), Shape(Shape), Size(Size), WholeRows(WholeRows) {}

  void run() {
    replaceNumbers(F, [&](Instruction &I) { return replacementOf(I); });
  }

private:
  struct Query {
    Builtin Kind;
    unsigned Dimension;
  };

  Value *replacementOf(Instruction &I) {
    Value *Id = nullptr;
    const APInt *C = nullptr;
    bool IsQuotient = false;
    if (match(&I, m_CombineOr(m_UDiv(m_Value(Id), m_APInt(C)), m_SDiv(m_Value(Id), m_APInt(C)))))
      IsQuotient = *C == Size;
    else if (match(&I, m_LShr(m_Value(Id), m_APInt(C))))
      IsQuotient = *C == Log2_64(Size) && isPowerOf2_32(Size);
    const bool IsRemainder =
        !IsQuotient &&
        ((match(&I, m_CombineOr(m_URem(m_Value(Id), m_APInt(C)), m_SRem(m_Value(Id), m_APInt(C)))) && *C == Size) ||
         (match(&I, m_And(m_Value(Id), m_APInt(C))) && *C == Size - 1 && isPowerOf2_32(Size)));
    const std::optional<Query> Q = IsQuotient || IsRemainder ? idOf(Id) : std::nullopt;
    if (!Q || !isKnown(*Q))
      return nullptr;
    IRBuilder<> B(&I);
    return B.CreateTrunc(IsRemainder ? emitQueryCall(B, Builtin::SubGroupLocalId, 0) : quotient(B, *Q), I.getType());
  }

  static std::optional<Query> queryOf(Value *V) {
    auto *Call = dyn_cast<CallInst>(V);
    auto Kind = Call && Call->getCalledFunction() ? classifyBuiltin(*Call->getCalledFunction()) : std::nullopt;
    return Kind ? std::optional(Query{*Kind, hasDimension(*Kind) ? unsigned(*groupOperand(*Call, 0)) : 0})
                : std::nullopt;
  }

  // The id that V is, in whatever type: with whole rows it fits 32 bits, and has no offset.
  static std::optional<Query> idOf(Value *V) {
    while (isa<TruncInst, ZExtInst, SExtInst>(V))
      V = cast<CastInst>(V)->getOperand(0);
    Value *X = nullptr, *Y = nullptr;
    if (match(V, m_Sub(m_Value(X), m_Value(Y))))
      if (const std::optional<Query> Offset = queryOf(Y);
          match(Y, m_Zero()) || (Offset && Offset->Kind == Builtin::GlobalOffset && Offset->Dimension == 0))
        V = X;
    const std::optional<Query> Q = queryOf(V);
    return Q && is_contained({Builtin::LocalId, Builtin::LocalLinearId, Builtin::GlobalId, Builtin::GlobalLinearId},
                             Q->Kind)
               ? Q
               : std::nullopt;
  }

  bool isKnown(const Query &Q) const {
    if (Q.Kind == Builtin::LocalLinearId || (Q.Kind == Builtin::LocalId && Shape.Dims == 1))
      return Q.Dimension == 0;
    return WholeRows && Q.Dimension == 0 && (Q.Kind != Builtin::GlobalLinearId || Shape.Dims == 1);
  }

  Value *quotient(IRBuilderBase &B, const Query &Q) const {
    auto Ask = [&](Builtin Kind, unsigned D) { return emitQueryCall(B, Kind, D); };
    auto Row = [&] { return B.CreateUDiv(Ask(Builtin::LocalSize, 0), B.getInt64(Size)); };
    Value *Number = Ask(Builtin::SubGroupId, 0);
    if (Q.Kind == Builtin::LocalLinearId)
      return Number;
    if (Shape.Dims > 1) { // less those of the rows before
      Value *Rows = Ask(Builtin::LocalId, 1);
      if (Shape.Dims == 3)
        Rows = B.CreateAdd(Rows, B.CreateMul(Ask(Builtin::LocalId, 2), Ask(Builtin::LocalSize, 1)));
      Number = B.CreateSub(Number, B.CreateMul(Rows, Row()));
    }
    return Q.Kind == Builtin::LocalId ? Number : B.CreateAdd(Number, B.CreateMul(Ask(Builtin::GroupId, 0), Row()));
  }

  Function &F;
  const LaunchShape &Shape;
  const unsigned Size;
  const bool WholeRows;
};

} // namespace

std::optional<bool> haveWholeRows(const LaunchShape &Shape, unsigned SubGroupSize) {
  const std::optional<LaunchConstants> Constants = launchConstants(Shape);
  if (Constants)
    return Constants->Local[0] % SubGroupSize == 0 && Constants->Offset[0] == 0 && isInt<32>(Constants->Global[0]);
  return Shape.GroupSize % SubGroupSize == 0 ? std::nullopt : std::optional(false);
}

void nameSubGroups(Function &Kernel, const LaunchShape &Shape, unsigned SubGroupSize, bool WholeRows) {
  SubGroupIds(Kernel, Shape, SubGroupSize, WholeRows).run();
}

void boundSubGroupIds(Function &Kernel, unsigned SubGroupSize) {
  bool Any = false;
  for (const QueryUse &Use : findQueries(Kernel))
    if (Use.Kind == Builtin::SubGroupLocalId) {
      Use.Call->addRangeRetAttr(ConstantRange(APInt(Use.Call->getType()->getIntegerBitWidth(), 0),
                                              APInt(Use.Call->getType()->getIntegerBitWidth(), SubGroupSize)));
      Any = true;
    }
  if (!Any)
    return;
  PassBuilder PB;
  AnalysisManagers Managers;
  Managers.add(PB);
  FunctionPassManager FPM;
  FPM.addPass(InstCombinePass());
  FPM.addPass(SimplifyCFGPass());
  FPM.run(Kernel, Managers.Functions);
}

} // namespace syclfuse::fuser
