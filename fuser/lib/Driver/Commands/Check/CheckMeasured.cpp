// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Findings from what was measured of a program: the stack of its compiled kernels, its runs, its benchmarks.
#include "CheckParts.h"
#include "Driver/Commands/Inspect/MeasuredText.h"
#include "Driver/Output/KernelResources.h"

#include "syclfuse/benchmarks.hpp"
#include "syclfuse/statistics.hpp"
#include "syclfuse/target_names.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <set>
#include <tuple>

using namespace llvm;

namespace syclfuse::fuser {

namespace {
class StackCheck {
public:
  StackCheck(const CheckedProgram &Program, const CheckOptions &Options, CheckReport &Report)
      : Program(Program), Options(Options), Report(Report) {}

  void run() {
    for (const std::unique_ptr<OwnedBundle> &B : Program.Bundles)
      for (const bundle::region_record &R : B->View.regions())
        for (const std::string &Target : Program.Targets)
          check(B->View, R, Target);
    for (const std::string &What : NotChecked)
      Report.Findings.add(diag::not_checked, "", 0, 0, {What});
  }

private:
  // The most of all variants for the target; nothing if no image says.
  std::optional<uint64_t> stackOf(const bundle::view &View, bundle::array_view<bundle::variant_record> Variants,
                                  const std::string &Target) {
    std::optional<uint64_t> Most;
    for (const bundle::variant_record &V : Variants)
      if (isFor(V, Target))
        if (std::optional<uint64_t> Stack = stackOf(View, V))
          Most = std::max(Most.value_or(0), *Stack);
    return Most;
  }

  std::optional<uint64_t> stackOf(const bundle::view &View, const bundle::variant_record &V) {
    const auto Known = Stacks.find(&V);
    if (Known != Stacks.end())
      return Known->second;
    Expected<KernelResources> Resources = resourcesOfKernel(View, V);
    if (!Resources) {
      Report.Findings.add(diag::input_unreadable, "", 0, 0,
                          {"the image of " + std::string(View.string(V.entry)), toString(Resources.takeError())});
      Report.InputsRead = false;
      return Stacks[&V] = std::nullopt;
    }
    return Stacks[&V] = Resources->Stack;
  }

  void check(const bundle::view &View, const bundle::region_record &R, const std::string &Target) {
    const bundle::array_view<bundle::variant_record> Variants = View.variants(R);
    const bool Built = any_of(Variants, [&](const bundle::variant_record &V) { return isFor(V, Target); });
    if (!Built)
      return;
    const std::optional<uint64_t> Fused = stackOf(View, Variants, Target);
    if (!Fused) {
      NotChecked.insert("the stack of fused kernels for '" + Target + "', " +
                        (StringRef(Target).starts_with("native")
                             ? "as spilled registers of a processor stay in its cache"
                             : "for which the driver allocates registers"));
      return;
    }
    uint64_t Alone = 0;
    for (const bundle::submission_record &S : View.submissions(R))
      Alone = std::max(Alone, stackOf(View, View.variants(View.kernels()[S.kernel]), Target).value_or(0));
    if (*Fused > Alone && *Fused - Alone > Options.Stack)
      Report.Findings.add(
          diag::fused_kernel_uses_stack, std::string(View.string(R.begin.file)), R.begin.line, R.begin.column,
          {std::string(View.string(R.name)), "'" + Target + "'", std::to_string(*Fused), std::to_string(Alone)});
  }

