// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PromotedReads.h"

using namespace clang;

namespace syclfuse::plugin {
namespace {

// Finds the first accessor of a buffer after a place.
class AccessFinder : public RecursiveASTVisitor<AccessFinder> {
public:
  const Expr *First = nullptr;
  AccessFinder(const VarDecl *Buffer, SourceLocation After, Names &Recognize, const SourceManager &SM)
      : Buffer(Buffer), After(After), Recognize(Recognize), SM(SM) {}

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
    const auto *R = dyn_cast<DeclRefExpr>(E->IgnoreImplicit()->IgnoreParenImpCasts());
    return R && R->getDecl() == Buffer;
  }
  void found(const Expr *E) {
    SourceLocation Location = SM.getExpansionLoc(E->getExprLoc());
    if (SM.isBeforeInTranslationUnit(After, Location) &&
        (!First || SM.isBeforeInTranslationUnit(Location, SM.getExpansionLoc(First->getExprLoc()))))
      First = E;
  }

  const VarDecl *Buffer;
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
    const auto *D = dyn_cast_or_null<VarDecl>(R.Memory[Buffer].Root);
    if (!D || !D->hasLocalStorage() || !R.Memory[Buffer].Part.empty() || R.End.isInvalid())
      continue;
    AccessFinder Finder(D, SM.getExpansionLoc(R.End), Recognize, SM);
    Finder.TraverseStmt(R.Function->getBody());
    if (Finder.First && !onlyWrites(Finder.First->getType().getNonReferenceType()))
      Report.report(diag::promoted_read_outside, Finder.First->getExprLoc(), {R.Region.buffers[Buffer].name},
                    {{R.Begin, "the fusion region starts here"}, {D->getLocation(), "the buffer is declared here"}});
  }
}

} // namespace syclfuse::plugin
