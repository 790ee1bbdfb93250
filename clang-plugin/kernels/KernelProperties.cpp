// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelProperties.h"

using namespace clang;

namespace syclfuse::plugin {

// Depth bounds the nesting of types that are looked into; lists of properties are two deep.
static bool mentions(QualType T, KnownDeclarations &Names, Known Kind, unsigned Depth);

static bool mentions(const TemplateArgument &A, KnownDeclarations &Names, Known Kind, unsigned Depth) {
  if (A.getKind() == TemplateArgument::Pack)
    return llvm::any_of(A.pack_elements(), [&](const TemplateArgument &E) { return mentions(E, Names, Kind, Depth); });
  return A.getKind() == TemplateArgument::Type && mentions(A.getAsType(), Names, Kind, Depth);
}

static bool mentions(QualType T, KnownDeclarations &Names, Known Kind, unsigned Depth) {
  const CXXRecordDecl *Record = T.isNull() ? nullptr : T.getNonReferenceType()->getAsCXXRecordDecl();
  if (!Record || Names.of(Record) == Kind)
    return Record;
  const auto *Specialization = dyn_cast<ClassTemplateSpecializationDecl>(Record);
  return Specialization && Depth != 0 &&
         llvm::any_of(Specialization->getTemplateArgs().asArray(),
                      [&](const TemplateArgument &A) { return mentions(A, Names, Kind, Depth - 1); });
}

static const CXXRecordDecl *kernelClass(const CallExpr *Call) {
  if (!Call->getNumArgs())
    return nullptr;
  const CXXRecordDecl *Record =
      Call->getArg(Call->getNumArgs() - 1)->getType().getNonReferenceType()->getAsCXXRecordDecl();
  return Record ? Record->getDefinition() : nullptr;
}

bool hasKernelProperty(const CallExpr *Call, KnownDeclarations &Names, Known Key) {
  for (unsigned I = 0; I + 1 < Call->getNumArgs(); ++I)
    if (mentions(Call->getArg(I)->getType(), Names, Key, 2))
      return true;
  const CXXRecordDecl *Class = kernelClass(Call);
  if (!Class || Class->isLambda())
    return false;
  return llvm::any_of(Class->methods(), [&](const CXXMethodDecl *M) {
    return M->getIdentifier() && M->getName() == "get" && M->getNumParams() == 1 &&
           mentions(M->getReturnType(), Names, Key, 2);
  });
}

bool takesReductions(const CallExpr *Call, KnownDeclarations &Names) {
  return llvm::any_of(Call->arguments(),
                      [&](const Expr *A) { return Names.of(A->getType().getNonReferenceType()) == Known::Reduction; });
}

static bool holdsStream(QualType T, KnownDeclarations &Names, unsigned Depth) {
  if (const auto *Array = dyn_cast<ConstantArrayType>(T.getCanonicalType()))
    T = Array->getElementType();
  if (Names.of(T) == Known::Stream)
    return true;
  const CXXRecordDecl *Record = T->getAsCXXRecordDecl();
  Record = Record ? Record->getDefinition() : nullptr;
  if (!Record || Depth == 0)
    return false;
  return llvm::any_of(Record->bases(),
                      [&](const CXXBaseSpecifier &B) { return holdsStream(B.getType(), Names, Depth - 1); }) ||
         llvm::any_of(Record->fields(),
                      [&](const FieldDecl *F) { return holdsStream(F->getType(), Names, Depth - 1); });
}

bool capturesStream(const CallExpr *Call, KnownDeclarations &Names) {
  return kernelClass(Call) &&
         holdsStream(Call->getArg(Call->getNumArgs() - 1)->getType().getNonReferenceType(), Names, 16);
}

} // namespace syclfuse::plugin
