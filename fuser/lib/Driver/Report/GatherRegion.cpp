// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GatherRegion.h"

#include "Driver/Commands/Inspect/MeasuredText.h"
#include "Driver/Commands/ManifestFiles.h"
#include "ShownText.h"

#include "syclfuse/names.hpp"
#include "syclfuse/partition.hpp"
#include "syclfuse/target_names.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <map>

using namespace llvm;

namespace syclfuse::fuser {

using Submissions = bundle::array_view<bundle::submission_record>;

// Whether the kernels of the segment are those of the whole from submission At on.
static bool isAt(Submissions Segment, Submissions Whole, size_t At) {
  return At + Segment.size() <= Whole.size() &&
         all_of(seq(Segment.size()), [&](size_t N) { return Segment[N].kernel == Whole[At + N].kernel; });
}

static bool isShorterOfSamePlace(const bundle::view &View, const bundle::region_record &R,
                                 const bundle::region_record &Whole) {
  return R.submissions.count < Whole.submissions.count && View.string(R.name) == View.string(Whole.name) &&
         R.kind == Whole.kind && R.begin.line == Whole.begin.line && R.begin.column == Whole.begin.column &&
         View.string(R.begin.file) == View.string(Whole.begin.file);
}

bool isSegmentOfAnother(const bundle::view &View, const bundle::region_record &R) {
  return any_of(View.regions(), [&](const bundle::region_record &Whole) {
    return (Whole.cut || R.kind == region_kind::automatic) && isShorterOfSamePlace(View, R, Whole) &&
           any_of(seq<size_t>(Whole.submissions.count),
                  [&](size_t At) { return isAt(View.submissions(R), View.submissions(Whole), At); });
  });
}

namespace {
class RegionGatherer {
public:
  RegionGatherer(const bundle::view &View, const bundle::region_record &R, const manifest::region *Listed,
                 ArrayRef<statistics::timing> Times, unsigned FirstKernel)
      : View(View), R(R), Listed(Listed), Times(Times), FirstKernel(FirstKernel), Submitted(View.submissions(R)) {
    for (const bundle::region_record &Same : View.find(R.signature)) {
      if (Same.trusted > R.trusted)
        continue;
      Candidates.push_back(&Same);
      IsCut |= Same.cut != 0;
      for (const bundle::region_record &Other : View.regions())
        if (Same.cut && isShorterOfSamePlace(View, Other, Same))
          Candidates.push_back(&Other);
    }
  }

  ReportRegion gather(ArrayRef<std::string> Targets) {
    Out.Name = shownText(View.string(R.name));
    Out.Kind = name_of(R.kind);
    Out.Where = {shownText(View.string(R.begin.file)), R.begin.line, R.begin.column};
    Out.EndLine = R.end.line;
    for (const bundle::submission_record &S : Submitted)
      Out.Submissions.push_back(FirstKernel + S.kernel);
    gatherMemories();
    for (const std::string &Target : Targets)
      Out.Plans.push_back(planFor(Target));
    return std::move(Out);
  }

private:
  const bundle::kernel_record &kernel(unsigned Submission) const {
    return View.kernels()[Submitted[Submission].kernel];
  }
  std::string kernelName(unsigned Submission) const { return shownText(View.string(kernel(Submission).name)); }

  // Memories.

  using Slot = std::pair<unsigned, unsigned>; // submission, offset of the parameter that holds a pointer

  Slot leaderOf(Slot S) const {
    for (auto It = SameAs.find(S); It != SameAs.end(); It = SameAs.find(S))
      S = It->second;
    return S;
  }
  void join(Slot A, Slot B) {
    if (!isMemory(A) || !isMemory(B))
      return;
    A = leaderOf(A), B = leaderOf(B);
    if (A != B)
      SameAs[std::max(A, B)] = std::min(A, B);
  }

