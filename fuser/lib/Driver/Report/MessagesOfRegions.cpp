// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "MessagesOfRegions.h"

#include "Driver/Output/BuildMessages.h"
#include "ShownText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace llvm;

namespace syclfuse::fuser {

static StringRef nameOf(StringRef Path) { return Path.substr(Path.rfind('/') + 1); }

// Bundles know files that lie below no root by their names only.
template <class T> static bool isIn(const T &Placed, const ReportRegion &Region, unsigned LastLine) {
  return Placed.line >= Region.Where.line && Placed.line <= LastLine &&
         nameOf(Placed.file) == nameOf(Region.Where.file);
}

// As CompileJob.cpp has it.
constexpr StringLiteral InRegion = "in region '";
static bool namesRegion(const diagnostic_note &N) { return StringRef(N.text).starts_with(InRegion); }

static bool isAbout(const diagnostic &D, const ReportRegion &Region) {
  if (any_of(D.notes, namesRegion))
    return any_of(D.notes, [&](const diagnostic_note &N) {
      return namesRegion(N) && isIn(N, Region, Region.Where.line) &&
             StringRef(shownText(N.text)).drop_front(InRegion.size()).starts_with(Region.Name + "'");
    });
  return isIn(D, Region, std::max(Region.EndLine, Region.Where.line));
}

static ReportReason reasonOf(const diagnostic &D) {
  const diag_info &Info = info(D.remedy_of.value_or(D.code));
  ReportReason New{std::nullopt, code_string(D.code), shownText(D.text), std::string(Info.remedy), {}};
  const auto IsAtPlace = [&](const diagnostic_note &N) {
    return N.file == D.file && N.line == D.line && N.column == D.column;
  };
  if (D.line && none_of(D.notes, IsAtPlace))
    New.Notes.push_back(shownText(placeText({D.file, D.line, D.column})));
  for (const diagnostic_note &N : D.notes)
    if (!namesRegion(N)) // which is where it will be read
      New.Notes.push_back(shownText((N.line ? placeText({N.file, N.line, N.column}) + ": " : "") + N.text));
  return New;
}

// "kernel 'Gather' is not fused with …": the messages of what ends a fused kernel begin like this.
static bool isOfKernel(const ReportReason &Message, const ReportKernel &K) {
  return StringRef(Message.Text).starts_with("kernel '" + K.Name + "' ");
}

// Cuts of one target only are said to be of it.
static bool isForTarget(const ReportReason &Message, StringRef Target) {
  const auto Note = find_if(Message.Notes, [&](const std::string &N) { return StringRef(N).starts_with(ForTarget); });
  return Note == Message.Notes.end() || StringRef(*Note).drop_front(ForTarget.size()).starts_with((Target + "'").str());
}

// True if the message explains a cut of the region.
static bool explain(const ReportReason &Message, const Report &R, ReportRegion &Region) {
  bool Explains = false;
  for (ReportPlan &Plan : Region.Plans)
    for (ReportReason &Reason : Plan.Reasons)
      if (Reason.At && *Reason.At != 0 && Reason.Code == code_string(diag::reason_region_cut) &&
          isForTarget(Message, Plan.Target) && isOfKernel(Message, R.Kernels[Region.Submissions[*Reason.At]])) {
        const std::optional<unsigned> At = Reason.At;
        Reason = Message;
        Reason.At = At;
        Explains = true;
      }
  return Explains;
}

// A build says once what is the same in several regions.
static void explainAsElsewhere(const diagnostic &D, const Report &R, ReportRegion &Region) {
  const auto IsIn = [&](unsigned K) { return nameOf(R.Kernels[K].Where.file) == nameOf(D.file); };
  const auto IsNamed = [&](unsigned K) { return StringRef(D.text).contains("with '" + R.Kernels[K].Name + "'"); };
  if (any_of(Region.Submissions, [&](unsigned K) { return IsIn(K) && IsNamed(K); }))
    explain(reasonOf(D), R, Region);
}

void addMessages(const diagnostics &Messages, Report &R) {
  for (const diagnostic &D : Messages.list())
    for (ReportRegion &Region : R.Regions) {
      if (!isAbout(D, Region))
        continue;
      const ReportReason Message = reasonOf(D);
      if (!explain(Message, R, Region))
        Region.Messages.push_back(Message);
    }
  for (const diagnostic &D : Messages.list())
    for (ReportRegion &Region : R.Regions)
      explainAsElsewhere(D, R, Region);
}

} // namespace syclfuse::fuser
