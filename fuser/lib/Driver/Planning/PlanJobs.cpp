// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Input/NDRangeSpec.h"
#include "Driver/Process/DiagnosticCollector.h"
#include "Job.h"
#include "OpenRegions.h"
#include "RegionPlanner.h"
#include "RegionSegments.h"

#include "Support/FuseError.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"

#include <map>

using namespace llvm;

namespace syclfuse::fuser {

namespace {
class Planner {
public:
  Planner(const manifest::document &Document, const KernelLibrary &Library, const BuildOptions &Options,
          diagnostics &Diags)
      : Document(Document), Library(Library), Options(Options), Diags(Diags),
        Kernels(RegionPlanner::indexOf(Document)) {
    for (const manifest::region &R : Document.regions)
      ByName[R.name].push_back(&R);
  }

  void addKernels(const Target &T) {
    for (const manifest::kernel &K : Document.kernels)
      if (!K.fused_only && isUsable(K.symbol))
        addKernel(T, K);
  }

  // Those that IsNew says yes to, by their numbers.
  void addRegions(const Target &T, function_ref<bool(size_t)> IsNew) {
    StringMap<std::vector<Graph>> Earlier;
    for (auto [Index, R] : enumerate(Document.regions)) {
      const bool New = IsNew(Index), IsForOthers = Targets.count(Index) && !Targets[Index].contains(&T);
      if (isWanted(R, T) && (New || !IsForOthers) && !hasTwin(R, Earlier) && New &&
          all_of(R.submissions, [&](const manifest::submission &S) { return isUsable(S.kernel); }))
        addRegion(T, Index);
    }
  }

  void keep(ArrayRef<Job> Planned) {
    for (const Job &J : Planned) {
      Ids.insert(J.Id);
      Entries[J.On->kind()].insert(J.Entry);
      if (J.Region)
        Targets[*J.Region].insert(J.On);
    }
  }

  // For each kernel once, whatever the number of targets.
  void refuseUnprepared() {
    for (const manifest::kernel &K : Document.kernels) {
      diagnostics Placed;
      for (diagnostic D : Library.find(K.symbol)->Refused.list()) {
        if (D.file.empty()) {
          D.file = K.location.file;
          D.line = K.location.line;
          D.column = K.location.column;
        }
        append(Placed, D);
      }
      refuse(Placed, isNeeded(K) ? severity::error : severity::warning);
    }
  }

  // A sequence that only a run knows is not built, unless a recorded run has told it.
  void refuseOpen() {
    for (const manifest::region &R : Document.open_regions) {
      if (is_contained(Options.RegionsOff, R.name) || isRecorded(Document, R))
        continue;
      const OpenReason Why = whyOpen(Document, R);
      diagnostics Found;
      Found.add(diag::region_open, Why.Where.file, Why.Where.line, Why.Where.column, {R.name, Why.Text});
      if (isRequired(&R, Options))
        refuse(Found, severity::error);
      else
        append(Diags, Found);
    }
  }

  std::vector<Job> take() {
    for (Job &J : Jobs)
      if (J.Kernel && J.UsesGroups == bundle::groups_unused && KeepGroups.contains(J.Kernel->symbol))
        J.UsesGroups = bundle::groups_shared;
    return std::move(Jobs);
  }

private:
  // True if this kernel has to be built, for itself or for a region that is required.
  bool isNeeded(const manifest::kernel &K) const {
    return isRequired(nullptr, Options) || any_of(Document.regions, [&](const manifest::region &R) {
             return isRequired(&R, Options) &&
                    any_of(R.submissions, [&](const manifest::submission &S) { return S.kernel == K.symbol; });
           });
  }

  bool isWanted(const manifest::region &R, const Target &T) const {
    if (is_contained(Options.RegionsOff, R.name))
      return false;
    bool IsLimited = false;
    for (const std::string &Spec : Options.RegionTargets) {
      auto [Name, On] = StringRef(Spec).rsplit('=');
      if (Name == R.name && On == T.name())
        return true;
      IsLimited |= Name == R.name;
    }
    return !IsLimited;
  }

  struct Graph {
    manifest::region Nameless;
    bool IsRequired;
  };

  // True if an earlier graph or sequence has the same kernels: the runtime takes it for this one, too. Else this one is
  // among the earlier ones from now on, which go by their kernels.
  bool hasTwin(const manifest::region &R, StringMap<std::vector<Graph>> &Earlier) const {
    if (R.kind == region_kind::fusion_wrapper)
      return false;
    std::string Sequence;
    for (const manifest::submission &S : R.submissions)
      Sequence += S.kernel + '\n';
    Graph New{nameless(R), isRequired(&R, Options)};
    std::vector<Graph> &Alike = Earlier[Sequence];
    if (any_of(Alike, [&](const Graph &G) { return G.IsRequired == New.IsRequired && G.Nameless == New.Nameless; }))
      return true;
    Alike.push_back(std::move(New));
    return false;
  }