  const bundle::parameter_record *parameterAt(Slot S) const {
    if (S.first < Submitted.size())
      for (const bundle::parameter_record &P : View.parameters(kernel(S.first)))
        if (P.offset == S.second)
          return &P;
    return nullptr;
  }
  bool isMemory(Slot S) const {
    const bundle::parameter_record *P = parameterAt(S);
    return P && (P->kind == param_kind::accessor || P->kind == param_kind::pointer);
  }

  // The manifest knows which memory is the same, and what it is called; without one, the guards say the former.
  void joinListed(std::map<Slot, std::string> &Names) {
    if (!Listed || Listed->submissions.size() != Submitted.size())
      return;
    std::map<unsigned, Slot> First; // by identity
    for (auto [N, S] : enumerate(Listed->submissions))
      for (const manifest::argument &A : S.arguments) {
        const auto Parameters = View.parameters(kernel(N));
        if (!A.identity || *A.identity >= Listed->buffers.size() || A.parameter >= Parameters.size())
          continue;
        const Slot At(N, Parameters[A.parameter].offset);
        join(First.try_emplace(*A.identity, At).first->second, At);
        Names[At] = shownText(Listed->buffers[*A.identity].name);
      }
  }

  void joinGuarded() {
    for (const bundle::region_record *C : Candidates)
      for (unsigned At : seq<unsigned>(Submitted.size()))
        if (isAt(View.submissions(*C), Submitted, At))
          for (const bundle::variant_record &V : View.variants(*C))
            for (const bundle::guard_record &G : View.guards(V))
              if (G.kind == guard_kind::equal_bytes)
                join({At + G.submission_a, G.offset_a}, {At + G.submission_b, G.offset_b});
  }

  void gatherMemories() {
    std::map<Slot, std::string> Names;
    joinListed(Names);
    joinGuarded();
    for (unsigned N : seq<unsigned>(Submitted.size()))
      for (const bundle::parameter_record &P : View.parameters(kernel(N))) {
        const Slot At(N, P.offset);
        if (!isMemory(At))
          continue;
        const auto [Number, IsNew] = Memories.try_emplace(leaderOf(At), Out.Memories.size());
        const std::string Parameter = shownText(View.string(P.name));
        if (IsNew)
          Out.Memories.push_back({"", shownText(View.string(P.type)), {}});
        ReportMemory &M = Out.Memories[Number->second];
        if (M.Name.empty())
          M.Name = Names.count(At) ? Names[At] : IsNew ? Parameter : "";
        M.Uses.push_back({N, P.mode, Parameter});
      }
  }

  // Plans.

  bool isBuiltFor(const bundle::region_record &Some, StringRef Target) const {
    return any_of(View.variants(Some), [&](const bundle::variant_record &V) { return isFor(V, Target); });
  }

  // The longest that there is a kernel for.
  const bundle::region_record *segmentAt(unsigned At, StringRef Target) const {
    const bundle::region_record *Longest = nullptr;
    for (const bundle::region_record *C : Candidates)
      if (isAt(View.submissions(*C), Submitted, At) && isBuiltFor(*C, Target) &&
          (!Longest || C->submissions.count > Longest->submissions.count))
        Longest = C;
    return Longest;
  }

  // By the runtime's rule. Kernels that stay alone are segments of their own here.
  ReportPlan planFor(const std::string &Target) {
    ReportPlan Plan{Target, {}, {}, std::vector<Residence>(Out.Memories.size(), Residence::Memory)};
    const auto EndOfLongest = [&](size_t At) {
      const bundle::region_record *Longest = segmentAt(At, Target);
      return Longest ? At + Longest->submissions.count : At;
    };
    std::vector<segment> Cut = longest_segments(Submitted.size(), EndOfLongest);
    if (Cut.empty())
      Cut.push_back({0, Submitted.size(), false});
    for (const segment &S : Cut)
      for (unsigned At = S.begin; At != S.end; At = Plan.Segments.back().End) {
        Plan.Segments.push_back({At, unsigned(S.fused ? S.end : At + 1), false, {}});
        if (S.fused)
          addVariants(*segmentAt(At, Target), Plan);
        if (IsCut && At != 0)
          Plan.Reasons.push_back(reason(diag::reason_region_cut, At));
      }
    const bool IsBuilt = any_of(Plan.Segments, [](const ReportSegment &S) { return !S.Variants.empty(); });
    const auto HasVariants = [&](const bundle::region_record *C) { return View.variants(*C).size() != 0; };
    if (!IsBuilt && !IsCut)
      Plan.Reasons.push_back(reason(
          any_of(Candidates, HasVariants) ? diag::reason_no_variant_for_device : diag::reason_region_not_built, {}));
    return Plan;
  }

