// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RegionBuilder.h"

using namespace clang;

namespace syclfuse::plugin {

unsigned RegionBuilder::identity(const Place &P, SourceLocation Location,
                                 llvm::function_ref<manifest::buffer()> Describe) {
  auto It = llvm::find(Memory, P);
  if (It != Memory.end())
    return It - Memory.begin();
  Memory.push_back(P);
  MemoryLocations.push_back(Location);
  Offsets.emplace_back();
  Parents.emplace_back();
  Region.buffers.push_back(Describe());
  return Memory.size() - 1;
}

// Promotion to local memory promises less than that to private memory, so that it holds for both.
std::optional<promotion> RegionBuilder::settledPromotion(unsigned Buffer, Diagnostics &Report) const {
  const AccessorUse *Promoted = nullptr, *Unpromoted = nullptr, *Different = nullptr;
  for (const AccessorUse &U : Uses) {
    if (U.Buffer != Buffer)
      continue;
    if (U.Promote == promotion::none)
      Unpromoted = Unpromoted ? Unpromoted : &U;
    else if (!Promoted)
      Promoted = &U;
    else if (U.Promote != Promoted->Promote)
      Different = Different ? Different : &U;
  }
  const AccessorUse *Culprit = Promoted && Unpromoted ? Unpromoted : Different;
  if (!Culprit)
    return std::nullopt;
  const std::string &Name = Region.buffers[Buffer].name;
  Report.report(Culprit == Unpromoted ? diag::promotion_inconsistent : diag::promotion_kinds_differ, Culprit->Location,
                {Name},
                {{Promoted->Location, "accessor '" + Promoted->Name + "' is promoted here"},
                 {MemoryLocations[Buffer], "buffer '" + Name + "' is declared here"}});
  return Culprit == Unpromoted ? promotion::none : promotion::local_memory;
}

// Whether all of its accessors promote it, and one of them without a promise of who accesses what.
bool RegionBuilder::isInternal(unsigned Buffer) const {
  bool Automatic = false;
  for (const AccessorUse &U : Uses) {
    if (U.Buffer == Buffer && U.Promote == promotion::none)
      return false;
    Automatic |= U.Buffer == Buffer && U.Promote == promotion::automatic;
  }
  return Automatic;
}

void RegionBuilder::promoteAll(unsigned Buffer, promotion Promote) {
  Region.buffers[Buffer].promote = Promote;
  for (manifest::submission &S : Region.submissions)
    for (manifest::argument &A : S.arguments)
      if (A.identity == Buffer)
        A.promote = Promote;
}

void RegionBuilder::settlePromotions(Diagnostics &Report) {
  for (unsigned Buffer = 0; Buffer != Memory.size(); ++Buffer)
    if (isInternal(Buffer))
      promoteAll(Buffer, promotion::automatic);
    else if (std::optional<promotion> Settled = settledPromotion(Buffer, Report))
      promoteAll(Buffer, *Settled);
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

void RegionBuilder::listRange(manifest::nd_range Range) {
  // As the build writes a listed ND-range: no offset is an offset of zero.
  if (llvm::all_of(Range.offset, [](uint64_t O) { return O == 0; }))
    Range.offset.clear();
  auto Same = [&](const manifest::listed_nd_range &L) { return L.range == Range; };
  if (!Range.global.empty() && llvm::none_of(Region.nd_ranges, Same))
    Region.nd_ranges.push_back({Range, nd_range_origin::source});
}

void RegionBuilder::listCommonRange() {
  if (Region.submissions.empty())
    return;
  const manifest::submission &First = Region.submissions.front();
  if (First.kind == range_kind::single_task || (First.kind == range_kind::nd_range && First.range.local.empty()) ||
      First.range.offset.empty())
    return;
  if (llvm::all_of(Region.submissions, [&](const manifest::submission &S) { return S.range == First.range; }))
    listRange(First.range);
}

} // namespace syclfuse::plugin
