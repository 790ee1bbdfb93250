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

promotion promotionOf(const ClassTemplateSpecializationDecl *Pointer, KnownDeclarations &Names) {
  bool NoInit = false;
  promotion Scope = promotion::automatic;
  forEachProperty(Pointer, [&](QualType Property) {
    NoInit |= Names.of(Property) == Known::NoInit;
    const auto *Class = Names.specialization(Property, Known::AccessScope);
    const EnumConstantDecl *E =
        Class && Class->getTemplateArgs().size() ? enumeratorOf(Class->getTemplateArgs()[0]) : nullptr;
    if (E)
      Scope = E->getName() == "work_item" ? promotion::private_memory : promotion::local_memory;
  });
  return NoInit ? Scope : promotion::automatic;
}

} // namespace syclfuse::plugin