  static ReportReason reason(diag Code, std::optional<unsigned> At) {
    return {At, code_string(Code), std::string(info(Code).text), std::string(info(Code).remedy), {}};
  }

  // Of several for one size, as with and without promotions, the one that the runtime prefers.
  void addVariants(const bundle::region_record &Segment, ReportPlan &Plan) {
    ReportSegment &S = Plan.Segments.back();
    std::vector<std::string> Ranges;
    bool Loses = false;
    for (const bundle::variant_record &V : View.variants(Segment)) {
      if (!isFor(V, Plan.Target))
        continue;
      const bool IsUnprofitable = V.flags & bundle::variant_unprofitable;
      Loses |= IsUnprofitable;
      S.Fused |= !IsUnprofitable;
      const std::string Range = rangeText(V) + (V.flags & bundle::variant_by_rows         ? ", by rows"
                                                : V.flags & bundle::variant_heterogeneous ? ", of different ND-ranges"
                                                                                          : "");
      if (is_contained(Ranges, Range))
        continue;
      Ranges.push_back(Range);
      if (S.Variants.empty())
        noteResidences(V, S.Begin, Plan);
      S.Variants.push_back(variant(Segment, V, Range, S));
    }
    if (Loses)
      Plan.Reasons.push_back(reason(diag::reason_fusion_unprofitable, S.Begin));
  }

  void noteResidences(const bundle::variant_record &V, unsigned Begin, ReportPlan &Plan) const {
    for (const bundle::guard_record &G : View.guards(V)) {
      const auto Number = Memories.find(leaderOf({Begin + G.submission_a, G.offset_a}));
      if (G.kind == guard_kind::promoted_elements && Number != Memories.end())
        Plan.Residences[Number->second] = G.size == promoted_per_item ? Residence::Registers : Residence::LocalMemory;
    }
  }

  ReportVariant variant(const bundle::region_record &Segment, const bundle::variant_record &V, std::string Range,
                        const ReportSegment &S) const {
    ReportVariant Out;
    Out.Arch = bundle::arch_name(V);
    Out.Range = std::move(Range);
    Out.Estimate = estimateOf(View, Segment, V);
    Out.Resources = resources(V);
    for (unsigned N = S.Begin; N != S.End; ++N)
      noteAlone(kernel(N), V, Out.AloneResources);
    Out.SubGroup = V.sub_group_size;
    Out.ItemsPerThread = V.items_per_thread;
    Out.LocalMemory = V.local_memory;
    for (const bundle::recomputation_record &C : View.recomputations(V)) {
      const bundle::parameter_record *P = parameterAt({S.Begin + C.submission, C.offset});
      Out.Recomputed.push_back(kernelName(S.Begin + C.consumer) + " computes " + counted(C.elements, "element") +
                               " of " + (P ? shownText(View.string(P->name)) : "memory") + " again, as " +
                               kernelName(S.Begin + C.producer) + " does");
    }
    Out.Checks = checks(V);
    const std::optional<uint64_t> Code = codeOf(Segment);
    copy_if(Times, std::back_inserter(Out.Times),
            [&](const statistics::timing &T) { return Code && T.code == *Code && isOf(T, V); });
    return Out;
  }

