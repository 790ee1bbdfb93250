// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SizeExpressions.h"

#include "values/DepthGuard.h"

#include "syclfuse/size_expression.hpp"

using namespace clang;

namespace syclfuse::plugin {

// Longer ones are not the same by intention.
static constexpr size_t MaxCharacters = 512;

static std::string joined(const std::string &A, char Operator, const std::string &B) {
  std::string Out =
      A.empty() || B.empty() || A.size() + B.size() > MaxCharacters ? std::string() : "(" + A + Operator + B + ")";
  return manifest::is_size_expression(Out) ? Out : std::string();
}

// What a number of type T holds of the number Text: expressions are computed in 64 bits. Of a signed type, what is too
// large for it is not known.
static std::string narrowed(const std::string &Text, QualType T, const ASTContext &Context) {
  const unsigned Width = Context.getIntWidth(T);
  if (Text.empty() || Width >= 64 || T->isBooleanType())
    return {};
  const std::string Cut = joined(Text, '%', std::to_string(1ull << Width)),
                    Largest = std::to_string((1ull << (Width - 1)) - 1);
  return T->isUnsignedIntegerOrEnumerationType() ? Cut : joined(Largest, '-', joined(Largest, '-', Cut));
}

// Signed arithmetic does not overflow, and what is divided does not grow.
static bool mayWrap(const BinaryOperator *B, const ASTContext &Context) {
  return B->getOpcode() != BO_Div && B->getOpcode() != BO_Rem && B->getType()->isUnsignedIntegerOrEnumerationType() &&
         Context.getIntWidth(B->getType()) < 64;
}

static char operatorOf(BinaryOperatorKind Kind) {
  const bool IsKnown = BinaryOperator::isMultiplicativeOp(Kind) || BinaryOperator::isAdditiveOp(Kind);
  return IsKnown ? BinaryOperator::getOpcodeStr(Kind).front() : 0;
}

unsigned SizeExpressions::dimensions(QualType T) {
  if (T->isIntegralOrUnscopedEnumerationType())
    return 1;
  if (const auto *Array = Values.context().getAsConstantArrayType(T))
    return Array->getZExtSize() <= 3 ? Array->getZExtSize() : 0;
  for (Known Kind : {Known::Range, Known::Id, Known::NdRange})
    if (const auto *D = Values.names().specialization(T, Kind))
      return D->getTemplateArgs()[0].getAsIntegral().getLimitedValue(3);
  if (const auto *D = Values.names().specialization(T, Known::Buffer))
    return D->getTemplateArgs().size() > 1 && D->getTemplateArgs()[1].getKind() == TemplateArgument::Integral
               ? D->getTemplateArgs()[1].getAsIntegral().getLimitedValue(3)
               : 1;
  return 0;
}

SizeExpressions::Texts SizeExpressions::each(llvm::ArrayRef<const Expr *> Elements, const Env *In) {
  Texts Out;
  for (const Expr *E : Elements)
    Out.push_back(number({E, In}));
  return llvm::is_contained(Out, "") ? Texts() : Out;
}

SizeExpressions::Texts SizeExpressions::named(Value V, unsigned Count, unsigned First) {
  Texts Out;
  for (unsigned I = 0; I != Count; ++I)
    Out.push_back(OfValue(V, First + I));
  return llvm::is_contained(Out, "") ? Texts() : Out;
}

SizeExpressions::Texts SizeExpressions::ofBuffer(Value Buffer) {
  Texts Out;
  QualType T = Buffer.E->getType().getNonReferenceType();
  for (uint64_t Size : Sizes.bufferRange(Buffer))
    Out.push_back(std::to_string(Size));
  for (unsigned I = 0, N = Out.empty() ? dimensions(T->isPointerType() ? T->getPointeeType() : T) : 0; I != N; ++I)
    Out.push_back(OfBuffer(Buffer, I));
  return llvm::is_contained(Out, "") ? Texts() : Out;
}

std::string SizeExpressions::product(const Texts &Factors) {
  std::string Out = Factors.empty() ? "" : Factors.front();
  for (const std::string &Factor : llvm::ArrayRef(Factors).drop_front(Factors.empty() ? 0 : 1))
    Out = joined(Out, '*', Factor);
  return Out;
}

// Of ranges, element by element; a number counts for each.
SizeExpressions::Texts SizeExpressions::combined(const Texts &A, const Texts &B, char Operator) {
  Texts Out;
  size_t Count = std::max(A.size(), B.size());
  if (A.empty() || B.empty() || (A.size() != Count && A.size() != 1) || (B.size() != Count && B.size() != 1))
    return {};
  for (size_t I = 0; I != Count; ++I)
    Out.push_back(joined(A[A.size() == 1 ? 0 : I], Operator, B[B.size() == 1 ? 0 : I]));
  return llvm::is_contained(Out, "") ? Texts() : Out;
}

std::string SizeExpressions::number(Value V) {
  DepthGuard Guard(Depth);
  if (!V || Guard.tooDeep())
    return {};
  if (std::optional<uint64_t> Number = Sizes.integer(V))
    return std::to_string(*Number);
  Value Made = Sizes.source(V);
  return Made ? numberOf(Made) : std::string();
}

std::string SizeExpressions::numberOf(Value V) {
  const Expr *E = V.E;
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    const char Operator = operatorOf(B->getOpcode());
    std::string Out =
        Operator ? joined(number({B->getLHS(), V.In}), Operator, number({B->getRHS(), V.In})) : std::string();
    return mayWrap(B, Values.context()) ? narrowed(Out, B->getType(), Values.context()) : Out;
  }
  if (const auto *C = dyn_cast<CastExpr>(E))
    return C->getCastKind() == CK_IntegralCast
               ? narrowed(number({C->getSubExpr(), V.In}), C->getType(), Values.context())
               : "";
  if (const auto *Subscript = dyn_cast<CXXOperatorCallExpr>(E)) {
    std::optional<uint64_t> Index =
        Subscript->getOperator() == OO_Subscript ? Sizes.integer({Subscript->getArg(1), V.In}) : std::nullopt;
    Texts Of = Index ? list({Subscript->getArg(0), V.In}) : Texts();
    return Index && *Index < Of.size() ? Of[*Index] : "";
  }
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E)) {
    Value Object{Call->getImplicitObjectArgument(), V.In};
    switch (Values.names().of(Call->getMethodDecl())) {
    case Known::BufferSize:
      return product(ofBuffer(Object));
    case Known::RangeSize:
      return product(list(Object));
    case Known::RangeGet: {
      std::optional<uint64_t> Index = Call->getNumArgs() ? Sizes.integer({Call->getArg(0), V.In}) : std::nullopt;
      Texts Of = list(Object);
      return Index && *Index < Of.size() ? Of[*Index] : "";
    }
    default: // the size of a range of one dimension, which converts to it
      if (!isa_and_present<CXXConversionDecl>(Call->getMethodDecl()))
        return {};
      Texts Of = list(Object);
      return Of.size() == 1 ? Of.front() : "";
    }
  }
  return isa<DeclRefExpr, MemberExpr>(E) && E->getType()->isIntegralOrUnscopedEnumerationType() ? OfValue(V, 0) : "";
}

