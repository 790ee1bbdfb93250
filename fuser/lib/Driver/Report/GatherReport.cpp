// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GatherReport.h"

#include "Driver/Commands/Inspect/MeasuredText.h"
#include "Driver/Planning/OpenRegions.h"
#include "GatherRegion.h"
#include "MessagesOfRegions.h"
#include "ShownText.h"
#include "SourceExcerpts.h"

#include "syclfuse/names.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

#include <map>
#include <tuple>

using namespace llvm;

namespace syclfuse::fuser {

namespace {
class ReportGatherer {
public:
  ReportGatherer(const ProgramContents &Program, ArrayRef<statistics::run> Runs, ArrayRef<std::string> Roots)
      : Program(Program), Runs(Runs), Sources(Roots.vec(), hashes(Program.Document)) {}

  Report gather() {
    Out.Targets = targetsOf(Program);
    for (const manifest::kernel &K : Program.Document.kernels)
      Places.try_emplace(K.symbol, &K.location);
    for (const manifest::region &R : Program.Document.regions)
      Listed.try_emplace(keyOf(Program.Document, R), &R);
    for (const statistics::run &Run : Runs) {
      Out.Runs.push_back(shownText(Run.program));
      append_range(Times, Run.times);
    }
    for (const std::unique_ptr<OwnedBundle> &B : Program.Bundles)
      gather(B->View);
    addMessages(Program.Messages, Out);
    gatherRuns();
    for (const manifest::region &R : Program.Document.open_regions)
      if (!isRecorded(Program.Document, R))
        gatherOpen(R);
    llvm::sort(Out.Regions, [](const ReportRegion &A, const ReportRegion &B) {
      return std::tie(A.Where.file, A.Where.line, A.Where.column, A.Name, A.Submissions) <
             std::tie(B.Where.file, B.Where.line, B.Where.column, B.Name, B.Submissions);
    });
    return std::move(Out);
  }

private:
  static StringMap<std::string> hashes(const manifest::document &Document) {
    StringMap<std::string> Hashes;
    for (const manifest::provenance &P : Document.sources)
      if (StringRef(P.source_hash).starts_with("xxh64:")) // a recorded run has none
        Hashes[P.source] = P.source_hash;
    return Hashes;
  }

  void gather(const bundle::view &View) {
    const std::string Producer = shownText(View.string(View.header().producer));
    if (!is_contained(Out.Producers, Producer))
      Out.Producers.push_back(Producer);
    const unsigned FirstKernel = Out.Kernels.size();
    for (const bundle::kernel_record &K : View.kernels())
      gather(View, K);
    for (const bundle::region_record &R : View.regions()) {
      const auto Known = Listed.find(keyOf(View, R));
      const manifest::region *Source = Known == Listed.end() ? nullptr : Known->second;
      if (Source || !isSegmentOfAnother(View, R))
        Out.Regions.push_back(gatherRegion(View, R, Source, Out.Targets, Times, FirstKernel));
    }
  }

  // The manifest has the whole path.
  void gather(const bundle::view &View, const bundle::kernel_record &K) {
    ReportKernel New;
    const StringRef Symbol = View.string(K.symbol), Name = View.string(K.name);
    New.Name = shownText(Name.empty() ? Symbol : Name);
    New.Shape = name_of(K.kind);
    if (K.kind != range_kind::single_task)
      New.Shape += "<" + std::to_string(K.dimensions) + ">";
    const auto Place = Places.find(Symbol);
    New.Where = Place != Places.end() ? *Place->second
                                      : manifest::source_location{std::string(View.string(K.location.file)),
                                                                  K.location.line, K.location.column};
    New.Source = Sources.linesAt(New.Where);
    New.Where.file = shownText(New.Where.file);
    Out.Kernels.push_back(std::move(New));
  }

