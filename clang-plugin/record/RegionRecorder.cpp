// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RegionRecorder.h"

#include "PromotedReads.h"
#include "names/TypeNames.h"

using namespace clang;

namespace syclfuse::plugin {

// Ways through one function that are tried, and sequences of one region that are recorded; beyond them the region is
// open.
static constexpr unsigned MaxWalks = 64, MaxSequences = 8;

manifest::region withoutValues(const RegionBuilder &R) {
  manifest::region Out = R.Region;
  for (manifest::submission &S : Out.submissions)
    S.values.clear();
  return Out;
}

static bool isEmpty(const RegionBuilder &R) { return R.Region.submissions.empty() && R.Region.open.empty(); }

// The regions of FD, or what it submits, in each way that its conditions choose, where they are few.
RegionRecorder::RecordsByBegin RegionRecorder::waysThrough(const FunctionDecl *FD, const Env *In, HostValues &Values,
                                                           PropertyFinder &Promises, Wanted What) {
  ConstantNumbers Sizes(Values, Changes);
  PathEnumerator Paths(Changes);
  EscapedObjects Escaped(Changes);
  SubmissionRecorder Recorder(Kernels, Locations, Values, Sizes, Changes, Escaped, Promises);
  const WalkContext Shared{Locations, Values, Sizes,   Promises, Effects,   Changes, Escaped,
                           Recorder,  Paths,  Openers, Roots,    Finalized, Report,  What == Wanted::Automatic};
  Promises.Choose = [&](const Expr *Condition, const Env *At) { return Paths.takeProperties(Condition, At, Values); };
  RecordsByBegin ByBegin;
  auto Walk = [&] {
    Paths.begin();
    Escaped.begin();
    RegionWalker Walker(Shared, FD);
    for (RegionBuilder &R : What == Wanted::Function ? Walker.walkAsFunction(In) : Walker.walk(In))
      ByBegin[R.Begin].push_back(std::move(R));
    NeedsCaller |= Walker.needsCaller();
    if (What == Wanted::Automatic)
      Entered.insert(Walker.entered().begin(), Walker.entered().end());
  };
  if (What == Wanted::Automatic) { // takes all ways in one walk
    Paths.giveUp();
    Walk();
    return ByBegin;
  }
  unsigned Walks = 0;
  bool More = true;
  for (; More && Walks != MaxWalks; ++Walks) {
    Walk();
    More = Paths.next();
  }
  std::set<SourceLocation> Unclear;
  for (auto &[Begin, Regions] : ByBegin) {
    std::set<manifest::region> Different;
    for (const RegionBuilder &R : Regions)
      if (!R.Unfinished && !R.Refused)
        Different.insert(withoutValues(R));
    bool Chosen = llvm::any_of(Regions, [](const RegionBuilder &R) { return !R.Chosen.empty(); });
    if (Different.size() > MaxSequences || (More && Chosen))
      Unclear.insert(Begin);
  }
  if (!Unclear.empty()) {
    auto Clear = std::move(ByBegin);
    ByBegin.clear();
    Paths.giveUp();
    Walk();
    for (auto &[Begin, Regions] : Clear)
      if (!Unclear.count(Begin))
        ByBegin[Begin] = std::move(Regions);
  }
  return ByBegin;
}

// Where two of the sequences part.
static const ChosenWay *culprit(llvm::ArrayRef<RegionBuilder> Regions) {
  for (const RegionBuilder &R : Regions.drop_front()) {
    llvm::ArrayRef<ChosenWay> A(Regions.front().Chosen), B(R.Chosen);
    for (size_t I = 0; I < A.size() && I < B.size() && A[I].Location == B[I].Location; ++I)
      if (A[I].Taken != B[I].Taken)
        return &A[I];
  }
  return nullptr;
}

// Takes of the records of one region, one for each way through the function, those that differ, and says what is wrong
// with it.
void RegionRecorder::settle(const FunctionDecl *FD, std::vector<RegionBuilder> Records,
                            std::vector<RegionBuilder> &Out) {
  std::vector<RegionBuilder> Finished;
  std::set<manifest::region> Different;
  bool AnyRefused = false;
  SourceLocation Begin = Records.front().Begin;
  for (RegionBuilder &R : Records) {
    if (!R.isJoinedLater())
      for (manifest::submission &S : R.Region.submissions)
        S.sizes = {}; // nobody gives them others
    AnyRefused |= R.Refused;
    if (!R.Refused && !R.Unfinished && Different.insert(withoutValues(R)).second)
      Finished.push_back(std::move(R));
  }
  bool IsOpener = Openers.count(FD->getCanonicalDecl());
  const bool IsEmpty = llvm::all_of(Finished, isEmpty), IsContinued = Records.front().IsContinued;
  if (IsContinued ? !IsEmpty : !IsOpener || AnyRefused || !Finished.empty())
    Begins.push_back({Records.front().Function, Begin});
  if (Finished.empty() && !AnyRefused && !IsOpener && !IsContinued)
    Report.report({diag::region_not_completed, Begin});
  if (!Finished.empty() && IsEmpty && !AnyRefused && !IsContinued)
    Report.report({diag::region_empty, Begin});
  if (const ChosenWay *Way = Finished.size() > 1 ? culprit(Finished) : nullptr)
    Report.report({diag::region_sequences,
                   Way->Location,
                   {std::to_string(Finished.size()), Way->What},
                   {Finished.front().start()}});
  for (RegionBuilder &R : Finished) {
    if (isEmpty(R))
      continue;
    for (const Message &W : R.Warnings)
      Report.report(W);
    Out.push_back(std::move(R));
  }
}

static llvm::ArrayRef<const Expr *> argumentsFor(const FunctionDecl *FD, const Expr *Call) {
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Call))
    return {Construct->getArgs(), Construct->getNumArgs()};
  const auto *E = cast<CallExpr>(Call);
  llvm::ArrayRef<const Expr *> Arguments(E->getArgs(), E->getNumArgs());
  return isa<CXXOperatorCallExpr>(E) && isa<CXXMethodDecl>(FD) ? Arguments.drop_front() : Arguments;
}

