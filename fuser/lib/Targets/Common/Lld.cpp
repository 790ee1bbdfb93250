// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Lld.h"
#include "ExternalTool.h"
#include "Support/FuseError.h"

#include "llvm/Support/Program.h"

using namespace llvm;

namespace syclfuse::fuser {

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

Expected<std::vector<unsigned char>> linkCodeObject(StringRef Lld, StringRef Object, StringRef KernelName) {
  auto Image = runTool(Lld, {"-flavor", "gnu", "-shared", "--no-undefined", "--build-id=none"}, Object, "o", "hsaco");
  if (!Image)
    return fuseError(diag::lld_failed, {KernelName.str(), toString(Image.takeError())});
  return Image;
}

} // namespace syclfuse::fuser
