// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "InternalPointers.h"

using namespace clang;

namespace syclfuse::plugin {

const EnumConstantDecl *enumeratorOf(const TemplateArgument &A) {
  if (A.getKind() != TemplateArgument::Integral)
    return nullptr;
  const auto *Enum = A.getIntegralType()->getAsEnumDecl();
  if (!Enum)
    return nullptr;
  for (const EnumConstantDecl *E : Enum->enumerators())
    if (llvm::APSInt::isSameValue(E->getInitVal(), A.getAsIntegral()))
      return E;
  return nullptr;
}

promotion scopeOf(QualType T) {
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
  const EnumConstantDecl *E =
      Class && Class->getTemplateArgs().size() ? enumeratorOf(Class->getTemplateArgs()[0]) : nullptr;
  return !E ? promotion::none : E->getName() == "work_item" ? promotion::private_memory : promotion::local_memory;
}

promotion promotionOf(const ClassTemplateSpecializationDecl *Pointer, KnownDeclarations &Names) {
  bool NoInit = false;
  promotion Scope = promotion::automatic;
  forEachProperty(Pointer, [&](QualType Property) {
    NoInit |= Names.of(Property) == Known::NoInit;
    if (Names.of(Property) == Known::AccessScope && scopeOf(Property) != promotion::none)
      Scope = scopeOf(Property);
  });
  return NoInit ? Scope : promotion::automatic;
}

} // namespace syclfuse::plugin
