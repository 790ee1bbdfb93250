// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Commands/Inspect/MeasuredText.h"
#include "Driver/Commands/ManifestFiles.h"
#include "PageFiles.h" // page.css and page.js
#include "ReportDiagrams.h"
#include "ReportWriters.h"
#include "ShownText.h"

#include "syclfuse/sha256.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {
// More regions than these are closed at first.
constexpr size_t MostOpen = 8;

class PageWriter {
public:
  PageWriter(const Report &R, raw_ostream &OS) : R(R), OS(OS) {}

  void write() {
    OS << "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
       << "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src " << hashOf(PageCss)
       << "; script-src " << hashOf(PageJs) << "\">\n"
       << "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
       << "<title>Fusion of " << html(R.Title) << "</title>\n<style>" << PageCss << "</style></head>\n<body>\n"
       << "<a class=\"skip\" href=\"#regions\">To the regions</a>\n";
    writeHeader();
    OS << "<main>\n";
    writeIndex();
    OS << "<section id=\"regions\" aria-label=\"Regions\" tabindex=\"-1\">\n";
    for (size_t N : seq(R.Regions.size()))
      writeRegion(N);
    OS << "</section>\n";
    if (!R.NotBuilt.empty()) {
      OS << "<section><h2>Known to a run only</h2>\n";
      writeReasons(R.NotBuilt);
      OS << "</section>\n";
    }
    OS << "</main>\n<script>" << PageJs << "</script>\n</body></html>\n";
  }

private:
  static std::string html(StringRef Text) { return escapedHtml(Text); }

  // As a policy of the page has it, which allows nothing else.
  static std::string hashOf(StringRef Text) {
    const sha256_digest Digest = sha256_of(Text.bytes_begin(), Text.size());
    return "'sha256-" + encodeBase64(Digest) + "'";
  }

  void writeHeader() {
    OS << "<header><h1>Fusion of <bdi>" << html(R.Title) << "</bdi></h1>\n<p>" << counted(R.Regions.size(), "region")
       << " and " << counted(R.Kernels.size(), "kernel") << ", built for " << html(join(R.Targets, ", ")) << " by "
       << html(join(R.Producers, "; ")) << ".</p>\n";
    OS << "<p>"
       << (R.Runs.empty() ? "No run: <code>--stats</code> adds one." : "Run of " + html(join(R.Runs, ", ")) + ".")
       << "</p>\n<p class=\"legend\">In the pictures: <b class=\"key-memory\">— memory</b> <b class=\"key-registers\">"
          "··· registers</b> <b class=\"key-local\">– – local memory</b>, R read, W written. Costs are what the build "
          "has estimated: the time of a work-item, in bytes of memory that are read in that time.</p></header>\n";
  }

  // The index.

  static std::optional<double> worstCost(const ReportRegion &Region) {
    std::optional<double> Worst;
    for (const ReportPlan &Plan : Region.Plans)
      for (const ReportSegment &S : Plan.Segments)
        for (const ReportVariant &V : S.Variants)
          if (S.Fused && V.Estimate && V.Estimate->Unfused > 0)
            Worst = std::max(Worst.value_or(0), V.Estimate->Cost / V.Estimate->Unfused);
    return Worst;
  }

  static size_t keptMemories(const ReportRegion &Region) {
    size_t Most = 0;
    for (const ReportPlan &Plan : Region.Plans)
      Most = std::max<size_t>(Most, count_if(Plan.Residences, [](Residence W) { return W != Residence::Memory; }));
    return Most;
  }

  void writeIndex() {
    OS << "<section><h2>Overview</h2>\n<form id=\"tools\" role=\"search\" hidden><label for=\"search\">Search</label>"
          "<input id=\"search\" type=\"search\" aria-describedby=\"found\"><output id=\"found\"></output>"
          "<button type=\"button\" id=\"open\">Open all</button><button type=\"button\" id=\"close\">Close all"
          "</button></form>\n<div class=\"scroll index\" tabindex=\"0\" role=\"group\" aria-label=\"Overview\">"
          "<table id=\"index\"><thead><tr>";
    for (const char *Name : {"Region", "Place", "Kind", "Kernels", "Launches", "Cost at worst", "Kept out of memory",
                             "Submitted", "Not fused"})
      OS << "<th scope=\"col\">" << Name << "</th>";
    OS << "</tr></thead>\n<tbody>";
    for (auto [N, Region] : enumerate(R.Regions)) {
      const std::optional<double> Cost = worstCost(Region);
      OS << "<tr data-region=\"r" << N << "\"><td><a href=\"#r" << N << "\"><bdi>" << html(Region.Name)
         << "</bdi></a></td><td class=\"place\">" << html(placeText(Region.Where)) << "</td><td>" << html(Region.Kind)
         << "</td>";
      writeNumber(Region.Submissions.size(), std::to_string(Region.Submissions.size()));
      writeNumber(Region.launches(), std::to_string(Region.launches()));
      const unsigned Percent = Cost.value_or(0) * 100 + 0.5;
      writeNumber(Cost ? Percent : 1000, Cost ? std::to_string(Percent) + " %" : "–");
      writeNumber(keptMemories(Region), std::to_string(keptMemories(Region)));
      const statistics::region Counts = Region.Run ? Region.Run->Counts : statistics::region();
      writeNumber(Counts.submissions, Region.Run ? std::to_string(Counts.submissions) : "–");
      writeNumber(Counts.unfused, Region.Run ? std::to_string(Counts.unfused) : "–");
      OS << "</tr>\n";
    }
    OS << "</tbody></table></div></section>\n";
  }

