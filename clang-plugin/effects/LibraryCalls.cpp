// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LibraryCalls.h"

using namespace clang;

namespace syclfuse::plugin {
namespace {

bool isStandard(const Decl *D) {
  const DeclContext *Outer = D->getDeclContext();
  while (Outer->getParent() && !Outer->getParent()->isTranslationUnit())
    Outer = Outer->getParent();
  const auto *Namespace = dyn_cast<NamespaceDecl>(Outer);
  return Namespace && (Namespace->isStdNamespace() || Namespace->getName() == "__gnu_cxx");
}

// Goes through what functions of the library call.
class Scanner : public RecursiveASTVisitor<Scanner> {
public:
  LibraryCalls Found;
  explicit Scanner(EffectFinder &Effects) : Effects(Effects) {}

  bool VisitCallExpr(CallExpr *E) { return called(E->getDirectCallee()); }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) {
    const FunctionDecl *Definition = nullptr;
    if (!isStandard(E->getConstructor()) && E->getConstructor()->hasBody(Definition) && Effects.of(Definition).Starts) {
      Found.Construct = E;
      Found.Constructor = Definition;
    }
    return called(E->getConstructor());
  }
  bool VisitCXXInheritedCtorInitExpr(CXXInheritedCtorInitExpr *E) { return called(E->getConstructor()); }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *E) {
    QualType T = E->getDestroyedType();
    return T.isNull() || destroyed(T->getAsCXXRecordDecl());
  }

  bool called(const FunctionDecl *FD) {
    const FunctionDecl *Definition = nullptr;
    if (!FD || FD->getBuiltinID())
      return true;
    const auto *Destructor = dyn_cast<CXXDestructorDecl>(FD);
    if (Destructor && !isStandard(FD))
      return destroyed(Destructor->getParent());
    if (!isStandard(FD) || !Seen.insert(FD->getCanonicalDecl()).second)
      return true;
    if (Destructor)
      parts(Destructor->getParent());
    if (!FD->hasBody(Definition) || Definition->isDependentContext())
      return true;
    if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Definition))
      for (const CXXCtorInitializer *Init : Constructor->inits())
        TraverseStmt(Init->getInit());
    return TraverseStmt(Definition->getBody());
  }

private:
  bool destroyed(const CXXRecordDecl *Record) {
    const CXXDestructorDecl *Destructor = Record && Record->hasDefinition() ? Record->getDestructor() : nullptr;
    const FunctionDecl *Definition = nullptr;
    if (Destructor && isStandard(Destructor))
      return called(Destructor);
    if (Destructor && Destructor->hasBody(Definition) && Effects.of(Definition).Ends)
      Found.Destructor = Definition;
    return true;
  }
  void parts(const CXXRecordDecl *Record) {
    for (const CXXBaseSpecifier &B : Record->bases())
      destroyed(B.getType()->getAsCXXRecordDecl());
    if (!Record->isUnion())
      for (const FieldDecl *F : Record->fields())
        if (!F->getType()->isReferenceType())
          destroyed(F->getType()->getAsCXXRecordDecl());
  }

  EffectFinder &Effects;
  llvm::DenseSet<const FunctionDecl *> Seen;
};

} // namespace

LibraryCalls LibraryCallFinder::of(const FunctionDecl *FD) {
  if (!FD || !isStandard(FD) || FD->isDependentContext())
    return {};
  auto [It, New] = Known.try_emplace(FD);
  if (!New)
    return It->second;
  Scanner Scan(Effects);
  Scan.called(FD);
  return Known[FD] = Scan.Found;
}

llvm::ArrayRef<const Expr *> LibraryCallFinder::forwarded(const LibraryCalls &Calls,
                                                          llvm::ArrayRef<const Expr *> Arguments) {
  auto IsGiven = [](const Expr *E) { return !isa<CXXDefaultArgExpr>(E); };
  llvm::ArrayRef<const Expr *> Wanted(Calls.Construct->getArgs(), Calls.Construct->getNumArgs());
  Wanted = Wanted.take_while(IsGiven);
  Arguments = Arguments.take_while(IsGiven);
  if (Arguments.size() < Wanted.size())
    return {};
  Arguments = Arguments.take_back(Wanted.size());
  for (auto [A, W] : llvm::zip(Arguments, Wanted))
    if (A->getType().getCanonicalType().getUnqualifiedType() != W->getType().getCanonicalType().getUnqualifiedType())
      return {};
  return Arguments;
}

} // namespace syclfuse::plugin