  static manifest::region nameless(manifest::region R) {
    R.name.clear();
    R.source = {};
    for (manifest::submission &S : R.submissions)
      S.location = {};
    for (manifest::buffer &B : R.buffers) {
      B.name.clear();
      B.location = {};
    }
    return R;
  }

  // For people: segments of a region that was cut have its name.
  std::string nameOf(const manifest::region &R) const {
    for (const manifest::region *Whole : ByName.find(R.name)->second) {
      if (Whole == &R)
        break;
      if (const std::optional<size_t> Begin = placeInWhole(R, *Whole))
        return formatv("{0} (kernels {1} to {2})", R.name, *Begin + 1, *Begin + R.submissions.size());
    }
    return R.name;
  }

  bool isUsable(const std::string &Symbol) const { return Library.find(Symbol)->Refused.list().empty(); }

  void addKernel(const Target &T, const manifest::kernel &K) {
    Job New;
    const std::string &Name = K.name.empty() ? K.symbol : K.name;
    New.What = "kernel '" + Name + "'";
    New.Where = K.location;
    New.On = &T;
    New.Kernel = &K;
    New.Plan.Request.Kernels = {K.symbol};
    if (K.symbol != K.name)
      New.Plan.Names.emplace_back(K.symbol, K.name);
    New.Shape = {K.kind, K.dimensions, std::nullopt};
    New.UsesGroups = Library.find(K.symbol)->UsesGroups ? bundle::groups_used : bundle::groups_unused;
    // The entry has the symbol in it, so that profilers show the kernel.
    name(New, Name, "kernel_" + K.symbol);
    Jobs.push_back(std::move(New));
  }

  void addRegion(const Target &T, size_t Number) {
    const manifest::region &R = Document.regions[Number];
    if (R.submissions.empty())
      return;
    RegionPlanner Plan(Kernels, R, Library, isTrusted(R, Options));
    // The runtime knows kernels, not what they share in a region: what one region needs holds in all.
    for (auto [Index, S] : enumerate(R.submissions))
      if (Plan.keepsGroups(Index, false))
        KeepGroups.insert(S.kernel);
    if (Error E = Plan.check()) {
      diagnostics Found;
      report(std::move(E), Found);
      refuse(Found, levelOfRefusal(&R, Options));
      return;
    }
    diagnostics Unfit;
    std::vector<PlannedLaunch> Launches = Plan.launches(Unfit);
    refuse(Unfit, levelOfRefusal(&R, Options));
    for (const PlannedLaunch &Launch : Launches) {
      const bool Assume = Plan.hasAssumptions();
      std::optional<PlannedFusion> ByRows;
      if (const std::optional<PlannedLaunch> Rows = Plan.byRows(Launch, T.kind() == target_kind::native))
        ByRows = Plan.plan(*Rows, Assume);
      const bool Assumed = Assume && addAssuming(T, Number, Plan.plan(Launch, true), ByRows);
      // A variant that assumes nothing is there for launches of any size, also for those for which more could be
      // assumed.
      if (Assume && !Launch.Ranges.empty())
        continue;
      PlannedFusion Generic = Plan.plan(Launch, false);
      Generic.Launch.Shape.Fallback = Assumed;
      addVariant(T, Number, std::move(Generic), ByRows);
    }
  }

  // False if nothing is left to assume: it would be a copy of the variant that assumes nothing.
  bool addAssuming(const Target &T, size_t Region, PlannedFusion Plan, const std::optional<PlannedFusion> &ByRows) {
    append(Diags, Plan.Remarks);
    if (Plan.Launch.Ranges.empty() && Plan.Promotions.empty() && !Plan.Launch.Shape.DistinctPointers)
      return false;
    addVariant(T, Region, std::move(Plan), ByRows);
    return true;
  }

  void addVariant(const Target &T, size_t Number, PlannedFusion Plan, std::optional<PlannedFusion> ByRows) {
    const manifest::region &R = Document.regions[Number];
    Job New;
    New.Internalize = !Plan.Promotions.empty();
    New.Where = R.source.begin;
    New.On = &T;
    New.Region = Number;
    New.Shape = Plan.Launch.Shape;
    std::string Range = Plan.Launch.str();
    const std::string Name = nameOf(R);
    New.What = "region '" + Name + "'" + (Range.empty() ? "" : " for " + Range);
    std::string Variant = R.name + (!Range.empty() ? ".specialized-" + Range : ".generic") +
                          (Range.empty() && Plan.Launch.Heterogeneous ? ".heterogeneous" : "") +
                          (New.Internalize              ? ".internalized"
                           : New.Shape.DistinctPointers ? ".distinct"
                                                        : "");
    name(New, Variant, Variant);
    New.Plan = std::move(Plan);
    complete(New.Plan, New.Entry, Name, R);
    if (ByRows) {
      Job Rows;
      Rows.On = &T;
      name(Rows, Variant + ".by-rows", Variant + ".by-rows");
      complete(*ByRows, Rows.Entry, Name, R);
      New.ByRows = {Rows.Id, Rows.Entry, std::move(*ByRows)};
    }
    Jobs.push_back(std::move(New));
  }

