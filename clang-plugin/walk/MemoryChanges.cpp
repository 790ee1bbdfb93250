// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "MemoryChanges.h"

#include "values/Members.h"

using namespace clang;

namespace syclfuse::plugin {

// The memory that an assignment to E changes; where the element is not known, all of the container.
std::optional<Place> MemoryChanges::changedPlace(const Expr *E, const Env *In) {
  while (E) {
    if (std::optional<Place> P = Values.place({E, In}))
      return P;
    E = E->IgnoreParenImpCasts();
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
      E = A->getBase();
    else if (const auto *M = dyn_cast<MemberExpr>(E))
      E = M->getBase();
    else if (const auto *C = dyn_cast<CXXMemberCallExpr>(E))
      E = C->getImplicitObjectArgument();
    else if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E); O && O->getNumArgs())
      E = O->getArg(0);
    else
      return std::nullopt;
  }
  return std::nullopt;
}

// Whether P is what a pointer or an iterator leads to, which is not known.
static bool isElsewhere(const Place &P) {
  const VarDecl *D = P.variable();
  const llvm::StringRef Part = P.behindPointer();
  if (!D || Part.empty())
    return false;
  const QualType T = D->getType().getNonReferenceType();
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  const bool Holds =
      Class && Class->isInStdNamespace() && (Class->getName() == "optional" || Class->getName() == "unique_ptr");
  return T->isPointerType() || (Class && Part.starts_with(".*") && !Holds);
}

// What was assigned to an expression of type T may have changed others than To.
void MemoryChanges::throughPointer(RegionBuilder &R, const std::optional<Place> &To, QualType T) {
  if (To && !isElsewhere(*To))
    return;
  if (T->isPointerType())
    R.Memories.assignThroughPointer(To);
  else if (T->isIntegralOrEnumerationType())
    Escaped.giveAll();
}

// What E names, by the name that it had when R began.
Held MemoryChanges::heldBy(const RegionBuilder &R, const Expr *E, const Env *In) {
  const QualType T = E->getType();
  const bool HoldsPointers = T->isPointerType() || (T->isRecordType() && Values.names().of(T) != Known::Buffer);
  std::optional<Place> P = Values.place({E, In});
  Held Now = P ? R.Memories.of(*P, HoldsPointers && Escaped.mayBeReached(*P), T->isRecordType()) : Held{};
  if (!Now.Named)
    Now.Named = {E, In};
  return Now;
}

// From: null for what is not known. Under a condition of run time it may be, or not. Assigned: the expression, if it is
// no declaration.
void MemoryChanges::hold(const Place &To, const Expr *From, const Env *In, const Expr *Assigned) {
  for (auto &R : Regions) {
    Held Now = From && !Regions.newCondition(*R) ? heldBy(*R, From, In) : Held{};
    if (Assigned)
      throughPointer(*R, To, Assigned->getType());
    R->Memories.assign(To, Now.Memory ? &Now : nullptr);
  }
}

void MemoryChanges::assigned(const Expr *To, const Expr *From, const Env *In) {
  if (isa<UnaryOperator>(To->IgnoreParens()) && !To->getType()->isPointerType())
    Escaped.giveAll(); // a number that a pointer leads to
  if (std::optional<Place> P = changedPlace(To, In))
    return hold(*P, From && Values.place({To, In}) ? From : nullptr, In, To);
  for (auto &R : Regions)
    throughPointer(*R, std::nullopt, To->getType());
}

void MemoryChanges::swapped(const Expr *A, const Expr *B, const Env *In) {
  std::optional<Place> P = Values.place({A, In}), Q = Values.place({B, In});
  if (!P || !Q) {
    assigned(A, nullptr, In);
    return assigned(B, nullptr, In);
  }
  for (auto &R : Regions) {
    const bool IsCertain = !Regions.newCondition(*R);
    Held OfA = heldBy(*R, A, In), OfB = heldBy(*R, B, In);
    throughPointer(*R, P, A->getType());
    throughPointer(*R, Q, B->getType());
    R->Memories.assign(*P, IsCertain && OfB.Memory ? &OfB : nullptr);
    R->Memories.assign(*Q, IsCertain && OfA.Memory ? &OfA : nullptr);
  }
}

