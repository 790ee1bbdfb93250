// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Findings where the bundles lack something that the manifests list.
#include "CheckParts.h"
#include "Driver/Input/NDRangeSpec.h"
#include "Driver/Planning/OpenRegions.h"
#include "Driver/Planning/RegionPlan.h"

#include "syclfuse/names.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include <cstring>
#include <map>
#include <tuple>

using namespace llvm;

namespace syclfuse::fuser {

namespace {
// The regions of one name that begin at one place with one signature: manifests and bundles have each content of them.
struct SameRegions {
  manifest::source_location Begin;
  std::vector<const manifest::region *> Listed;
  std::vector<std::pair<const bundle::view *, const bundle::region_record *>> Built;
};

class Coverage {
public:
  Coverage(const CheckedProgram &Program, const CheckOptions &Options, CheckReport &Report)
      : Program(Program), Options(Options), Report(Report) {}

  void run() {
    collect();
    for (auto &[Key, Same] : Regions)
      check(std::get<0>(Key), Same);
    Program.HasManifests ? checkListedKernels() : checkBuiltKernels();
    checkOpen();
  }

private:
  void collect() {
    for (const manifest::region &R : Program.Document.regions) {
      if (R.kind == region_kind::automatic) // nobody has asked for it
        continue;
      SameRegions &Same = Regions[keyOf(Program.Document, R)];
      Same.Begin = R.source.begin;
      Same.Listed.push_back(&R);
    }
    for (const std::unique_ptr<OwnedBundle> &B : Program.Bundles)
      for (const bundle::region_record &R : B->View.regions())
        collect(B->View, R);
  }

  // Without manifests the bundle says itself what was listed. With them it may have more.
  void collect(const bundle::view &View, const bundle::region_record &R) {
    if (R.kind == region_kind::automatic)
      return;
    const RegionKey Key = keyOf(View, R);
    if (Program.HasManifests && !Regions.count(Key))
      return;
    SameRegions &Same = Regions[Key];
    if (Same.Begin.file.empty())
      Same.Begin = {std::string(View.string(R.begin.file)), R.begin.line, R.begin.column};
    Same.Built.emplace_back(&View, &R);
  }

  void add(diag Code, const manifest::source_location &Where, std::vector<std::string> Arguments) {
    Report.Findings.add(Code, Where.file, Where.line, Where.column, Arguments);
  }

  // "'native' and 'cuda:sm_90'"
  static std::string quoted(ArrayRef<std::string> Targets) {
    std::string Text;
    for (auto [Index, Name] : enumerate(Targets))
      Text += (Index == 0 ? "'" : Index + 1 == Targets.size() ? " and '" : ", '") + Name + "'";
    return Text;
  }

  void check(const std::string &Name, const SameRegions &Same) {
    const size_t Wanted = Program.HasManifests ? Same.Listed.size() : Same.Built.size();
    Report.Regions += Wanted;
    std::vector<std::string> Missing, There;
    for (const std::string &Target : Program.Targets) {
      const size_t Has = count_if(Same.Built, [&](const auto &Built) {
        return any_of(Built.first->variants(*Built.second),
                      [&](const bundle::variant_record &V) { return isFor(V, Target); });
      });
      (Has < Wanted ? Missing : There).push_back(Target);
    }
    if (!Missing.empty())
      add(diag::region_without_variant, Same.Begin, {Name, quoted(Missing)});
    if (!Same.Listed.empty())
      for (const manifest::listed_nd_range &Listed : Same.Listed.front()->nd_ranges)
        check(*Same.Listed.front(), Listed, Same, There);
  }

  void check(const manifest::region &R, const manifest::listed_nd_range &Listed, const SameRegions &Same,
             ArrayRef<std::string> Targets) {
    std::vector<std::string> Missing;
    for (const std::string &Target : Targets)
      if (!any_of(Same.Built, [&](const auto &Built) {
            return any_of(Built.first->variants(*Built.second), [&](const bundle::variant_record &V) {
              return isFor(V, Target) && isSpecializedFor(*Built.first, V, R, Listed);
            });
          }))
        Missing.push_back(Target);
    if (!Missing.empty())
      add(diag::nd_range_without_variant, Same.Begin,
          {R.name, to_string(Listed), std::string(name_of(Listed.origin)), quoted(Missing)});
  }

