// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FusionCost.h"
#include "KernelResources.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>
#include <set>

using namespace llvm;

namespace syclfuse::fuser {

namespace {

// Of a family of targets, in bytes of memory that are read in the same time. docs/dev/design.md says where each was
// measured.
struct CostConstants {
  double Write;       // of a byte written: a line is fetched before, and written back
  double Again;       // of a byte that an earlier kernel of the fused one has touched
  double ShortRows;   // factor on all of memory where work-groups run one by one in short rows
  double Stall;       // of a load that waits for a masked store
  double Instruction; // of an instruction of one work-item
  double Launch;      // of a kernel
  double Stack;       // of a byte of the stack, which each thread writes and reads
};

CostConstants constantsOf(target_kind Kind) {
  if (Kind == target_kind::native)
    return {2, 0.25, 1.75, 40, 4, 12000, 0};
  return {1, 0.25, 1, 0, 0.15, 7500000, 0.5};
}

// Below this share of its threads, a multiprocessor has too few loads under way to keep its memory busy.
constexpr double EnoughOccupancy = 0.25;

// A measured one, up to this many times.
constexpr double MeasuredTolerance = 1.05;

// A gather from beyond the last cache of a GPU fetches a sector for each work-item.
constexpr double Sector = 32;
// On a processor, each doubling beyond a core's own cache costs so much more: `bench-sequences`, `gather`.
constexpr double CoreCache = 2 * 1024 * 1024, Doubling = 24;

// The bytes of the last cache, 0 where they are not known: NVIDIA's whitepapers on each architecture, its largest
// processor.
double lastCacheOf(const bundle::variant_record &V) {
  constexpr double MiB = 1024 * 1024;
  if (V.target != target_kind::cuda)
    return 0;
  switch (V.arch) {
  case 80:
    return 40 * MiB;
  case 89:
    return 72 * MiB;
  case 90:
    return 50 * MiB;
  case 100:
    return 126 * MiB;
  case 120:
    return 96 * MiB;
  default:
    return 0;
  }
}

// What a gather costs more than its own bytes, where those that a kernel has go to so many bytes in all.
double gatherFrom(double Bytes, const bundle::variant_record &V) {
  if (V.target == target_kind::native)
    return Bytes > CoreCache ? Doubling * std::log2(Bytes / CoreCache) : 0;
  const double Cache = lastCacheOf(V);
  return Cache && Bytes > Cache ? Sector * (1 - Cache / Bytes) : 0;
}

// What of a compiled kernel counts.
struct CompiledFacts {
  CodeFacts Code;
  double StackBytes = 0; // of a work-item
  double Occupancy = 1;

  // Of a copy or a fill of the driver's: nothing but its memory.
  CompiledFacts() = default;
  // Of these kernels of one job, a driver takes the image; what it compiles from PTX needs about the same.
  CompiledFacts(const CompiledKernel &K, ArrayRef<CompiledKernel> OfJob) : Code(K.Facts) {
    for (const CompiledKernel &Other : OfJob) {
      const bundle::builder::variant &V = Other.Variant;
      const StringRef Image(reinterpret_cast<const char *>(V.image.data()), V.image.size());
      Expected<KernelResources> Found = resourcesOfKernel(Image, V.record.format, V.entry);
      if (!Found) {
        consumeError(Found.takeError()); // the estimate does without, and sycl-fuse check says it
        continue;
      }
      if (!Found->Registers)
        continue;
      StackBytes = double(Found->Stack.value_or(0)) / std::max(V.record.items_per_thread, 1u);
      Occupancy = occupancyOf(*Found, V.record).value_or(1);
      return;
    }
  }
};

class Estimate {
public:
  // Items: the work-items, 0 if they are not known.
  Estimate(const bundle::variant_record &V, uint64_t Items) : V(V), C(constantsOf(V.target)), Items(double(Items)) {}

  double memory(const KernelTraffic &T, const CompiledFacts &Facts, double AgainFactor) const {
    double Bytes = T.Read + C.Write * T.Written + AgainFactor * T.Again + C.Again * Facts.Code.Kept;
    Bytes += C.Stack * Facts.StackBytes + gathers(T);
    if (Facts.Code.ShortRows)
      Bytes *= C.ShortRows;
    return Bytes / std::min(1.0, Facts.Occupancy / EnoughOccupancy) + C.Stall * double(Facts.Code.Stalls);
  }
  double of(const KernelTraffic &T, const CompiledFacts &Facts, double AgainFactor) const {
    return std::max(memory(T, Facts, AgainFactor),
                    C.Instruction * Facts.Code.Instructions / std::max<uint64_t>(Facts.Code.Lanes, 1));
  }
  // What instructions take is known too roughly to decide by.
  double fusedMemory(const KernelTraffic &T, const CompiledFacts &Facts) const { return memory(T, Facts, C.Again); }
  double fused(const KernelTraffic &T, const CompiledFacts &Facts) const { return of(T, Facts, C.Again); }
  // By itself, a kernel finds nothing of what the one before has touched.
  double alone(const KernelTraffic &T, const CompiledFacts &Facts) const { return of(T, Facts, 1); }
  // Of a work-item's share.
  double launch() const { return Items ? C.Launch / Items : 0; }

private:
  // Arrays that a kernel gathers from are taken to be as long as its range, and to share the cache.
  double gathers(const KernelTraffic &T) const { return double(T.Arrays) * gatherFrom(double(T.Gathered) * Items, V); }

