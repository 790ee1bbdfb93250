// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ND-ranges that a region's kernels may have together, and those that are built for. fused_range.hpp decides what
// goes together.
#include "RegionPlanner.h"

#include "Driver/Input/NDRangeSpec.h"

#include "Support/FuseError.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <tuple>

using namespace llvm;

namespace syclfuse::fuser {

std::string PlannedLaunch::str() const {
  if (Ranges.empty())
    return "";
  if (!Heterogeneous)
    return toString(Ranges.front());
  return join(map_range(Ranges, [](const NDRange &R) { return toString(R); }), "/");
}

// Facts about the submissions.

// Counts the submission once for each memory that it uses.
void RegionPlanner::countUsers(const manifest::submission &S, MemoryUsers &Counted) const {
  MemoryUsers Own;
  for (const manifest::argument &A : S.arguments) {
    const manifest::parameter &P = kernel(S).parameters[A.parameter];
    // A mode that is not known, as that of a pointer, may be any. Pointers, and buffers that are not known, may be any
    // memory.
    const bool Writes = P.mode != access_mode::read, IsBuffer = A.identity && P.kind == param_kind::accessor;
    for (Users *U : {&Own.Any, IsBuffer ? &Own.Buffers[*A.identity] : &Own.Unknown}) {
      U->All = 1;
      U->Writers |= Writes;
    }
  }
  const auto Add = [](Users &To, const Users &More) {
    To.All += More.All;
    To.Writers += More.Writers;
  };
  Add(Counted.Any, Own.Any);
  Add(Counted.Unknown, Own.Unknown);
  for (const auto &[Identity, U] : Own.Buffers)
    Add(Counted.Buffers[Identity], U);
}

// True if S may read what another submission writes, or the other way round, in memory that both reach; without
// BuffersToo only where it is not known whether it is the same buffer.
bool RegionPlanner::sharesMemory(unsigned Submission, bool BuffersToo) const {
  MemoryUsers Own;
  countUsers(Region.submissions[Submission], Own);
  // Whether memory that the submission uses as Mine says is that of others, and one of them writes to it.
  const auto Shares = [](const Users &Mine, const Users &OwnThere, const Users &There) {
    return Mine.Writers ? There.All > OwnThere.All : Mine.All && There.Writers > OwnThere.Writers;
  };
  return Shares(Own.Unknown, Own.Any, Memory.Any) || Shares(Own.Any, Own.Unknown, Memory.Unknown) ||
         (BuffersToo && any_of(Own.Buffers, [&](const auto &Used) {
            return Shares(Used.second, Used.second, Memory.Buffers.at(Used.first));
          }));
}

// Kernels that use their work-groups keep them; and, behind the barriers that fusion inserts, those that exchange data
// with another kernel, which they may do within the group.
bool RegionPlanner::keepsGroups(unsigned Submission, Keep What) const {
  const manifest::submission &S = Region.submissions[Submission];
  if (Library.find(S.kernel)->UsesGroups || S.kind != range_kind::nd_range)
    return Library.find(S.kernel)->UsesGroups;
  auto IsLocal = [](const manifest::argument &A) { return A.promote == promotion::local_memory; };
  return (Region.barriers && What != Keep::Users && sharesMemory(Submission, What != Keep::SharersOfUnknown)) ||
         (What == Keep::Promoted && any_of(S.arguments, IsLocal));
}

bool RegionPlanner::keepsGroups(unsigned Submission, bool ForPromotions) const {
  return keepsGroups(Submission, ForPromotions ? Keep::Promoted : Keep::Sharers);
}

std::optional<NDRange> RegionPlanner::constantRange(const manifest::submission &S) const {
  if (S.kind == range_kind::single_task)
    return toNDRange({{1}, {}, {}}, S.dimensions);
  if (S.range.global.empty() || (S.kind == range_kind::nd_range && S.range.local.empty()))
    return std::nullopt;
  return toNDRange(S.range, S.dimensions);
}

bool RegionPlanner::hasOneItem(const manifest::submission &S) const {
  return constantRange(S) && all_of(S.range.global, [](uint64_t Size) { return Size == 1; });
}

std::optional<std::vector<NDRange>> RegionPlanner::constantRanges() const {
  std::vector<NDRange> Result;
  for (const manifest::submission &S : Region.submissions) {
    std::optional<NDRange> Range = constantRange(S);
    if (!Range)
      return std::nullopt;
    Result.push_back(*Range);
  }
  return Result;
}

// True if something that is known of both differs.
static bool knownToDiffer(const std::vector<uint64_t> &A, const std::vector<uint64_t> &B) {
  return !A.empty() && !B.empty() && A != B;
}

static bool haveOneShape(const manifest::submission &A, const manifest::submission &B) {
  return A.kind == B.kind && A.dimensions == B.dimensions;
}

// All that are known are one.
template <class Part> static bool mayAllBeEqual(const manifest::region &Region, Part Of) {
  const std::vector<uint64_t> *First = nullptr;
  for (const manifest::submission &S : Region.submissions) {
    const std::vector<uint64_t> &Known = Of(S);
    if (First && knownToDiffer(*First, Known))
      return false;
    if (!First && !Known.empty())
      First = &Known;
  }
  return true;
}

bool RegionPlanner::mayBeEqual() const {
  using Submission = const manifest::submission &;
  const auto HasFirstShape = [&](Submission S) { return haveOneShape(S, Region.submissions.front()); };
  return all_of(Region.submissions, HasFirstShape) &&
         mayAllBeEqual(Region, [](Submission S) -> auto & { return S.range.global; }) &&
         mayAllBeEqual(Region, [](Submission S) -> auto & { return S.range.local; }) &&
         mayAllBeEqual(Region, [](Submission S) -> auto & { return S.range.offset; });
}

bool RegionPlanner::areEqual(ArrayRef<NDRange> Ranges) const {
  const manifest::submission &First = Region.submissions.front();
  return all_equal(Ranges) &&
         all_of(Region.submissions, [&](const manifest::submission &S) { return haveOneShape(S, First); });
}

// True if all submissions have one ND-range, whatever it is.
bool RegionPlanner::haveOneRange() const {
  const manifest::submission &First = Region.submissions.front();
  return First.range_id && all_of(Region.submissions, [&](const manifest::submission &S) {
           return S.range_id == First.range_id && haveOneShape(S, First);
         });
}

bool RegionPlanner::mayDiffer() const {
  if (haveOneRange())
    return false;
  std::optional<std::vector<NDRange>> Constant = constantRanges();
  return !Constant || !areEqual(*Constant);
}

fused_range_result RegionPlanner::fuse(ArrayRef<NDRange> Ranges, Keep What) const {
  std::vector<submitted_range> Submitted;
  for (auto [Index, S] : enumerate(Region.submissions))
    Submitted.push_back({Ranges[Index].sizes(), S.kind, uint8_t(S.dimensions), keepsGroups(Index, What)});
  return fused_range(Submitted.data(), Submitted.size(), /*linear=*/false);
}

// Kernels that exchange data keep their groups if they can; else the passes must prove that they do so within
// work-items (SF3047).
fused_range_result RegionPlanner::fuseAtAll(ArrayRef<NDRange> Ranges) const {
  fused_range_result Result = fuse(Ranges, Keep::Sharers);
  if (Result.conflict == range_conflict::none)
    return Result;
  fused_range_result Proven = fuse(Ranges, leastKept());
  return Proven.conflict == range_conflict::none ? Proven : Result;
}

// Conflicts, for which the region cannot be fused.

// The conflict of two submissions, of which not all may be known.
static range_conflict conflictOf(const manifest::submission &A, bool AKeeps, const manifest::submission &B,
                                 bool BKeeps) {
  // In SPIR-V order, where an unused dimension has offset 0.
  auto Offset = [](const manifest::submission &S) {
    std::vector<uint64_t> Result(S.range.offset.rbegin(), S.range.offset.rend());
    if (!Result.empty())
      Result.resize(3);
    return Result;
  };
  if (knownToDiffer(Offset(A), Offset(B)))
    return range_conflict::offsets_differ;
  if (!AKeeps || !BKeeps || A.kind != range_kind::nd_range || B.kind != range_kind::nd_range)
    return range_conflict::none;
  if (A.dimensions != B.dimensions)
    return range_conflict::inner_sizes_differ;
  if (knownToDiffer(A.range.local, B.range.local))
    return range_conflict::local_sizes_differ;
  auto Inner = [](const manifest::submission &S) {
    auto Sizes = ArrayRef(S.range.global);
    return Sizes.empty() ? std::vector<uint64_t>() : Sizes.drop_front().vec();
  };
  return knownToDiffer(Inner(A), Inner(B)) ? range_conflict::inner_sizes_differ : range_conflict::none;
}

// The first submission that conflicts with one before it, and the first of these. Those before have no conflict among
// each other, so that what is known of each rule is the same for all of them: it is enough to look at the first one of
// which it is known.
fused_range_result RegionPlanner::findConflict() const {
  if (std::optional<std::vector<NDRange>> Constant = constantRanges())
    return fuseAtAll(*Constant);
  const Keep Needed = Trusted ? Keep::Sharers : leastKept();
  fused_range_result Result;
  SmallVector<size_t> First;                                        // in order
  bool Offset = false, Group = false, Local = false, Sizes = false; // that there is one in First
  for (auto [B, S] : enumerate(Region.submissions)) {
    const bool Keeps = keepsGroups(B, Needed) && S.kind == range_kind::nd_range;
    for (size_t A : First) {
      Result.conflict = conflictOf(Region.submissions[A], keepsGroups(A, Needed), S, Keeps);
      Result.first = A;
      Result.second = B;
      if (Result.conflict != range_conflict::none)
        return Result;
    }
    const bool New = (!Offset && !S.range.offset.empty()) || (Keeps && !Group) ||
                     (Keeps && !Local && !S.range.local.empty()) || (Keeps && !Sizes && !S.range.global.empty());
    if (!New)
      continue;
    First.push_back(B);
    Offset |= !S.range.offset.empty();
    Group |= Keeps;
    Local |= Keeps && !S.range.local.empty();
    Sizes |= Keeps && !S.range.global.empty();
  }
  return Result;
}

// The rule that is broken. A kernel keeps its work-groups because it uses them, or because it may exchange data in them
// with another kernel.
std::string RegionPlanner::brokenRule(const fused_range_result &Found) const {
  const bool Uses = any_of(ArrayRef{Found.first, Found.second}, [&](unsigned Submission) {
    return Library.find(Region.submissions[Submission].kernel)->UsesGroups;
  });
  const std::string One = Uses ? "a kernel that uses its work-groups"
                               : "a kernel that may exchange data with another one across the barrier between them";
  switch (Found.conflict) {
  case range_conflict::none:
    break;
  case range_conflict::local_sizes_differ:
    return One + " needs the local size of the launch";
  case range_conflict::offsets_differ:
    return "all ND-ranges must have the same offset";
  case range_conflict::offset_with_remapping:
    return "ids of a kernel whose dimensions or sizes differ from those of the launch are computed without offset";
  case range_conflict::inner_sizes_differ:
    return One + " needs the dimensions of the launch, and its sizes in all but the first dimension";
  case range_conflict::not_uniform:
    return "its local size does not divide its global size";
  case range_conflict::too_large:
    return "it has more than 2^64 work-items";
  }
  return "";
}

static std::string describe(const manifest::submission &S) {
  StringRef Kind = S.kind == range_kind::single_task ? "single_task"
                   : S.kind == range_kind::range     ? "range"
                                                     : "nd_range";
  std::string Result = (Kind + "<" + Twine(S.dimensions) + ">").str();
  return S.range.global.empty() ? Result : Result + " " + to_string(S.range);
}

Error RegionPlanner::check() const {
  fused_range_result Found = findConflict();
  const std::optional<std::vector<NDRange>> Constant = constantRanges();
  if (Found.conflict == range_conflict::none || (Constant && launchByRows(*Constant, /*Items=*/false)))
    return Error::success();
  // The later one is what does not fit in.
  const auto &[Before, After] = std::minmax(Found.first, Found.second);
  const manifest::submission &First = Region.submissions[Before], &S = Region.submissions[After];
  diag Code = diag::nd_ranges_not_fusible;
  std::vector<std::string> Arguments{kernel(S).name, Region.name, describe(S), describe(First), brokenRule(Found)};
  if (Found.conflict == range_conflict::local_sizes_differ) {
    Code = diag::local_size_differs;
    Arguments[2] = to_string(manifest::nd_range{S.range.local, {}, {}});
    Arguments[3] = to_string(manifest::nd_range{First.range.local, {}, {}});
  }
  const manifest::source_location &Where = S.location;
  return make_error<FuseError>(
      diagnostic{Code, info(Code).level, Where.file, Where.line, Where.column, format_text(Code, Arguments), {}});
}

// The launches that are built for.

Expected<std::vector<NDRange>> RegionPlanner::fit(const manifest::listed_nd_range &Listed) const {
  auto Unfit = [&](const std::string &Why) {
    return fuseError(diag::nd_range_mismatch, {to_string(Listed), Region.name, Why});
  };
  bool Each = !Listed.submissions.empty();
  if (Each && Listed.submissions.size() != Region.submissions.size())
    return Unfit("it is for " + std::to_string(Listed.submissions.size()) + " kernels, the region has " +
                 std::to_string(Region.submissions.size()));
  std::vector<NDRange> Result;
  for (auto [Index, S] : enumerate(Region.submissions)) {
    NDRange Range;
    if (Error E = fitNDRange(listedFor(Index, Region, Listed), S.kind, S.dimensions, Region.name).moveInto(Range))
      return std::move(E);
    Result.push_back(Range);
  }
  if (const fused_range_result Found = fuseAtAll(Result);
      Found.conflict != range_conflict::none && !launchByRows(Result, /*Items=*/false))
    return Unfit(brokenRule(Found));
  return Result;
}

PlannedLaunch RegionPlanner::specialized(std::vector<NDRange> Ranges) const {
  PlannedLaunch Result;
  Result.Heterogeneous = !areEqual(Ranges);
  // The groups of promoted arguments, if they can be had.
  fused_range_result Fused = fuse(Ranges, Keep::Promoted);
  Result.KeepsPromotedGroups = Fused.conflict == range_conflict::none;
  if (!Result.KeepsPromotedGroups)
    Fused = fuseAtAll(Ranges);
  Result.ByRows = Fused.conflict != range_conflict::none;
  if (Result.ByRows)
    Fused.launch = *launchByRows(Ranges, /*Items=*/false);
  Result.Shape = {Fused.launch.kind, Fused.launch.dimensions, NDRange(Fused.launch, Fused.launch.dimensions)};
  Result.Ranges = std::move(Ranges);
  return Result;
}

// Rows are the groups of the kernels that use theirs, or else the work-items of the smallest kernel.
std::optional<submitted_range> RegionPlanner::launchByRows(ArrayRef<NDRange> Ranges, bool Items) const {
  if (!Region.barriers)
    return std::nullopt;
  std::vector<submitted_range> Submitted;
  for (auto [Index, S] : enumerate(Region.submissions))
    Submitted.push_back({Ranges[Index].sizes(), S.kind, uint8_t(S.dimensions), Library.find(S.kernel)->UsesGroups});
  const auto UsesGroups = [](const submitted_range &R) { return R.uses_groups; };
  const auto IsSmaller = [](const submitted_range &A, const submitted_range &B) {
    return work_items(A) < work_items(B);
  };
  const submitted_range &Launch =
      any_of(Submitted, UsesGroups) ? *find_if(Submitted, UsesGroups) : *min_element(Submitted, IsSmaller);
  // Work-items do their blocks one after the other: few of them would leave a processor's threads without work.
  constexpr uint64_t LeastItems = 64;
  if (has_groups(Launch) != UsesGroups(Launch) || !(UsesGroups(Launch) || (Items && work_items(Launch) >= LeastItems)))
    return std::nullopt;
  const auto HasBlocks = [&](const submitted_range &R) { return row_block(Launch, R).has_value(); };
  return all_of(Submitted, HasBlocks) ? std::optional(Launch) : std::nullopt;
}

std::optional<PlannedLaunch> RegionPlanner::byRows(const PlannedLaunch &Launch, bool Items) const {
  const auto AddsShares = [&](const manifest::submission &S) { return Library.find(S.kernel)->AddsShares; };
  if (!Launch.Heterogeneous || Launch.ByRows || any_of(Region.submissions, AddsShares))
    return std::nullopt;
  PlannedLaunch Result = Launch;
  Result.ByRows = true;
  Result.KeepsPromotedGroups = false;
  if (Launch.Ranges.empty())
    return haveRows(Result.Shape) ? std::optional(Result) : std::nullopt;
  const std::optional<submitted_range> Rows = launchByRows(Launch.Ranges, Items);
  if (!Rows)
    return std::nullopt;
  Result.Shape = {Rows->kind, Rows->dimensions, NDRange(*Rows, Rows->dimensions)};
  return Result;
}

// For all sizes: whether there are kernels by groups, of one shape, and kernels over ranges, for which the runtime
// finds the same as fused_rows(). It takes kernels with work-groups that may exchange data in them for users of groups.
bool RegionPlanner::haveRows(const LaunchShape &Shape) const {
  if (!Region.barriers)
    return false;
  bool Groups = false, Ranges = false;
  for (const manifest::submission &S : Region.submissions) {
    const bool Uses = Library.find(S.kernel)->UsesGroups;
    if (S.kind == range_kind::single_task || Uses != (S.kind == range_kind::nd_range) ||
        (Uses && S.dimensions != Shape.Dims))
      return false;
    (Uses ? Groups : Ranges) = true;
  }
  return Groups && Ranges && Shape.Kind == range_kind::nd_range;
}

// The dimensions of the launch must not depend on sizes: those of the kernels that need their groups, else of the first
// nd_range kernel, as fused_range() has it; plain ranges become one dimension.
std::optional<PlannedLaunch> RegionPlanner::heterogeneous() const {
  PlannedLaunch Result;
  Result.Heterogeneous = true;
  for (const Keep What : {Keep::Promoted, Keep::Sharers, Keep::Users}) {
    std::optional<unsigned> Dims, First;
    bool Agree = true;
    for (auto [Index, S] : enumerate(Region.submissions)) {
      if (S.kind != range_kind::nd_range)
        continue;
      First = First.value_or(S.dimensions);
      if (!keepsGroups(Index, What))
        continue;
      Dims = Dims.value_or(S.dimensions);
      Agree &= *Dims == S.dimensions;
    }
    Result.Shape = {First ? range_kind::nd_range : range_kind::range, Dims.value_or(First.value_or(1)), std::nullopt};
    Result.KeepsPromotedGroups = What == Keep::Promoted;
    if (Agree && (What != Keep::Users || !Trusted))
      return Result;
  }
  return std::nullopt;
}

static auto orderOf(const NDRange &R) { return std::tie(R.Dims, R.Global, R.Local, R.Offset); }

std::vector<PlannedLaunch> RegionPlanner::launches(diagnostics &Diags) const {
  std::vector<std::vector<NDRange>> Known;
  auto Add = [&](std::vector<NDRange> Ranges) {
    if (!is_contained(Known, Ranges))
      Known.push_back(std::move(Ranges));
  };
  for (const manifest::listed_nd_range &Listed : Region.nd_ranges) {
    std::vector<NDRange> Ranges;
    if (Error E = fit(Listed).moveInto(Ranges))
      handleAllErrors(std::move(E), [&](const FuseError &E) {
        const manifest::source_location &Where = Region.source.begin;
        Diags.add(E.get().code, Where.file, Where.line, Where.column, {}).text = E.get().text;
      });
    else
      Add(std::move(Ranges));
  }
  if (std::optional<std::vector<NDRange>> Constant = constantRanges())
    Add(std::move(*Constant));
  llvm::sort(Known, [](const std::vector<NDRange> &A, const std::vector<NDRange> &B) {
    return std::lexicographical_compare(A.begin(), A.end(), B.begin(), B.end(),
                                        [](const NDRange &X, const NDRange &Y) { return orderOf(X) < orderOf(Y); });
  });

  std::vector<PlannedLaunch> Result;
  for (std::vector<NDRange> &Ranges : Known)
    Result.push_back(specialized(std::move(Ranges)));
  // Launches of one work-item, which may access any element, have no sizes that could be others.
  if (all_of(Region.submissions, [&](const auto &S) { return hasOneItem(S); }))
    return Result;
  const manifest::submission &First = Region.submissions.front();
  if (mayBeEqual()) {
    PlannedLaunch Equal;
    Equal.KeepsPromotedGroups = true;
    Equal.Shape = {First.kind, First.dimensions, std::nullopt};
    Result.push_back(Equal);
  }
  if (Region.submissions.size() > 1 && mayDiffer())
    if (std::optional<PlannedLaunch> Different = heterogeneous())
      Result.push_back(*Different);
  return Result;
}

} // namespace syclfuse::fuser
