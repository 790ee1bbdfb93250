// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ReportModel.h"

#include "Driver/Commands/Inspect/MeasuredText.h"
#include "Driver/Commands/ManifestFiles.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace syclfuse::fuser {

unsigned ReportPlan::launches() const {
  unsigned Sum = 0;
  for (const ReportSegment &S : Segments)
    Sum += S.launches();
  return Sum;
}

bool ReportPlan::looksLike(const ReportPlan &Other) const {
  const auto Segment = [](const ReportSegment &A, const ReportSegment &B) {
    return A.Begin == B.Begin && A.End == B.End && A.Fused == B.Fused;
  };
  const auto Reason = [](const ReportReason &A, const ReportReason &B) { return A.At == B.At && A.Text == B.Text; };
  return Residences == Other.Residences && llvm::equal(Segments, Other.Segments, Segment) &&
         llvm::equal(Reasons, Other.Reasons, Reason);
}

unsigned ReportRegion::launches() const {
  unsigned Most = Plans.empty() ? Submissions.size() : 0;
  for (const ReportPlan &P : Plans)
    Most = std::max(Most, P.launches());
  return Most;
}

std::string placeText(const manifest::source_location &Where) {
  if (Where.file.empty())
    return "unknown place";
  return Where.file + (Where.line ? ":" + std::to_string(Where.line) : "") +
         (Where.line && Where.column ? ":" + std::to_string(Where.column) : "");
}

std::string launchesText(unsigned Count) { return Count == 1 ? "1 launch" : std::to_string(Count) + " launches"; }

std::string runText(const statistics::region &C) {
  std::string Text = counted(C.submissions, "submission");
  for (const auto &[Count, What] : {std::pair(C.aot, " fused ahead of time"),
                                    {C.aot_generic, " by a generic kernel"},
                                    {C.jit, " fused at run time"},
                                    {C.unfused, " not fused, or not all of it"}})
    if (Count)
      Text += ", " + std::to_string(Count) + What;
  return Text;
}

std::string timesText(const ReportTime &T) {
  const std::string Items = "; " + counted(T.items, "work-item");
  if (T.fused && T.unfused)
    return timeText(T.fused_ns) + " fused, " + timeText(T.unfused_ns) + " one by one, the best of " +
           std::to_string(T.fused) + " and " + std::to_string(T.unfused) + Items;
  const auto OnlyOf = [](uint64_t Best, const char *How, uint64_t Count, const char *Other) {
    return timeText(Best) + How + ", " + (Count > 1 ? "the best of " + std::to_string(Count) : "once") + ", never " +
           Other;
  };
  return (T.fused ? OnlyOf(T.fused_ns, " fused", T.fused, "one by one")
                  : OnlyOf(T.unfused_ns, " one by one", T.unfused, "fused")) +
         Items;
}

const char *toText(Residence R) {
  return R == Residence::Registers ? "registers" : R == Residence::LocalMemory ? "local memory" : "memory";
}

const char *toText(access_mode Mode) {
  switch (Mode) {
  case access_mode::none:
    break;
  case access_mode::read:
    return "read";
  case access_mode::write:
    return "written";
  case access_mode::read_write:
    return "read and written";
  }
  return "used";
}

std::vector<std::string> needsOf(const ReportVariant &V) {
  std::vector<std::string> Parts;
  const auto Add = [&](const std::optional<uint64_t> &Fused, const std::optional<uint64_t> &Alone, const char *What) {
    if (Fused)
      Parts.push_back(std::to_string(*Fused) + What +
                      (Alone ? " (alone: at most " + std::to_string(*Alone) + ")" : ""));
  };
  Add(V.Resources.Registers, V.AloneResources.Registers, " registers");
  Add(V.Resources.Stack, V.AloneResources.Stack, " bytes of stack");
  if (V.SubGroup)
    Parts.push_back("sub-groups of " + std::to_string(V.SubGroup));
  if (V.ItemsPerThread > 1)
    Parts.push_back(std::to_string(V.ItemsPerThread) + " work-items in a thread");
  if (V.LocalMemory)
    Parts.push_back(std::to_string(V.LocalMemory) + " bytes of local memory");
  return Parts;
}

} // namespace syclfuse::fuser
