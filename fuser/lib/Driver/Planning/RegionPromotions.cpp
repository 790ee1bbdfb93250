// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Assumptions of a fused kernel about its memory: the buffers that are replaced by private or local memory, of which
// size, and those that are known to be different ones.
#include "RegionPlanner.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace syclfuse::fuser {

static uint64_t product(ArrayRef<uint64_t> Sizes) {
  uint64_t Result = 1;
  for (uint64_t Size : Sizes)
    Result *= Size;
  return Result;
}

static uint64_t items(const NDRange &R) { return product(ArrayRef(R.Global).take_front(R.Dims)); }
static uint64_t groupItems(const NDRange &R) { return product(ArrayRef(R.Local).take_front(R.Dims)); }

static bundle::guard_record guard(guard_kind Kind, const ArgumentSource &A, uint32_t Size) {
  bundle::guard_record G;
  G.kind = Kind;
  G.size = Size;
  G.submission_a = A.Submission;
  G.offset_a = A.Offset;
  return G;
}

bool RegionPlanner::hasPromotions() const {
  return any_of(Region.submissions, [](const manifest::submission &S) {
    return any_of(S.arguments, [](const manifest::argument &A) { return A.promote != promotion::none; });
  });
}

bool RegionPlanner::hasValues() const {
  return any_of(Region.submissions, [&](const manifest::submission &S) {
    return !S.values.empty() && Library.find(S.kernel)->FoldsExactly;
  });
}

bool RegionPlanner::hasAssumptions() const { return hasPromotions() || hasValues() || canBeDistinct(groups()); }

// True if the launch has the work-groups of the slot's kernel, so that they can share memory.
bool RegionPlanner::sharesGroups(const Slot &S, const PlannedLaunch &Launch, std::string &Why) const {
  if (Region.submissions[S.Submission].kind != range_kind::nd_range) {
    Why = "local memory needs work-groups, and its kernels are no nd_range kernels";
    return false;
  }
  Why = "its kernels need not have the same work-groups";
  return Launch.KeepsPromotedGroups;
}

bool RegionPlanner::hasKnownElements(const Slot &S) const {
  return S.Known->identity && !Region.buffers[*S.Known->identity].range.empty();
}

// The elements of the buffer, where they are known or taken to be as many as there are work-items; a guard checks it.
std::optional<uint64_t> RegionPlanner::elements(const Slot &S, const PlannedLaunch &Launch) const {
  if (hasKnownElements(S))
    return product(Region.buffers[*S.Known->identity].range);
  if (Launch.Ranges.empty())
    return std::nullopt;
  return items(Launch.Ranges[S.Submission]);
}

// For a launch that is not known, the listed ones say how many elements each work-item has, if they agree: a run
// recorded the size of the buffer with them. A guard checks it.
static std::optional<uint64_t> listedElementsPerItem(const manifest::region &Region, unsigned Submission,
                                                     uint64_t Elements) {
  std::optional<uint64_t> Result;
  for (const manifest::listed_nd_range &L : Region.nd_ranges) {
    uint64_t Items = product(L.submissions.empty() ? L.range.global : L.submissions[Submission].global);
    if (Items == 0 || Elements == 0 || Elements % Items)
      continue;
    if (Result && *Result != Elements / Items)
      return std::nullopt;
    Result = Elements / Items;
  }
  return Result;
}

