// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RegionBuilder.h"

#include "syclfuse/partition.hpp"
#include "syclfuse/promotion.hpp"

#include "llvm/ADT/Sequence.h"

#include <optional>

using namespace clang;

namespace syclfuse::plugin {

unsigned RegionBuilder::identity(const Place &P, SourceLocation Location,
                                 llvm::function_ref<manifest::buffer()> Describe) {
  auto It = llvm::find(Memory, P);
  if (It != Memory.end())
    return It - Memory.begin();
  Memory.push_back(P);
  MemoryLocations.push_back(Location);
  Promises.emplace_back();
  Offsets.emplace_back();
  Parents.emplace_back();
  Region.buffers.push_back(Describe());
  return Memory.size() - 1;
}

Note RegionBuilder::start() const {
  return {Begin, Graph                               ? "the graph is made here"
                 : Region.kind == region_kind::graph ? "the graph is finalized here"
                                                     : "the fusion region starts here"};
}

void RegionBuilder::promoteAll(unsigned Buffer, promotion Promote) {
  Region.buffers[Buffer].promote = Promote;
  for (manifest::submission &S : Region.submissions)
    for (manifest::argument &A : S.arguments)
      if (A.identity == Buffer)
        A.promote = Promote;
}

// Whether other pointers of the region lead into the allocation of an annotated_ptr: then that stays in memory.
bool RegionBuilder::isReachedOtherwise(unsigned Buffer) const {
  const Place &P = Memory[Buffer];
  return P.isAnnotated() &&
         llvm::any_of(Memory, [&](const Place &Other) { return Other != P && Other.allocation() == P.allocation(); });
}

void RegionBuilder::settlePromotions(unsigned Buffer, Diagnostics &Report) {
  std::optional<promotion> Settled;
  const AccessorUse *Promoted = nullptr;
  for (const AccessorUse &U : Uses)
    if (U.Buffer == Buffer) {
      Settled = settled_promotion(Settled.value_or(U.Promote), U.Promote, Region.kind);
      Promoted = Promoted || U.Promote == promotion::none ? Promoted : &U;
    }
  if (!Promoted)
    return;
  const std::string &Name = Region.buffers[Buffer].name;
  if (isReachedOtherwise(Buffer)) {
    Report.report({diag::promotion_inconsistent,
                   Promoted->Location,
                   {Name},
                   {{MemoryLocations[Buffer], "the pointer is declared here, and used by other means too"}}});
    return promoteAll(Buffer, promotion::none);
  }
  if (Settled == promotion::automatic)
    return promoteAll(Buffer, *Settled);
  auto Culprit = llvm::find_if(Uses, [&](const AccessorUse &U) {
    return U.Buffer == Buffer &&
           (Settled == promotion::none ? U.Promote == promotion::none : U.Promote != Promoted->Promote);
  });
  if (Culprit == Uses.end())
    return;
  Report.report({Settled == promotion::none ? diag::promotion_inconsistent : diag::promotion_kinds_differ,
                 Culprit->Location,
                 {Name},
                 {{Promoted->Location, "accessor '" + Promoted->Name + "' is promoted here"},
                  {MemoryLocations[Buffer], "buffer '" + Name + "' is declared here"}}});
  promoteAll(Buffer, *Settled);
}

void RegionBuilder::settlePromotions(Diagnostics &Report) {
  for (unsigned Buffer = 0; Buffer != Memory.size(); ++Buffer)
    settlePromotions(Buffer, Report);
}

void RegionBuilder::cut(SourceLocation Location) {
  RegionBuilder Next;
  Next.Function = Function;
  Next.Recorded = Recorded;
  Next.Begin = Location;
  Next.Wrapper = Wrapper;
  Next.Queue = Queue;
  Next.QueueOfWrapper = QueueOfWrapper;
  Next.Frames = Frames;
  Next.EndsWithObject = EndsWithObject;
  Next.Chosen = Chosen;
  Next.Memories = Memories;
  Next.Submitted = Submitted;
  Next.IsContinued = true;
  Next.Region.nd_ranges = Region.nd_ranges;
  Next.Earlier = std::move(Earlier);
  Next.Earlier.push_back(std::move(*this));
  *this = std::move(Next);
}

// From the first one on.
std::vector<RegionBuilder *> RegionBuilder::segments() {
  std::vector<RegionBuilder *> All;
  for (RegionBuilder &R : Earlier)
    All.push_back(&R);
  All.push_back(this);
  return All;
}

Place RegionBuilder::wholeOf(unsigned Buffer) const { return Parents[Buffer].value_or(Memory[Buffer].allocation()); }

std::vector<AccessorUse> RegionBuilder::keepInMemory(llvm::function_ref<bool(const Place &Whole)> IsUsedOutside) {
  std::vector<AccessorUse> Promoted;
  for (unsigned Buffer = 0; Buffer != Memory.size(); ++Buffer) {
    auto IsPromoted = [&](const AccessorUse &U) { return U.Buffer == Buffer && U.Promote != promotion::none; };
    auto First = llvm::find_if(Uses, IsPromoted);
    if (First == Uses.end() || !IsUsedOutside(wholeOf(Buffer)))
      continue;
    Promoted.push_back(*First);
    promoteAll(Buffer, promotion::none);
    for (AccessorUse &U : Uses)
      U.Promote = U.Buffer == Buffer ? promotion::none : U.Promote;
  }
  return Promoted;
}

void RegionBuilder::keepSharedMemory() {
  const std::vector<RegionBuilder *> All = segments();
  for (auto [Number, R] : llvm::enumerate(All)) {
    // By other segments, or by the kernels that follow the last one of some.
    auto IsUsedOutside = [&, Own = segment{Number, Number + 1}](const Place &Whole) {
      auto Uses = [&](size_t N) {
        return llvm::any_of(llvm::seq<unsigned>(0, All[N]->Memory.size()),
                            [&](unsigned Buffer) { return All[N]->wholeOf(Buffer) == Whole; });
      };
      auto HasResult = [&](const RegionBuilder *Some) {
        return llvm::any_of(Some->Results, [&](const BufferUse &U) { return U.whole() == Whole; });
      };
      return llvm::any_of(All, HasResult) || is_used_outside(Own, All.size(), Uses);
    };
    for (const AccessorUse &U : R->keepInMemory(IsUsedOutside))
      Warnings.push_back({diag::promotion_across_kernels,
                          U.Location,
                          {R->Region.buffers[U.Buffer].name},
                          {{R->MemoryLocations[U.Buffer], "the buffer is declared here"}}});
  }
}

bool RegionBuilder::isJoinedLater() const {
  return !Region.open.empty() &&
         llvm::all_of(Region.open, [](const manifest::open_point &P) { return !P.symbol.empty(); });
}

bool RegionBuilder::isParameter(const Place &P) const {
  const auto *Parameter = dyn_cast_or_null<ParmVarDecl>(P.Root);
  return Recorded && (!P.Root || (Parameter && Parameter->getDeclContext() == Recorded));
}

void RegionBuilder::nameParents() {
  for (unsigned Buffer = 0; Buffer != Memory.size(); ++Buffer)
    if (auto It = Parents[Buffer] ? llvm::find(Memory, *Parents[Buffer]) : Memory.end(); It != Memory.end())
      Region.buffers[Buffer].parent = It - Memory.begin();
}

} // namespace syclfuse::plugin
