// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PromotedReads.h"

using namespace clang;

namespace syclfuse::plugin {
namespace {

// Finds the first accessor of a buffer after a place.
class AccessFinder : public RecursiveASTVisitor<AccessFinder> {
public:
  const Expr *First = nullptr;
  AccessFinder(const VarDecl *Buffer, llvm::StringRef Member, SourceLocation After, Names &Recognize, const SourceManager &SM)
      : Buffer(Buffer), Member(Member), After(After), Recognize(Recognize), SM(SM) {}

  bool VisitCXXConstructExpr(CXXConstructExpr *E) {
    Known Kind = Recognize.of(E->getType());
    if ((Kind == Known::Accessor || Kind == Known::HostAccessor) && E->getNumArgs() && isBuffer(E->getArg(0)))
      found(E);
    return true;
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *E) {
    const CXXMethodDecl *Method = E->getMethodDecl();
    bool IsAccess = Recognize.of(Method) == Known::GetAccess ||
                    (Method && Method->getIdentifier() && Method->getName() == "get_host_access");
    if (IsAccess && isBuffer(E->getImplicitObjectArgument()))
      found(E);
    return true;
  }

private:
  bool isBuffer(const Expr *E) const {
    E = E->IgnoreImplicit()->IgnoreParenImpCasts();
    if (const auto *M = dyn_cast<MemberExpr>(E); M && !Buffer)
      return isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts()) && M->getMemberDecl()->getIdentifier() && M->getMemberDecl()->getName() == Member;
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
  Names &Recognize;
  const SourceManager &SM;
};

} // namespace

// An accessor class of mode write, by the name of the enumerator.
static bool onlyWrites(QualType T) {
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
  if (!Class)
    return false;
  for (const TemplateArgument &A : Class->getTemplateArgs().asArray())
    if (A.getKind() == TemplateArgument::Integral)
      if (const auto *Enum = dyn_cast<EnumType>(A.getIntegralType().getCanonicalType()))
        for (const EnumConstantDecl *E : Enum->getDecl()->enumerators())
          if (llvm::APSInt::isSameValue(E->getInitVal(), A.getAsIntegral()) && (E->getName() == "write" || E->getName() == "discard_write"))
            return true;
  return false;
}

void warnOfPromotedReads(const RegionBuilder &R, Names &Recognize, Diagnostics &Report, const SourceManager &SM) {
  std::set<unsigned> Promoted;
  for (const manifest::submission &S : R.Region.submissions)
    for (const manifest::argument &A : S.arguments)
      if (A.identity && A.promote != promotion::none)
        Promoted.insert(*A.identity);
  for (unsigned Buffer : Promoted) {
    const Place &P = R.Memory[Buffer];
    const auto *D = dyn_cast_or_null<VarDecl>(P.Root);
    llvm::StringRef Member = P.Part;
    if (R.End.isInvalid() || (D ? !D->hasLocalStorage() || !Member.empty() : P.Root || !Member.consume_front(".")))
      continue;
    AccessFinder Finder(D, Member, SM.getExpansionLoc(R.End), Recognize, SM);
    Finder.TraverseStmt(R.Function->getBody());
    if (Finder.First && !onlyWrites(Finder.First->getType().getNonReferenceType()))
      Report.report(diag::promoted_read_outside, Finder.First->getExprLoc(), {R.Region.buffers[Buffer].name},
                    {{R.Begin, "the fusion region starts here"}, {R.MemoryLocations[Buffer], "the buffer is declared here"}});
  }
}

} // namespace syclfuse::plugin
