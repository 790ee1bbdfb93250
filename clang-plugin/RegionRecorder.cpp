// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RegionRecorder.h"

#include "TypeNames.h"
#include "device/DeviceGraph.h"

#include <map>

using namespace clang;

namespace syclfuse::plugin {
namespace {

// Finds calls in functions, instantiated ones and lambdas too, but not in templates as such and not in system headers.
class Finder : public RecursiveASTVisitor<Finder> {
public:
  using Callback = llvm::function_ref<void(const CallExpr *, const FunctionDecl *)>;
  Finder(const SourceManager &SM, Callback OnCall) : SM(SM), OnCall(OnCall) {}

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

  bool VisitCallExpr(CallExpr *E) {
    if (!Stack.empty() && !Stack.back()->isDependentContext())
      OnCall(E, Stack.back());
    return true;
  }

private:
  const SourceManager &SM;
  Callback OnCall;
  std::vector<const FunctionDecl *> Stack;
};

} // namespace

std::vector<RegionRecorder::CallSite> RegionRecorder::findCalls(llvm::function_ref<bool(const CallExpr *)> Wanted) {
  std::vector<CallSite> Found;
  auto Add = [&](const CallExpr *E, const FunctionDecl *Caller) {
    if (Wanted(E))
      Found.push_back({E, Caller});
  };
  Finder(Context.getSourceManager(), Add).TraverseDecl(Context.getTranslationUnitDecl());
  return Found;
}

std::vector<const FunctionDecl *> RegionRecorder::functionsWithRegions() {
  // Without the name there is no call, and nothing to walk for.
  if (Context.Idents.find("start_fusion") == Context.Idents.end())
    return {};
  llvm::SetVector<const FunctionDecl *> Functions;
  for (const CallSite &S :
       findCalls([&](const CallExpr *E) { return Recognize.of(E->getDirectCallee()) == Known::StartFusion; }))
    if (!isLibrary(S.Caller, Context)) // regions as objects start theirs in our headers
      Functions.insert(S.Caller);
  return {Functions.begin(), Functions.end()};
}

// Records FD's regions as they are when Site calls it, or without a caller. Properties that are chosen at run time make
// two regions of one, so the function is walked for both. Returns whether a property may come from a caller.
bool RegionRecorder::walkFor(const FunctionDecl *FD, const CallSite *Site, std::vector<RegionBuilder> &Out) {
  Values Follow(Context, Recognize);
  if (Site)
    Follow.setCaller(FD, Site->Call, Site->Caller);
  Mutations Changes;
  Constants Sizes(Follow, Changes);
  for (unsigned Alternative : {0u, 1u}) {
    PropertyFinder Find(Follow, Alternative);
    SubmissionRecorder Recorder(Kernels, Places, Follow, Sizes, Changes, Find);
    RegionWalker Walker(Recorder, Places, Follow, Sizes, Find, Report);
    llvm::move(Walker.walk(FD), std::back_inserter(Out));
    if (!Find.sawAlternatives())
      break;
  }
  return Follow.sawParameter();
}

// Buffers and property lists that are parameters have the properties that the callers in this translation unit give
// them.
void RegionRecorder::walk(const FunctionDecl *FD, std::vector<RegionBuilder> &Out) {
  std::vector<RegionBuilder> Alone;
  std::vector<CallSite> Sites;
  if (walkFor(FD, nullptr, Alone))
    Sites = findCalls([&](const CallExpr *E) {
      return E->getDirectCallee() && E->getDirectCallee()->getCanonicalDecl() == FD->getCanonicalDecl();
    });
  for (const CallSite &S : Sites)
    walkFor(FD, &S, Out);
  if (Sites.empty())
    llvm::move(Alone, std::back_inserter(Out));
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
