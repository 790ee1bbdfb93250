// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RegionPlanner.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <map>
#include <tuple>

using namespace llvm;

namespace syclfuse::fuser {

RegionPlanner::KernelIndex RegionPlanner::indexOf(const manifest::document &Document) {
  KernelIndex Index;
  for (const manifest::kernel &K : Document.kernels)
    Index.try_emplace(K.symbol, &K);
  return Index;
}

RegionPlanner::RegionPlanner(const KernelIndex &Kernels, const manifest::region &Region, const KernelLibrary &Library,
                             bool Trusted)
    : Kernels(Kernels), Region(Region), Library(Library), Trusted(Trusted) {
  for (const manifest::submission &S : Region.submissions)
    countUsers(S, Memory);
  IndirectAccessors = findIndirectAccessors();
}

// The arguments that are one.

bool RegionPlanner::Slot::isAccessorData() const {
  return Parameter && Parameter->kind == param_kind::accessor &&
         Source.Offset == Parameter->offset + accessor_layout::data && Source.Size == sizeof(void *);
}

bool RegionPlanner::Slot::canBeIdentical() const {
  if (!Known || !Known->identity || Parameter->kind == param_kind::local_accessor)
    return false;
  // Promotion, element size and buffer identity are the runtime's own words. An argument that covers them beside others
  // is an array of accessors or the like.
  unsigned Begin = Source.Offset - Parameter->offset;
  return Parameter->kind != param_kind::accessor || isAccessorData() || Begin >= accessor_layout::access_range;
}

const manifest::argument *RegionPlanner::known(const manifest::submission &S, size_t Parameter) {
  auto Known = find_if(S.arguments, [&](const manifest::argument &A) { return A.parameter == Parameter; });
  return Known == S.arguments.end() ? nullptr : &*Known;
}

std::vector<RegionPlanner::Slot> RegionPlanner::slots() const {
  std::vector<Slot> Result;
  for (auto [Index, S] : enumerate(Region.submissions)) {
    const manifest::kernel &K = kernel(S);
    for (auto [ArgIndex, Source] : enumerate(Library.find(S.kernel)->Arguments)) {
      Slot New{unsigned(Index), unsigned(ArgIndex), Source};
      New.Source.Submission = Index;
      for (auto [ParamIndex, P] : enumerate(K.parameters)) {
        if (Source.Source != argument_source::closure || Source.Offset < P.offset ||
            Source.Offset + Source.Size > P.offset + P.size)
          continue;
        New.Parameter = &P;
        New.Known = known(S, ParamIndex);
      }
      Result.push_back(New);
    }
  }
  return Result;
}

std::vector<RegionPlanner::Group> RegionPlanner::groups() const {
  // Identity, kind, dimensions (which give the words of an accessor their meaning; its pointer has one without), place,
  // size.
  using Key = std::tuple<unsigned, param_kind, unsigned, unsigned, unsigned>;
  std::map<Key, size_t> Known;
  std::vector<Group> Result;
  for (const Slot &S : slots()) {
    if (S.canBeIdentical()) {
      unsigned Dims = S.isAccessorData() ? 0 : S.Parameter->dimensions;
      Key K{*S.Known->identity, S.Parameter->kind, Dims, S.Source.Offset - S.Parameter->offset, S.Source.Size};
      auto [It, New] = Known.try_emplace(K, Result.size());
      if (!New) {
        Result[It->second].push_back(S);
        continue;
      }
    }
    Result.push_back({S});
  }
  return Result;
}

// The plan.

static bundle::guard_record equalGuard(const ArgumentSource &A, const ArgumentSource &B) {
  bundle::guard_record G;
  G.kind = guard_kind::equal_bytes;
  G.size = A.Size;
  G.submission_a = A.Submission;
  G.offset_a = A.Offset;
  G.submission_b = B.Submission;
  G.offset_b = B.Offset;
  return G;
}

// Kernels go by their symbols in the passes, arguments by the submission and the byte of its closure
// (sycl-flatten-arguments).
UserNames RegionPlanner::userNames() const {
  UserNames Names;
  StringSet<> Named;
  for (const manifest::submission &S : Region.submissions)
    if (kernel(S).name != S.kernel && Named.insert(S.kernel).second)
      Names.emplace_back(S.kernel, kernel(S).name);
  for (const Slot &S : slots())
    if (S.Source.Source == argument_source::closure)
      Names.emplace_back(
          ("k" + Twine(S.Submission) + ".arg." + Twine(S.Source.Offset)).str(),
          S.Parameter
              ? S.Parameter->name
              : ("argument " + Twine(S.Argument) + " of " + kernel(Region.submissions[S.Submission]).name).str());
  return Names;
}

// Values that a kernel always gets, for kernels of one size: what has another value takes the generic variants.
void RegionPlanner::planValues(ArrayRef<Group> Groups, PlannedFusion &Plan) const {
  if (Plan.Launch.Ranges.empty())
    return;
  for (auto [Index, G] : enumerate(Groups)) {
    const Slot &S = G.front();
    const manifest::submission &Submitted = Region.submissions[S.Submission];
    if (G.size() != 1 || !S.Parameter || S.Parameter->kind != param_kind::std_layout ||
        !Library.find(Submitted.kernel)->FoldsExactly)
      continue;
    auto Same = [&](const manifest::argument_value &V) {
      return &kernel(Submitted).parameters[V.parameter] == S.Parameter;
    };
    auto Value = find_if(Submitted.values, Same);
    if (Value == Submitted.values.end())
      continue;
    std::string Bytes =
        fromHex(StringRef(Value->bytes).substr(2 * (S.Source.Offset - S.Parameter->offset), 2 * S.Source.Size));
    Plan.Request.Constants.emplace_back(Index, Bytes);
    Plan.Constants.push_back({S.Source, Bytes});
  }
}

PlannedFusion RegionPlanner::plan(const PlannedLaunch &Launch, bool Assume) const {
  PlannedFusion Plan;
  Plan.Launch = Launch;
  Plan.Names = userNames();
  for (const manifest::submission &S : Region.submissions)
    Plan.Request.Kernels.push_back(S.kernel);
  // Plain ranges have no work-groups that a barrier could hold for.
  Plan.Request.Barriers = Region.barriers && Launch.Shape.Kind == range_kind::nd_range;
  if (Launch.Heterogeneous && Launch.Ranges.empty())
    for (const manifest::submission &S : Region.submissions)
      Plan.Request.RunTimeRanges.emplace_back(S.kind, S.dimensions);
  Plan.Request.Launch = {Launch.Shape.Kind, Launch.Shape.Dims};
  Plan.Request.Range = Launch.Shape.Constant;
  if (Launch.Heterogeneous)
    Plan.Request.Ranges = Launch.Ranges;
  Plan.Request.ByRows = Launch.ByRows;
  std::vector<Group> Groups = groups();
  for (const Group &G : Groups) {
    if (G.size() < 2)
      continue;
    auto &Identical = Plan.Request.IdenticalArguments.emplace_back();
    for (const Slot &S : G)
      Identical.emplace_back(S.Submission, S.Argument);
    for (const Slot &S : drop_begin(G))
      Plan.Identities.push_back({G.front().Source, equalGuard(G.front().Source, S.Source)});
  }
  if (Assume) {
    planValues(Groups, Plan);
    planPromotions(Groups, Plan);
    planRowLengths(Groups, Plan);
    remarkIndirect(Plan);
    planDistinct(Groups, Plan);
  }
  return Plan;
}

} // namespace syclfuse::fuser
