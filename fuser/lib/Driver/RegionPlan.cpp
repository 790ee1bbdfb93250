// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RegionPlan.h"

#include "NDRangeSpec.h"

#include "syclfuse/fuser/FuseError.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <tuple>

using namespace llvm;

namespace syclfuse::fuser {

RegionPlanner::RegionPlanner(const manifest::document &Document, const manifest::region &Region,
                             const KernelLibrary &Library)
    : Document(Document), Region(Region), Library(Library) {}

const manifest::kernel &RegionPlanner::kernel(const manifest::submission &S) const {
  return *find_if(Document.kernels, [&](const manifest::kernel &K) { return K.symbol == S.kernel; });
}

// Whether the region can be fused.

static Error errorAt(const manifest::source_location &Where, diag Code, std::vector<std::string> Arguments) {
  diagnostic D{Code, info(Code).level, Where.file, Where.line, Where.column, format_text(Code, Arguments), {}};
  return make_error<FuseError>(std::move(D));
}

static std::string describe(const manifest::submission &S) {
  StringRef Kind = S.kind == range_kind::single_task ? "single_task" : S.kind == range_kind::range ? "range" : "nd_range";
  std::string Result = (Kind + "<" + Twine(S.dimensions) + ">").str();
  return S.range.global.empty() ? Result : Result + " " + toString(S.range);
}

Error RegionPlanner::checkSubmission(const manifest::submission &First, const manifest::submission &S) const {
  const std::string &Name = kernel(S).name;
  bool BothLocal = !S.range.local.empty() && !First.range.local.empty();
  if (S.kind == First.kind && S.dimensions == First.dimensions && BothLocal && S.range.local != First.range.local) {
    auto Sizes = [](const manifest::nd_range &R) { return toString(manifest::nd_range{R.local, {}, {}}); };
    return errorAt(S.location, diag::local_size_differs, {Name, Region.name, Sizes(S.range), Sizes(First.range)});
  }
  bool BothGlobal = !S.range.global.empty() && !First.range.global.empty();
  if (S.kind != First.kind || S.dimensions != First.dimensions || (BothGlobal && S.range.global != First.range.global))
    return errorAt(S.location, diag::nd_ranges_differ, {Name, Region.name, describe(S), describe(First)});
  return Error::success();
}

Error RegionPlanner::check() const {
  for (const manifest::submission &S : Region.submissions)
    if (Error E = checkSubmission(Region.submissions.front(), S))
      return E;
  return Error::success();
}

bool RegionPlanner::hasPromotions() const {
  return any_of(Region.submissions, [](const manifest::submission &S) {
    return any_of(S.arguments, [](const manifest::argument &A) { return A.promote != promotion::none; });
  });
}

// The ND-ranges to specialize for.

std::vector<NDRange> RegionPlanner::ndRanges(diagnostics &Diags) const {
  std::vector<manifest::nd_range> Listed;
  for (const manifest::listed_nd_range &L : Region.nd_ranges)
    Listed.push_back(L.range);
  const manifest::nd_range &First = Region.submissions.front().range;
  if (!First.global.empty() &&
      all_of(Region.submissions, [&](const manifest::submission &S) { return S.range == First; }))
    Listed.push_back(First);
  std::vector<NDRange> Result;
  for (const manifest::nd_range &Range : Listed) {
    Expected<NDRange> Fitting = fitNDRange(Range, kind(), dims(), Region.name);
    if (!Fitting) {
      handleAllErrors(Fitting.takeError(), [&](const FuseError &E) {
        const manifest::source_location &Where = Region.source.begin;
        Diags.add(E.get().code, Where.file, Where.line, Where.column, {}).text = E.get().text;
      });
    } else if (!is_contained(Result, *Fitting)) {
      Result.push_back(*Fitting);
    }
  }
  llvm::sort(Result, [](const NDRange &A, const NDRange &B) {
    return std::tie(A.Global, A.Local, A.Offset) < std::tie(B.Global, B.Local, B.Offset);
  });
  return Result;
}

// Which arguments are one.

bool RegionPlanner::Slot::isAccessorData() const {
  return Parameter && Parameter->kind == param_kind::accessor &&
         Source.Offset == Parameter->offset + accessor_layout::data && Source.Size == sizeof(void *);
}

bool RegionPlanner::Slot::canBeIdentical() const {
  if (!Known || !Known->identity || Parameter->kind == param_kind::local_accessor)
    return false;
  // Promotion, element size and buffer identity are the runtime's own words. An argument that covers them beside others is
  // an array of accessors or the like.
  unsigned Begin = Source.Offset - Parameter->offset;
  return Parameter->kind != param_kind::accessor || isAccessorData() || Begin >= accessor_layout::access_range;
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
        auto Known = find_if(S.arguments, [&, I = ParamIndex](const manifest::argument &A) { return A.parameter == I; });
        New.Known = Known == S.arguments.end() ? nullptr : &*Known;
      }
      Result.push_back(New);
    }
  }
  return Result;
}

