// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ClosureLayout.h"

#include "InternalPointers.h"
#include "names/TypeNames.h"

using namespace clang;

namespace syclfuse::plugin {
namespace {

// An array of more elements stays in one piece: no kernel is read that closely, and the manifest stays small.
constexpr uint64_t MaxSplitElements = 256;

access_mode accessMode(llvm::StringRef Enumerator) {
  return llvm::StringSwitch<access_mode>(Enumerator)
      .Case("read", access_mode::read)
      .Cases({"write", "discard_write"}, access_mode::write)
      .Default(access_mode::read_write);
}

class Splitter {
public:
  Splitter(const ASTContext &Context, KnownDeclarations &Names) : Context(Context), Names(Names) {}

  void split(const CXXRecordDecl *Record, CharUnits Offset, const std::string &Prefix);
  std::vector<Leaf> take() { return std::move(Leaves); }

private:
  void value(QualType T, CharUnits Offset, CharUnits Size, const std::string &Name);
  void array(const ConstantArrayType *T, CharUnits Offset, const std::string &Name);
  void accessor(const ClassTemplateSpecializationDecl *D, manifest::parameter &P);
  void bitFields(const FieldDecl *Field, CharUnits RecordOffset, uint64_t Bit, const std::string &Name);
  void fields(const CXXRecordDecl *Record, CharUnits Offset, const std::string &Prefix);
  void add(manifest::parameter P, promotion Hint = promotion::none) { Leaves.push_back({std::move(P), Steps, Hint}); }
  bool isSplit(QualType T);
  bool isSplitRecord(const CXXRecordDecl *Record);

