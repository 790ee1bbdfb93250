// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "OutputFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
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

// A file that is written and then given its name. LLVM removes it if a signal ends the process.
static Expected<sys::fs::TempFile> writeTemporary(const std::string &Path, StringRef Bytes) {
  Expected<sys::fs::TempFile> Temp = sys::fs::TempFile::create(Path + "-%%%%%%%%.tmp");
  if (!Temp)
    return Temp;
  raw_fd_ostream OS(Temp->FD, /*shouldClose=*/false);
  OS << Bytes;
  OS.flush();
  if (!OS.has_error())
    return Temp;
  std::error_code EC = OS.error();
  OS.clear_error();
  return joinErrors(errorCodeToError(EC), Temp->discard());
}

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
  std::vector<std::pair<sys::fs::TempFile, const std::string *>> Temps;
  bool Ok = true;
  for (const auto &[Path, Bytes] : Files) {
    if (isSpecial(Path)) {
      Ok = writeFile(Path, Bytes, Diags);
    } else if (sys::fs::is_directory(Path)) {
      Ok = cannotWrite(Path, "it is a directory", Diags);
    } else if (isInput(Path, Inputs)) {
      Ok = cannotWrite(Path, "it is an input", Diags);
    } else if (Expected<sys::fs::TempFile> Temp = writeTemporary(Path, Bytes)) {
      Temps.emplace_back(std::move(*Temp), &Path);
    } else {
      Ok = cannotWrite(Path, toString(Temp.takeError()), Diags);
    }
    if (!Ok)
      break;
  }
  for (auto &[Temp, Path] : Temps) {
    if (Ok) {
      if (Error E = Temp.keep(*Path))
        Ok = cannotWrite(*Path, toString(std::move(E)), Diags);
    } else {
      consumeError(Temp.discard()); // a file that cannot be removed is nothing the user can act on
    }
  }
  return Ok;
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
