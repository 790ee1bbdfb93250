// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PromotedReads.h"

#include "kernels/InternalPointers.h"

using namespace clang;

namespace syclfuse::plugin {
namespace {

bool leavesFunction(const Stmt *S) {
  if (const auto *E = dyn_cast<Expr>(S))
    S = E->IgnoreUnlessSpelledInSource();
  return isa<ReturnStmt, CXXThrowExpr>(S);
}

// Finds the first accessor of a buffer after a region, in the code that may run after it.
class AccessFinder : public DynamicRecursiveASTVisitor {
public:
  const Expr *First = nullptr;
  AccessFinder(const VarDecl *Buffer, llvm::StringRef Member, SourceLocation After, KnownDeclarations &Names,
               const SourceManager &SM)
      : Buffer(Buffer), Member(Member), After(SM.getExpansionLoc(After)), Names(Names), SM(SM) {}

  // Of the branches, only the region's, unless it may be another one in the next round of a loop.
  bool TraverseIfStmt(IfStmt *S) override {
    const bool Then = holds(S->getThen()), Else = holds(S->getElse());
    if (Repeats || Then == Else)
      return DynamicRecursiveASTVisitor::TraverseIfStmt(S);
    return TraverseStmt(Then ? S->getThen() : S->getElse());
  }
  // Which cases run after the region's is not looked at.
  bool TraverseSwitchStmt(SwitchStmt *S) override {
    return (!Repeats && holds(S)) || DynamicRecursiveASTVisitor::TraverseSwitchStmt(S);
  }
  // What follows a statement that the region always leaves the function from does not run after it.
  bool TraverseCompoundStmt(CompoundStmt *S) override {
    for (Stmt *Child : S->body()) {
      TraverseStmt(Child);
      if (leavesAfter(Child))
        break;
    }
    return true;
  }
  bool TraverseForStmt(ForStmt *S) override {
    return repeated(S, [&] { return DynamicRecursiveASTVisitor::TraverseForStmt(S); });
  }
  bool TraverseWhileStmt(WhileStmt *S) override {
    return repeated(S, [&] { return DynamicRecursiveASTVisitor::TraverseWhileStmt(S); });
  }
  bool TraverseDoStmt(DoStmt *S) override {
    return repeated(S, [&] { return DynamicRecursiveASTVisitor::TraverseDoStmt(S); });
  }
  bool TraverseCXXForRangeStmt(CXXForRangeStmt *S) override {
    return repeated(S, [&] { return DynamicRecursiveASTVisitor::TraverseCXXForRangeStmt(S); });
  }
  bool TraverseLambdaExpr(LambdaExpr *S) override {
    return repeated(S, [&] { return DynamicRecursiveASTVisitor::TraverseLambdaExpr(S); });
  }

  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    Known Kind = Names.of(E->getType());
    if ((Kind == Known::Accessor || Kind == Known::HostAccessor) && E->getNumArgs() && isBuffer(E->getArg(0)))
      found(E);
    return true;
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *E) override {
    const CXXMethodDecl *Method = E->getMethodDecl();
    bool IsAccess = Names.of(Method) == Known::GetAccess ||
                    (Method && Method->getIdentifier() && Method->getName() == "get_host_access");
    if (IsAccess && isBuffer(E->getImplicitObjectArgument()))
      found(E);
    return true;
  }

private:
  bool isIn(SourceLocation L, const Stmt *S) const {
    return S && !SM.isBeforeInTranslationUnit(L, SM.getExpansionLoc(S->getBeginLoc())) &&
           !SM.isBeforeInTranslationUnit(SM.getExpansionRange(S->getEndLoc()).getEnd(), L);
  }
  bool holds(const Stmt *S) const { return isIn(After, S); }

  // A buffer that is made in each round is another one.
  template <class Traverse> bool repeated(const Stmt *S, Traverse All) {
    const bool Again = !Buffer || !isIn(SM.getExpansionLoc(Buffer->getLocation()), S);
    Repeats += Again;
    All();
    Repeats -= Again;
    return true;
  }

  // Whether the function is always left after the region in S: nothing behind S runs after it.
  bool leavesAfter(const Stmt *S) const {
    if (!holds(S))
      return false;
    if (const auto *If = dyn_cast<IfStmt>(S))
      return leavesAfter(If->getThen()) || leavesAfter(If->getElse());
    bool Seen = false;
    if (!isa<CompoundStmt>(S))
      return false;
    for (const Stmt *Child : S->children()) {
      Seen |= holds(Child);
      if (leavesAfter(Child) || (Seen && leavesFunction(Child)))
        return true;
    }
    return false;
  }

  bool isBuffer(const Expr *E) const {
    E = E->IgnoreImplicit()->IgnoreParenImpCasts();
    if (const auto *M = dyn_cast<MemberExpr>(E); M && !Buffer)
      return isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts()) && M->getMemberDecl()->getIdentifier() &&
             M->getMemberDecl()->getName() == Member;
    const auto *R = dyn_cast<DeclRefExpr>(E);
    return Buffer && R && R->getDecl() == Buffer;
  }
  void found(const Expr *E) {
    SourceLocation Location = SM.getExpansionLoc(E->getExprLoc());
    if (SM.isBeforeInTranslationUnit(After, Location) &&
        (!First || SM.isBeforeInTranslationUnit(Location, SM.getExpansionLoc(First->getExprLoc()))))
      First = E;
  }

  const VarDecl *Buffer; // null: the member of `this`
  llvm::StringRef Member;
  SourceLocation After;
  KnownDeclarations &Names;
  const SourceManager &SM;
  unsigned Repeats = 0; // loops around
};

} // namespace

// An accessor class of mode write, by the name of the enumerator.
static bool onlyWrites(QualType T) {
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
  return Class && llvm::any_of(Class->getTemplateArgs().asArray(), [](const TemplateArgument &A) {
           const EnumConstantDecl *E = enumeratorOf(A);
           return E && (E->getName() == "write" || E->getName() == "discard_write");
         });
}

void warnOfPromotedReads(const RegionBuilder &R, KnownDeclarations &Names, Diagnostics &Report,
                         const SourceManager &SM) {
  std::set<unsigned> Promoted;
  for (const manifest::submission &S : R.Region.submissions)
    for (const manifest::argument &A : S.arguments)
      if (A.identity && A.promote != promotion::none)
        Promoted.insert(*A.identity);
  for (unsigned Buffer : Promoted) {
    const Place &P = R.Memory[Buffer];
    const VarDecl *D = P.variable();
    llvm::StringRef Member = P.Part;
    if (R.End.isInvalid() || (D ? !D->hasLocalStorage() || !Member.empty() : P.Root || !Member.consume_front(".")))
      continue;
    AccessFinder Finder(D, Member, R.End, Names, SM);
    Finder.TraverseStmt(R.Function->getBody());
    if (Finder.First && !onlyWrites(Finder.First->getType().getNonReferenceType()))
      Report.report({diag::promoted_read_outside,
                     Finder.First->getExprLoc(),
                     {R.Region.buffers[Buffer].name},
                     {R.start(), {R.MemoryLocations[Buffer], "the buffer is declared here"}}});
  }
}

} // namespace syclfuse::plugin