  const ASTContext &Context;
  KnownDeclarations &Names;
  Path Steps;
  std::vector<Leaf> Leaves;
};

// Whether T has parts that are parameters of their own.
bool Splitter::isSplit(QualType T) {
  T = T.getCanonicalType();
  if (T->isPointerType())
    return !T->isFunctionPointerType();
  if (const auto *Array = dyn_cast<ConstantArrayType>(T))
    return Array->getZExtSize() <= MaxSplitElements && isSplit(Array->getElementType());
  const CXXRecordDecl *Record = T->getAsCXXRecordDecl();
  return Record && isSplitRecord(Record);
}

bool Splitter::isSplitRecord(const CXXRecordDecl *Record) {
  const Known Kind = Names.of(Record);
  if (Kind == Known::Accessor || Kind == Known::LocalAccessor || Kind == Known::InternalPointer)
    return true;
  Record = Record->getDefinition();
  if (!Record || Record->isUnion() || Record->isDynamicClass())
    return false;
  for (const CXXBaseSpecifier &B : Record->bases())
    if (isSplit(B.getType()))
      return true;
  return llvm::any_of(Record->fields(), [&](const FieldDecl *F) { return isSplit(F->getType()); });
}

void Splitter::accessor(const ClassTemplateSpecializationDecl *D, manifest::parameter &P) {
  const TemplateArgumentList &Args = D->getTemplateArgs();
  bool Const = false;
  for (const TemplateArgument &A : Args.asArray()) {
    const EnumConstantDecl *E = enumeratorOf(A);
    if (A.getKind() == TemplateArgument::Type && P.type.empty()) {
      Const = A.getAsType().isConstQualified();
      P.type = typeName(A.getAsType(), Context);
      P.element_size = Context.getTypeSizeInChars(A.getAsType()).getQuantity();
    } else if (E && P.mode == access_mode::none) {
      P.mode = accessMode(E->getName());
    } else if (E && P.target.empty()) {
      P.target = E->getName().str();
    } else if (A.getKind() == TemplateArgument::Integral && !E && &A == &Args[1]) {
      P.dimensions = A.getAsIntegral().getLimitedValue();
    }
  }
  if (P.kind == param_kind::local_accessor)
    P.mode = access_mode::read_write;
  if (Const)
    P.mode = access_mode::read;
}

void Splitter::value(QualType T, CharUnits Offset, CharUnits Size, const std::string &Name) {
  manifest::parameter P;
  P.name = Name;
  P.offset = Offset.getQuantity();
  P.size = Size.getQuantity();
  for (auto [Class, Kind] :
       {std::pair(Known::Accessor, param_kind::accessor), std::pair(Known::LocalAccessor, param_kind::local_accessor)})
    if (const auto *D = Names.specialization(T, Class)) {
      P.kind = Kind;
      accessor(D, P);
      return add(P);
    }
  if (const auto *D = Names.specialization(T, Known::InternalPointer)) {
    P.kind = param_kind::accessor;
    P.dimensions = 1;
    P.mode = access_mode::read_write;
    P.target = "device";
    accessor(D, P);
    return add(P, promotionOf(D, Names));
  }
  if (T->isPointerType() && !T->isFunctionPointerType()) {
    QualType Pointee = T->getPointeeType();
    P.kind = param_kind::pointer;
    P.type = typeName(Pointee, Context);
    bool Sized = !Pointee->isIncompleteType() && !Pointee->isFunctionType();
    P.element_size = Sized ? Context.getTypeSizeInChars(Pointee).getQuantity() : 0;
    return add(P);
  }
  const CXXRecordDecl *Record = T->getAsCXXRecordDecl();
  if (Record && Record->isEmpty())
    return;
  if (isSplit(T)) {
    if (const auto *Array = Context.getAsConstantArrayType(T))
      return array(Array, Offset, Name);
    return split(Record, Offset, Name + ".");
  }
  P.type = typeName(T, Context);
  P.element_size = P.size;
  add(P);
}

void Splitter::array(const ConstantArrayType *T, CharUnits Offset, const std::string &Name) {
  CharUnits Size = Context.getTypeSizeInChars(T->getElementType());
  for (uint64_t I = 0, N = T->getZExtSize(); I != N; ++I) {
    Steps.push_back({nullptr, nullptr, I});
    value(T->getElementType(), Offset + Size * I, Size, Name + "[" + std::to_string(I) + "]");
    Steps.pop_back();
  }
}

// Neighbouring bit-fields share bytes; all that do are one leaf.
void Splitter::bitFields(const FieldDecl *Field, CharUnits RecordOffset, uint64_t Bit, const std::string &Name) {
  uint64_t Width = Field->getBitWidthValue();
  if (Field->isUnnamedBitField() || Width == 0)
    return;
  unsigned Begin = RecordOffset.getQuantity() + Bit / 8, End = RecordOffset.getQuantity() + (Bit + Width + 7) / 8;
  if (!Leaves.empty() && Leaves.back().Parameter.kind == param_kind::std_layout) {
    manifest::parameter &Last = Leaves.back().Parameter;
    if (Last.offset <= Begin && Begin < Last.offset + Last.size) {
      Last.size = Last.element_size = std::max(End, Last.offset + Last.size) - Last.offset;
      return;
    }
  }
  manifest::parameter P;
  P.name = Name;
  P.type = typeName(Field->getType(), Context);
  P.offset = Begin;
  P.size = P.element_size = End - Begin;
  add(P);
}

// What a field is called: of a lambda, the variable it captures.
std::string fieldName(const FieldDecl *Field) {
  const auto *Record = cast<CXXRecordDecl>(Field->getParent());
  if (Record->isLambda() && Field->getFieldIndex() < Record->capture_size()) {
    const LambdaCapture &C = *Record->getCapture(Field->getFieldIndex());
    if (C.capturesThis())
      return "this";
    if (C.capturesVariable())
      return C.getCapturedVar()->getNameAsString();
  }
  std::string Name = Field->getNameAsString();
  return Name.empty() ? "field" + std::to_string(Field->getFieldIndex()) : Name;
}

void Splitter::fields(const CXXRecordDecl *Record, CharUnits Offset, const std::string &Prefix) {
  const ASTRecordLayout &Layout = Context.getASTRecordLayout(Record);
  for (const FieldDecl *Field : Record->fields()) {
    uint64_t Bit = Layout.getFieldOffset(Field->getFieldIndex());
    std::string Name = Prefix + fieldName(Field);
    Steps.push_back({Field, nullptr, 0});
    if (Field->isBitField()) {
      bitFields(Field, Offset, Bit, Name);
    } else {
      QualType T = Field->getType();
      // A reference is stored as a pointer to the host's variable; it is data like any other.
      CharUnits Size = T->isReferenceType()                ? Context.getTypeSizeInChars(Context.VoidPtrTy)
                       : Field->isPotentiallyOverlapping() ? Context.getTypeInfoDataSizeInChars(T).Width
                                                           : Context.getTypeSizeInChars(T);
      value(T, Offset + Context.toCharUnitsFromBits(Bit), Size, Name);
    }
    Steps.pop_back();
  }
}

void Splitter::split(const CXXRecordDecl *Record, CharUnits Offset, const std::string &Prefix) {
  Record = Record->getDefinition();
  const ASTRecordLayout &Layout = Context.getASTRecordLayout(Record);
  for (const CXXBaseSpecifier &B : Record->bases()) {
    const auto *Base = B.getType()->getAsCXXRecordDecl();
    if (!Base || Base->isEmpty() || B.isVirtual())
      continue;
    CharUnits BaseOffset = Offset + Layout.getBaseClassOffset(Base);
    Steps.push_back({nullptr, Base, 0});
    if (isSplit(B.getType()) && Names.of(Base) != Known::Accessor && Names.of(Base) != Known::LocalAccessor)
      split(Base, BaseOffset, Prefix);
    else // what follows may lie in the padding at its end
      value(B.getType(), BaseOffset, Context.getTypeInfoDataSizeInChars(B.getType()).Width,
            Prefix + Base->getNameAsString());
    Steps.pop_back();
  }
  fields(Record, Offset, Prefix);
}

} // namespace

std::vector<Leaf> closureLeaves(const CXXRecordDecl *Closure, const ASTContext &Context, KnownDeclarations &Names) {
  Splitter S(Context, Names);
  if (Closure->getDefinition() && !Closure->getDefinition()->isDynamicClass())
    S.split(Closure, CharUnits::Zero(), "");
  return S.take();
}

} // namespace syclfuse::plugin
