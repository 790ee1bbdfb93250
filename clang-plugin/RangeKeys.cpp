// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes that are not constant, but the same; and the bytes of values that are.
#include "Constants.h"
#include "DepthGuard.h"

#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace syclfuse::plugin {

static std::string addressOf(const void *P) { return llvm::utohexstr(reinterpret_cast<uintptr_t>(P)); }

static llvm::ArrayRef<const Expr *> partsOf(const Expr *E) {
  if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    return {C->getArgs(), C->getNumArgs()};
  if (const auto *L = dyn_cast<InitListExpr>(E))
    return {L->getInits(), L->getNumInits()};
  if (const auto *C = dyn_cast<CXXOperatorCallExpr>(E))
    return {C->getArgs(), C->getNumArgs()};
  return {};
}

std::optional<std::string> Constants::key(Value V) {
  DepthGuard Guard(Depth);
  if (!V || Guard.tooDeep())
    return std::nullopt;
  if (V.E->getType()->isIntegralOrEnumerationType())
    if (std::optional<llvm::APSInt> Number = number(V))
      return llvm::toString(*Number, 10);
  V = source(V);
  if (!V)
    return std::nullopt;
  if (const auto *R = dyn_cast<DeclRefExpr>(V.E)) {
    const auto *D = dyn_cast<VarDecl>(R->getDecl());
    if (!D || !D->hasLocalStorage() || !Changes.isNeverChanged(D))
      return std::nullopt;
    return "v" + addressOf(D) + "@" + addressOf(ownerOf(D, V.In));
  }
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(V.E)) {
    Known Kind = Follow.names().of(Call->getMethodDecl());
    if (Kind != Known::GetRange && Kind != Known::BufferSize)
      return std::nullopt;
    std::optional<Place> P = Follow.place({Call->getImplicitObjectArgument(), V.In});
    const auto *D = P ? dyn_cast_or_null<VarDecl>(P->Root) : nullptr;
    if (!D || Changes.isRedirected(D))
      return std::nullopt;
    return (Kind == Known::GetRange ? "range of " : "size of ") + addressOf(D) + P->Part + "@" + addressOf(P->Owner);
  }
  std::string Result;
  if (const auto *B = dyn_cast<BinaryOperator>(V.E); B && !B->isAssignmentOp()) {
    std::optional<std::string> L = key({B->getLHS(), V.In}), R = key({B->getRHS(), V.In});
    return L && R ? std::optional("(" + *L + B->getOpcodeStr().str() + *R + ")") : std::nullopt;
  }
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(V.E);
  Known Kind = Follow.names().of(V.E->getType());
  if (!Operator && Kind != Known::Range && Kind != Known::Id && Kind != Known::NdRange)
    return std::nullopt;
  Result = Operator ? "operator" + std::to_string(Operator->getOperator()) + "(" : "(";
  for (const Expr *Part : partsOf(V.E)) {
    std::optional<std::string> K = isa<CXXDefaultArgExpr>(Part) ? std::optional<std::string>("-") : key({Part, V.In});
    if (!K)
      return std::nullopt;
    Result += *K + ",";
  }
  return Result + ")";
}

// Larger objects are no parameters of an algorithm, but data.
static constexpr uint64_t MaxObjectBytes = 256;

namespace {
// Writes a constant as memory has it. Only of types without padding, as what is there is never the same.
class ObjectBytes {
public:
  ObjectBytes(const ASTContext &Context, uint64_t Size) : Context(Context), Bytes(Size) {}

