// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FusedLaunch.h"

#include "Analysis/Dialects/Dialect.h"
#include "Support/FuseError.h"
#include "Support/UserNames.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace syclfuse::fuser {

bool FusedLaunch::keepsGroups(unsigned K) const {
  if (How == Form::None || How == Form::Equal)
    return true;
  if (How == Form::RunTime)
    return Kernels[K].uses_groups;
  if (isInBlocks(K))
    return false;
  return same_inner_sizes(Kernels[K], Launch) &&
         std::equal(std::begin(Launch.local_size), std::end(Launch.local_size), Kernels[K].local_size);
}

bool FusedLaunch::losesGroups(unsigned K) const {
  if (K >= Kernels.size() || isByRows()) // without ranges, or in blocks, between which checkDependences proves or asks
    return false;
  const uint64_t *Local = Kernels[K].local_size;
  return How == Form::Different && has_groups(Kernels[K]) && !keepsGroups(K) && Local[0] * Local[1] * Local[2] != 1;
}

namespace {

submitted_range submitted(const NDRange &N) {
  return {N.sizes(), N.hasLocal() ? range_kind::nd_range : range_kind::range, uint8_t(N.Dims)};
}

std::string sizes(const std::array<uint64_t, 3> &V, unsigned Dims) {
  std::string Out;
  for (unsigned I = 0; I < Dims; ++I)
    Out += (I ? "x" : "") + std::to_string(V[I]);
  return Out;
}

class LaunchPlanner {
public:
  LaunchPlanner(const FusionRequest &Request, ArrayRef<Function *> Functions)
      : Request(Request), Functions(Functions) {}

  Expected<FusedLaunch> run() {
    if (!Request.RunTimeRanges.empty()) {
      addRunTimeRanges();
      return std::move(L);
    }
    L.Range = Request.Range;
    if (Request.Ranges.empty())
      return std::move(L);
    for (unsigned K = 0; K < Functions.size(); ++K) {
      L.Kernels.push_back(submitted(Request.Ranges[K]));
      L.Kernels.back().uses_groups = groupsUsed(K);
    }
    if (Error E = Request.ByRows ? takeRows() : findLaunch())
      return std::move(E);
    return std::move(L);
  }

private:
  void addRunTimeRanges() {
    L.How = FusedLaunch::Form::RunTime;
    for (unsigned K = 0; K < Functions.size(); ++K) {
      submitted_range R;
      R.kind = Request.RunTimeRanges[K].first;
      R.dimensions = Request.RunTimeRanges[K].second;
      R.uses_groups = groupsUsed(K);
      L.Kernels.push_back(R);
      if (Request.ByRows)
        L.Blocks.push_back(R.uses_groups ? std::nullopt : std::optional<uint64_t>(0));
    }
    L.Launch.kind = range_kind::nd_range;
    L.Launch.dimensions = Request.Launch ? Request.Launch->second : 1;
    std::fill_n(L.Launch.global_size, 3, 0);
  }

  bool groupsUsed(unsigned K) {
    auto [It, New] = GroupsUsed.try_emplace(Functions[K], false);
    if (New)
      It->second = usesGroups(*Functions[K]);
    return It->second;
  }

  Error findLaunch() {
    const fused_range_result Result = fused_range(L.Kernels.data(), L.Kernels.size(), /*linear=*/false);
    if (Result.conflict != range_conflict::none)
      return describe(Result);
    L.Launch = Result.launch;
    if (Request.Range)
      if (Error E = takeGivenLaunch())
        return E;
    L.Range = NDRange(L.Launch, L.Launch.dimensions);
    const bool Equal = all_of(Request.Ranges, [&](const NDRange &N) { return N == *L.Range; });
    L.How = Equal ? FusedLaunch::Form::Equal : FusedLaunch::Form::Different;
    return Error::success();
  }

  Error takeRows() {
    L.How = FusedLaunch::Form::Different;
    L.Launch = submitted(*Request.Range);
    for (auto [K, Range] : enumerate(L.Kernels)) {
      L.Launch.uses_groups |= Range.uses_groups;
      const std::optional<uint64_t> Block = row_block(L.Launch, Range);
      if (!Block)
        return wrongLaunch("kernel '" + Request.Kernels[K] + "' with ND-range " + Request.Ranges[K].str() +
                           " cannot be done by rows");
      L.Blocks.push_back(Request.Ranges[K] == *Request.Range ? std::nullopt : Block);
    }
    return Error::success();
  }

