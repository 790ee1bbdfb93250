// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Stages.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <map>

using namespace llvm;

namespace syclfuse::fuser {

static std::string withExtension(StringRef Path, const Twine &Extension) {
  SmallString<128> Result(Path);
  sys::path::replace_extension(Result, Extension);
  return Result.str().str();
}

Stages::Stages(const BuildOptions &Options) : Options(Options), Stem(withExtension(Options.Output, "")) {
  if (!Options.SaveTemps)
    return;
  TempsDir = Options.SaveTempsDir.empty() ? Stem + ".temps" : Options.SaveTempsDir;
  if (std::error_code EC = sys::fs::create_directories(TempsDir))
    Diags.add(diag::file_not_written, "", 0, 0, {TempsDir, EC.message()});
}

bool Stages::wants(StringRef Kind) const { return is_contained(Options.Emit, Kind); }

bool Stages::wantsAny() const {
  return !TempsDir.empty() || Options.PrintPhases ||
         any_of(Options.Emit, [](const std::string &Kind) { return Kind != "bundle"; });
}

static bool isPhase(StringRef Stage) { return Stage.contains("phase."); }

bool isStageOfKind(StringRef Stage, StringRef Kind) {
  if (Kind == "phases")
    return isPhase(Stage);
  if (isPhase(Stage))
    return false;
  if (Kind == "input")
    return Stage == "input.ll";
  if (Kind == "fused")
    return Stage == "fused.ll";
  if (Kind == "ll" || Kind == "optimized")
    return Stage.ends_with("optimized.ll");
  if (Kind == "asm")
    return Stage.ends_with(".s");
  return Kind == "ptx" && Stage.ends_with("ptx");
}

void Stages::take(const Job &J, StringRef Stage, StringRef Text, JobResult &Result) const {
  bool IsWanted = any_of(Options.Emit, [&](const std::string &Kind) { return isStageOfKind(Stage, Kind); });
  if (IsWanted || (Options.PrintPhases && isPhase(Stage)))
    Result.Stages.push_back({Stage.str(), Text.str()});
  if (!TempsDir.empty()) {
    SmallString<128> Path(TempsDir);
    sys::path::append(Path, J.Id + "." + Stage.str());
    writeFile(Path.str().str(), Text, Result.Unwritten);
  }
}

void Stages::emit(ArrayRef<Job> Jobs, ArrayRef<JobResult> Results, const BuiltBundle &Bundle,
                  OutputFiles &Files) const {
  std::map<std::string, const std::string *> Emitted; // by path; the last of a name counts
  for (auto [J, Result] : zip_equal(Jobs, Results))
    for (const StageText &S : Result.Stages)
      if (any_of(Options.Emit, [&, &Stage = S.Name](const std::string &Kind) { return isStageOfKind(Stage, Kind); }))
        Emitted[Stem + "." + J.Id + "." + S.Name] = &S.Text;
  for (const auto &[Path, Text] : Emitted)
    Files.add(Path, *Text);
  if (wants("bundle"))
    Files.add(Stem + ".bundle", StringRef(reinterpret_cast<const char *>(Bundle.Bytes.data()), Bundle.Bytes.size()));
}

} // namespace syclfuse::fuser