  bool put(const APValue &V, QualType T, uint64_t At) {
    switch (V.getKind()) {
    case APValue::Int:
      return T->isIntegralOrEnumerationType() && bits(V.getInt().zextOrTrunc(Context.getTypeSize(T)), At);
    case APValue::Float:
      return !T->isSpecificBuiltinType(BuiltinType::LongDouble) && bits(V.getFloat().bitcastToAPInt(), At);
    case APValue::Array:
      return elements(V, T, At);
    case APValue::Struct:
      return T->getAsCXXRecordDecl() && fields(V, T->getAsCXXRecordDecl(), At);
    default:
      return false;
    }
  }
  // Empty if there is padding.
  std::string text() const {
    std::string Out;
    for (unsigned Byte : Bytes)
      Out += llvm::utohexstr(Byte, /*LowerCase=*/true, /*Width=*/2);
    return Written == Bytes.size() ? Out : std::string();
  }

private:
  bool bits(const llvm::APInt &Bits, uint64_t At) {
    if (Bits.getBitWidth() % 8 != 0 || At + Bits.getBitWidth() / 8 > Bytes.size())
      return false;
    for (unsigned I = 0; I != Bits.getBitWidth(); I += 8)
      Bytes[At + I / 8] = Bits.extractBitsAsZExtValue(8, I);
    Written += Bits.getBitWidth() / 8;
    return true;
  }
  bool elements(const APValue &V, QualType T, uint64_t At) {
    const auto *Array = Context.getAsConstantArrayType(T);
    if (!Array)
      return false;
    uint64_t Size = Context.getTypeSizeInChars(Array->getElementType()).getQuantity();
    for (unsigned I = 0; I != V.getArraySize(); ++I)
      if (!put(I < V.getArrayInitializedElts() ? V.getArrayInitializedElt(I) : V.getArrayFiller(), Array->getElementType(), At + I * Size))
        return false;
    return true;
  }
  bool fields(const APValue &V, const CXXRecordDecl *Record, uint64_t At) {
    const ASTRecordLayout &Layout = Context.getASTRecordLayout(Record);
    unsigned Base = 0;
    for (const CXXBaseSpecifier &B : Record->bases())
      if (!put(V.getStructBase(Base++), B.getType(), At + Layout.getBaseClassOffset(B.getType()->getAsCXXRecordDecl()).getQuantity()))
        return false;
    for (const FieldDecl *F : Record->fields())
      if (F->isBitField() || !put(V.getStructField(F->getFieldIndex()), F->getType(),
                                  At + Layout.getFieldOffset(F->getFieldIndex()) / 8))
        return false;
    return true;
  }

  const ASTContext &Context;
  std::vector<unsigned char> Bytes;
  uint64_t Written = 0;
};
} // namespace

std::string Constants::objectBytes(Value V, QualType T) {
  uint64_t Size = Follow.context().getTypeSizeInChars(T).getQuantity();
  const CXXRecordDecl *Record = T->getAsCXXRecordDecl();
  Value Made = Size <= MaxObjectBytes && (!Record || !Record->isUnion()) ? source(V) : Value{};
  Expr::EvalResult Result;
  if (!Made || Made.E->isValueDependent() || Made.E->isGLValue() ||
      Made.E->getType().getCanonicalType().getUnqualifiedType() != T || !Made.E->EvaluateAsRValue(Result, Follow.context()) ||
      Result.HasSideEffects)
    return {};
  ObjectBytes Out(Follow.context(), Size);
  return Out.put(Result.Val, T, 0) ? Out.text() : std::string();
}

std::string Constants::bytes(Value V) {
  if (!V || V.E->isValueDependent())
    return {};
  QualType T = V.E->getType().getCanonicalType().getUnqualifiedType();
  if (T->isConstantArrayType() || T->isRecordType())
    return objectBytes(V, T);
  std::optional<llvm::APInt> Bits;
  if (T->isIntegralOrEnumerationType()) {
    if (std::optional<llvm::APSInt> Number = number(V))
      Bits = Number->zextOrTrunc(Follow.context().getTypeSize(T));
  } else if (T->isRealFloatingType() && !T->isSpecificBuiltinType(BuiltinType::LongDouble)) {
    Value Made = source(V);
    Expr::EvalResult Result;
    if (Made && Made.E->getType().getCanonicalType().getUnqualifiedType() == T &&
        Made.E->EvaluateAsRValue(Result, Follow.context()) && !Result.HasSideEffects && Result.Val.isFloat())
      Bits = Result.Val.getFloat().bitcastToAPInt();
  }
  std::string Out;
  for (unsigned I = 0; Bits && I + 8 <= Bits->getBitWidth(); I += 8)
    Out += llvm::utohexstr(Bits->extractBitsAsZExtValue(8, I), /*LowerCase=*/true, /*Width=*/2);
  return Out;
}

} // namespace syclfuse::plugin
