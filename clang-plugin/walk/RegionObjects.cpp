// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects whose constructors and destructors do something to regions, also those that the library makes and destroys.
#include "RegionWalker.h"

using namespace clang;

namespace syclfuse::plugin {

// An expression that names D.
const Expr *nameOf(const VarDecl *D, ASTContext &Context) {
  return DeclRefExpr::Create(Context, NestedNameSpecifierLoc(), SourceLocation(), const_cast<VarDecl *>(D),
                             /*RefersToEnclosingVariableOrCapture=*/false, D->getLocation(),
                             D->getType().getNonReferenceType(), VK_LValue);
}

// An expression that names what D, an optional or a smart pointer, holds; null if D is something else.
static const Expr *pointeeOf(const VarDecl *D, ASTContext &Context) {
  const CXXRecordDecl *Record = D->getType()->getAsCXXRecordDecl();
  if (!Record || !Record->hasDefinition())
    return nullptr;
  for (const NamedDecl *Star : Record->getDefinition()->lookup(Context.DeclarationNames.getCXXOperatorName(OO_Star)))
    if (const auto *Method = dyn_cast<CXXMethodDecl>(Star); Method && Method->getReturnType()->isReferenceType()) {
      Expr *Object = const_cast<Expr *>(nameOf(D, Context)), *Callee = const_cast<Expr *>(nameOf(D, Context));
      return CXXOperatorCallExpr::Create(Context, OO_Star, Callee, Object,
                                         Method->getReturnType().getNonReferenceType(), VK_LValue, D->getLocation(),
                                         FPOptionsOverride());
    }
  return nullptr;
}

// Ends the region of Object, which the library destroys, if one is open. IfUnknown: also the last one if it is not
// known whose it is.
void RegionWalker::destroyedByLibrary(const FunctionDecl *Destructor, Value Object, bool IfUnknown) {
  std::optional<Place> P = Object ? Values.place(Object) : std::nullopt;
  auto IsOf = [&](const auto &R) {
    if (!P || !R->Wrapper)
      return IfUnknown && !R->Wrapper;
    return R->Wrapper->Owner == P->Owner && R->Wrapper->Root == P->Root &&
           llvm::StringRef(R->Wrapper->Part).starts_with(P->Part + ".");
  };
  if (llvm::any_of(Open, IsOf) && !llvm::is_contained(Stack, Destructor))
    enter(Destructor, Destructor->getBody(), Values.call(Destructor, {}, Object, Object.In));
}

// Objects whose constructors and destructors start and end regions, where the library makes and destroys them.
void RegionWalker::throughLibrary(const Expr *E, const FunctionDecl *Callee, llvm::ArrayRef<const Expr *> Arguments,
                                  const Env *In) {
  LibraryCalls Calls = Library.of(Callee);
  const VarDecl *Variable = Objects.lookup(E);
  const Expr *Pointee = Variable ? pointeeOf(Variable, Values.context()) : nullptr;
  Value Object{Pointee ? Pointee : E, In};
  if (Calls.Destructor && isa<CXXMemberCallExpr>(E)) // others are temporaries
    destroyedByLibrary(Calls.Destructor, Object, !Calls.Constructor);
  if (!Calls.Constructor || !isFollowed(Calls.Constructor) || llvm::is_contained(Stack, Calls.Constructor))
    return;
  const Env *Inside = Values.call(Calls.Constructor, LibraryCallFinder::forwarded(Calls, Arguments), Object, In);
  if (std::optional<Place> P = Values.place(Object))
    Queues.constructed(*P, Inside);
  enter(Calls.Constructor, Calls.Constructor->getBody(), Inside);
}

void RegionWalker::construct(const CXXConstructExpr *E, const Env *In) {
  const FunctionDecl *Definition = nullptr;
  throughLibrary(E, E->getConstructor(), {E->getArgs(), E->getNumArgs()}, In);
  if (!isFollowed(E->getConstructor()) || !E->getConstructor()->hasBody(Definition) ||
      llvm::is_contained(Stack, Definition))
    return;
  const VarDecl *Object = Objects.lookup(E);
  Value This = Object ? Value{nameOf(Object, Values.context()), In} : Value{E, In};
  enter(Definition, Definition->getBody(), Values.call(Definition, {E->getArgs(), E->getNumArgs()}, This, In));
}

// What the inheriting constructor In was called with is passed on.
void RegionWalker::inherited(const CXXInheritedCtorInitExpr *E, const Env *In) {
  const FunctionDecl *Definition = nullptr;
  if (!isFollowed(E->getConstructor()) || !E->getConstructor()->hasBody(Definition) ||
      llvm::is_contained(Stack, Definition))
    return;
  std::vector<const Expr *> Arguments;
  for (const ParmVarDecl *P : In->Function->parameters())
    Arguments.push_back(nameOf(P, Values.context()));
  enter(Definition, Definition->getBody(), Values.call(Definition, Arguments, In->This, In));
}

// When a temporary is destroyed is not followed.
void RegionWalker::temporary(const Expr *E) {
  for (const Expr *Before = nullptr; E != Before;) {
    Before = E;
    E = E->IgnoreParenCasts();
    if (const auto *Full = dyn_cast<ExprWithCleanups>(E))
      E = Full->getSubExpr();
  }
  const CXXRecordDecl *Record = isa<CXXBindTemporaryExpr>(E) ? E->getType()->getAsCXXRecordDecl() : nullptr;
  if (Record && !Open.empty() && Effects.ofDestruction(E->getType()).Submits)
    leaveOpen(*Open.back(), open_kind::call, E->getExprLoc(), "~" + Record->getNameAsString(), {});
}

// Runs the destructors of Object, of its members and of its bases.
void RegionWalker::destroyObject(Value Object, QualType T) {
  const CXXRecordDecl *Record = T->getAsCXXRecordDecl();
  if (!Record || !Effects.ofDestruction(T).matters())
    return;
  Record = Record->getDefinition();
  const FunctionDecl *Destructor = Record->getDestructor(), *Definition = nullptr;
  if (isFollowed(Destructor) && Destructor->hasBody(Definition))
    enter(Definition, Definition->getBody(), Values.call(Definition, {}, Object, Object.In));
  const std::vector<FieldDecl *> Fields(Record->field_begin(), Record->field_end());
  for (FieldDecl *F : llvm::reverse(Fields))
    destroyObject({MemberExpr::CreateImplicit(Values.context(), const_cast<Expr *>(Object.E), /*IsArrow=*/false, F,
                                              F->getType(), VK_LValue, OK_Ordinary),
                   Object.In},
                  F->getType());
  const std::vector<CXXBaseSpecifier> Bases(Record->bases_begin(), Record->bases_end());
  for (const CXXBaseSpecifier &B : llvm::reverse(Bases))
    destroyObject(Object, B.getType());
}

void RegionWalker::destroy(const VarDecl *D, const Env *In) {
  const CXXRecordDecl *Record = D->getType()->getAsCXXRecordDecl();
  const CXXDestructorDecl *Destructor = Record && Record->hasDefinition() ? Record->getDestructor() : nullptr;
  // What is returned goes on living.
  if (const FunctionDecl *Inner = Destructor && !Open.empty() ? Library.of(Destructor).Destructor : nullptr;
      Inner && !Values.context().hasSameUnqualifiedType(D->getType(), Stack.back()->getReturnType()))
    if (const Expr *Pointee = pointeeOf(D, Values.context()))
      destroyedByLibrary(Inner, {Pointee, In}, /*IfUnknown=*/true);
  if (!Open.empty())
    destroyObject({nameOf(D, Values.context()), In}, D->getType());
  if (!Values.context().hasSameUnqualifiedType(D->getType(), Stack.back()->getReturnType()))
    abandon(D, In);
}

} // namespace syclfuse::plugin