  void complete(PlannedFusion &Plan, const std::string &Entry, const std::string &Name, const manifest::region &R) {
    Plan.Request.FusedName = Entry + "_fused"; // until the target gives it the name of the entry
    Plan.Names.emplace_back(Plan.Request.FusedName, Name);
    Plan.Request.ProvenOnly = !isTrusted(R, Options);
  }

  // Different names may look the same once reduced to what a symbol may hold, or are too long for a file name.
  void name(Job &J, StringRef Readable, StringRef Symbol) {
    auto Reduce = [](StringRef Text, StringRef Allowed) {
      return map_range(Text, [Allowed](char C) { return isAlnum(C) || Allowed.contains(C) ? C : '_'; });
    };
    auto Id = Reduce(Readable.take_front(100), "_.-"), Entry = Reduce(Symbol, "_");
    J.Id = unique(Ids, std::string(Id.begin(), Id.end()), ("." + J.On->name()).str(), '.');
    // Native entries of all targets share an object; an image has its symbols for itself.
    J.Entry = unique(Entries[J.On->kind()], "sycl_fuse_" + std::string(Entry.begin(), Entry.end()), "", '_');
    replace(J.Id, ':', '-');
  }

  std::string unique(StringSet<> &Names, const std::string &Base, const std::string &Suffix, char Separator) {
    std::string Name = Base + Suffix;
    // Numbers below were taken when the name came up before.
    for (unsigned &I = Numbers[&Names].try_emplace(Name, 2).first->second; !Names.insert(Name).second; ++I)
      Name = Base + Separator + std::to_string(I) + Suffix;
    return Name;
  }

  void refuse(const diagnostics &Why, severity Level) {
    diagnostics Graded;
    for (diagnostic D : Why.list()) {
      D.level = Level == severity::error && is_contained(Options.NoErrors, D.code) ? severity::warning : Level;
      append(Graded, D);
    }
    append(Diags, Graded);
  }

  const manifest::document &Document;
  const KernelLibrary &Library;
  const BuildOptions &Options;
  diagnostics &Diags;
  const RegionPlanner::KernelIndex Kernels;
  StringMap<std::vector<const manifest::region *>> ByName; // regions, in their order
  std::vector<Job> Jobs;
  StringSet<> KeepGroups; // symbols of kernels that have to keep their work-groups in some region
  std::map<size_t, SmallPtrSet<const Target *, 4>> Targets; // of regions that were planned before
  StringSet<> Ids;
  std::map<target_kind, StringSet<>> Entries;
  std::map<const StringSet<> *, StringMap<unsigned>> Numbers; // of Ids and Entries: the next ones for a name
};
} // namespace

bool isRequired(const manifest::region *Region, const BuildOptions &Options) {
  if (Region && Region->kind == region_kind::automatic)
    return false;
  return Options.Require || (Region ? is_contained(Options.RequiredRegions, Region->name)
                                    : !is_contained(Options.NoErrors, diag::target_failed));
}

severity levelOfRefusal(const manifest::region *Region, const BuildOptions &Options) {
  if (isRequired(Region, Options))
    return severity::error;
  return Region && Region->kind == region_kind::automatic ? severity::note : severity::warning;
}

std::vector<Job> planJobs(const manifest::document &Document, const KernelLibrary &Library,
                          ArrayRef<std::unique_ptr<Target>> Targets, const BuildOptions &Options, diagnostics &Diags) {
  Planner P(Document, Library, Options, Diags);
  P.refuseUnprepared();
  P.refuseOpen();
  for (const std::unique_ptr<Target> &T : Targets)
    P.addKernels(*T), P.addRegions(*T, [](size_t) { return true; });
  return P.take();
}

void planMoreJobs(const manifest::document &Document, ArrayRef<RegionOnTarget> Regions, const KernelLibrary &Library,
                  const BuildOptions &Options, std::vector<Job> &Jobs, diagnostics &Diags) {
  Planner P(Document, Library, Options, Diags);
  P.keep(Jobs);
  SetVector<const Target *> Targets;
  for (auto [Number, T] : Regions)
    Targets.insert(T);
  for (const Target *T : Targets)
    P.addRegions(*T, [&](size_t Number) { return is_contained(Regions, RegionOnTarget(Number, T)); });
  llvm::move(P.take(), std::back_inserter(Jobs));
}

} // namespace syclfuse::fuser
