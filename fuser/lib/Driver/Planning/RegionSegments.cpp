// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RegionSegments.h"

#include "Job.h"
#include "RegionPlanner.h"

#include "syclfuse/partition.hpp"

#include "llvm/ADT/StringSet.h"

#include <algorithm>

using namespace llvm;

namespace syclfuse::fuser {

bool isTrusted(const manifest::region &R, const BuildOptions &Options) {
  return R.kind != region_kind::automatic && (R.trusted || is_contained(Options.TrustedRegions, R.name));
}

bool canBeCut(const manifest::region &R, const BuildOptions &Options) {
  return !isRequired(&R, Options) && !isTrusted(R, Options) && !is_contained(Options.RegionsOff, R.name);
}

std::optional<size_t> placeInWhole(const manifest::region &Segment, const manifest::region &Whole) {
  if (Segment.name != Whole.name || Segment.submissions.size() >= Whole.submissions.size())
    return std::nullopt;
  const auto First = std::search(
      Whole.submissions.begin(), Whole.submissions.end(), Segment.submissions.begin(), Segment.submissions.end(),
      [](const manifest::submission &A, const manifest::submission &B) { return A.kernel == B.kernel; });
  return First == Whole.submissions.end() ? std::nullopt : std::optional<size_t>(First - Whole.submissions.begin());
}

// Whether others than the submissions of S use the buffer, or what it is a part of.
static bool isUsedOutside(const manifest::region &R, const segment &S, unsigned Buffer) {
  const auto Whole = [&](unsigned Identity) { return R.buffers[Identity].parent.value_or(Identity); };
  return is_used_outside(S, R.submissions.size(), [&](size_t N) {
    return any_of(R.submissions[N].arguments,
                  [&](const manifest::argument &A) { return A.identity && Whole(*A.identity) == Whole(Buffer); });
  });
}

static manifest::region segmentOf(const manifest::region &R, const segment &S) {
  const auto Slice = [&](auto &Of) { Of = ArrayRef(Of).slice(S.begin, S.end - S.begin).vec(); };
  manifest::region Segment = R;
  Slice(Segment.submissions);
  for (manifest::submission &Submission : Segment.submissions)
    for (manifest::argument &A : Submission.arguments)
      if (A.promote != promotion::none && A.identity && isUsedOutside(R, S, *A.identity))
        A.promote = promotion::none;
  for (manifest::listed_nd_range &Listed : Segment.nd_ranges)
    if (Listed.submissions.size() == R.submissions.size())
      Slice(Listed.submissions);
  return Segment;
}

// The number of the segment as a region of the document, where it is one from now on.
static size_t addSegment(manifest::document &Document, const manifest::region &Whole, const segment &S) {
  manifest::region New = segmentOf(Whole, S);
  const auto Known = llvm::find(Document.regions, New);
  const size_t Number = Known - Document.regions.begin();
  if (Known == Document.regions.end())
    Document.regions.push_back(std::move(New));
  return Number;
}

SmallVector<size_t, 2> cutRegion(manifest::document &Document, size_t Region, size_t At) {
  SmallVector<size_t, 2> Numbers;
  const manifest::region Whole = Document.regions[Region];
  for (const segment &S : {segment{0, At}, segment{At, Whole.submissions.size()}})
    if (S.end - S.begin > 1)
      Numbers.push_back(addSegment(Document, Whole, S));
  return Numbers;
}

SmallVector<size_t, 8> shortSegmentsOf(manifest::document &Document, size_t Region) {
  SmallVector<size_t, 8> Numbers;
  const manifest::region Whole = Document.regions[Region];
  const size_t Count = Whole.submissions.size();
  for (const size_t Length : {2, 3})
    for (size_t Begin = 0; Length < Count && Begin + Length <= Count; ++Begin)
      Numbers.push_back(addSegment(Document, Whole, {Begin, Begin + Length}));
  return Numbers;
}

// The number of submissions if all fit.
static size_t firstUnfit(const RegionPlanner::KernelIndex &Kernels, const manifest::region &R,
                         const KernelLibrary &Library) {
  const auto Fits = [&](const manifest::region &Some) {
    Error E = RegionPlanner(Kernels, Some, Library, /*Trusted=*/false).check();
    const bool Result = !E;
    consumeError(std::move(E)); // the plan of the whole reports it
    return Result;
  };
  if (R.submissions.size() < 2 || Fits(R))
    return R.submissions.size();
  manifest::region Prefix = R;
  Prefix.submissions.resize(1);
  while (Prefix.submissions.size() < R.submissions.size()) {
    Prefix.submissions.push_back(R.submissions[Prefix.submissions.size()]);
    if (!Fits(Prefix))
      return Prefix.submissions.size() - 1;
  }
  return R.submissions.size();
}

// Kernels that add up shares of elements have work-groups of their own.
static size_t firstSegment(const manifest::region &R, const KernelLibrary &Library) {
  const auto Is = [&](size_t N, bool LibraryKernel::*Fact) {
    const LibraryKernel *Kernel = Library.find(R.submissions[N].kernel);
    return Kernel && Kernel->*Fact;
  };
  return end_of_segment(
      0, R.submissions.size(),
      [&](size_t N) { return Is(N, &LibraryKernel::AddsShares) ? segment_end::behind_own_groups : segment_end::none; },
      [&](size_t N) { return Is(N, &LibraryKernel::UsesGroups); });
}

void cutUnfitRegions(manifest::document &Document, const KernelLibrary &Library, const BuildOptions &Options) {
  for (size_t I = 0; I != Document.regions.size(); ++I) {
    const size_t End = firstSegment(Document.regions[I], Library), Count = Document.regions[I].submissions.size();
    if (End == Count)
      continue;
    const manifest::region Whole = std::move(Document.regions[I]);
    Document.regions[I] = segmentOf(Whole, {0, End});
    Document.regions.push_back(segmentOf(Whole, {End, Count}));
  }
  const RegionPlanner::KernelIndex Kernels = RegionPlanner::indexOf(Document);
  for (size_t I = 0; I != Document.regions.size(); ++I) {
    const manifest::region &R = Document.regions[I];
    if (!canBeCut(R, Options))
      continue;
    if (const size_t At = firstUnfit(Kernels, R, Library); At != R.submissions.size())
      cutRegion(Document, I, At);
  }
}

void addBetweenCopies(manifest::document &Document, const BuildOptions &Options) {
  StringSet<> Copies;
  for (const manifest::kernel &K : Document.kernels)
    if (K.fused_only)
      Copies.insert(K.symbol);
  for (size_t I = 0, Count = Document.regions.size(); I != Count; ++I) {
    const manifest::region Whole = Document.regions[I];
    const auto &All = Whole.submissions;
    if (is_contained(Options.RegionsOff, Whole.name))
      continue;
    for (size_t Begin = 0, End = 0; Begin < All.size(); Begin = End + 1) {
      for (End = Begin; End != All.size() && !Copies.contains(All[End].kernel);)
        ++End;
      if (End - Begin < 2 || End - Begin == All.size())
        continue;
      manifest::region New = segmentOf(Whole, {Begin, End});
      if (!is_contained(Document.regions, New))
        Document.regions.push_back(std::move(New));
    }
  }
}

} // namespace syclfuse::fuser