  KernelResources resources(const bundle::variant_record &V) const {
    Expected<KernelResources> Found = resourcesOfKernel(View, V);
    if (Found)
      return *Found;
    consumeError(Found.takeError()); // sycl-fuse check says it (SF3001)
    return {};
  }

  void noteAlone(const bundle::kernel_record &K, const bundle::variant_record &Fused, KernelResources &Most) const {
    for (const bundle::variant_record &V : View.variants(K)) {
      if (V.target != Fused.target || V.format != Fused.format || V.arch != Fused.arch)
        continue;
      const KernelResources Alone = resources(V);
      if (Alone.Registers)
        Most.Registers = std::max(Most.Registers.value_or(0), *Alone.Registers);
      if (Alone.Stack)
        Most.Stack = std::max(Most.Stack.value_or(0), *Alone.Stack);
    }
  }

  std::vector<std::string> checks(const bundle::variant_record &V) const {
    std::map<guard_kind, size_t> Counts;
    for (const bundle::guard_record &G : View.guards(V))
      Counts[G.kind] += G.kind != guard_kind::promoted_elements || G.value != 0; // of value 0: nothing is checked
    static constexpr std::tuple<guard_kind, const char *, const char *> Words[] = {
        {guard_kind::equal_bytes, "argument", " to be the same as another"},
        {guard_kind::constant_bytes, "argument", " to have one value"},
        {guard_kind::promoted_elements, "size", " of promoted memory"},
        {guard_kind::distinct_buffers, "condition", " on which buffers differ"},
        {guard_kind::aligned_pointer, "alignment", " of pointers"},
        {guard_kind::nd_range, "ND-range", ""}};
    std::vector<std::string> Texts;
    for (const auto &[Kind, Noun, Rest] : Words)
      if (Counts[Kind])
        Texts.push_back(counted(Counts[Kind], Noun) + Rest);
    if (Counts[guard_kind::independent_kernels])
      Texts.push_back("by the pointers and sizes, that no kernel needs what other work-items do in an earlier one");
    return Texts;
  }

  // As the runtime makes it (FusionProfile.h).
  std::optional<uint64_t> codeOf(const bundle::region_record &Segment) const {
    uint64_t Code = Segment.signature;
    for (const bundle::submission_record &S : View.submissions(Segment)) {
      const bundle::kernel_record &K = View.kernels()[S.kernel];
      if (K.ir_size == 0)
        return std::nullopt;
      Code = statistics::add_code(Code, K.ir_hash);
    }
    return Code;
  }

  static bool isOf(const statistics::timing &T, const bundle::variant_record &V) {
    uint64_t Items = 1;
    for (uint64_t Size : V.nd_range.global_size)
      Items *= Size;
    const bool IsSpecialized = V.kind == variant_kind::specialized;
    return T.target == name_of(V.target) && (V.target == target_kind::native || T.arch == V.arch) &&
           T.specialized == IsSpecialized && (!IsSpecialized || T.items == Items);
  }

  const bundle::view &View;
  const bundle::region_record &R;
  const manifest::region *Listed;
  ArrayRef<statistics::timing> Times;
  unsigned FirstKernel;
  Submissions Submitted;
  // The region and those of the same sequence, which the runtime does not tell apart, and what they were cut into.
  std::vector<const bundle::region_record *> Candidates;
  bool IsCut = false;
  std::map<Slot, Slot> SameAs;
  std::map<Slot, size_t> Memories; // numbers by the leader
  ReportRegion Out;
};
} // namespace

ReportRegion gatherRegion(const bundle::view &View, const bundle::region_record &R, const manifest::region *Listed,
                          ArrayRef<std::string> Targets, ArrayRef<statistics::timing> Times, unsigned FirstKernel) {
  return RegionGatherer(View, R, Listed, Times, FirstKernel).gather(Targets);
}

} // namespace syclfuse::fuser
