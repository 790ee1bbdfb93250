// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ReportDiagrams.h"

#include "Driver/Commands/ManifestFiles.h"
#include "ShownText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace llvm;

namespace syclfuse::fuser {

namespace {
// All lengths are in pixels, before a page is scaled for print.
constexpr unsigned Gutter = 132, BoxHeight = 28, KernelRow = 22, LaunchRow = 72, FirstLane = 124, LaneHeight = 22;
// More memories than this are in the table only; those that several kernels use come first.
constexpr unsigned MostLanes = 24;

// At most so many characters, which are not bytes.
std::string shortened(StringRef Text, size_t Most) {
  size_t Characters = 0, Bytes = 0, Cut = 0;
  for (; Bytes != Text.size() && Characters <= Most; ++Characters) {
    if (Characters == Most - 1)
      Cut = Bytes;
    do
      ++Bytes;
    while (Bytes != Text.size() && (Text[Bytes] & 0xc0) == 0x80);
  }
  return Characters <= Most ? Text.str() : Text.take_front(Cut).str() + "…";
}

class Timeline {
public:
  Timeline(const Report &R, const ReportRegion &Region, const ReportPlan &Plan, raw_ostream &OS)
      : R(R), Region(Region), Plan(Plan), OS(OS), Count(Region.Submissions.size()), Column(Count <= 8    ? 120
                                                                                           : Count <= 24 ? 84
                                                                                                         : 56) {
    for (bool Shared : {true, false})
      for (size_t M : seq(Region.Memories.size()))
        if ((Region.Memories[M].Uses.size() > 1) == Shared && Lanes.size() != MostLanes)
          Lanes.push_back(M);
    llvm::sort(Lanes);
  }

  void draw() {
    const unsigned Width = Gutter + Count * Column + 12, Height = bottom() + 8;
    OS << "<svg class=\"timeline\" role=\"img\" width=\"" << Width << "\" height=\"" << Height << "\" viewBox=\"0 0 "
       << Width << ' ' << Height << "\" aria-label=\"" << escapedHtml(description()) << "\">";
    label(KernelRow, "kernels");
    label(LaunchRow, Plan.Target);
    for (unsigned N : seq(Count))
      kernel(N);
    for (const ReportSegment &S : Plan.Segments)
      launch(S);
    for (auto [Row, M] : enumerate(Lanes))
      lane(FirstLane + Row * LaneHeight, Region.Memories[M], Plan.Residences[M]);
    cuts();
    OS << "</svg>";
  }

private:
  unsigned left(unsigned N) const { return Gutter + N * Column; }
  unsigned centre(unsigned N) const { return left(N) + Column / 2; }
  unsigned bottom() const { return FirstLane + Lanes.size() * LaneHeight; }

  std::string description() const {
    std::string Text = counted(Count, "kernel") + " in " + launchesText(Plan.launches()) + " for " + Plan.Target + ":";
    for (const ReportSegment &S : Plan.Segments)
      Text += " " + std::to_string(S.Begin) + (S.End - S.Begin > 1 ? " to " + std::to_string(S.End - 1) : "") +
              (S.Fused ? " fused," : " alone,");
    Text.back() = '.';
    return Text + " The tables below have the same.";
  }

  void label(unsigned Y, StringRef Text) {
    OS << "<text class=\"label\" x=\"0\" y=\"" << Y + 18 << "\">" << escapedHtml(shortened(Text, 18)) << "<title>"
       << escapedHtml(Text) << "</title></text>";
  }

  void box(unsigned X, unsigned Y, unsigned Width, StringRef Class, StringRef Text, StringRef Whole) {
    OS << "<g class=\"" << Class << "\"><title>" << escapedHtml(Whole) << "</title><rect x=\"" << X + 3 << "\" y=\""
       << Y << "\" width=\"" << Width - 6 << "\" height=\"" << BoxHeight << "\" rx=\"4\"/><text x=\"" << X + Width / 2
       << "\" y=\"" << Y + 18 << "\" text-anchor=\"middle\">" << escapedHtml(shortened(Text, (Width - 12) / 7))
       << "</text></g>";
  }

  void kernel(unsigned N) {
    const std::string &Name = R.Kernels[Region.Submissions[N]].Name;
    const std::string Text = std::to_string(N) + " " + Name;
    box(left(N), KernelRow, Column, "kernel", Text, Text);
  }

