// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RegionParts.h"

#include "Job.h"
#include "RegionPlanner.h"

using namespace llvm;

namespace syclfuse::fuser {

bool isTrusted(const manifest::region &R, const BuildOptions &Options) {
  return R.trusted || is_contained(Options.TrustedRegions, R.name);
}

bool canBeCut(const manifest::region &R, const BuildOptions &Options) {
  return !isRequired(&R, Options) && !isTrusted(R, Options) && !is_contained(Options.RegionsOff, R.name);
}

static bool usesBuffer(ArrayRef<manifest::submission> Submissions, unsigned Identity) {
  return any_of(Submissions, [&](const manifest::submission &S) {
    return any_of(S.arguments, [&](const manifest::argument &A) { return A.identity == Identity; });
  });
}

// The submissions from Begin to End.
static manifest::region part(const manifest::region &R, size_t Begin, size_t End) {
  const ArrayRef<manifest::submission> All = R.submissions;
  manifest::region Part = R;
  Part.submissions = All.slice(Begin, End - Begin).vec();
  for (manifest::submission &S : Part.submissions)
    for (manifest::argument &A : S.arguments)
      if (A.identity &&
          (usesBuffer(All.take_front(Begin), *A.identity) || usesBuffer(All.drop_front(End), *A.identity)))
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
static size_t firstUnfit(const manifest::document &Document, const manifest::region &R, const KernelLibrary &Library) {
  manifest::region Prefix = R;
  for (size_t Size = 2; Size <= R.submissions.size(); ++Size) {
    Prefix.submissions.assign(R.submissions.begin(), R.submissions.begin() + Size);
    Error E = RegionPlanner(Document, Prefix, Library).check();
    const bool Fits = !E;
    consumeError(std::move(E)); // the plan of the whole reports it
    if (!Fits)
      return Size - 1;
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
    const manifest::region Whole = Document.regions[I];
    if (!endsInOtherGroups(Whole, Library))
      continue;
    const size_t Last = Whole.submissions.size() - 1;
    Document.regions[I] = part(Whole, 0, Last);
    Document.regions.push_back(part(Whole, Last, Last + 1));
  }
  for (size_t I = 0; I != Document.regions.size(); ++I) {
    const manifest::region &R = Document.regions[I];
    if (!canBeCut(R, Options))
      continue;
    if (const size_t At = firstUnfit(Document, R, Library); At != R.submissions.size())
      cutRegion(Document, I, At);
  }
}

} // namespace syclfuse::fuser
