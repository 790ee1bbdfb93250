// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Stages.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

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

// A target may have several stages of one kind: "v3.optimized.ll".
bool Stages::emits(StringRef Stage) const {
  return (wants("ll") && Stage.ends_with("optimized.ll")) || (wants("ptx") && Stage.ends_with("ptx")) ||
         (wants("asm") && Stage.ends_with(".s"));
}

void Stages::take(const Job &J, StringRef Stage, StringRef Text) {
  std::lock_guard<std::mutex> Guard(Lock);
  std::string Name = J.Id + "." + Stage.str();
  if (emits(Stage))
    Emitted[Stem + "." + Name] = Text.str();
  if (!TempsDir.empty()) {
    SmallString<128> Path(TempsDir);
    sys::path::append(Path, Name);
    writeFile(Path.str().str(), Text, Diags);
  }
}

void Stages::emit(const BuiltBundle &Bundle, OutputFiles &Files) {
  for (const auto &[Path, Text] : Emitted)
    Files.add(Path, Text);
  if (wants("bundle"))
    Files.add(Stem + ".bundle", StringRef(reinterpret_cast<const char *>(Bundle.Bytes.data()), Bundle.Bytes.size()));
}

} // namespace syclfuse::fuser