// Records FD's regions as they are when Site calls it, or without a caller. Bind: with what Site passes for its
// parameters. Returns whether a property may come from a caller.
bool RegionRecorder::walkFor(const FunctionDecl *FD, const CallSite *Site, bool Bind, std::vector<RegionBuilder> &Out) {
  HostValues Values(Context, Names, Changes);
  const Env *In = Values.root(FD);
  if (Site) {
    Values.setCaller(FD, argumentsFor(FD, Site->Call), Site->Caller);
    if (Bind)
      In = Values.call(FD, argumentsFor(FD, Site->Call), {}, Values.root(Site->Caller));
  }
  PropertyFinder Promises(Values);
  for (auto &[Begin, Regions] : waysThrough(FD, In, Values, Promises, Wanted::Regions))
    settle(FD, std::move(Regions), Out);
  return Values.sawParameter();
}

// Buffers and property lists that are parameters have the properties that the callers in this translation unit give
// them; functions that are parameters are what the callers pass.
void RegionRecorder::walk(const FunctionDecl *FD, std::vector<RegionBuilder> &Out) {
  std::vector<RegionBuilder> Alone;
  std::vector<CallSite> Sites;
  NeedsCaller = false;
  Report.hold();
  bool Bind = false;
  if (walkFor(FD, nullptr, false, Alone) || NeedsCaller) {
    Bind = NeedsCaller;
    Sites = callsOf([&](const FunctionDecl *Callee) { return Callee->getCanonicalDecl() == FD->getCanonicalDecl(); });
  }
  Report.release(/*Give=*/!Bind || Sites.empty());
  for (const CallSite &S : Sites)
    walkFor(FD, &S, Bind, Out);
  if (Sites.empty())
    llvm::move(Alone, std::back_inserter(Out));
}

// Regions of functions with one name are numbered by their place in the source, those that are not recorded too;
// instantiations share the place.
void RegionRecorder::name(std::vector<RegionBuilder> &Regions) {
  std::map<std::string, std::vector<SourceLocation>> Starts;
  const SourceManager &SM = Context.getSourceManager();
  for (const auto &[Function, Begin] : Begins)
    Starts[functionName(Function)].push_back(SM.getExpansionLoc(Begin));
  for (RegionBuilder &R : Regions)
    R.Region.name = functionName(R.Function);
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

void keepCommonValues(manifest::region &Into, const manifest::region &Other) {
  for (auto [S, O] : llvm::zip(Into.submissions, Other.submissions))
    llvm::erase_if(S.values, [&Other = O](const manifest::argument_value &A) {
      return llvm::none_of(Other.values, [&](const manifest::argument_value &B) {
        return B.parameter == A.parameter && B.bytes == A.bytes;
      });
    });
}

void RegionRecorder::record(manifest::document &Doc) {
  std::vector<RegionBuilder> Built;
  for (const FunctionDecl *FD : functionsWithRegions())
    if (FD->getBody())
      walk(FD, Built);
  for (const FunctionDecl *FD : functionsWithOthersGraphs())
    walk(FD, Built);
  name(Built);
  std::map<manifest::region, size_t> Seen; // the place of each in Recorded
  std::vector<manifest::region> Recorded;
  for (RegionBuilder &R : Built) {
    R.nameParents();
    warnOfPromotedReads(R, Names, Report, Context.getSourceManager());
    if (!R.isJoinedLater()) { // else it takes the other accessors and ranges as well
      R.settlePromotions(Report);
      manifest::list_common_range(R.Region);
    }
    if (auto [It, New] = Seen.try_emplace(withoutValues(R), Recorded.size()); New)
      Recorded.push_back(std::move(R.Region));
    else
      keepCommonValues(Recorded[It->second], R.Region);
  }
  for (manifest::region &R : Recorded)
    (R.open.empty() ? Doc.regions : Doc.open_regions).push_back(std::move(R));
  recordFunctions(Doc);
}

} // namespace syclfuse::plugin
