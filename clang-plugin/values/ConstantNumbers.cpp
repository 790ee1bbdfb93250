// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integers and conditions that are constant once parameters and the variables of loops are known.
#include "ConstantNumbers.h"
#include "DepthGuard.h"

using namespace clang;
using llvm::APSInt;

namespace syclfuse::plugin {

// As a conversion to T has it.
std::optional<APSInt> ConstantNumbers::fit(std::optional<APSInt> Number, QualType T) {
  if (!Number || !T->isIntegralOrEnumerationType())
    return std::nullopt;
  if (T->isBooleanType())
    return APSInt(llvm::APInt(Values.context().getIntWidth(T), *Number != 0), /*isUnsigned=*/true);
  *Number = Number->extOrTrunc(Values.context().getIntWidth(T));
  Number->setIsUnsigned(T->isUnsignedIntegerOrEnumerationType());
  return Number;
}

std::optional<APSInt> ConstantNumbers::binary(const BinaryOperator *E, const Env *In) {
  std::optional<APSInt> L = number({E->getLHS(), In});
  if (L && E->isLogicalOp() && (*L != 0) == (E->getOpcode() == BO_LOr))
    return fit(L, Values.context().BoolTy);
  std::optional<APSInt> R = number({E->getRHS(), In});
  return L && R ? computed(E->getOpcode(), *L, *R, E->getType()) : std::nullopt;
}

// The result of E, an operation on literals; nothing if C++ does not define it.
static std::optional<APSInt> resultOf(const Expr *E, const ASTContext &Context) {
  Expr::EvalResult Result;
  return E->EvaluateAsInt(Result, Context) && !Result.HasUndefinedBehavior ? std::optional(Result.Val.getInt())
                                                                           : std::nullopt;
}

// Null for integers of a width that no type has which can be written.
static Expr *literal(const APSInt &Number, const ASTContext &Context) {
  const unsigned Width = Number.getBitWidth();
  const QualType T = Width == 1 ? Context.BoolTy : Context.getIntTypeForBitwidth(Width, Number.isSigned());
  return T.isNull() ? nullptr : IntegerLiteral::Create(Context, Number, T, SourceLocation());
}

std::optional<APSInt> ConstantNumbers::computed(BinaryOperatorKind Kind, const APSInt &L, const APSInt &R, QualType T) {
  const ASTContext &Context = Values.context();
  const bool OneType = L.getBitWidth() == R.getBitWidth() && L.isUnsigned() == R.isUnsigned();
  if (BinaryOperator::isAssignmentOp(Kind) || Kind == BO_Comma ||
      (!OneType && !BinaryOperator::isShiftOp(Kind) && !BinaryOperator::isLogicalOp(Kind)))
    return std::nullopt;
  Expr *Left = literal(L, Context), *Right = literal(R, Context);
  if (!Left || !Right)
    return std::nullopt;
  return resultOf(BinaryOperator::Create(Context, Left, Right, Kind, T, VK_PRValue, OK_Ordinary, SourceLocation(),
                                         FPOptionsOverride()),
                  Context);
}

std::optional<APSInt> ConstantNumbers::unary(const UnaryOperator *E, const Env *In) {
  const ASTContext &Context = Values.context();
  const std::optional<APSInt> Number = E->isArithmeticOp() ? number({E->getSubExpr(), In}) : std::nullopt;
  Expr *Operand = Number ? literal(*Number, Context) : nullptr;
  return Operand ? resultOf(UnaryOperator::Create(Context, Operand, E->getOpcode(), E->getType(), VK_PRValue,
                                                  OK_Ordinary, SourceLocation(), E->canOverflow(), FPOptionsOverride()),
                            Context)
                 : std::nullopt;
}

std::optional<APSInt> ConstantNumbers::variable(const VarDecl *D, const Env *In) {
  if (const Env *Round = Values.roundOf(D, In))
    if (Round->Number)
      return Round->Number;
  if (!Changes.isNeverChanged(D))
    return std::nullopt;
  Value Argument = Values.argumentOf(D, In);
  return number(Argument ? Argument : Values.initializerOf(D, In));
}

// Of ranges, and of buffers of constant size.
std::optional<APSInt> ConstantNumbers::called(const CallExpr *E, const Env *In) {
  std::vector<uint64_t> List;
  std::optional<uint64_t> Result, Index;
  auto Product = [&] {
    uint64_t N = List.empty() ? 0 : 1;
    for (uint64_t Size : List)
      if (__builtin_mul_overflow(N, Size, &N))
        return std::optional<uint64_t>();
    return List.empty() ? std::nullopt : std::optional(N);
  };
  if (const auto *Subscript = dyn_cast<CXXOperatorCallExpr>(E);
      Subscript && Subscript->getOperator() == OO_Subscript && Subscript->getNumArgs() == 2) {
    List = sizes({E->getArg(0), In});
    Index = integer({E->getArg(1), In});
  } else if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    Value Object{Member->getImplicitObjectArgument(), In};
    switch (Values.names().of(Member->getMethodDecl())) {
    case Known::BufferSize:
      List = bufferRange(Object);
      Result = Product();
      break;
    case Known::RangeSize:
      List = sizes(Object);
      Result = Product();
      break;
    case Known::RangeGet:
      List = sizes(Object);
      Index = E->getNumArgs() ? integer({E->getArg(0), In}) : std::nullopt;
      break;
    default:
      return std::nullopt;
    }
  }
  if (Index && *Index < List.size())
    Result = List[*Index];
  return Result ? fit(APSInt(llvm::APInt(64, *Result), true), E->getType()) : std::nullopt;
}

