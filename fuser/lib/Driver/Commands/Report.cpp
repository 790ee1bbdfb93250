// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Report.h"

#include "Driver/Output/OutputFiles.h"

#include "llvm/Remarks/Remark.h"
#include "llvm/Remarks/RemarkFormat.h"
#include "llvm/Remarks/RemarkSerializer.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace syclfuse::fuser {

// Of messages, as remarks of LLVM.
constexpr const char PassName[] = "sycl-fuse";

static remarks::Type typeOf(severity Level) {
  switch (Level) {
  case severity::error:
    return remarks::Type::Failure;
  case severity::warning:
    return remarks::Type::Missed;
  case severity::remark:
    return remarks::Type::Passed;
  case severity::note:
    break;
  }
  return remarks::Type::Analysis;
}

// All messages of a build as remarks in LLVM's YAML format: errors are failures, warnings missed optimizations; the
// name of a remark is its code.
static std::string remarksText(const diagnostics &Diags) {
  std::string Text;
  raw_string_ostream OS(Text);
  auto Serializer = cantFail(remarks::createRemarkSerializer(remarks::Format::YAML, OS));
  for (const diagnostic &D : Diags.list()) {
    std::string Name = code_string(D.code);
    remarks::Remark Remark;
    Remark.RemarkType = typeOf(D.level);
    Remark.PassName = PassName;
    Remark.RemarkName = Name;
    Remark.FunctionName = "sycl-fuse"; // a message is about a region or a kernel, before it is any function
    if (!D.file.empty())
      Remark.Loc = remarks::RemarkLocation{D.file, D.line, D.column};
    Remark.Args.emplace_back("String", D.text);
    Serializer->emit(Remark);
  }
  return Text;
}

void PassReports::add(ArrayRef<JobResult> Results) {
  for (const JobResult &Result : Results) {
    RemarksYAML += Result.RemarksYAML;
    append_range(RemarkLines, Result.RemarkLines);
  }
}

void PassReports::restorePaths(const SourcePaths &Paths) {
  for (std::string &Line : RemarkLines)
    Paths.restore(Line);
}

ExitCode reportAll(ExitCode Code, const BuildOptions &Options, diagnostics &Diags, const PassReports &Reports,
                   raw_ostream &Err) {
  if (!Options.RemarksFile.empty() &&
      !writeFile(Options.RemarksFile, remarksText(Diags) + Reports.RemarksYAML, Diags) && Code == ExitOk)
    Code = ExitUserError;
  for (const std::string &Line : Reports.RemarkLines)
    Err << Line << '\n';
  // What is wrong with what nobody has asked for.
  const bool ShowsNotes = !Options.RPassMissed.empty() && Regex(Options.RPassMissed).match(PassName);
  for (const diagnostic &D : Diags.list())
    if (D.level != severity::note || ShowsNotes)
      Err << D.format() << '\n';
  return Code;
}

} // namespace syclfuse::fuser