  void launch(const ReportSegment &S) {
    const unsigned First = S.Begin, Last = S.End - 1;
    if (!S.Fused) {
      for (unsigned N : seq(S.Begin, S.End)) {
        path(N, centre(N));
        box(left(N), LaunchRow, Column, "alone", "alone", "submission " + std::to_string(N) + " runs by itself");
      }
      return;
    }
    for (unsigned N : seq(S.Begin, S.End))
      path(N, centre(N));
    const std::string Text = std::to_string(First) + " to " + std::to_string(Last) + ": one kernel";
    box(left(First), LaunchRow, (S.End - S.Begin) * Column, "fused", Text, Text);
  }

  void path(unsigned N, unsigned To) {
    OS << "<line class=\"path\" x1=\"" << centre(N) << "\" y1=\"" << KernelRow + BoxHeight << "\" x2=\"" << To
       << "\" y2=\"" << LaunchRow << "\"/>";
  }

  static const char *letter(access_mode Mode) {
    return Mode == access_mode::read         ? "R"
           : Mode == access_mode::write      ? "W"
           : Mode == access_mode::read_write ? "RW"
                                             : "•";
  }

  void lane(unsigned Y, const ReportMemory &M, Residence Where) {
    const char *Class = Where == Residence::Memory ? "memory" : Where == Residence::Registers ? "registers" : "local";
    OS << "<g class=\"lane " << Class << "\"><title>" << escapedHtml(M.Name) << " in " << toText(Where) << "</title>"
       << "<text class=\"label\" x=\"0\" y=\"" << Y + 15 << "\">" << escapedHtml(shortened(M.Name, 18)) << "</text>"
       << "<line x1=\"" << centre(M.Uses.front().Submission) << "\" y1=\"" << Y + 11 << "\" x2=\""
       << centre(M.Uses.back().Submission) << "\" y2=\"" << Y + 11 << "\"/>";
    for (const ReportMemory::Use &Use : M.Uses)
      OS << "<circle cx=\"" << centre(Use.Submission) << "\" cy=\"" << Y + 11 << "\" r=\"9\"/><text x=\""
         << centre(Use.Submission) << "\" y=\"" << Y + 15 << "\" text-anchor=\"middle\">" << letter(Use.Mode)
         << "</text>";
    OS << "</g>";
  }

  void cuts() {
    for (auto [Number, Reason] : enumerate(Plan.Reasons))
      if (Reason.At && *Reason.At != 0)
        OS << "<g class=\"cut\"><title>" << escapedHtml(Reason.Text) << "</title><line x1=\"" << left(*Reason.At)
           << "\" y1=\"18\" x2=\"" << left(*Reason.At) << "\" y2=\"" << bottom() << "\"/><circle cx=\""
           << left(*Reason.At) << "\" cy=\"10\" r=\"9\"/><text x=\"" << left(*Reason.At)
           << "\" y=\"14\" text-anchor=\"middle\">" << Number + 1 << "</text></g>";
  }

  const Report &R;
  const ReportRegion &Region;
  const ReportPlan &Plan;
  raw_ostream &OS;
  const unsigned Count, Column;
  SmallVector<size_t, 16> Lanes;
};
} // namespace

std::string timelineSvg(const Report &R, const ReportRegion &Region, const ReportPlan &Plan) {
  std::string Text;
  raw_string_ostream OS(Text);
  Timeline(R, Region, Plan, OS).draw();
  return Text;
}

std::string costSvg(const FusionEstimate &E) {
  constexpr double Width = 150;
  const double Most = std::max({E.Cost, E.Unfused, 1e-9});
  std::string Text;
  raw_string_ostream OS(Text);
  OS << "<svg class=\"cost\" role=\"img\" width=\"150\" height=\"22\" viewBox=\"0 0 150 22\" aria-label=\""
     << format("one by one %.1f, fused %.1f", E.Unfused, E.Cost) << "\"><rect class=\"before\" y=\"1\" height=\"9\""
     << format(" width=\"%.1f\"", E.Unfused / Most * Width) << "/><rect class=\"after\" y=\"12\" height=\"9\""
     << format(" width=\"%.1f\"", E.Cost / Most * Width) << "/></svg>";
  return Text;
}

} // namespace syclfuse::fuser
