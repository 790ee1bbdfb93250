// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RegionParts.h"

#include "Job.h"
#include "RegionPlanner.h"

#include "llvm/ADT/DenseSet.h"

#include <algorithm>

using namespace llvm;

namespace syclfuse::fuser {

bool isTrusted(const manifest::region &R, const BuildOptions &Options) {
  return R.trusted || is_contained(Options.TrustedRegions, R.name);
}

bool canBeCut(const manifest::region &R, const BuildOptions &Options) {
  return !isRequired(&R, Options) && !isTrusted(R, Options) && !is_contained(Options.RegionsOff, R.name);
}

std::optional<size_t> placeInWhole(const manifest::region &Part, const manifest::region &Whole) {
  if (Part.name != Whole.name || Part.submissions.size() >= Whole.submissions.size())
    return std::nullopt;
  const auto First =
      std::search(Whole.submissions.begin(), Whole.submissions.end(), Part.submissions.begin(), Part.submissions.end(),
                  [](const manifest::submission &A, const manifest::submission &B) { return A.kernel == B.kernel; });
  return First == Whole.submissions.end() ? std::nullopt : std::optional<size_t>(First - Whole.submissions.begin());
}

// The submissions from Begin to End.
static manifest::region part(const manifest::region &R, size_t Begin, size_t End) {
  const ArrayRef<manifest::submission> All = R.submissions;
  manifest::region Part = R;
  Part.submissions = All.slice(Begin, End - Begin).vec();
  SmallDenseSet<unsigned> UsedElsewhere; // identities
  for (ArrayRef<manifest::submission> Others : {All.take_front(Begin), All.drop_front(End)})
    for (const manifest::submission &S : Others)
      for (const manifest::argument &A : S.arguments)
        if (A.identity)
          UsedElsewhere.insert(*A.identity);
  for (manifest::submission &S : Part.submissions)
    for (manifest::argument &A : S.arguments)
      if (A.identity && UsedElsewhere.contains(*A.identity))
        A.promote = promotion::none;
  for (manifest::listed_nd_range &Listed : Part.nd_ranges)
    if (Listed.submissions.size() == All.size())
      Listed.submissions = ArrayRef(Listed.submissions).slice(Begin, End - Begin).vec();
  return Part;
}

void cutRegion(manifest::document &Document, size_t Region, size_t At) {
  const manifest::region Whole = Document.regions[Region];
  for (manifest::region New : std::array{part(Whole, 0, At), part(Whole, At, Whole.submissions.size())})
    if (New.submissions.size() > 1 && !is_contained(Document.regions, New))
      Document.regions.push_back(std::move(New));
}

// The number of submissions if all fit.
static size_t firstUnfit(const RegionPlanner::KernelIndex &Kernels, const manifest::region &R,
                         const KernelLibrary &Library) {
  const auto Fits = [&](const manifest::region &Some) {
    Error E = RegionPlanner(Kernels, Some, Library).check();
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

// Whether the last kernel adds up shares of elements, whose work-items have other groups than an earlier one needs.
static bool endsInOtherGroups(const manifest::region &R, const KernelLibrary &Library) {
  const auto Is = [&](const manifest::submission &S, bool LibraryKernel::*Fact) {
    const LibraryKernel *Kernel = Library.find(S.kernel);
    return Kernel && Kernel->*Fact;
  };
  return R.submissions.size() > 1 && Is(R.submissions.back(), &LibraryKernel::AddsShares) &&
         any_of(drop_end(R.submissions),
                [&](const manifest::submission &S) { return Is(S, &LibraryKernel::UsesGroups); });
}

void cutUnfitRegions(manifest::document &Document, const KernelLibrary &Library, const BuildOptions &Options) {
  for (size_t I = 0, Count = Document.regions.size(); I != Count; ++I) {
    if (!endsInOtherGroups(Document.regions[I], Library))
      continue;
    const manifest::region Whole = Document.regions[I];
    const size_t Last = Whole.submissions.size() - 1;
    Document.regions[I] = part(Whole, 0, Last);
    Document.regions.push_back(part(Whole, Last, Last + 1));
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

} // namespace syclfuse::fuser