std::optional<APSInt> ConstantNumbers::computed(const Expr *E, const Env *In) {
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return binary(B, In);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return unary(U, In);
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(E)) {
    std::optional<bool> Taken = condition({C->getCond(), In});
    return Taken ? number({*Taken ? C->getTrueExpr() : C->getFalseExpr(), In}) : std::nullopt;
  }
  if (const auto *C = dyn_cast<CastExpr>(E); C && C->getSubExpr()->getType()->isIntegralOrEnumerationType())
    return number({C->getSubExpr(), In});
  if (const VarDecl *D = variableNamed(E))
    if (std::optional<APSInt> Number = variable(D, In))
      return Number;
  if (isa<MemberExpr>(E)) { // a field that is not constant may have changed
    const FieldDecl *Field = fieldNamed(E);
    return Field && Field->getType().isConstQualified() ? number(Values.member({E, In})) : std::nullopt;
  }
  if (const auto *C = dyn_cast<CallExpr>(E))
    if (std::optional<APSInt> Number = called(C, In))
      return Number;
  Value Next = source({E, In});
  return Next && Next.E != E ? number(Next) : std::nullopt;
}

std::optional<APSInt> ConstantNumbers::number(Value V) {
  DepthGuard Guard(Depth);
  if (!V || Guard.tooDeep() || V.E->isValueDependent() || V.E->isTypeDependent())
    return std::nullopt;
  QualType T = V.E->getType();
  Expr::EvalResult Whole;
  if (T->isIntegralOrEnumerationType() && V.E->EvaluateAsInt(Whole, Values.context()))
    return Whole.Val.getInt();
  const Expr *E = V.E->IgnoreParens();
  if (T->isIntegralOrEnumerationType())
    return fit(computed(E, V.In), T);
  // As a range of one dimension is one.
  Known Kind = Values.names().of(T);
  if (Kind != Known::Range && Kind != Known::Id)
    return std::nullopt;
  std::vector<uint64_t> Sizes = sizes(V);
  return Sizes.size() == 1 ? std::optional(APSInt(llvm::APInt(64, Sizes.front()), true)) : std::nullopt;
}

std::optional<bool> ConstantNumbers::condition(Value V) {
  bool Evaluated = false;
  if (!V || V.E->isValueDependent())
    return std::nullopt;
  if (V.E->EvaluateAsBooleanCondition(Evaluated, Values.context()))
    return Evaluated;
  std::optional<APSInt> Number = number(V);
  return Number ? std::optional(*Number != 0) : std::nullopt;
}

std::optional<uint64_t> ConstantNumbers::integer(Value V) {
  std::optional<APSInt> Number = number(V);
  return Number && !Number->isNegative() ? std::optional(Number->getLimitedValue()) : std::nullopt;
}

} // namespace syclfuse::plugin