  void writeNumber(uint64_t Value, StringRef Text) {
    OS << "<td class=\"number\" data-value=\"" << Value << "\">" << Text << "</td>";
  }

  // A region.

  const ReportKernel &kernel(const ReportRegion &Region, unsigned N) const { return R.Kernels[Region.Submissions[N]]; }

  void writeRegion(size_t N) {
    const ReportRegion &Region = R.Regions[N];
    OS << "<article id=\"r" << N << "\"><details" << (R.Regions.size() <= MostOpen ? " open" : "")
       << "><summary><h2><bdi>" << html(Region.Name) << "</bdi></h2> ";
    writeBadges(Region);
    OS << "</summary><div>\n<p class=\"place\">" << html(placeText(Region.Where)) << " · " << html(Region.Kind)
       << "</p>\n";
    if (Region.Submissions.empty())
      OS << "<p>In no bundle of the program.</p>\n";
    for (const ReportPlan &Plan : Region.Plans)
      writePlan(Region, Plan);
    if (!Region.Messages.empty()) {
      OS << "<h3>What the build said</h3>\n";
      writeReasons(Region.Messages);
    }
    if (Region.Run)
      writeRun(Region);
    if (!Region.Memories.empty())
      writeMemories(Region);
    if (!Region.Submissions.empty())
      writeKernels(N, Region);
    OS << "</div></details></article>\n";
  }

  void writeBadges(const ReportRegion &Region) {
    const auto Badge = [&](const char *Class, const Twine &Text) {
      OS << "<span class=\"badge " << Class << "\">" << Text << "</span>";
    };
    if (!Region.Submissions.empty())
      Badge(Region.launches() == 1                          ? "good"
            : Region.launches() < Region.Submissions.size() ? "quiet"
                                                            : "bad",
            counted(Region.Submissions.size(), "kernel") + ", " + launchesText(Region.launches()));
    if (Region.Run && Region.Run->Counts.unfused)
      Badge("bad",
            Twine(Region.Run->Counts.unfused) + " of " + Twine(Region.Run->Counts.submissions) + " times not fused");
  }

  void writePlan(const ReportRegion &Region, const ReportPlan &Plan) {
    OS << "<section><h3>" << html(Plan.Target) << ": " << launchesText(Plan.launches()) << "</h3>\n";
    const auto First = find_if(Region.Plans, [&](const ReportPlan &P) { return P.looksLike(Plan); });
    if (&*First == &Plan) {
      OS << "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Timeline for " << html(Plan.Target)
         << "\">" << timelineSvg(R, Region, Plan) << "</div>\n";
      writeReasons(Plan.Reasons);
    } else {
      OS << "<p class=\"quiet\">The picture, and what is below it, is that of " << html(First->Target) << ".</p>\n";
    }
    if (any_of(Plan.Segments, [](const ReportSegment &S) { return !S.Variants.empty(); })) {
      OS << "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Code for " << html(Plan.Target)
         << "\"><table><caption>For each size, the code that comes first: of the highest level, with its "
            "promotions</caption><thead><tr>";
      for (const char *Name :
           {"Kernels", "Code", "Sizes", "Cost: one by one, fused", "Measured", "Needs", "Checked in a run"})
        OS << "<th scope=\"col\">" << Name << "</th>";
      OS << "</tr></thead><tbody>\n";
      for (const ReportSegment &S : Plan.Segments)
        for (const ReportVariant &V : S.Variants)
          writeVariant(S, V);
      OS << "</tbody></table></div>\n";
    }
    OS << "</section>\n";
  }

