// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DeviceCopyable.h"

#include "clang/Sema/Sema.h"

using namespace clang;

namespace syclfuse::plugin {

template <class D> static D *lookup(const DeclContext *Scope, StringRef Name, ASTContext &AST) {
  return Scope ? Scope->lookup(&AST.Idents.get(Name)).find_first<D>() : nullptr;
}

DeviceCopyable::DeviceCopyable(Sema &S) : S(S) {
  ASTContext &AST = S.Context;
  Trait = lookup<ClassTemplateDecl>(lookup<NamespaceDecl>(AST.getTranslationUnitDecl(), "sycl", AST),
                                    "is_device_copyable", AST);
}

// Type traits derive from std::true_type or std::false_type.
static bool isTrueType(const CXXRecordDecl *Record) {
  const auto *Constant = dyn_cast<ClassTemplateSpecializationDecl>(Record);
  if (Constant && Constant->isInStdNamespace() && Constant->getName() == "integral_constant")
    return Constant->getTemplateArgs()[1].getAsIntegral() != 0;
  return llvm::any_of(Record->bases(), [](const CXXBaseSpecifier &B) {
    const CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl();
    return Base && isTrueType(Base);
  });
}

bool DeviceCopyable::operator()(const CXXRecordDecl *Record) const {
  if (!Record->hasNonTrivialDestructor() && !Record->hasNonTrivialCopyConstructor())
    return true;
  if (!Trait)
    return false;
  ASTContext &AST = S.Context;
  SourceLocation Location = Record->getLocation();
  QualType Type = AST.getCanonicalTagType(Record);
  TemplateArgumentListInfo Arguments(Location, Location);
  Arguments.addArgument(TemplateArgumentLoc(Type, AST.getTrivialTypeSourceInfo(Type, Location)));
  QualType Asked = S.CheckTemplateIdType(ElaboratedTypeKeyword::None, TemplateName(Trait), Location, Arguments,
                                         /*Scope=*/nullptr, /*ForNestedNameSpecifier=*/false);
  if (Asked.isNull() || !S.isCompleteType(Location, Asked))
    return false;
  return isTrueType(Asked->getAsCXXRecordDecl());
}

} // namespace syclfuse::plugin
