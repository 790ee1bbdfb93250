// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RegionRecorder.h"

#include "TypeNames.h"

#include <map>

using namespace clang;

namespace syclfuse::plugin {
namespace {

// Collects the functions, instantiated ones and lambdas too, in whose bodies start_fusion is called.
class Finder : public RecursiveASTVisitor<Finder> {
public:
  Finder(const SourceManager &SM, Names &Recognize) : SM(SM), Recognize(Recognize) {}
  llvm::SetVector<const FunctionDecl *> Found;

  bool shouldVisitTemplateInstantiations() const { return true; }

  bool TraverseDecl(Decl *D) {
    if (!D || (D->getDeclContext() && D->getDeclContext()->isFileContext() && SM.isInSystemHeader(D->getLocation())))
      return true;
    auto *FD = dyn_cast<FunctionDecl>(D);
    if (!FD)
      return RecursiveASTVisitor::TraverseDecl(D);
    Stack.push_back(FD);
    RecursiveASTVisitor::TraverseDecl(D);
    Stack.pop_back();
    return true;
  }

  bool TraverseLambdaExpr(LambdaExpr *E) {
    Stack.push_back(E->getCallOperator());
    RecursiveASTVisitor::TraverseLambdaExpr(E);
    Stack.pop_back();
    if (const FunctionTemplateDecl *Template = E->getDependentCallOperator())
      for (FunctionDecl *FD : Template->specializations())
        TraverseDecl(FD);
    return true;
  }

  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *E) {
    if (!Stack.empty() && Recognize.of(E->getMethodDecl()) == Known::StartFusion &&
        !Stack.back()->isDependentContext())
      Found.insert(Stack.back());
    return true;
  }

private:
  const SourceManager &SM;
  Names &Recognize;
  std::vector<const FunctionDecl *> Stack;
};

} // namespace

std::vector<const FunctionDecl *> RegionRecorder::functionsWithRegions() {
  // Without the name there is no call, and nothing to walk for.
  if (Context.Idents.find("start_fusion") == Context.Idents.end())
    return {};
  Finder F(Context.getSourceManager(), Recognize);
  F.TraverseDecl(Context.getTranslationUnitDecl());
  return {F.Found.begin(), F.Found.end()};
}

// Conditional properties make two regions of one, so the function is walked for both.
void RegionRecorder::walk(const FunctionDecl *FD, std::vector<RegionBuilder> &Out) {
  Values Follow(Context, Recognize);
  Mutations Changes;
  Constants Sizes(Follow, Changes);
  for (unsigned Alternative : {0u, 1u}) {
    PropertyFinder Find(Follow, Alternative);
    SubmissionRecorder Recorder(Kernels, Places, Follow, Sizes, Changes, Find);
    RegionWalker Walker(Recorder, Places, Follow, Sizes, Find, Report);
    llvm::move(Walker.walk(FD), std::back_inserter(Out));
    if (!Find.sawAlternatives())
      return;
  }
}

// Regions of functions with one name are numbered by their place in the source; instantiations share the place.
void RegionRecorder::name(std::vector<RegionBuilder> &Regions) {
  std::map<std::string, std::vector<SourceLocation>> Starts;
  const SourceManager &SM = Context.getSourceManager();
  for (RegionBuilder &R : Regions) {
    R.Region.name = functionName(R.Function);
    Starts[R.Region.name].push_back(SM.getExpansionLoc(R.Begin));
  }
  for (auto &[Name, Locations] : Starts) {
    llvm::sort(Locations, [&](SourceLocation A, SourceLocation B) { return SM.isBeforeInTranslationUnit(A, B); });
    Locations.erase(std::unique(Locations.begin(), Locations.end()), Locations.end());
  }
  for (RegionBuilder &R : Regions) {
    const std::vector<SourceLocation> &Locations = Starts[R.Region.name];
    auto Number = llvm::find(Locations, SM.getExpansionLoc(R.Begin)) - Locations.begin() + 1;
    if (Number > 1)
      R.Region.name += "." + std::to_string(Number);
  }
}

std::vector<manifest::region> RegionRecorder::record() {
  std::vector<RegionBuilder> Built;
  for (const FunctionDecl *FD : functionsWithRegions())
    if (FD->getBody())
      walk(FD, Built);
  name(Built);
  std::vector<manifest::region> Regions;
  std::set<std::string> Seen;
  for (RegionBuilder &R : Built) {
    if (R.Refused)
      continue;
    R.settlePromotions(Report);
    R.listCommonRange();
    manifest::document Alone;
    Alone.regions.push_back(R.Region);
    if (Seen.insert(manifest::to_json(Alone)).second)
      Regions.push_back(std::move(R.Region));
  }
  return Regions;
}

} // namespace syclfuse::plugin
