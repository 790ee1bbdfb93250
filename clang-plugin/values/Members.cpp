// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Members.h"

#include "names/Library.h"

using namespace clang;

namespace syclfuse::plugin {
namespace {

// Deeper objects, and larger ones, are not looked into.
constexpr unsigned MaxDepth = 4, MaxMembers = 64;

const CXXRecordDecl *usersClass(QualType T, const ASTContext &Context) {
  if (T->isReferenceType() || T->isPointerType())
    T = T->getPointeeType();
  const CXXRecordDecl *Record = T->getAsCXXRecordDecl();
  Record = Record ? Record->getDefinition() : nullptr;
  return Record && !Record->isUnion() && !Record->isLambda() && !isLibrary(Record, Context) ? Record : nullptr;
}

void fieldsOf(const CXXRecordDecl *Record, llvm::SmallVectorImpl<FieldDecl *> &Out, unsigned Depth = 0) {
  for (const CXXBaseSpecifier &B : Record->bases())
    if (const CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl();
        Base && Base->getDefinition() && Depth != MaxDepth)
      fieldsOf(Base->getDefinition(), Out, Depth + 1);
  llvm::append_range(Out, Record->fields());
}

class Visitor {
public:
  Visitor(HostValues &Values, llvm::function_ref<void(Value, const std::string &)> Visit)
      : Values(Values), Visit(Visit) {}

  void object(Value Object, const std::string &Part, unsigned Depth) {
    ASTContext &Context = Values.context();
    const CXXRecordDecl *Record = usersClass(Object.E->getType(), Context);
    if (!Record || Depth == MaxDepth)
      return;
    llvm::SmallVector<FieldDecl *> Fields;
    fieldsOf(Record, Fields);
    for (FieldDecl *F : Fields) {
      if (F->isUnnamedBitField() || F->getName().empty() || ++Seen > MaxMembers)
        continue;
      Value Member{MemberExpr::CreateImplicit(Context, const_cast<Expr *>(Object.E),
                                              Object.E->getType()->isPointerType(), F,
                                              F->getType().getNonReferenceType(), VK_LValue, OK_Ordinary),
                   Object.In};
      std::string Way = Part + HostValues::partOf(cast<MemberExpr>(Member.E));
      Visit(Member, Way);
      object(Member, Way, Depth + 1);
    }
  }

private:
  HostValues &Values;
  llvm::function_ref<void(Value, const std::string &)> Visit;
  unsigned Seen = 0;
};

bool leads(QualType T, bool Const, const ASTContext &Context, KnownDeclarations &Names, unsigned Depth) {
  if (T->isReferenceType() || T->isPointerType()) {
    T = T->getPointeeType();
    Const = false; // of the reference, not of what it refers to
  }
  Const |= T.isConstQualified();
  Known Kind = Names.of(T.getUnqualifiedType());
  if (Kind == Known::Queue || Kind == Known::Handler || Kind == Known::FusionWrapper)
    return !Const;
  const CXXRecordDecl *Record = usersClass(T, Context);
  if (!Record || Depth == MaxDepth)
    return false;
  llvm::SmallVector<FieldDecl *> Fields;
  fieldsOf(Record, Fields);
  return llvm::any_of(Fields,
                      [&](const FieldDecl *F) { return leads(F->getType(), Const, Context, Names, Depth + 1); });
}

} // namespace

void forEachMember(Value Object, HostValues &Values, llvm::function_ref<void(Value, const std::string &)> Visit) {
  if (Object)
    Visitor(Values, Visit).object(Object, "", 0);
}

bool isQueueHolder(QualType T, KnownDeclarations &Names) {
  T = T.getNonReferenceType();
  if (Names.ofPointee(T) == Known::Queue)
    return true;
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
  const TemplateArgument *First =
      Class && Class->isInStdNamespace() && Class->getTemplateArgs().size() ? &Class->getTemplateArgs()[0] : nullptr;
  return First && First->getKind() == TemplateArgument::Type && Names.ofPointee(First->getAsType()) == Known::Queue;
}

bool leadsToQueue(QualType T, const ASTContext &Context, KnownDeclarations &Names) {
  return leads(T, false, Context, Names, 0);
}

} // namespace syclfuse::plugin