  // Runs know a region by its name and where it begins, in a file without its folder.
  using RunKey = std::tuple<std::string, std::string, unsigned>;
  static RunKey keyOfRun(StringRef Name, StringRef File, unsigned Line) {
    return {Name.str(), File.substr(File.rfind('/') + 1).str(), Line};
  }

  void gatherRuns() {
    std::map<RunKey, statistics::region> Sums;
    for (const statistics::run &Run : Runs)
      for (const statistics::region &R : Run.regions)
        add(Sums[keyOfRun(shownText(R.name), shownText(R.file), R.line)], R);
    std::map<RunKey, unsigned> Sequences;
    for (const ReportRegion &R : Out.Regions)
      ++Sequences[keyOfRun(R.Name, R.Where.file, R.Where.line)];
    for (ReportRegion &R : Out.Regions) {
      const RunKey Key = keyOfRun(R.Name, R.Where.file, R.Where.line);
      const auto Sum = Sums.find(Key);
      if (Sum == Sums.end())
        continue;
      R.Run = runOf(Sum->second);
      R.SharesRun = Sequences[Key] > 1;
    }
    // The others are in no bundle.
    for (const auto &[Key, Sum] : Sums)
      if (!Sequences.count(Key)) {
        ReportRegion New;
        New.Name = std::get<0>(Key);
        New.Kind = name_of(Sum.automatic ? region_kind::automatic : region_kind::fusion_wrapper);
        New.Where = {shownText(Sum.file), Sum.line, 0};
        New.Run = runOf(Sum);
        Out.Regions.push_back(std::move(New));
      }
  }

  static void add(statistics::region &Sum, const statistics::region &R) {
    Sum.name = R.name;
    Sum.file = R.file;
    Sum.line = R.line;
    Sum.automatic = R.automatic;
    Sum.submissions += R.submissions;
    Sum.aot += R.aot;
    Sum.aot_generic += R.aot_generic;
    Sum.jit += R.jit;
    Sum.unfused += R.unfused;
    if (R.first_launch_ns)
      Sum.first_launch_ns = Sum.first_launch_ns ? std::min(Sum.first_launch_ns, R.first_launch_ns) : R.first_launch_ns;
    for (const auto &[Reason, Count] : R.reasons) {
      const auto Known = find_if(Sum.reasons, [R = Reason](const auto &Other) { return Other.first == R; });
      if (Known == Sum.reasons.end())
        Sum.reasons.emplace_back(Reason, Count);
      else
        Known->second += Count;
    }
  }

  static ReportRun runOf(const statistics::region &Sum) {
    ReportRun Run{Sum, {}};
    for (const auto &[Reason, Count] : Sum.reasons)
      Run.Missed.push_back(
          {std::nullopt,
           reasonText(Reason),
           (Count == 1 ? "once: " : std::to_string(Count) + " times: ") + std::string(info(Reason).text),
           std::string(info(Reason).remedy),
           {}});
    return Run;
  }

  void gatherOpen(const manifest::region &R) {
    const OpenReason Why = whyOpen(Program.Document, R);
    ReportReason New{std::nullopt,
                     code_string(diag::region_open),
                     shownText(format_text(diag::region_open, {R.name, Why.Text})),
                     std::string(info(diag::region_open).remedy),
                     {}};
    New.Notes.push_back(shownText(placeText(Why.Where)));
    Out.NotBuilt.push_back(std::move(New));
  }

  const ProgramContents &Program;
  const ArrayRef<statistics::run> Runs;
  SourceExcerpts Sources;
  StringMap<const manifest::source_location *> Places; // of kernels, by symbol
  std::map<RegionKey, const manifest::region *> Listed;
  std::vector<statistics::timing> Times;
  Report Out;
};
} // namespace

Report gatherReport(const ProgramContents &Program, ArrayRef<statistics::run> Runs, ArrayRef<std::string> Roots) {
  return ReportGatherer(Program, Runs, Roots).gather();
}

} // namespace syclfuse::fuser
