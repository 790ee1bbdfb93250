// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RefusedRegions.h"

#include "Driver/Output/BuildMessages.h"
#include "Driver/Planning/RegionSegments.h"
#include "Driver/Process/DiagnosticCollector.h"
#include "syclfuse/footprints.hpp"

#include "llvm/ADT/MapVector.h"

#include <set>

using namespace llvm;

namespace syclfuse::fuser {

// Whether the kernels may turn out to need each other for some sizes: there is something to compare besides memory that
// may be the same.
static bool mayDependInRun(const bundle::builder::variant &V) {
  return any_of(V.guards, [&](const bundle::guard_record &G) {
    footprints::view Table;
    return G.kind == guard_kind::independent_kernels &&
           footprints::view::open(V.constants[G.value].data(), G.size, Table) &&
           (Table.pairs.size() != 0 || Table.conditions.size() != 0);
  });
}

namespace {
// The jobs of one region for one target.
struct Outcome {
  std::optional<size_t> Cut;                                // the least
  bool IsRefuted = false, IsBuilt = false, HasRows = false; // HasRows: built, by rows
  bool MayDepend = false;                                   // a run may refuse it
  SmallVector<JobResult *> Results;

  void add(JobResult &R) {
    if (R.Cut)
      Cut = std::min<size_t>(Cut.value_or(*R.Cut), *R.Cut);
    IsRefuted |= R.Refuted;
    IsBuilt |= !R.Kernels.empty();
    HasRows |= any_of(R.Kernels,
                      [](const CompiledKernel &K) { return (K.Variant.record.flags & bundle::variant_by_rows) != 0; });
    MayDepend |= any_of(R.Kernels, [](const CompiledKernel &K) { return mayDependInRun(K.Variant); });
    Results.push_back(&R);
  }
  // Where there are rows for some sizes, it only proves that the kernels cannot be fused for others.
  bool isRefused() const { return Cut && ((IsRefuted && !HasRows) || !IsBuilt); }

  void say(severity Level) {
    for (JobResult *R : Results) {
      diagnostics Graded;
      for (diagnostic D : R->Diags.list()) {
        D.level = R->Failed && D.level == severity::error ? Level : D.level;
        append(Graded, D);
      }
      R->Diags = std::move(Graded);
    }
  }

  // As if it had never been tried, but for what says why it was refused: the first cause, with Note, or without one if
  // no other target has said the same.
  void forget(severity Level, const std::optional<diagnostic_note> &Note, std::set<std::string> &Said) {
    bool IsFirst = true;
    for (JobResult *R : Results) {
      diagnostics Kept;
      for (diagnostic D : R->Diags.list()) {
        if (D.level == severity::remark) // of code that nobody gets
          continue;
        const bool IsCause = D.level == severity::error;
        if (IsCause) {
          D.level = Level;
          if (!std::exchange(IsFirst, false) || (!Note && !Said.insert(D.text).second))
            continue;
          if (Note)
            D.notes.push_back(*Note);
        }
        append(Kept, D);
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

// What one target computes again (docs/passes.md), another one may not: a region may be one kernel for some targets and
// several for others.
class Cutter {
public:
  Cutter(manifest::document &Document, const BuildOptions &Options, ArrayRef<Job> Jobs,
         MutableArrayRef<JobResult> Results)
      : Document(Document), Options(Options), Jobs(Jobs), Outcomes(Document.regions.size()) {
    for (auto [J, R] : zip_equal(Jobs, Results))
      if (J.Region && canBeCut(Document.regions[*J.Region], Options))
        Outcomes[*J.Region][J.On].add(R);
  }

  // The segments that are to be planned.
  SmallVector<RegionOnTarget, 4> run() {
    for (auto [Number, OfRegion] : enumerate(Outcomes)) {
      const bool IsForAll = all_of(OfRegion, [](const auto &O) { return O.second.isRefused(); });
      std::set<std::string> Said;
      for (auto &[On, O] : OfRegion) {
        if (!O.isRefused()) {
          if (O.IsRefuted && O.HasRows)
            O.say(levelOfRefusal(&Document.regions[Number], Options));
          if (O.MayDepend && hasMoreThanTwo(Document.regions[Number]))
            for (const size_t Segment : shortSegmentsOf(Document, Number))
              want({Segment, On});
          continue;
        }
        O.forget(levelOfRefusal(&Document.regions[Number], Options), IsForAll ? std::nullopt : noteFor(*On), Said);
        for (const size_t Segment : cutRegion(Document, Number, *O.Cut))
          want({Segment, On});
      }
    }
    return std::move(Wanted);
  }

private:
  // What nobody asked for may be any part of a sequence.
  static bool hasMoreThanTwo(const manifest::region &R) {
    return R.kind == region_kind::automatic && R.submissions.size() > 2;
  }

  static std::optional<diagnostic_note> noteFor(const Target &On) {
    return diagnostic_note{"", 0, 0, (ForTarget + On.name() + "'").str()};
  }

  // What is a region of the document by itself was planned for all targets, be it that there is no job for it.
  void want(RegionOnTarget Segment) {
    const auto IsOf = [&](const Job &J) { return J.Region == Segment.first; };
    const bool IsKnown = Segment.first < Outcomes.size() && none_of(Jobs, IsOf);
    const auto IsPlanned = [&](const Job &J) { return IsOf(J) && J.On == Segment.second; };
    if (!IsKnown && none_of(Jobs, IsPlanned) && !is_contained(Wanted, Segment))
      Wanted.push_back(Segment);
  }

  manifest::document &Document;
  const BuildOptions &Options;
  const ArrayRef<Job> Jobs;
  std::vector<MapVector<const Target *, Outcome>> Outcomes; // by region
  SmallVector<RegionOnTarget, 4> Wanted;
};
} // namespace

// Whether a run may find that kernels depend on other work-items than their own.
static bool isCheckedByRun(const CompiledKernel &K) {
  return !(K.Variant.record.flags & bundle::variant_by_rows) &&
         any_of(K.Variant.guards, [](const auto &G) { return G.kind == guard_kind::independent_kernels; });
}

// Where a run refuses a launch, it may take the one by rows.
static void planRows(std::vector<Job> &Jobs, MutableArrayRef<JobResult> Results) {
  for (size_t I = 0; I != Results.size(); ++I) {
    if (!Jobs[I].ByRows || none_of(Results[I].Kernels, isCheckedByRun))
      continue;
    Job Rows = jobByRows(Jobs[I]);
    Rows.IsSpare = true;
    const auto IsPlanned = [&](const Job &J) {
      return J.IsSpare && J.Region == Rows.Region && J.On == Rows.On && J.Plan.Launch.Ranges == Rows.Plan.Launch.Ranges;
    };
    if (none_of(Jobs, IsPlanned))
      Jobs.push_back(std::move(Rows));
  }
}

static void forgetFailedSpares(ArrayRef<Job> Jobs, MutableArrayRef<JobResult> Results) {
  for (auto [J, Result] : zip_equal(Jobs, Results))
    if (J.IsSpare && Result.Failed) {
      Result = {};
      Result.WasCut = true;
    }
}

void cutRefusedRegions(manifest::document &Document, const KernelLibrary &Library, const BuildOptions &Options,
                       std::vector<Job> &Jobs, MutableArrayRef<JobResult> Results, diagnostics &Diags) {
  forgetFailedSpares(Jobs, Results);
  const SmallVector<RegionOnTarget, 4> Segments = Cutter(Document, Options, Jobs, Results).run();
  planRows(Jobs, Results);
  planMoreJobs(Document, Segments, Library, Options, Jobs, Diags);
}

} // namespace syclfuse::fuser