std::vector<RegionPlanner::Group> RegionPlanner::groups() const {
  // Identity, kind, dimensions (which give the words of an accessor their meaning; its pointer has one without), place, size.
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

// Promotion.

static uint64_t product(ArrayRef<uint64_t> Sizes) {
  uint64_t Result = 1;
  for (uint64_t Size : Sizes)
    Result *= Size;
  return Result;
}

// Document 000, internalization: the replacement holds original size / work-items (private) or / work-groups (local) elements.
// Without a constant size of the buffer it is taken to be that of the ND-range; a guard checks it.
std::optional<PromotedArgument> RegionPlanner::sizePromotion(const Slot &S, const std::optional<NDRange> &Range,
                                                             std::string &Why) const {
  PromotedArgument Result{S.Known->promote, 1, S.Parameter->element_size};
  bool IsLocal = Result.Kind == promotion::local_memory;
  if (!Range) {
    Why = "promotion to local memory is not supported yet";
    return IsLocal ? std::nullopt : std::optional(Result);
  }
  ArrayRef<uint64_t> Global(Range->Global.data(), Range->Dims), Local(Range->Local.data(), Range->Dims);
  uint64_t Items = product(Global), Parts = Items;
  if (IsLocal) {
    Why = "local memory needs work-groups, and its kernels are no nd_range kernels";
    if (!Range->hasLocal())
      return std::nullopt;
    Parts = Items / product(Local);
  }
  uint64_t Elements = Items;
  if (S.Known->identity && !Region.buffers[*S.Known->identity].range.empty())
    Elements = product(Region.buffers[*S.Known->identity].range);
  Why = std::to_string(Elements) + " elements are no multiple of " + std::to_string(Parts) +
        (IsLocal ? " work-groups" : " work-items");
  Result.Elements = Elements / Parts;
  return Elements == 0 || Elements % Parts ? std::nullopt : std::optional(Result);
}

static bundle::guard_record guard(guard_kind Kind, const ArgumentSource &A, uint32_t Size) {
  bundle::guard_record G;
  G.kind = Kind;
  G.size = Size;
  G.submission_a = A.Submission;
  G.offset_a = A.Offset;
  return G;
}

void RegionPlanner::planPromotions(ArrayRef<Group> Groups, const std::optional<NDRange> &Range, PlannedFusion &Plan) const {
  std::vector<PromotedArgument> Promoted(Groups.size());
  for (auto [Index, G] : enumerate(Groups)) {
    const Slot &S = G.front();
    if (!S.isAccessorData() || !S.Known || S.Known->promote == promotion::none)
      continue;
    std::string Why;
    std::optional<PromotedArgument> Sized = sizePromotion(S, Range, Why);
    if (!Sized) {
      Plan.Remarks.add(diag::not_internalized, Region.source.begin.file, Region.source.begin.line,
                       Region.source.begin.column, {S.Parameter->name, Region.name, Why});
      continue;
    }
    Promoted[Index] = *Sized;
    PlannedPromotion New{S.Source, S.Parameter->name, {}};
    New.Guards.push_back(guard(guard_kind::promoted_elements, S.Source, Sized->Kind == promotion::local_memory));
    New.Guards.back().value = Sized->Elements;
    // Whoever else can reach the buffer would miss what is no longer written to it. Two promoted ones are compared once.
    for (auto [OtherIndex, Other] : enumerate(Groups)) {
      bool Done = OtherIndex < Index && Promoted[OtherIndex].Kind != promotion::none;
      if (OtherIndex == Index || Done || !Other.front().isAccessorData())
        continue;
      New.Guards.push_back(guard(guard_kind::distinct_buffers, S.Source, 0));
      New.Guards.back().submission_b = Other.front().Source.Submission;
      New.Guards.back().offset_b = Other.front().Source.Offset;
    }
    Plan.Promotions.push_back(std::move(New));
  }
  if (!Plan.Promotions.empty())
    Plan.Request.Promotions = std::move(Promoted);
}

// Accessors that are promoted, but whose pointer is no argument of its own.
void RegionPlanner::remarkIndirect(PlannedFusion &Plan) const {
  for (const manifest::submission &S : Region.submissions)
    for (const manifest::argument &A : S.arguments) {
      const manifest::parameter &P = kernel(S).parameters[A.parameter];
      bool Indirect = any_of(Library.find(S.kernel)->Arguments, [&](const ArgumentSource &Source) {
        return Source.Source == argument_source::closure && Source.Offset < P.offset + sizeof(void *) &&
               Source.Offset + Source.Size > P.offset && Source.Size != sizeof(void *);
      });
      if (A.promote != promotion::none && P.kind == param_kind::accessor && Indirect)
        Plan.Remarks.add(diag::not_internalized, S.location.file, S.location.line, S.location.column,
                         {P.name, Region.name, "it is chosen at run time from several accessors"});
    }
}

PlannedFusion RegionPlanner::plan(const std::optional<NDRange> &Range, bool Internalize) const {
  PlannedFusion Plan;
  for (const manifest::submission &S : Region.submissions)
    Plan.Request.Kernels.push_back(S.kernel);
  // Plain ranges have no work-groups that a barrier could hold for.
  Plan.Request.Barriers = Region.barriers && kind() == range_kind::nd_range;
  std::vector<Group> Groups = groups();
  for (const Group &G : Groups) {
    if (G.size() < 2)
      continue;
    auto &Identical = Plan.Request.IdenticalArguments.emplace_back();
    for (const Slot &S : G)
      Identical.emplace_back(S.Submission, S.Argument);
    for (const Slot &S : drop_begin(G)) {
      ArgumentGuard New{G.front().Source, guard(guard_kind::equal_bytes, G.front().Source, G.front().Source.Size)};
      New.Guard.submission_b = S.Source.Submission;
      New.Guard.offset_b = S.Source.Offset;
      Plan.Identities.push_back(New);
    }
  }
  if (Internalize) {
    planPromotions(Groups, Range, Plan);
    remarkIndirect(Plan);
  }
  return Plan;
}

} // namespace syclfuse::fuser
