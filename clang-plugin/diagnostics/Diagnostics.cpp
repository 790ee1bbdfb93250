// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Diagnostics.h"

using namespace clang;

namespace syclfuse::plugin {

Diagnostics::Diagnostics(DiagnosticsEngine &Engine, const Options &Opts) : Engine(Engine), Opts(Opts) {}

void Diagnostics::report(const Message &M) {
  if (Holding)
    return Kept.push_back(M);
  const auto &[Code, Location, Arguments, Notes] = M;
  const diag_info &Info = info(Code);
  bool Switchable = isSwitchable(Info);
  if (Switchable && (Opts.Disabled.count(Code) || !Seen.insert({Code, Location}).second))
    return;
  bool IsWarning = Info.level == severity::warning, IsRemark = Info.level == severity::remark;
  bool Error = Info.level == severity::error || (IsWarning && Opts.WarningsAsErrors) || Opts.AsErrors.count(Code);
  if (Opts.AsWarnings.count(Code))
    Error = false;
  if (IsWarning && !Error && Engine.getIgnoreAllWarnings()) // -w
    return;
  // The text may hold per cent signs, so it is an argument and never the format.
  std::string Text = format_text(Code, Arguments) + " [" + code_string(Code) + "]";
  if (Switchable)
    Text += " [" + std::string(Info.level != severity::error && Error ? "-Werror,-W" : "-W") + "sycl-fuse-" +
            std::string(Info.name) + "]";
  unsigned Level = Error      ? Engine.getCustomDiagID(DiagnosticsEngine::Error, "%0")
                   : IsRemark ? Engine.getCustomDiagID(DiagnosticsEngine::Remark, "%0")
                              : Engine.getCustomDiagID(DiagnosticsEngine::Warning, "%0");
  Engine.Report(Location, Level) << Text;
  unsigned NoteID = Engine.getCustomDiagID(DiagnosticsEngine::Note, "%0");
  for (const Note &N : Notes)
    Engine.Report(N.Location, NoteID) << N.Text;
  if (!Info.remedy.empty())
    Engine.Report(Location, NoteID) << std::string(Info.remedy);
}

void Diagnostics::release(bool Give) {
  Holding = false;
  for (const Message &M : std::exchange(Kept, {}))
    if (Give)
      report(M);
}

} // namespace syclfuse::plugin
