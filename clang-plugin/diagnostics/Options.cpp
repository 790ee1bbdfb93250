// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Options.h"

#include "llvm/Support/Path.h"

namespace syclfuse::plugin {

bool isSwitchable(const diag_info &Info) {
  if (code_string(Info.code).compare(0, 3, "SF1") != 0)
    return false;
  llvm::StringRef Name(Info.name);
  return Info.level == severity::warning || Info.level == severity::remark || Name.starts_with("device-") ||
         Name.starts_with("capture-");
}

static std::optional<diag> findSwitchable(llvm::StringRef Name) {
  for (const diag_info &I : all_diagnostics())
    if (isSwitchable(I) && I.name == Name.str())
      return I.code;
  return std::nullopt;
}

static bool addTo(std::set<diag> &Out, llvm::StringRef Name) {
  std::optional<diag> Code = findSwitchable(Name);
  if (Code)
    Out.insert(*Code);
  return Code.has_value();
}

static std::string absolutePath(llvm::StringRef Path) {
  llvm::SmallString<256> Absolute(Path);
  llvm::sys::fs::make_absolute(Absolute);
  llvm::sys::path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  return Absolute.str().str();
}

bool parseOption(llvm::StringRef Argument, Options &Out) {
  // The driver splits -fplugin-arg-<plugin>-<argument> at the first dash after the plugin's name.
  if (!Argument.consume_front("fuse-"))
    return false;
  if (Argument.consume_front("output=")) {
    Out.Output = Argument.str();
    return !Argument.empty();
  }
  if (Argument.consume_front("root=")) {
    Out.Root = absolutePath(Argument);
    return !Argument.empty();
  }
  if (Argument.consume_front("Wno-error="))
    return addTo(Out.AsWarnings, Argument);
  if (Argument.consume_front("Wno-"))
    return addTo(Out.Disabled, Argument);
  if (Argument.consume_front("Werror="))
    return addTo(Out.AsErrors, Argument);
  if (Argument == "Werror")
    return Out.WarningsAsErrors = true;
  if (Argument == "automatic")
    return Out.Automatic = true;
  if (Argument == "off")
    return Out.Off = true;
  return false;
}

} // namespace syclfuse::plugin
