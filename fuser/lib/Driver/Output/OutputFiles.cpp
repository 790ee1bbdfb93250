// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "OutputFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace syclfuse::fuser {

static bool cannotWrite(const std::string &Path, const std::string &Why, diagnostics &Diags) {
  Diags.add(diag::file_not_written, "", 0, 0, {Path, Why});
  return false;
}

bool writeFile(const std::string &Path, StringRef Bytes, diagnostics &Diags) {
  std::error_code EC;
  raw_fd_ostream OS(Path, EC);
  if (EC)
    return cannotWrite(Path, EC.message(), Diags);
  OS << Bytes;
  OS.close();
  if (!OS.has_error())
    return true;
  EC = OS.error();
  OS.clear_error();
  return cannotWrite(Path, EC.message(), Diags);
}

namespace {
// A file that is written and then given its name. LLVM removes it if a signal ends the process. (sys::fs::TempFile
// takes each % of the path, folders included, for a digit to choose.)
class PendingFile {
public:
  explicit PendingFile(const std::string &Path) : Path(Path) {}

  std::error_code write(StringRef Bytes) {
    int FD;
    std::error_code EC;
    for (unsigned Try = 0; Try < 128; ++Try) {
      Temporary = (Twine(Path) + "-" + Twine::utohexstr(sys::Process::GetRandomNumber()) + ".tmp").str();
      EC = sys::fs::openFileForWrite(Temporary, FD, sys::fs::CD_CreateNew);
      if (EC != std::errc::file_exists)
        break;
    }
    if (EC)
      return EC;
    sys::RemoveFileOnSignal(Temporary);
    raw_fd_ostream OS(FD, /*shouldClose=*/true);
    OS << Bytes;
    OS.close();
    EC = OS.error();
    OS.clear_error();
    if (EC)
      discard();
    return EC;
  }

  std::error_code keep() {
    std::error_code EC = sys::fs::rename(Temporary, Path);
    if (EC)
      discard();
    sys::DontRemoveFileOnSignal(Temporary);
    return EC;
  }

  // A file that cannot be removed is nothing the user can act on.
  void discard() {
    sys::fs::remove(Temporary);
    sys::DontRemoveFileOnSignal(Temporary);
  }

  const std::string &path() const { return Path; }

private:
  std::string Path, Temporary;
};
} // namespace

// Such as /dev/null, which a rename would replace.
static bool isSpecial(const std::string &Path) {
  sys::fs::file_status Status;
  return !sys::fs::status(Path, Status) && Status.type() != sys::fs::file_type::regular_file &&
         Status.type() != sys::fs::file_type::directory_file;
}

static bool isInput(const std::string &Path, ArrayRef<std::string> Inputs) {
  return any_of(Inputs, [&](const std::string &Input) { return sys::fs::equivalent(Path, Input); });
}

bool OutputFiles::commit(ArrayRef<std::string> Inputs, diagnostics &Diags) {
  std::vector<PendingFile> Pending;
  bool Ok = true;
  for (const auto &[Path, Bytes] : Files) {
    PendingFile File(Path);
    if (isSpecial(Path))
      Ok = writeFile(Path, Bytes, Diags);
    else if (sys::fs::is_directory(Path))
      Ok = cannotWrite(Path, "it is a directory", Diags);
    else if (isInput(Path, Inputs))
      Ok = cannotWrite(Path, "it is an input", Diags);
    else if (std::error_code EC = File.write(Bytes))
      Ok = cannotWrite(Path, EC.message(), Diags);
    else
      Pending.push_back(std::move(File));
    if (!Ok)
      break;
  }
  for (PendingFile &File : Pending) {
    if (!Ok)
      File.discard();
    else if (std::error_code EC = File.keep())
      Ok = cannotWrite(File.path(), EC.message(), Diags);
  }
  return Ok;
}

bool writeOutput(const std::string &Path, StringRef Bytes, ArrayRef<std::string> Inputs, raw_ostream &Out,
                 diagnostics &Diags) {
  if (Path.empty()) {
    Out << Bytes;
    return true;
  }
  OutputFiles Files;
  Files.add(Path, Bytes);
  return Files.commit(Inputs, Diags);
}

static void quote(raw_ostream &OS, StringRef Path) {
  for (char C : Path) {
    if (C == ' ' || C == '#')
      OS << '\\';
    if (C == '$')
      OS << '$';
    OS << C;
  }
}

std::string depfileText(StringRef Output, ArrayRef<std::string> Inputs) {
  std::string Text;
  raw_string_ostream OS(Text);
  quote(OS, Output);
  OS << ':';
  for (const std::string &Input : Inputs) {
    OS << " \\\n  ";
    quote(OS, Input);
  }
  OS << '\n';
  return Text;
}

} // namespace syclfuse::fuser
