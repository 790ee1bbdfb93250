// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Options.h"

#include "llvm/Support/Path.h"

namespace syclfuse::plugin {

static std::optional<diag> findWarning(llvm::StringRef Name) {
  for (const diag_info &I : all_diagnostics())
    if (I.level == severity::warning && I.name == Name.str() && code_string(I.code).compare(0, 3, "SF1") == 0)
      return I.code;
  return std::nullopt;
}

static bool addWarning(llvm::StringRef Name, std::set<diag> &Out) {
  std::optional<diag> Code = findWarning(Name);
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
  if (Argument.consume_front("Wno-"))
    return addWarning(Argument, Out.Disabled);
  if (Argument.consume_front("Werror="))
    return addWarning(Argument, Out.AsErrors);
  if (Argument == "Werror")
    return Out.WarningsAsErrors = true;
  if (Argument == "off")
    return Out.Off = true;
  return false;
}

} // namespace syclfuse::plugin