  const CheckedProgram &Program;
  const CheckOptions &Options;
  CheckReport &Report;
  std::map<const bundle::variant_record *, std::optional<uint64_t>> Stacks;
  std::set<std::string> NotChecked;
};

// The path of a region that a run knows by the name of its file.
std::string pathOf(const CheckedProgram &Program, const statistics::region &R) {
  for (const manifest::region &Listed : Program.Document.regions) {
    const manifest::source_location &Begin = Listed.source.begin;
    if (Listed.name == R.name && Begin.line == R.line && StringRef(Begin.file).rsplit('/').second == R.file)
      return Begin.file;
  }
  return R.file;
}

// A region that the program itself cancelled is none that was missed.
void checkRegion(const statistics::region &R, const std::string &File, CheckReport &Report) {
  uint64_t Explained = 0;
  auto Miss = [&](uint64_t Count, diag Reason) {
    const diag_info &Info = info(Reason);
    diagnostic &D = Report.Findings.add(
        diag::run_missed, File, R.line, 0,
        {R.name, std::to_string(Count), std::to_string(R.submissions), std::string(Info.text), reasonText(Reason)});
    if (!Info.remedy.empty())
      D.notes.push_back({"", 0, 0, std::string(Info.remedy)});
  };
  for (const auto &[Reason, Count] : R.reasons) {
    Explained += Count;
    if (Reason != diag::reason_cancelled && Count != 0)
      Miss(Count, Reason);
  }
  // A sequence that was fused at run time was not built ahead of it.
  if (R.jit + R.unfused > Explained)
    Miss(R.jit + R.unfused - Explained, diag::reason_unknown_region);
}

std::string ratioText(double Ratio) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << format("%.3f", Ratio);
  return Text;
}

void checkPairs(const std::string &File, ArrayRef<benchmarks::result> Results, const CheckOptions &Options,
                CheckReport &Report) {
  std::map<std::string, const benchmarks::result *> ByName;
  for (const benchmarks::result &R : Results)
    ByName[R.name] = &R;
  size_t Pairs = 0;
  const double Allowed = 1 + Options.Tolerance / 100;
  for (const benchmarks::result &Fused : Results) {
    const auto It = ByName.find(benchmarks::unfused_name(Fused.name, Options.FusedWord, Options.UnfusedWord));
    if (It == ByName.end())
      continue;
    ++Pairs;
    const benchmarks::result &Unfused = *It->second;
    const double Ratio = Fused.nanoseconds / Unfused.nanoseconds;
    if (Ratio > Allowed)
      Report.Findings.add(diag::fused_is_slower, File, Fused.line, 0,
                          {Fused.name, timeText(Fused.nanoseconds), Unfused.name, timeText(Unfused.nanoseconds),
                           ratioText(Ratio), ratioText(Allowed)});
  }
  if (Pairs == 0)
    Report.Findings.add(diag::nothing_to_check, File, 0, 0,
                        {"no benchmark with '" + Options.FusedWord + "' in its name has one with '" +
                         Options.UnfusedWord + "' beside it"});
  Report.Pairs += Pairs;
}
} // namespace

void checkStack(const CheckedProgram &Program, const CheckOptions &Options, CheckReport &Report) {
  StackCheck(Program, Options, Report).run();
}

void collectEstimates(const CheckedProgram &Program, CheckReport &Report) {
  std::map<std::tuple<std::string, std::string, unsigned, std::string, std::string>, FusionEstimate> Worst;
  for (const std::unique_ptr<OwnedBundle> &B : Program.Bundles)
    for (const bundle::region_record &R : B->View.regions())
      for (const bundle::variant_record &V : B->View.variants(R))
        if (const std::optional<FusionEstimate> E = estimateOf(B->View, R, V)) {
          FusionEstimate &Kept =
              Worst
                  .try_emplace({std::string(B->View.string(R.begin.file)), std::string(B->View.string(R.name)),
                                R.begin.line, bundle::target_name(V), rangeText(V)},
                               *E)
                  .first->second;
          if (E->Cost * Kept.Unfused > Kept.Cost * E->Unfused)
            Kept = *E;
        }
  for (const auto &[Key, Estimate] : Worst) {
    const auto &[File, Region, Line, Target, Range] = Key;
    Report.Estimates.push_back({Region, Target, Range, File, Line, Estimate});
  }
}

void checkRuns(const CheckedProgram &Program, const CheckOptions &Options, CheckReport &Report) {
  for (const std::string &File : Options.Statistics) {
    const std::optional<statistics::run> Run = statistics::read_file(File, Report.Findings);
    if (!Run) {
      Report.InputsRead = false;
      continue;
    }
    ++Report.Runs;
    if (Run->regions.empty())
      Report.Findings.add(diag::nothing_to_check, File, 0, 0, {"the run submitted no region"});
    for (const statistics::region &R : Run->regions)
      if (!R.automatic)
        checkRegion(R, R.file.empty() ? File : pathOf(Program, R), Report);
  }
}

void checkBenchmarks(const CheckOptions &Options, CheckReport &Report) {
  for (const std::string &File : Options.Benchmarks) {
    if (const auto Results = benchmarks::read_file(File, Report.Findings))
      checkPairs(File, *Results, Options, Report);
    else
      Report.InputsRead = false;
  }
}

} // namespace syclfuse::fuser
