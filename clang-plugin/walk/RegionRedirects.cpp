// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Assignments and swaps in a region: what pointers, buffers and objects that have some hold afterwards
// (ReassignedMemory).
#include "RegionWalker.h"

using namespace clang;

namespace syclfuse::plugin {

// The memory that an assignment to E changes; where the element is not known, all of the container.
std::optional<Place> RegionWalker::changedPlace(const Expr *E, const Env *In) {
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
  const auto *D = dyn_cast_or_null<VarDecl>(P.Root);
  const llvm::StringRef Part = EscapedObjects::behind(P.Part);
  if (!D || Part.empty())
    return false;
  const QualType T = D->getType().getNonReferenceType();
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  const bool Holds =
      Class && Class->isInStdNamespace() && (Class->getName() == "optional" || Class->getName() == "unique_ptr");
  return T->isPointerType() || (Class && Part.starts_with(".*") && !Holds);
}

// What was assigned to an expression of type T may have changed others than To.
void RegionWalker::reach(RegionBuilder &R, const std::optional<Place> &To, QualType T, SourceLocation At) {
  if (!T->isPointerType() || (To && !isElsewhere(*To)))
    return;
  R.Memories.reach([this, To, Function = R.Function, End = Horizon.isValid() ? Horizon : At](const Place &P) {
    return !(To && To->Root == P.Root && To->Owner == P.Owner) && Recorder.exposed().mayBeReached(P, Function, End);
  });
}

static bool holdsPointers(QualType T, KnownDeclarations &Names) {
  return T->isPointerType() || (T->isRecordType() && Names.of(T) != Known::Buffer);
}

// From: null for what is not known. Under a condition of run time it may be, or not. Assigned: the expression, if it is
// no declaration.
void RegionWalker::redirect(const Place &To, const Expr *From, const Env *In, const Expr *Assigned) {
  std::optional<Place> P = From ? Values.place({From, In}) : std::nullopt;
  for (auto &R : Open) {
    Held Now;
    if (P && !newCondition(*R)) {
      Now = R->Memories.of(*P, holdsPointers(From->getType(), Values.names()),
                           /*WithParts=*/From->getType()->isRecordType());
      if (!Now.Named)
        Now.Named = {From, In};
    }
    if (Assigned)
      reach(*R, To, Assigned->getType(), Assigned->getExprLoc());
    R->Memories.assign(To, Now.Memory ? &Now : nullptr);
  }
}

void RegionWalker::redirect(const Expr *To, const Expr *From, const Env *In) {
  if (std::optional<Place> P = changedPlace(To, In))
    return redirect(*P, From && Values.place({To, In}) ? From : nullptr, In, To);
  for (auto &R : Open)
    reach(*R, std::nullopt, To->getType(), To->getExprLoc());
}

void RegionWalker::swapped(const Expr *A, const Expr *B, const Env *In) {
  std::optional<Place> P = Values.place({A, In}), Q = Values.place({B, In});
  if (!P || !Q) {
    redirect(A, nullptr, In);
    return redirect(B, nullptr, In);
  }
  for (auto &R : Open) {
    if (newCondition(*R)) {
      reach(*R, P, A->getType(), A->getExprLoc());
      reach(*R, Q, B->getType(), B->getExprLoc());
      R->Memories.assign(*P, nullptr);
      R->Memories.assign(*Q, nullptr);
      continue;
    }
    const bool Pointers = holdsPointers(A->getType(), Values.names());
    Held OfA = R->Memories.of(*P, Pointers, true), OfB = R->Memories.of(*Q, Pointers, true);
    if (!OfA.Named)
      OfA.Named = {A, In};
    if (!OfB.Named)
      OfB.Named = {B, In};
    reach(*R, P, A->getType(), A->getExprLoc());
    reach(*R, Q, B->getType(), B->getExprLoc());
    R->Memories.assign(*P, OfB.Memory ? &OfB : nullptr);
    R->Memories.assign(*Q, OfA.Memory ? &OfA : nullptr);
  }
}

// What S itself changes; its parts have been looked at.
void RegionWalker::redirects(const Stmt *S, const Env *In) {
  if (const auto *B = dyn_cast<BinaryOperator>(S)) {
    if (B->isAssignmentOp() && isFollowedScalar(B->getLHS()))
      redirect(B->getLHS(),
               B->getOpcode() == BO_Assign && B->getLHS()->getType()->isPointerType() ? B->getRHS() : nullptr, In);
  } else if (const auto *U = dyn_cast<UnaryOperator>(S)) {
    if (U->isIncrementDecrementOp() && isFollowedScalar(U->getSubExpr()))
      redirect(U->getSubExpr(), nullptr, In);
  } else if (const auto *O = dyn_cast<CXXOperatorCallExpr>(S)) {
    if (O->getOperator() == OO_Equal && O->getNumArgs() == 2 && Effects.mayHoldMemory(O->getArg(0)->getType()))
      redirect(O->getArg(0), O->getArg(1), In);
  } else if (const auto *C = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *Callee = C->getDirectCallee();
    const auto *Member = dyn_cast<CXXMemberCallExpr>(C);
    if (!Callee || !isSwap(Callee))
      Effects.forEachMoved(C, [&](const Expr *Container) { redirect(Container, nullptr, In); });
    if (!Callee || !isSwap(Callee) || !Effects.isLibrary(Callee))
      return; // one of the user's is walked
    if (Member && C->getNumArgs() == 1)
      swapped(Member->getImplicitObjectArgument(), C->getArg(0), In);
    else if (!Member && C->getNumArgs() == 2)
      swapped(C->getArg(0), C->getArg(1), In);
  } else if (const auto *D = dyn_cast<DeclStmt>(S)) {
    for (const Decl *Declared : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Declared); V && V->hasLocalStorage() && V->getInit() &&
                                                       Effects.mayHoldMemory(V->getType()) &&
                                                       !V->getType()->isReferenceType())
        if (Values.place({V->getInit(), In}))
          redirect(Place{ownerOf(V, In), V->getCanonicalDecl(), ""}, V->getInit(), In);
  }
}

// Parameters that the function changes itself begin as what is passed; the others are followed to it.
void RegionWalker::pass(const FunctionDecl *Callee, llvm::ArrayRef<const Expr *> Arguments, const Env *In,
                        const Env *Inside) {
  if (Open.empty())
    return;
  for (unsigned I = 0; I < Arguments.size() && I < Callee->getNumParams(); ++I) {
    const ParmVarDecl *P = Callee->getParamDecl(I);
    if (!P->getType()->isReferenceType() && Effects.mayHoldMemory(P->getType()) && Recorder.isReassigned(P) &&
        Values.place({Arguments[I], In}))
      redirect(Place{Inside, P->getCanonicalDecl(), ""}, Arguments[I], In);
  }
}

} // namespace syclfuse::plugin
