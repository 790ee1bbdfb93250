// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ptxas.h"
#include "CudaToolkit.h"
#include "ExternalTool.h"
#include "syclfuse/fuser/FuseError.h"

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

Expected<std::vector<unsigned char>> assemblePtx(StringRef Ptxas, StringRef Ptx, StringRef Arch, StringRef KernelName) {
  std::vector<std::string> Flags{("-arch=" + Arch).str()};
  if (Ptx.contains("\t.loc\t"))
    Flags.push_back("-lineinfo");
  auto Cubin = runTool(Ptxas, Flags, Ptx, "ptx", "cubin");
  if (!Cubin)
    return fuseError(diag::ptxas_failed, {KernelName.str(), toString(Cubin.takeError())});
  return Cubin;
}

} // namespace syclfuse::fuser
