// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bytes of values that are constant.
#include "ConstantNumbers.h"

#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace syclfuse::plugin {

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
      if (!put(I < V.getArrayInitializedElts() ? V.getArrayInitializedElt(I) : V.getArrayFiller(),
               Array->getElementType(), At + I * Size))
        return false;
    return true;
  }
  bool fields(const APValue &V, const CXXRecordDecl *Record, uint64_t At) {
    const ASTRecordLayout &Layout = Context.getASTRecordLayout(Record);
    unsigned Base = 0;
    for (const CXXBaseSpecifier &B : Record->bases())
      if (!put(V.getStructBase(Base++), B.getType(),
               At + Layout.getBaseClassOffset(B.getType()->getAsCXXRecordDecl()).getQuantity()))
        return false;
    for (const FieldDecl *F : Record->fields())
      if (F->isBitField() ||
          !put(V.getStructField(F->getFieldIndex()), F->getType(), At + Layout.getFieldOffset(F->getFieldIndex()) / 8))
        return false;
    return true;
  }

  const ASTContext &Context;
  std::vector<unsigned char> Bytes;
  uint64_t Written = 0;
};
} // namespace

std::string ConstantNumbers::bytes(Value V) {
  if (!V || V.E->isValueDependent())
    return {};
  const QualType T = V.E->getType().getCanonicalType().getUnqualifiedType();
  const CXXRecordDecl *Record = T->getAsCXXRecordDecl();
  const bool IsObject = T->isConstantArrayType() || (Record && !Record->isUnion());
  const uint64_t Size = T->isIncompleteType() ? 0 : Values.context().getTypeSizeInChars(T).getQuantity();
  Expr::EvalResult Result;
  if (T->isIntegralOrEnumerationType()) {
    std::optional<llvm::APSInt> Number = number(V);
    if (!Number)
      return {};
    Result.Val = APValue(*Number);
  } else {
    Value Made = Size <= MaxObjectBytes && (IsObject || T->isRealFloatingType()) ? source(V) : Value{};
    if (!Made || Made.E->isValueDependent() || (IsObject && Made.E->isGLValue()) ||
        Made.E->getType().getCanonicalType().getUnqualifiedType() != T ||
        !Made.E->EvaluateAsRValue(Result, Values.context()) || Result.HasSideEffects)
      return {};
  }
  ObjectBytes Out(Values.context(), Size);
  return Out.put(Result.Val, T, 0) ? Out.text() : std::string();
}

} // namespace syclfuse::plugin
