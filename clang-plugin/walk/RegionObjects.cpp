// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects whose constructors and destructors do something to regions.
#include "RegionWalker.h"

using namespace clang;

namespace syclfuse::plugin {

// An expression that names D.
const Expr *nameOf(const VarDecl *D, ASTContext &Context) {
  return DeclRefExpr::Create(Context, NestedNameSpecifierLoc(), SourceLocation(), const_cast<VarDecl *>(D),
                             /*RefersToEnclosingVariableOrCapture=*/false, D->getLocation(),
                             D->getType().getNonReferenceType(), VK_LValue);
}

// The variables that calls and constructions initialize.
void RegionWalker::declares(const DeclStmt *S) {
  for (const Decl *D : S->decls())
    if (const auto *Variable = dyn_cast<VarDecl>(D); Variable && Variable->getInit())
      Objects[Variable->getInit()->IgnoreUnlessSpelledInSource()] = Variable;
}

void RegionWalker::construct(const CXXConstructExpr *E, const Env *In) {
  if (makesGraph(E->getConstructor(), Values.names()))
    return startGraph(E, In);
  if (Runs.isActive() && Effects.endsHolding(E))
    return E->getNumArgs() ? endUsersOf(E->getArg(0), In) : void();
  const FunctionDecl *Definition = nullptr;
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
  if (Record && Runs.isActive() && Effects.ofDestruction(E->getType()).changesRuns())
    Runs.endAll();
  RegionBuilder *R = Record ? Regions.lastTaking() : nullptr;
  if (R && Effects.ofDestruction(E->getType()).Submits)
    Regions.leaveOpen(*R, open_kind::call, E->getExprLoc(), "~" + Record->getNameAsString(), {});
}

// Runs the destructors of Object, of its members and of its bases.
void RegionWalker::destroyObject(Value Object, QualType T) {
  const CXXRecordDecl *Record = T->getAsCXXRecordDecl();
  const FusionEffects Does = Record ? Effects.ofDestruction(T) : FusionEffects();
  if (!Does.matters() && !(Runs.isActive() && Does.EndsHolding))
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
  if (!Regions.empty())
    destroyObject({nameOf(D, Values.context()), In}, D->getType());
  if (Runs.isActive())
    endRunsWith(D, In);
  // What is returned goes on living.
  if (!Values.context().hasSameUnqualifiedType(D->getType(), Stack.back()->getReturnType()))
    abandon(D, In);
}

// The end of a buffer waits for the kernels that use it, that of a queue has them launched.
void RegionWalker::endRunsWith(const VarDecl *D, const Env *In) {
  const Place Whole{ownerOf(D, In), D->getCanonicalDecl(), ""};
  if (!D->getType()->isRecordType())
    return;
  endUsersOf(Whole);
  Runs.endIf([&](const RegionBuilder &R) {
    return R.Queue.IsMade && R.Queue.At && R.Queue.At->Owner == Whole.Owner && R.Queue.At->Root == Whole.Root;
  });
}

// What the runtime cancels when D, a variable, is destroyed: a region that it, or a part of it, is and that is still
// open.
void RegionWalker::abandon(const VarDecl *D, const Env *In) {
  const Place Whole{ownerOf(D, In), D->getCanonicalDecl(), ""};
  const bool IsRegion = endsItsRegion(D->getType(), Values.names());
  auto Ends = [&](const std::unique_ptr<RegionBuilder> &R) {
    if (R->Graph)
      return R->Graph->At.Owner == Whole.Owner && R->Graph->At.Root == Whole.Root;
    if (!R->EndsWithObject)
      return false;
    return R->Wrapper ? R->Wrapper->Owner == Whole.Owner && R->Wrapper->Root == Whole.Root
                      : IsRegion && Queues.compare(Queues.ofWrapper({nameOf(D, Values.context()), In}), R->Queue) ==
                                        Alias::Same;
  };
  for (auto It = llvm::find_if(Regions, Ends); It != Regions.end(); It = llvm::find_if(Regions, Ends))
    Regions.closeUnfinished(**It);
}

} // namespace syclfuse::plugin
