// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Commands/Inspect/MeasuredText.h"
#include "Driver/Commands/ManifestFiles.h"
#include "ReportWriters.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {
class TextWriter {
public:
  TextWriter(const Report &R, raw_ostream &OS) : R(R), OS(OS) {}

  void write() {
    OS << R.Title << ": " << counted(R.Regions.size(), "region") << ", " << counted(R.Kernels.size(), "kernel")
       << ", for " << join(R.Targets, ", ") << "; by " << join(R.Producers, "; ") << '\n';
    for (const ReportRegion &Region : R.Regions)
      write(Region);
    for (const ReportReason &Reason : R.NotBuilt) {
      OS << '\n';
      write(Reason, "");
    }
  }

private:
  const ReportKernel &kernel(const ReportRegion &Region, unsigned N) const { return R.Kernels[Region.Submissions[N]]; }

  void write(const ReportRegion &Region) {
    OS << '\n' << Region.Name << "  " << Region.Kind << "  " << placeText(Region.Where) << '\n';
    if (Region.Submissions.empty())
      OS << "  in no bundle of the program\n";
    for (unsigned N : seq<unsigned>(Region.Submissions.size())) {
      const ReportKernel &K = kernel(Region, N);
      OS << "  " << N << "  " << K.Name << "  " << K.Shape << "  " << placeText(K.Where) << '\n';
      for (const SourceLine &Line : K.Source)
        OS << format("%10u | ", Line.Number) << Line.Text << '\n';
    }
    for (const ReportPlan &Plan : Region.Plans)
      write(Region, Plan);
    for (const ReportReason &Reason : Region.Messages)
      write(Reason, "  ");
    if (Region.Run)
      writeRun(Region);
  }

  void write(const ReportRegion &Region, const ReportPlan &Plan) {
    OS << "  " << Plan.Target << ": " << counted(Region.Submissions.size(), "kernel") << ", "
       << launchesText(Plan.launches()) << "  ";
    for (const ReportSegment &S : Plan.Segments) {
      OS << (S.Begin == 0 ? "" : " ") << (S.Fused ? "[" : "");
      for (unsigned N : seq(S.Begin, S.End))
        OS << (N == S.Begin ? "" : " ") << N;
      OS << (S.Fused ? "]" : "");
    }
    OS << '\n';
    for (auto [M, Where] : zip_equal(Region.Memories, Plan.Residences))
      write(M, Where);
    for (const ReportSegment &S : Plan.Segments)
      for (const ReportVariant &V : S.Variants)
        write(S, V);
    for (const ReportReason &Reason : Plan.Reasons)
      write(Reason, "    ");
  }

  void write(const ReportMemory &M, Residence Where) {
    OS << "    " << M.Name << " (" << M.Type << ") in " << toText(Where) << ":";
    for (const ReportMemory::Use &Use : M.Uses)
      OS << (&Use == &M.Uses.front() ? " " : ", ") << toText(Use.Mode) << " by " << Use.Submission;
    OS << '\n';
  }

  void write(const ReportSegment &S, const ReportVariant &V) {
    OS << "    " << S.Begin << " to " << S.End - 1 << ", " << V.Arch << ", " << V.Range << ": ";
    OS << (V.Estimate ? toText(*V.Estimate) : "not estimated") << '\n';
    if (V.Estimate) {
      const double Most = std::max(V.Estimate->Cost, V.Estimate->Unfused);
      writeBar("one by one", V.Estimate->Unfused, Most);
      writeBar("fused", V.Estimate->Cost, Most);
    }
    for (const ReportTime &T : V.Times)
      OS << "      measured: " << timesText(T) << '\n';
    if (const std::vector<std::string> Needs = needsOf(V); !Needs.empty())
      OS << "      needs " << join(Needs, ", ") << '\n';
    for (const std::string &Text : V.Recomputed)
      OS << "      " << Text << '\n';
    if (!V.Checks.empty())
      OS << "      checked in a run: " << join(V.Checks, ", ") << '\n';
  }

  void writeBar(StringRef Name, double Cost, double Most) {
    constexpr unsigned Width = 40;
    OS << "      " << left_justify(Name, 11) << std::string(Most > 0 ? size_t(Cost / Most * Width + 0.5) : 0, '#')
       << format(" %.1f\n", Cost);
  }

  void write(const ReportReason &Reason, StringRef Indent) {
    OS << Indent;
    if (Reason.At)
      OS << (*Reason.At ? "cut before " : "from ") << *Reason.At << ": ";
    OS << Reason.Text << " [" << Reason.Code << "]\n";
    for (const std::string &Note : Reason.Notes)
      OS << Indent << "  " << Note << '\n';
    if (!Reason.Remedy.empty())
      OS << Indent << "  to do: " << Reason.Remedy << '\n';
  }

  void writeRun(const ReportRegion &Region) {
    OS << "  run: " << runText(Region.Run->Counts);
    if (Region.SharesRun)
      OS << "; all sequences of this place together";
    if (Region.Run->Counts.first_launch_ns)
      OS << "; first fused launch after " << timeText(Region.Run->Counts.first_launch_ns);
    OS << '\n';
    for (const ReportReason &Reason : Region.Run->Missed)
      write(Reason, "    ");
  }

  const Report &R;
  raw_ostream &OS;
};
} // namespace

std::string reportText(const Report &R) {
  std::string Text;
  raw_string_ostream OS(Text);
  TextWriter(R, OS).write();
  return Text;
}

} // namespace syclfuse::fuser