  const bundle::variant_record &V;
  CostConstants C;
  double Items;
};

class FusionCost {
public:
  FusionCost(const manifest::document &Document, ArrayRef<Job> Jobs, MutableArrayRef<JobResult> Results,
             const FusionProfile &Measured, const BuildOptions &Options, diagnostics &Diags)
      : Document(Document), Jobs(Jobs), Results(Results), Measured(Measured), Options(Options), Diags(Diags) {}

  void run() {
    for (auto [J, Result] : zip_equal(Jobs, Results))
      if (J.isFused() && Result.Traffic.Alone.size() == J.Plan.Request.Kernels.size())
        for (CompiledKernel &K : Result.Kernels)
          estimate(J, Result, K);
  }

private:
  static uint64_t itemsOf(const LaunchShape &Shape) {
    uint64_t Items = Shape.Constant ? 1 : 0;
    for (unsigned D = 0; Items && D != Shape.Constant->Dims; ++D)
      Items *= std::max<uint64_t>(Shape.Constant->Global[D], 1);
    return Items;
  }

  // The same kernel by itself, as a processor of the fused one's level runs it.
  std::optional<CompiledFacts> alone(const Job &Fused, unsigned Submission, uint32_t Arch) const {
    const std::string &Symbol = Fused.Plan.Request.Kernels[Submission];
    if (any_of(Document.kernels, [&](const manifest::kernel &K) { return K.fused_only && K.symbol == Symbol; }))
      return CompiledFacts();
    std::optional<CompiledFacts> Best;
    uint32_t BestArch = 0;
    for (auto [J, Result] : zip_equal(Jobs, Results))
      if (J.Kernel && J.On == Fused.On && J.Kernel->symbol == Symbol)
        for (const CompiledKernel &K : Result.Kernels)
          if (K.Variant.record.arch <= Arch && K.Variant.record.arch >= BestArch) {
            Best.emplace(K, Result.Kernels);
            BestArch = K.Variant.record.arch;
          }
    return Best;
  }

  // By rows, a work-item of the launch does many of a kernel over elements, in a loop: as often as loops count.
  uint64_t timesInLoops(const Job &J, const bundle::variant_record &R, size_t Submission) const {
    if (!(R.flags & bundle::variant_by_rows))
      return 1;
    const std::vector<NDRange> &Ranges = J.Plan.Launch.Ranges;
    const bool IsInLoop = Ranges.empty()
                              ? regionOf(J, Document)->submissions[Submission].kind != range_kind::nd_range
                              : itemsOf({range_kind::range, 1, Ranges[Submission]}) >
                                    R.nd_range.global_size[0] * R.nd_range.global_size[1] * R.nd_range.global_size[2];
    return IsInLoop ? LoopRounds : 1;
  }

  void estimate(const Job &J, const JobResult &Result, CompiledKernel &K) {
    bundle::variant_record &R = K.Variant.record;
    const Estimate Of(R, itemsOf(J.Shape));
    CompiledFacts Facts(K, Result.Kernels);
    if (R.flags & bundle::variant_heterogeneous)
      Facts.Code.Stalls = 0; // the ranges of the kernels are the masks, which are the same nearly everywhere
    double Fused = Of.fused(Result.Traffic.Fused, Facts), Alone = 0;
    const double FusedMemory = Of.fusedMemory(Result.Traffic.Fused, Facts);
    for (auto [Submission, Traffic] : enumerate(Result.Traffic.Alone)) {
      const std::optional<CompiledFacts> Single = alone(J, Submission, R.arch);
      if (!Single)
        return;
      CompiledFacts Whole = *Single;
      Whole.Code.Instructions *= timesInLoops(J, R, Submission);
      Alone += Of.alone(Traffic, Whole);
    }
    Fused += Of.launch();
    Alone += Of.launch() * double(Result.Traffic.Alone.size());
    auto Stored = [](double Bytes) { return uint32_t(std::clamp(Bytes * bundle::cost_unit, 1.0, 4e9)); };
    const std::optional<double> Ratio = Measured.ratioOf(*regionOf(J, Document), R);
    if (Ratio)
      Fused = *Ratio * Alone;
    R.cost = Stored(Fused);
    R.cost_unfused = Stored(Alone);
    if (Ratio ? *Ratio <= MeasuredTolerance : FusedMemory <= FusionTolerance * Alone)
      return;
    if (!Options.CostModel || isRequired(regionOf(J, Document), Options)) {
      R.flags |= bundle::variant_asked_for;
      return;
    }
    R.flags |= bundle::variant_unprofitable;
    if (Said.insert({J.Region, J.What + J.On->name().str()}).second) // of all its variants
      Diags
          .add(diag::fusion_unprofitable, J.Where.file, J.Where.line, J.Where.column,
               {J.What, J.On->name().str(),
                (Ratio ? "was measured to take " : "is estimated to take ") + times(Fused / Alone)})
          .level = levelOfRefusal(regionOf(J, Document), Options);
  }

  static std::string times(double Ratio) {
    std::string Text;
    raw_string_ostream(Text) << format("%.2f", Ratio);
    return Text;
  }

  const manifest::document &Document;
  ArrayRef<Job> Jobs;
  MutableArrayRef<JobResult> Results;
  const FusionProfile &Measured;
  const BuildOptions &Options;
  diagnostics &Diags;
  std::set<std::pair<std::optional<size_t>, std::string>> Said;
};

} // namespace

void estimateFusion(const manifest::document &Document, ArrayRef<Job> Jobs, MutableArrayRef<JobResult> Results,
                    const FusionProfile &Measured, const BuildOptions &Options, diagnostics &Diags) {
  FusionCost(Document, Jobs, Results, Measured, Options, Diags).run();
}

} // namespace syclfuse::fuser
