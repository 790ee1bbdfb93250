// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the functions of the translation unit that have regions, and their callers.
#include "RegionRecorder.h"

#include "names/Library.h"
#include "queues/QueueIdentities.h"

using namespace clang;

namespace syclfuse::plugin {
namespace {

// Finds calls in functions, instantiated ones and lambdas too, but not in templates as such.
class Finder : public DynamicRecursiveASTVisitor {
public:
  using Callback = llvm::function_ref<void(const Expr *, const FunctionDecl *, const FunctionDecl *)>;
  Finder(const SourceManager &SM, bool InSystemHeaders, Callback OnCall)
      : SM(SM), InSystemHeaders(InSystemHeaders), OnCall(OnCall) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool TraverseDecl(Decl *D) override {
    if (!D || (!InSystemHeaders && D->getDeclContext() && D->getDeclContext()->isFileContext() &&
               SM.isInSystemHeader(D->getLocation())))
      return true;
    auto *FD = dyn_cast<FunctionDecl>(D);
    if (!FD)
      return DynamicRecursiveASTVisitor::TraverseDecl(D);
    Stack.push_back(FD);
    DynamicRecursiveASTVisitor::TraverseDecl(D);
    if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(FD))
      for (const CXXCtorInitializer *Init : Constructor->inits())
        if (!Init->isWritten())
          TraverseStmt(Init->getInit());
    Stack.pop_back();
    return true;
  }

  bool TraverseLambdaExpr(LambdaExpr *E) override {
    Stack.push_back(E->getCallOperator());
    DynamicRecursiveASTVisitor::TraverseLambdaExpr(E);
    Stack.pop_back();
    if (const FunctionTemplateDecl *Template = E->getDependentCallOperator())
      for (FunctionDecl *FD : Template->specializations())
        TraverseDecl(FD);
    return true;
  }

  bool VisitCallExpr(CallExpr *E) override { return found(E, E->getDirectCallee()); }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override { return found(E, E->getConstructor()); }
  // Of a member, where a constructor uses it.
  bool VisitCXXDefaultInitExpr(CXXDefaultInitExpr *E) override { return Stack.empty() || TraverseStmt(E->getExpr()); }

private:
  bool found(const Expr *E, const FunctionDecl *Callee) {
    if (Callee && !Stack.empty() && !Stack.back()->isDependentContext())
      OnCall(E, Callee, Stack.back());
    return true;
  }

  const SourceManager &SM;
  const bool InSystemHeaders;
  Callback OnCall;
  std::vector<const FunctionDecl *> Stack;
};

// Whether a function destroys regions that are objects, which ends them.
struct EndFinder : DynamicRecursiveASTVisitor {
  KnownDeclarations &Names;
  const FunctionDecl *FD;
  bool Found = false;
  EndFinder(KnownDeclarations &Names, const FunctionDecl *FD) : Names(Names), FD(FD) {
    TraverseStmt(const_cast<Stmt *>(FD->getBody()));
  }
  bool VisitVarDecl(VarDecl *D) override {
    const bool IsReturned = FD->getASTContext().hasSameUnqualifiedType(D->getType(), FD->getReturnType());
    Found |= endsItsRegion(D->getType(), Names) && !IsReturned && D->isLocalVarDecl();
    return true;
  }
};

} // namespace

std::vector<RegionRecorder::CallSite> RegionRecorder::callsOf(llvm::function_ref<bool(const FunctionDecl *)> Wanted,
                                                              bool InSystemHeaders) {
  std::vector<CallSite> Found;
  auto Add = [&](const Expr *E, const FunctionDecl *Callee, const FunctionDecl *Caller) {
    if (Wanted(Callee))
      Found.push_back({E, Caller});
  };
  Finder(Context.getSourceManager(), InSystemHeaders, Add).TraverseDecl(Context.getTranslationUnitDecl());
  return Found;
}

// A function that starts a region and ends none leaves it to those that call it.
std::vector<const FunctionDecl *> RegionRecorder::functionsWithRegions() {
  // Without the names there is no call, and nothing to walk for.
  if (Context.Idents.find("start_fusion") == Context.Idents.end() &&
      Context.Idents.find("begin_recording") == Context.Idents.end())
    return {};
  llvm::SetVector<const FunctionDecl *> Functions;
  // Regions as objects start theirs in our headers.
  auto Add = [&](const std::vector<CallSite> &Sites) {
    for (const CallSite &S : Sites)
      if (!isLibrary(S.Caller, Context))
        Functions.insert(S.Caller);
  };
  Add(callsOf(
      [&](const FunctionDecl *Callee) { return Names.of(Callee) == Known::StartFusion || makesGraph(Callee, Names); }));
  for (unsigned I = 0; I != Functions.size(); ++I) {
    const FunctionDecl *FD = Functions[I];
    FusionEffects Does = Effects.of(FD->getBody());
    if (!FD->getBody() || Does.Ends || EndFinder(Names, FD).Found)
      continue;
    auto IsThis = [&](const FunctionDecl *Callee) { return Callee->getCanonicalDecl() == FD->getCanonicalDecl(); };
    std::vector<CallSite> Sites = callsOf(IsThis);
    // Objects that the library makes are not followed.
    if (isa<CXXConstructorDecl>(FD) && !Sites.empty() && Does.Starts &&
        callsOf(IsThis, /*InSystemHeaders=*/true).size() > Sites.size())
      Report.report({diag::region_not_completed, FD->getLocation()});
    if (!Sites.empty())
      Openers.insert(FD->getCanonicalDecl());
    Add(Sites);
  }
  for (const FunctionDecl *FD : Functions)
    Roots.insert(FD->getCanonicalDecl());
  return {Functions.begin(), Functions.end()};
}

// Those that finalize graphs that no walk has come to: their callers have made them, in other translation units or in
// ways that are not followed.
std::vector<const FunctionDecl *> RegionRecorder::functionsWithOthersGraphs() {
  llvm::SetVector<const FunctionDecl *> Functions;
  for (const CallSite &S :
       callsOf([&](const FunctionDecl *Callee) { return Names.of(Callee) == Known::FinalizeGraph; }))
    if (!isLibrary(S.Caller, Context) && S.Caller->getBody() && !Roots.count(S.Caller->getCanonicalDecl()) &&
        !Finalized.count(S.Call))
      Functions.insert(S.Caller);
  return {Functions.begin(), Functions.end()};
}

} // namespace syclfuse::plugin