  // The launch need not be the one that fused_range would choose, but all restrictions must hold for it.
  Error takeGivenLaunch() {
    const bool UsesGroups = L.Launch.uses_groups;
    const uint64_t Needed = work_items(L.Launch);
    L.Launch = submitted(*Request.Range);
    L.Launch.uses_groups = UsesGroups;
    if (work_items(L.Launch) != Needed)
      return wrongLaunch("its kernels need " + std::to_string(Needed) + " work-items");
    if (const range_conflict Wrong = fused_range(&L.Launch, 1, /*linear=*/false).conflict;
        Wrong != range_conflict::none)
      return wrongLaunch(Wrong == range_conflict::not_uniform ? "the local size does not divide the global size"
                                                              : "it has too many work-items");
    for (auto [K, Range] : enumerate(L.Kernels))
      if (const char *Problem = problemOf(Range))
        return wrongLaunch("kernel '" + Request.Kernels[K] + "' with ND-range " + Request.Ranges[K].str() + " " +
                           Problem);
    return Error::success();
  }

  // What makes it impossible to run K within the launch, or null.
  const char *problemOf(const submitted_range &K) const {
    switch (conflict_in(L.Launch, K)) {
    case range_conflict::offsets_differ:
      return "has another offset";
    case range_conflict::offset_with_remapping:
      return "has an offset and would have to be remapped";
    case range_conflict::local_sizes_differ:
      return "uses its work-groups and has another local size";
    case range_conflict::inner_sizes_differ:
      return same_inner_sizes(K, L.Launch) ? "uses work-groups that are partly outside of it"
                                           : "uses its work-groups and has other inner sizes";
    default:
      return nullptr;
    }
  }

  std::string fusedName() const { return userName(*Functions.front()->getParent(), Request.FusedName); }

  Error wrongLaunch(const std::string &Why) {
    return fuseError(diag::launch_not_compatible, {fusedName(), Request.Range->str(), Why}, *Functions.front());
  }

  Error describe(const fused_range_result &R) {
    // The one that the message is about comes second.
    const size_t A = std::min(R.first, R.second), B = std::max(R.first, R.second);
    const NDRange &X = Request.Ranges[A], &Y = Request.Ranges[B];
    auto Refuse = [&](diag Code, std::string Is, std::string Needed) {
      return fuseError(Code, {userName(*Functions[B]), fusedName(), std::move(Is), std::move(Needed)}, *Functions[B]);
    };
    switch (R.conflict) {
    case range_conflict::local_sizes_differ:
      return Refuse(diag::local_size_differs, sizes(Y.Local, Y.Dims), sizes(X.Local, X.Dims));
    case range_conflict::inner_sizes_differ:
      return Refuse(diag::nd_ranges_differ, Y.str(), X.str());
    case range_conflict::offsets_differ:
      return Refuse(diag::offsets_differ, sizes(Y.Offset, Y.Dims), sizes(X.Offset, X.Dims));
    case range_conflict::offset_with_remapping: {
      const NDRange &Remapped = Request.Ranges[R.first];
      return fuseError(
          diag::offset_with_remapping,
          {userName(*Functions[R.first]), fusedName(), Remapped.str(), sizes(Remapped.Offset, Remapped.Dims)},
          *Functions[R.first]);
    }
    case range_conflict::not_uniform:
    case range_conflict::too_large:
    case range_conflict::none:
      break;
    }
    const char *Why = R.conflict == range_conflict::too_large ? "has too many work-items"
                                                              : "has a local size that does not divide the global size";
    return fuseError(
        diag::kernel_not_fusible,
        {userName(*Functions[R.first]), fusedName(), "ND-range " + Request.Ranges[R.first].str() + " " + Why},
        *Functions[R.first]);
  }

  const FusionRequest &Request;
  ArrayRef<Function *> Functions;
  DenseMap<const Function *, bool> GroupsUsed;
  FusedLaunch L;
};

} // namespace

Expected<FusedLaunch> planLaunch(const FusionRequest &Request, ArrayRef<Function *> Kernels) {
  return LaunchPlanner(Request, Kernels).run();
}

} // namespace syclfuse::fuser
