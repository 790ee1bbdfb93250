// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ExternalTool.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

// Removed when it goes out of scope, and when a signal ends the process.
struct TemporaryFile {
  SmallString<128> Path;
  FileRemover Remover;

  std::error_code create(StringRef Suffix) {
    std::error_code EC = sys::fs::createTemporaryFile("sycl-fuse", Suffix, Path);
    if (!EC)
      Remover.setFile(Path);
    if (!EC)
      sys::RemoveFileOnSignal(Path);
    return EC;
  }
  ~TemporaryFile() {
    if (!Path.empty())
      sys::DontRemoveFileOnSignal(Path);
  }
};

std::string contents(StringRef Path) {
  auto Buffer = MemoryBuffer::getFile(Path);
  return Buffer ? (*Buffer)->getBuffer().trim().str() : "";
}

} // namespace

Expected<std::vector<unsigned char>> runTool(StringRef Program, ArrayRef<std::string> Flags, StringRef Bytes,
                                             StringRef InputSuffix, StringRef OutputSuffix) {
  auto Fail = [](const Twine &Why) { return createStringError(inconvertibleErrorCode(), Why); };
  TemporaryFile Input, Output, Messages;
  for (auto [File, Suffix] :
       {std::pair(&Input, InputSuffix), std::pair(&Output, OutputSuffix), std::pair(&Messages, StringRef("txt"))})
    if (std::error_code EC = File->create(Suffix))
      return Fail("cannot create a temporary file: " + EC.message());
  {
    std::error_code EC;
    raw_fd_ostream OS(Input.Path, EC);
    OS << Bytes;
    OS.close();
    bool Failed = EC || OS.has_error();
    OS.clear_error();
    if (Failed)
      return Fail("cannot write a temporary file");
  }
  SmallVector<StringRef, 8> Arguments{Program};
  Arguments.append(Flags.begin(), Flags.end());
  Arguments.append({"-o", Output.Path, Input.Path});
  std::optional<StringRef> Redirects[] = {StringRef(""), StringRef(Messages.Path), StringRef(Messages.Path)};
  std::string Problem;
  int Status = sys::ExecuteAndWait(Program, Arguments, std::nullopt, Redirects, 0, 0, &Problem);
  if (Status != 0) {
    std::string Text = contents(Messages.Path);
    return Fail(!Text.empty() ? Text : !Problem.empty() ? Problem : "exit status " + std::to_string(Status));
  }
  auto Buffer = MemoryBuffer::getFile(Output.Path);
  if (!Buffer)
    return Fail("it wrote no output");
  StringRef Result = (*Buffer)->getBuffer();
  return std::vector<unsigned char>(Result.bytes_begin(), Result.bytes_end());
}

std::optional<std::string> findLld(StringRef Given) {
  if (Given == "none")
    return std::nullopt;
  if (!Given.empty())
    return Given.str();
  for (const char *Name : {"ld.lld-22", "ld.lld"})
    if (auto Found = sys::findProgramByName(Name))
      return *Found;
  if (auto Found = sys::findProgramByName("ld.lld", {"/usr/lib/llvm-22/bin"}))
    return *Found;
  return std::nullopt;
}

} // namespace syclfuse::fuser