// The replacement holds original size / work-items (private) or / work-groups (local) elements. Where that is no whole
// number, or not the same for all kernels that use it, it has room for the most, and the accesses must prove which
// elements are whose. What is known at run time only is taken to be one element per work-item.
std::optional<PromotedArgument> RegionPlanner::sizePromotion(const Group &G, const PlannedLaunch &Launch,
                                                             std::string &Why) const {
  PromotedArgument Result{G.front().Known->promote, 0, G.front().Parameter->element_size};
  if (Launch.ByRows) {
    // How many elements a row has was not said: its accesses show it. Several temporaries fit into the local memory of
    // a multiprocessor beside other work-groups.
    constexpr unsigned MostBytes = 16384;
    Result.Kind = promotion::automatic;
    Result.Elements = MostBytes / Result.ElementSize;
    Result.OfRow = true;
    Why = "its elements are too large, or its rows are known at run time only";
    return Result.Elements && !Launch.Ranges.empty() ? std::optional(Result) : std::nullopt;
  }
  const bool IsLocal = Result.Kind == promotion::local_memory;
  Result.PerWorkItem = IsLocal && Launch.Ranges.empty();
  const bool PerGroup = IsLocal && !Result.PerWorkItem;
  const std::optional<uint64_t> Elements = elements(G.front(), Launch);
  for (const Slot &S : G) {
    if (IsLocal && !sharesGroups(S, Launch, Why))
      return std::nullopt;
    std::optional<NDRange> Range =
        Launch.Ranges.empty() ? constantRange(Region.submissions[S.Submission]) : Launch.Ranges[S.Submission];
    uint64_t Size = 1;
    if (Range && Elements) {
      const uint64_t Items = items(*Range), OfGroup = PerGroup ? groupItems(*Range) : 1;
      Why = "its kernels have no work-items, or it has no elements";
      if (Items == 0 || *Elements == 0)
        return std::nullopt;
      const uint64_t Parts = Items / OfGroup;
      Result.AtMost |= *Elements % Parts != 0;
      Size = *Elements % Parts ? divideCeil(*Elements, Items) * OfGroup : *Elements / Parts;
    } else if (Elements) {
      Size = listedElementsPerItem(Region, S.Submission, *Elements).value_or(1);
    }
    Result.AtMost |= Result.Elements && Result.Elements != Size;
    Result.Elements = std::max(Result.Elements, Size);
  }
  // There a guard decides.
  Result.AtMost &= !Result.PerWorkItem;
  return Result;
}

PlannedPromotion RegionPlanner::guardPromotion(const Group &G, const PromotedArgument &Size,
                                               const PlannedLaunch &Launch) const {
  const Slot &S = G.front();
  PlannedPromotion New{S.Source, S.Parameter->name, Size.Kind, {}};
  if (Launch.ByRows) {
    New.Guards.push_back(guard(guard_kind::promoted_elements, S.Source, promoted_per_item)); // of any number
    return New;
  }
  // Where nobody said how many elements the buffer has, it may be one for each work-group.
  const bool Unknown = Size.PerWorkItem || !hasKnownElements(S);
  promoted_form Form = Size.Kind != promotion::local_memory ? promoted_per_item
                       : Unknown                            ? promoted_per_group_item
                                                            : promoted_per_group;
  // Kernels of one ND-range have the same number of elements for it.
  SmallVector<unsigned> Checked;
  for (const Slot &User : Launch.Heterogeneous ? ArrayRef(G) : ArrayRef(G).take_front()) {
    if (is_contained(Checked, User.Submission))
      continue;
    Checked.push_back(User.Submission);
    New.Guards.push_back(guard(guard_kind::promoted_elements, User.Source, Form));
    New.Guards.back().value = Unknown && !Size.PerWorkItem ? 1 : Size.Elements;
  }
  return New;
}

// Accessors whose pointer is no argument of its own: a kernel chooses between them at run time. What it accesses
// through them stays in global memory.
std::vector<RegionPlanner::Slot> RegionPlanner::findIndirectAccessors() const {
  std::vector<Slot> Result;
  for (auto [Index, S] : enumerate(Region.submissions))
    for (auto [ParamIndex, P] : enumerate(kernel(S).parameters)) {
      if (P.kind != param_kind::accessor)
        continue;
      const ArgumentSource Data{argument_source::closure, unsigned(Index), P.offset + accessor_layout::data,
                                sizeof(void *)};
      const bool IsIndirect = any_of(Library.find(S.kernel)->Arguments, [&](const ArgumentSource &Source) {
        return Source.Source == argument_source::closure && Source.Offset < Data.Offset + Data.Size &&
               Source.Offset + Source.Size > Data.Offset && Source.Size != Data.Size;
      });
      if (IsIndirect)
        Result.push_back({unsigned(Index), 0, Data, &P, known(S, ParamIndex)});
    }
  return Result;
}

