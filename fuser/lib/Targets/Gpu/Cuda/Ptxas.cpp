// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ptxas.h"
#include "CudaToolkit.h"
#include "Support/FuseError.h"
#include "Targets/Common/ExternalTool.h"

#include "llvm/Support/Program.h"

using namespace llvm;

namespace syclfuse::fuser {

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

// ptxas writes time and size of a source file into the lines' table if it finds the file; given ones keep it from
// looking.
static std::string withFixedFileTimes(StringRef Ptx) {
  std::string Out;
  for (StringRef Rest = Ptx; !Rest.empty();) {
    auto [Line, Next] = Rest.split('\n');
    Out += Line;
    if (Line.starts_with("\t.file\t") && Line.ends_with("\""))
      Out += ", 1, 1";
    Out += '\n';
    Rest = Next;
  }
  return Out;
}

Expected<std::vector<unsigned char>> assemblePtx(StringRef Ptxas, StringRef Ptx, StringRef Arch, StringRef KernelName) {
  std::vector<std::string> Flags{("-arch=" + Arch).str()};
  if (Ptx.contains("\t.loc\t"))
    Flags.push_back("-lineinfo");
  auto Cubin = runTool(Ptxas, Flags, withFixedFileTimes(Ptx), "ptx", "cubin");
  if (!Cubin)
    return fuseError(diag::ptxas_failed, {KernelName.str(), toString(Cubin.takeError())});
  return Cubin;
}

} // namespace syclfuse::fuser
