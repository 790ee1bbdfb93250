// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SharedLibrary.h"

#include "Support/FuseError.h"
#include "Targets/Common/ExternalTool.h"

#include "llvm/Support/Path.h"

#include <link.h>

using namespace llvm;

namespace syclfuse::fuser {

// Where the dynamic linker found libraries that machine code may call, so that the result names them whatever else its
// program has loaded.
static std::vector<std::string> systemLibraries() {
  std::vector<std::string> Paths;
  ::dl_iterate_phdr(
      [](dl_phdr_info *Info, size_t, void *Data) {
        StringRef Name = sys::path::filename(Info->dlpi_name);
        if (Name.starts_with("libm.so") || Name.starts_with("libc.so"))
          static_cast<std::vector<std::string> *>(Data)->push_back(Info->dlpi_name);
        return 0;
      },
      &Paths);
  return Paths;
}

Expected<std::string> linkNativeLibrary(StringRef Object, StringRef Lld) {
  std::optional<std::string> Linker = findLld(Lld);
  if (!Linker)
    return fuseError(diag::jit_link_failed, {"ld.lld was not found"});
  std::vector<std::string> Flags{"-flavor", "gnu", "-shared", "--build-id=none", "--as-needed"};
  append_range(Flags, systemLibraries());
  auto Image = runTool(*Linker, Flags, Object, "o", "so");
  if (!Image)
    return fuseError(diag::jit_link_failed, {toString(Image.takeError())});
  return std::string(Image->begin(), Image->end());
}

} // namespace syclfuse::fuser