SizeExpressions::Texts SizeExpressions::list(Value V) {
  DepthGuard Guard(Depth);
  if (!V || Guard.tooDeep())
    return {};
  if (V.E->getType()->isIntegralOrUnscopedEnumerationType())
    return each({V.E}, V.In);
  Texts Out;
  for (uint64_t Size : Sizes.sizes(V))
    Out.push_back(std::to_string(Size));
  Value Made = Out.empty() ? Sizes.source(V) : Value{};
  return Made ? listOf(Made) : Out;
}

SizeExpressions::Texts SizeExpressions::listOf(Value V) {
  QualType T = V.E->getType().getNonReferenceType();
  if (T->isIntegralOrUnscopedEnumerationType())
    return each({V.E}, V.In);
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(V.E))
    return Values.names().of(Call->getMethodDecl()) == Known::GetRange
               ? ofBuffer({Call->getImplicitObjectArgument(), V.In})
               : Texts();
  if (const auto *C = dyn_cast<CXXConstructExpr>(V.E)) {
    // A range is made of its sizes, or an id of a range.
    llvm::ArrayRef<const Expr *> Arguments(C->getArgs(), C->getNumArgs());
    if (Arguments.size() == 1 && !Arguments.front()->getType()->isIntegralOrUnscopedEnumerationType())
      return list({Arguments.front(), V.In});
    return Arguments.size() == dimensions(T) ? each(Arguments, V.In) : Texts();
  }
  if (const auto *L = dyn_cast<InitListExpr>(V.E))
    return L->getNumInits() == dimensions(T) ? each({L->getInits(), L->getNumInits()}, V.In) : Texts();
  if (const auto *O = dyn_cast<CXXOperatorCallExpr>(V.E)) {
    char Operator = O->getNumArgs() == 2 && O->isInfixBinaryOp()
                        ? operatorOf(BinaryOperator::getOverloadedOpcode(O->getOperator()))
                        : 0;
    return Operator ? combined(list({O->getArg(0), V.In}), list({O->getArg(1), V.In}), Operator) : Texts();
  }
  return isa<DeclRefExpr, MemberExpr>(V.E) ? named(V, dimensions(T)) : Texts();
}

manifest::nd_range_expressions SizeExpressions::ndRange(Value V) {
  V = Sizes.source(V);
  if (!V)
    return {};
  unsigned Count = dimensions(V.E->getType().getNonReferenceType());
  if (const auto *C = dyn_cast<CXXConstructExpr>(V.E); C && C->getNumArgs() > 1) {
    bool HasOffset = C->getNumArgs() > 2 && !isa<CXXDefaultArgExpr>(C->getArg(2));
    return {list({C->getArg(0), V.In}), list({C->getArg(1), V.In}),
            HasOffset ? list({C->getArg(2), V.In}) : Texts(Count, "0")};
  }
  if (!isa<DeclRefExpr, MemberExpr>(V.E))
    return {};
  return {named(V, Count), named(V, Count, Count), named(V, Count, 2 * Count)};
}

} // namespace syclfuse::plugin