void MemoryChanges::called(const CallExpr *E, const Env *In) {
  const FunctionDecl *Callee = E->getDirectCallee();
  const bool IsSwap = Callee && isSwap(Callee);
  if (!IsSwap)
    Effects.forEachGiven(E, [&](const Expr *Object) {
      const QualType T = Object->getType().getNonReferenceType();
      const CXXRecordDecl *Class = (T->isPointerType() ? T->getPointeeType() : T)->getAsCXXRecordDecl();
      if (Class && Class->isInStdNamespace()) // its elements may be others
        assigned(Object, nullptr, In);
      else if (std::optional<Place> P = changedPlace(Object, In))
        Escaped.give(*P);
    });
  if (!IsSwap || !Effects.isLibrary(Callee))
    return; // one of the user's is walked
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E); Member && E->getNumArgs() == 1)
    swapped(Member->getImplicitObjectArgument(), E->getArg(0), In);
  else if (!Member && E->getNumArgs() == 2)
    swapped(E->getArg(0), E->getArg(1), In);
}

void MemoryChanges::declared(const VarDecl *D, const Env *In) {
  if (D->hasLocalStorage() && D->getInit() && Effects.mayHoldMemory(D->getType()) && !D->getType()->isReferenceType() &&
      Values.place({D->getInit(), In}))
    hold(Place{ownerOf(D, In), D->getCanonicalDecl(), ""}, D->getInit(), In);
}

// A queue that is assigned to, a pointer to one, or an object that may have some.
void MemoryChanges::queue(const Stmt *S, const Env *In) {
  const Expr *To = nullptr;
  if (const auto *O = dyn_cast<CXXOperatorCallExpr>(S); O && O->getOperator() == OO_Equal)
    To = O->getArg(0);
  else if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->getOpcode() == BO_Assign)
    To = B->getLHS();
  if (!To || !(To->getType()->isRecordType() || isQueueHolder(To->getType(), Values.names())))
    return;
  if (std::optional<Place> P = changedPlace(To, In))
    Queues.assigned(*P);
}

void MemoryChanges::by(const Stmt *S, const Env *In) {
  queue(S, In);
  if (Regions.empty())
    return;
  if (const auto *B = dyn_cast<BinaryOperator>(S)) {
    if (B->isAssignmentOp() && isFollowedScalar(B->getLHS()))
      assigned(B->getLHS(),
               B->getOpcode() == BO_Assign && B->getLHS()->getType()->isPointerType() ? B->getRHS() : nullptr, In);
  } else if (const auto *U = dyn_cast<UnaryOperator>(S)) {
    if (U->isIncrementDecrementOp() && isFollowedScalar(U->getSubExpr()))
      assigned(U->getSubExpr(), nullptr, In);
  } else if (const auto *O = dyn_cast<CXXOperatorCallExpr>(S); O && O->getOperator() == OO_Equal) {
    if (O->getNumArgs() == 2 && Effects.mayHoldMemory(O->getArg(0)->getType()))
      assigned(O->getArg(0), O->getArg(1), In);
  } else if (const auto *C = dyn_cast<CallExpr>(S)) {
    called(C, In);
  } else if (const auto *D = dyn_cast<DeclStmt>(S)) {
    for (const Decl *Declared : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Declared))
        declared(V, In);
  }
}

void MemoryChanges::pass(const FunctionDecl *Callee, llvm::ArrayRef<const Expr *> Arguments, const Env *In,
                         const Env *Inside) {
  if (Regions.empty())
    return;
  for (unsigned I = 0; I < Arguments.size() && I < Callee->getNumParams(); ++I) {
    const ParmVarDecl *P = Callee->getParamDecl(I);
    if (!P->getType()->isReferenceType() && Effects.mayHoldMemory(P->getType()) && Changes.isRedirected(P) &&
        Values.place({Arguments[I], In}))
      hold(Place{Inside, P->getCanonicalDecl(), ""}, Arguments[I], In);
  }
}

} // namespace syclfuse::plugin
