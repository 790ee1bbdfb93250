// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RefusedRegions.h"

#include "Driver/Planning/RegionSegments.h"
#include "Driver/Process/DiagnosticCollector.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {
// The jobs of one region.
struct Outcome {
  std::optional<size_t> Cut; // the least
  bool IsRefuted = false, IsBuilt = false;
  SmallVector<JobResult *> Results;

  void add(JobResult &R) {
    if (R.Cut)
      Cut = std::min<size_t>(Cut.value_or(*R.Cut), *R.Cut);
    IsRefuted |= R.Refuted;
    IsBuilt |= !R.Kernels.empty();
    Results.push_back(&R);
  }
  bool isRefused() const { return Cut && (IsRefuted || !IsBuilt); }

  // As if it had never been tried, but for what says why it was refused.
  void forget(severity Level) {
    bool Said = false;
    for (JobResult *R : Results) {
      diagnostics Kept;
      for (diagnostic D : R->Diags.list()) {
        if (D.level == severity::remark) // of code that nobody gets
          continue;
        const bool IsCause = D.level == severity::error;
        if (IsCause)
          D.level = Level;
        if (!IsCause || !Said)
          append(Kept, D);
        Said |= IsCause;
      }
      JobResult Forgotten;
      Forgotten.Diags = std::move(Kept);
      Forgotten.WasCut = true;
      if (R->Cut) {
        Forgotten.RemarksYAML = std::move(R->RemarksYAML);
        Forgotten.RemarkLines = std::move(R->RemarkLines);
      }
      *R = std::move(Forgotten);
    }
  }
};
} // namespace

void cutRefusedRegions(manifest::document &Document, const KernelLibrary &Library,
                       ArrayRef<std::unique_ptr<Target>> Targets, const BuildOptions &Options, std::vector<Job> &Jobs,
                       MutableArrayRef<JobResult> Results, diagnostics &Diags) {
  const size_t Known = Document.regions.size();
  std::vector<Outcome> Outcomes(Known);
  for (auto [J, R] : zip_equal(Jobs, Results))
    if (J.Region && canBeCut(Document.regions[*J.Region], Options))
      Outcomes[*J.Region].add(R);
  for (auto [Number, O] : enumerate(Outcomes))
    if (O.isRefused()) {
      O.forget(levelOfRefusal(&Document.regions[Number], Options));
      cutRegion(Document, Number, *O.Cut);
    }
  planMoreJobs(Document, Known, Library, Targets, Options, Jobs, Diags);
}

} // namespace syclfuse::fuser
