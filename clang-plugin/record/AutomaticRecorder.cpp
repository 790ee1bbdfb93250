// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records the runs of kernels that nobody asked to fuse, of every function that submits something.
#include "RegionRecorder.h"

#include "names/Library.h"
#include "names/TypeNames.h"

#include <algorithm>

using namespace clang;

namespace syclfuse::plugin {

// Callers come first: what they have made of a function is not looked at again.
std::vector<const FunctionDecl *> RegionRecorder::functionsWithSubmissions() {
  llvm::SetVector<const FunctionDecl *> All;
  std::vector<std::pair<const FunctionDecl *, const FunctionDecl *>> Calls; // from, to; canonical
  for (const CallSite &S : callsOf([&](const FunctionDecl *Callee) {
         const Known Kind = Names.of(Callee);
         return Kind == Known::Submit || Kind == Known::QueueKernel || Effects.of(Callee).Submits;
       })) {
    const auto *Call = dyn_cast<CallExpr>(S.Call);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : cast<CXXConstructExpr>(S.Call)->getConstructor();
    if (isLibrary(S.Caller, Context) || !S.Caller->getBody())
      continue;
    All.insert(S.Caller);
    Calls.push_back({S.Caller->getCanonicalDecl(), Callee->getCanonicalDecl()});
  }
  std::vector<const FunctionDecl *> Ordered;
  FunctionSet Waiting;
  for (const FunctionDecl *FD : All)
    Waiting.insert(FD->getCanonicalDecl());
  auto IsWaiting = [&](const FunctionDecl *FD) { return Waiting.count(FD->getCanonicalDecl()); };
  auto HasCaller = [&](const FunctionDecl *FD) {
    return llvm::any_of(Calls, [&, To = FD->getCanonicalDecl()](const auto &Call) {
      return Call.second == To && Call.first != To && IsWaiting(Call.first);
    });
  };
  while (!Waiting.empty()) {
    auto Next = llvm::find_if(All, [&](const FunctionDecl *FD) { return IsWaiting(FD) && !HasCaller(FD); });
    if (Next == All.end()) // recursion
      Next = llvm::find_if(All, IsWaiting);
    Waiting.erase((*Next)->getCanonicalDecl());
    Ordered.push_back(*Next);
  }
  return Ordered;
}

// Whether a longer run, or an equal one, submits the kernels of R in this order.
static bool isPartOf(const RegionBuilder &R, const RegionBuilder &Longer) {
  auto IsSame = [](const manifest::submission &A, const manifest::submission &B) { return A.kernel == B.kernel; };
  const std::vector<manifest::submission> &Mine = R.Region.submissions, &Other = Longer.Region.submissions;
  return std::search(Other.begin(), Other.end(), Mine.begin(), Mine.end(), IsSame) != Other.end();
}

// Appends the runs of FD. A function that was walked as a part of its callers only adds what they do not have: it may
// be called by others.
void RegionRecorder::walkRuns(const FunctionDecl *FD, std::vector<RegionBuilder> &Out) {
  const bool IsKnown = Entered.count(FD->getCanonicalDecl());
  const size_t Before = Out.size();
  std::map<manifest::region, size_t> Seen;           // the place of each in Out
  auto IsMove = [&](const manifest::submission &S) { // the driver's by itself, and no slower
    return llvm::any_of(Kernels.kernels(), [&](const std::unique_ptr<RecordedKernel> &K) {
      return K->Kernel.fused_only && K->Kernel.symbol == S.kernel;
    });
  };
  HostValues Values(Context, Names, Changes);
  PropertyFinder Promises(Values);
  for (auto &[Begin, Runs] : waysThrough(FD, Values.root(FD), Values, Promises, Wanted::Automatic))
    for (RegionBuilder &R : Runs) {
      if (R.Region.kind != region_kind::automatic || llvm::all_of(R.Region.submissions, IsMove))
        continue;
      auto Has = [&](const RegionBuilder &Other) { return isPartOf(R, Other); };
      if (IsKnown && std::any_of(Out.begin(), Out.begin() + Before, Has))
        continue;
      for (manifest::submission &S : R.Region.submissions)
        S.sizes = {}; // nobody gives them others
      R.nameParents();
      manifest::list_common_range(R.Region);
      auto [It, New] = Seen.try_emplace(withoutValues(R), Out.size());
      if (New)
        Out.push_back(std::move(R));
      else
        keepCommonValues(Out[It->second].Region, R.Region);
    }
}

// Runs of functions with one name are numbered by where they begin; instantiations are told apart.
void RegionRecorder::nameRuns(std::vector<RegionBuilder> &Runs) {
  const SourceManager &SM = Context.getSourceManager();
  std::map<std::string, std::vector<RegionBuilder *>> ByName;
  for (RegionBuilder &R : Runs)
    ByName[functionName(R.Function)].push_back(&R);
  for (auto &[Name, Some] : ByName) {
    std::map<const RegionBuilder *, size_t> Found;
    for (const RegionBuilder *R : Some)
      Found.try_emplace(R, Found.size());
    llvm::sort(Some, [&](const RegionBuilder *A, const RegionBuilder *B) {
      const SourceLocation First = SM.getExpansionLoc(A->Begin), Second = SM.getExpansionLoc(B->Begin);
      return First != Second ? SM.isBeforeInTranslationUnit(First, Second) : Found[A] < Found[B];
    });
    for (auto [Number, R] : llvm::enumerate(Some))
      R->Region.name = Name + "#" + std::to_string(Number + 1);
  }
}

// Keeps the first runs that begin at each place of the source: a function template may have hundreds of instantiations,
// and nothing here tells which of them a program calls often. A record of a run does.
static void limitInstantiations(std::vector<RegionBuilder> &Runs, const SourceManager &SM) {
  constexpr unsigned MaxPerPlace = 16;
  std::map<SourceLocation, unsigned> Count;
  llvm::erase_if(Runs, [&](const RegionBuilder &R) { return ++Count[SM.getExpansionLoc(R.Begin)] > MaxPerPlace; });
}

void RegionRecorder::recordAutomatic(manifest::document &Doc) {
  Report.hold();
  std::vector<RegionBuilder> Runs;
  for (const FunctionDecl *FD : functionsWithSubmissions())
    walkRuns(FD, Runs);
  Report.release(/*Give=*/false);
  limitInstantiations(Runs, Context.getSourceManager());
  nameRuns(Runs);
  for (RegionBuilder &R : Runs)
    Doc.regions.push_back(std::move(R.Region));
}

} // namespace syclfuse::plugin