// True if a kernel may access the buffer of the slot through an accessor that it chooses at run time, and no guard can
// tell.
bool RegionPlanner::isReachedIndirectly(const Slot &S) const {
  return any_of(IndirectAccessors, [&](const Slot &Other) {
    return !Other.Known || !Other.Known->identity || Other.Known->identity == S.Known->identity;
  });
}

// True if the promotions leave no two submissions that could differ: then there is nothing to build for different ones.
// Kernels that share a promoted buffer have equally many work-items, which for plain ranges of one dimension is all
// there is to it.
bool RegionPlanner::linksAllRanges(ArrayRef<Group> Groups) const {
  if (any_of(Region.submissions, [](const auto &S) { return S.kind != range_kind::range || S.dimensions != 1; }))
    return false;
  EquivalenceClasses<unsigned> Linked;
  for (unsigned I = 0; I != Region.submissions.size(); ++I)
    Linked.insert(I);
  for (const Group &G : Groups)
    if (G.front().isAccessorData() && G.front().Known && G.front().Known->promote != promotion::none)
      for (const Slot &S : G)
        Linked.unionSets(G.front().Submission, S.Submission);
  return Linked.getNumClasses() == 1;
}

void RegionPlanner::planPromotions(ArrayRef<Group> Groups, PlannedFusion &Plan) const {
  // A further variant, for ND-ranges that may never differ: what it cannot promote, the others can.
  bool IsSpare = Plan.Launch.Heterogeneous && Plan.Launch.Ranges.empty() && mayBeEqual();
  if (IsSpare && linksAllRanges(Groups))
    return;
  std::vector<PromotedArgument> Promoted(Groups.size());
  for (auto [Index, G] : enumerate(Groups)) {
    const Slot &S = G.front();
    if (!S.isAccessorData() || !S.Known || S.Known->promote == promotion::none || isReachedIndirectly(S))
      continue;
    std::string Why;
    if (std::optional<PromotedArgument> Sized = sizePromotion(G, Plan.Launch, Why))
      Promoted[Index] = *Sized;
    else if (!IsSpare)
      Plan.Remarks.add(diag::not_internalized, Region.source.begin.file, Region.source.begin.line,
                       Region.source.begin.column, {S.Parameter->name, Region.name, Why});
  }
  for (auto [G, P] : zip(Groups, Promoted))
    if (P.Kind != promotion::none)
      Plan.Promotions.push_back(guardPromotion(G, P, Plan.Launch));
  if (Plan.Promotions.empty())
    return;
  Plan.Request.Promotions = std::move(Promoted);
  for (const Group &G : Groups)
    if (G.front().isAccessorData())
      Plan.Accessors.push_back(G.front().Source);
  for (const Slot &S : IndirectAccessors)
    Plan.Accessors.push_back(S.Source);
}