  static launch_sizes rangeOf(const manifest::region &R, const manifest::listed_nd_range &Listed, size_t Submission) {
    return toNDRange(listedFor(Submission, R, Listed), R.submissions[Submission].dimensions).sizes();
  }

  static bool isSpecializedFor(const bundle::view &View, const bundle::variant_record &V, const manifest::region &R,
                               const manifest::listed_nd_range &Listed) {
    if (V.kind != variant_kind::specialized)
      return false;
    std::vector<launch_sizes> Assumed(R.submissions.size(), V.nd_range);
    if (V.flags & bundle::variant_heterogeneous)
      for (const bundle::guard_record &G : View.guards(V))
        if (G.kind == guard_kind::nd_range && G.submission_a < Assumed.size())
          std::memcpy(&Assumed[G.submission_a], View.blob(G.value),
                      sizeof(launch_sizes)); // the blob is not aligned
    for (auto [Index, Range] : enumerate(Assumed))
      if (!(Range == rangeOf(R, Listed, Index)))
        return false;
    return true;
  }

  struct BuiltKernel {
    std::string Name;
    manifest::source_location Where;
    std::vector<const bundle::variant_record *> Variants;
  };

  std::map<std::string, BuiltKernel> builtKernels() const {
    std::map<std::string, BuiltKernel> Kernels;
    for (const std::unique_ptr<OwnedBundle> &B : Program.Bundles)
      for (const bundle::kernel_record &K : B->View.kernels()) {
        if (K.fused_only)
          continue;
        BuiltKernel &Built = Kernels[std::string(B->View.string(K.symbol))];
        Built.Name = B->View.string(K.name);
        Built.Where = {std::string(B->View.string(K.location.file)), K.location.line, K.location.column};
        for (const bundle::variant_record &V : B->View.variants(K))
          Built.Variants.push_back(&V);
      }
    return Kernels;
  }

  void checkKernel(const std::string &Name, const manifest::source_location &Where,
                   ArrayRef<const bundle::variant_record *> Variants) {
    ++Report.Kernels;
    std::vector<std::string> Missing;
    for (const std::string &Target : Program.Targets)
      if (none_of(Variants, [&](const bundle::variant_record *V) { return isFor(*V, Target); }))
        Missing.push_back(Target);
    if (!Missing.empty())
      add(diag::kernel_without_variant, Where, {Name, quoted(Missing)});
  }

  void checkBuiltKernels() {
    for (const auto &[Symbol, Built] : builtKernels())
      checkKernel(Built.Name.empty() ? Symbol : Built.Name, Built.Where, Built.Variants);
  }

  void checkListedKernels() {
    const std::map<std::string, BuiltKernel> Kernels = builtKernels();
    const BuiltKernel Nothing;
    for (const manifest::kernel &K : Program.Document.kernels) {
      if (K.fused_only)
        continue;
      const auto It = Kernels.find(K.symbol);
      const BuiltKernel &Built = It == Kernels.end() ? Nothing : It->second;
      checkKernel(K.name.empty() ? K.symbol : K.name, K.location, Built.Variants);
    }
  }

  // As for build --require: a run that was recorded shows what is submitted there.
  void checkOpen() {
    for (const manifest::region &R : Program.Document.open_regions) {
      if (Options.AllowOpen || isRecorded(Program.Document, R))
        continue;
      const OpenReason Why = whyOpen(Program.Document, R);
      add(diag::region_left_open, Why.Where, {R.name, Why.Text});
    }
  }

  const CheckedProgram &Program;
  const CheckOptions &Options;
  CheckReport &Report;
  std::map<RegionKey, SameRegions> Regions;
};
} // namespace

void checkCoverage(const CheckedProgram &Program, const CheckOptions &Options, CheckReport &Report) {
  Coverage(Program, Options, Report).run();
}

} // namespace syclfuse::fuser
