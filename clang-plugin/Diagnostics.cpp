// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Diagnostics.h"

using namespace clang;

namespace syclfuse::plugin {

Diagnostics::Diagnostics(DiagnosticsEngine &Engine, const Options &Opts) : Engine(Engine), Opts(Opts) {}

void Diagnostics::report(diag Code, SourceLocation Location, const std::vector<std::string> &Arguments,
                         llvm::ArrayRef<Note> Notes) {
  const diag_info &Info = info(Code);
  bool Switchable = isSwitchable(Info);
  if (Switchable && (Opts.Disabled.count(Code) || !Seen.insert({Code, Location}).second))
    return;
  bool IsWarning = Info.level == severity::warning;
  bool Error = !IsWarning || Opts.WarningsAsErrors || Opts.AsErrors.count(Code);
  if (Opts.AsWarnings.count(Code))
    Error = false;
  // The text may hold per cent signs, so it is an argument and never the format.
  std::string Text = format_text(Code, Arguments) + " [" + code_string(Code) + "]";
  if (Switchable)
    Text += " [" + std::string(IsWarning && Error ? "-Werror,-W" : "-W") + "sycl-fuse-" + std::string(Info.name) + "]";
  unsigned Level = Error ? Engine.getCustomDiagID(DiagnosticsEngine::Error, "%0")
                         : Engine.getCustomDiagID(DiagnosticsEngine::Warning, "%0");
  Engine.Report(Location, Level) << Text;
  unsigned NoteID = Engine.getCustomDiagID(DiagnosticsEngine::Note, "%0");
  for (const Note &N : Notes)
    Engine.Report(N.Location, NoteID) << N.Text;
  if (!Info.remedy.empty())
    Engine.Report(Location, NoteID) << std::string(Info.remedy);
}

} // namespace syclfuse::plugin
