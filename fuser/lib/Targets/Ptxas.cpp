// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ptxas.h"
#include "CudaToolkit.h"
#include "syclfuse/fuser/FuseError.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

// Removed when it goes out of scope.
struct TemporaryFile {
  SmallString<128> Path;
  FileRemover Remover;

  std::error_code create(StringRef Suffix) {
    std::error_code EC = sys::fs::createTemporaryFile("sycl-fuse", Suffix, Path);
    if (!EC)
      Remover.setFile(Path);
    return EC;
  }
};

std::string contents(StringRef Path) {
  auto Buffer = MemoryBuffer::getFile(Path);
  return Buffer ? (*Buffer)->getBuffer().trim().str() : "";
}

} // namespace

std::optional<std::string> findPtxas(StringRef Given) {
  if (Given == "none")
    return std::nullopt;
  if (!Given.empty())
    return Given.str();
  if (auto Found = sys::findProgramByName("ptxas"))
    return *Found;
  for (const std::string &Toolkit : cudaToolkitFolders())
    if (auto Found = sys::findProgramByName("ptxas", {Toolkit + "/bin"}))
      return *Found;
  return std::nullopt;
}

Expected<std::vector<unsigned char>> assemblePtx(StringRef Ptxas, StringRef Ptx, StringRef Arch, StringRef KernelName) {
  auto Fail = [&](const Twine &Why) { return fuseError(diag::ptxas_failed, {KernelName.str(), Why.str()}); };
  TemporaryFile Input, Output, Messages;
  for (auto [File, Suffix] : {std::pair(&Input, "ptx"), std::pair(&Output, "cubin"), std::pair(&Messages, "txt")})
    if (std::error_code EC = File->create(Suffix))
      return Fail("cannot create a temporary file: " + EC.message());
  {
    std::error_code EC;
    raw_fd_ostream OS(Input.Path, EC);
    OS << Ptx;
    OS.close();
    if (EC || OS.has_error())
      return Fail("cannot write a temporary file");
  }
  std::string ArchFlag = ("-arch=" + Arch).str(), Problem;
  StringRef Arguments[] = {Ptxas, ArchFlag, "-o", Output.Path, Input.Path};
  std::optional<StringRef> Redirects[] = {StringRef(""), StringRef(Messages.Path), StringRef(Messages.Path)};
  int Status = sys::ExecuteAndWait(Ptxas, Arguments, std::nullopt, Redirects, 0, 0, &Problem);
  if (Status != 0) {
    std::string Text = contents(Messages.Path);
    return Fail(!Text.empty() ? Text : !Problem.empty() ? Problem : "exit status " + std::to_string(Status));
  }
  auto Buffer = MemoryBuffer::getFile(Output.Path);
  if (!Buffer)
    return Fail("it wrote no output");
  StringRef Bytes = (*Buffer)->getBuffer();
  return std::vector<unsigned char>(Bytes.bytes_begin(), Bytes.bytes_end());
}

} // namespace syclfuse::fuser