  void writeVariant(const ReportSegment &S, const ReportVariant &V) {
    OS << "<tr><td>" << S.Begin << "–" << S.End - 1 << "</td><td>" << html(V.Arch) << "</td><td>" << html(V.Range)
       << "</td><td>";
    if (V.Estimate)
      OS << costSvg(*V.Estimate) << "<br>" << html(toText(*V.Estimate));
    else
      OS << "not estimated";
    writeList(V.Recomputed);
    OS << "</td><td>";
    std::vector<std::string> Times;
    for (const ReportTime &T : V.Times)
      Times.push_back(timesText(T));
    writeList(Times);
    OS << (Times.empty() ? "–" : "") << "</td><td>";
    writeList(needsOf(V));
    OS << "</td><td>";
    writeList(V.Checks);
    OS << "</td></tr>\n";
  }

  void writeList(ArrayRef<std::string> Texts) {
    if (Texts.empty())
      return;
    OS << "<ul>";
    for (const std::string &Text : Texts)
      OS << "<li>" << html(Text) << "</li>";
    OS << "</ul>";
  }

  void writeReasons(ArrayRef<ReportReason> Reasons) {
    if (Reasons.empty())
      return;
    OS << "<ol class=\"reasons\">";
    for (const ReportReason &Reason : Reasons) {
      OS << "<li>";
      if (Reason.At)
        OS << "<b>" << (*Reason.At ? "Cut before " : "From ") << *Reason.At << ":</b> ";
      OS << html(Reason.Text) << " <code>" << html(Reason.Code) << "</code>";
      for (const std::string &Note : Reason.Notes)
        OS << "<br><span class=\"place\">" << html(Note) << "</span>";
      if (!Reason.Remedy.empty())
        OS << "<br><b>What to do:</b> " << html(Reason.Remedy) << ".";
      OS << "</li>\n";
    }
    OS << "</ol>\n";
  }

  void writeRun(const ReportRegion &Region) {
    const statistics::region &Counts = Region.Run->Counts;
    OS << "<section><h3>In the run</h3>\n<p>" << html(runText(Counts)) << "."
       << (Region.SharesRun ? " These are the numbers of all sequences of this place together." : "");
    if (Counts.first_launch_ns)
      OS << " First fused launch after " << timeText(Counts.first_launch_ns) << ".";
    OS << "</p>\n";
    writeReasons(Region.Run->Missed);
    OS << "</section>\n";
  }

  void writeMemories(const ReportRegion &Region) {
    OS << "<section><h3>Memory</h3>\n<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Memory\"><table>"
          "<thead><tr><th scope=\"col\">Name</th><th scope=\"col\">Element</th>";
    for (const ReportPlan &Plan : Region.Plans)
      OS << "<th scope=\"col\">" << html(Plan.Target) << "</th>";
    OS << "<th scope=\"col\">Used by</th></tr></thead><tbody>\n";
    for (auto [N, M] : enumerate(Region.Memories)) {
      OS << "<tr><td><bdi>" << html(M.Name) << "</bdi></td><td><code>" << html(M.Type) << "</code></td>";
      for (const ReportPlan &Plan : Region.Plans) {
        const Residence Where = Plan.Residences[N];
        OS << "<td class=\"key-"
           << (Where == Residence::Memory      ? "memory"
               : Where == Residence::Registers ? "registers"
                                               : "local")
           << "\">" << toText(Where) << "</td>";
      }
      OS << "<td>";
      for (const ReportMemory::Use &Use : M.Uses)
        OS << (&Use == &M.Uses.front() ? "" : ", ") << toText(Use.Mode) << " by " << Use.Submission;
      OS << "</td></tr>\n";
    }
    OS << "</tbody></table></div></section>\n";
  }

  void writeKernels(size_t N, const ReportRegion &Region) {
    OS << "<section><h3>Kernels</h3>\n";
    for (unsigned S : seq<unsigned>(Region.Submissions.size())) {
      const ReportKernel &K = kernel(Region, S);
      OS << "<h4 id=\"r" << N << "k" << S << "\">" << S << " <bdi>" << html(K.Name) << "</bdi> <span class=\"quiet\">"
         << html(K.Shape) << "</span></h4>\n<p class=\"place\">" << html(placeText(K.Where)) << "</p>\n";
      if (K.Source.empty())
        continue;
      OS << "<pre>";
      for (const SourceLine &Line : K.Source)
        OS << "<span>" << Line.Number << "</span>  " << html(Line.Text) << '\n';
      OS << "</pre>\n";
    }
    OS << "</section>\n";
  }

  const Report &R;
  raw_ostream &OS;
};
} // namespace

std::string reportPage(const Report &R) {
  std::string Text;
  raw_string_ostream OS(Text);
  PageWriter(R, OS).write();
  return Text;
}

} // namespace syclfuse::fuser