// Which element of a promoted buffer a work-item accesses, or its place in the tile of a work-group, can be told only
// if the length of the rows is known. A tile's buffer that has as many elements as there are work-items, in as many
// dimensions, is taken to have their sizes.
void RegionPlanner::planRowLengths(ArrayRef<Group> Groups, PlannedFusion &Plan) const {
  if (Plan.Launch.Ranges.empty())
    return;
  SmallVector<unsigned> Promoted; // identities
  for (auto [G, P] : zip(Groups, Plan.Request.Promotions)) {
    if (P.Kind == promotion::none || !G.front().Known->identity)
      continue;
    const bool IsTile = P.Kind == promotion::local_memory && !P.PerWorkItem;
    if (IsTile || hasKnownElements(G.front()))
      Promoted.push_back(*G.front().Known->identity);
  }
  for (auto [Index, G] : enumerate(Groups)) {
    const Slot &S = G.front();
    if (!S.Known || !S.Known->identity || !is_contained(Promoted, *S.Known->identity) || !S.canBeIdentical() ||
        S.isAccessorData())
      continue;
    const unsigned Dims = S.Parameter->dimensions, At = S.Source.Offset - S.Parameter->offset;
    const unsigned First = accessor_layout::memory_range(Dims);
    const NDRange &Range = Plan.Launch.Ranges[S.Submission];
    if (At < First || At >= First + 8 * Dims || S.Source.Size != 8 || Dims != Range.Dims)
      continue;
    const std::vector<uint64_t> &Known = Region.buffers[*S.Known->identity].range;
    const uint64_t Length = Known.size() == Dims ? Known[(At - First) / 8] : Range.Global[(At - First) / 8];
    std::string Bytes(reinterpret_cast<const char *>(&Length), sizeof(Length));
    Plan.Request.Constants.emplace_back(Index, Bytes);
    for (const Slot &Same : G)
      Plan.Constants.push_back({Same.Source, Bytes});
  }
}

void RegionPlanner::remarkIndirect(PlannedFusion &Plan) const {
  for (const Slot &S : IndirectAccessors)
    if (S.Known && S.Known->promote != promotion::none) {
      const manifest::source_location &At = Region.submissions[S.Submission].location;
      Plan.Remarks.add(diag::not_internalized, At.file, At.line, At.column,
                       {S.Parameter->name, Region.name, "it is chosen at run time from several accessors"});
    }
}

// True if all pointers of the fused kernel are those of accessors on buffers that differ as far as the region knows,
// and it is worth checking that they do: more than a few comparisons cost more than they bring.
bool RegionPlanner::canBeDistinct(ArrayRef<Group> Groups) const {
  constexpr unsigned MostBuffers = 16;
  SmallVector<unsigned> Seen;
  unsigned Buffers = 0;
  bool Shared = false;
  for (const Group &G : Groups) {
    const Slot &S = G.front();
    if (S.isAccessorData()) {
      // Two arguments on one buffer differ in their offset or the like, and may overlap.
      if (S.Known && S.Known->identity) {
        if (is_contained(Seen, *S.Known->identity))
          return false;
        Seen.push_back(*S.Known->identity);
      }
      if (++Buffers > MostBuffers)
        return false;
      Shared |= any_of(G, [&](const Slot &Other) { return Other.Submission != S.Submission; });
      continue;
    }
    // Sizes and plain values are no pointers. Bytes of several parameters may be, and USM pointers may point anywhere.
    bool IsValue =
        S.Source.Source != argument_source::closure ||
        (S.Parameter && S.Parameter->kind != param_kind::pointer &&
         (S.Parameter->kind != param_kind::accessor || S.Source.Offset >= S.Parameter->offset + sizeof(void *)));
    if (!IsValue)
      return false;
  }
  return Shared && Buffers > 1;
}

void RegionPlanner::planDistinct(ArrayRef<Group> Groups, PlannedFusion &Plan) const {
  // For sizes that differ and are not known there is one more variant, for correct rather than for fast fusion.
  if (!canBeDistinct(Groups) || (Plan.Launch.Heterogeneous && Plan.Launch.Ranges.empty()))
    return;
  auto IsWritten = [](const Group &G) {
    return any_of(G, [](const Slot &S) {
      return S.Parameter->mode == access_mode::write || S.Parameter->mode == access_mode::read_write;
    });
  };
  for (size_t A = 0; A != Groups.size(); ++A)
    for (size_t B = A + 1; B != Groups.size(); ++B) {
      const Slot &First = Groups[A].front(), &Second = Groups[B].front();
      if (First.isAccessorData() && Second.isAccessorData() && (IsWritten(Groups[A]) || IsWritten(Groups[B])))
        Plan.Distinct.push_back({First.Source, Second.Source});
    }
  Plan.Launch.Shape.DistinctPointers = !Plan.Distinct.empty();
}

} // namespace syclfuse::fuser
