// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arguments of the plugin (docs/plugin.md).
#pragma once

#include "ClangHeaders.h"

#include <set>

namespace syclfuse::plugin {

struct Options {
  std::string Output; // a file for the manifest besides the object; empty: none
  std::string Root;   // paths below it are written relative to it; empty: paths stay as they were given
  bool Off = false;
  bool Automatic = false; // also record sequences that no region or graph asks for
  bool WarningsAsErrors = false;
  std::set<diag> Disabled, AsErrors, AsWarnings;
};

// Warnings, and the errors of device code, can be switched off one by one and made errors or warnings.
bool isSwitchable(const diag_info &Info);

// Parses one argument of the plugin, as it comes after -fplugin-arg-sycl-. False if it is unknown.
bool parseOption(llvm::StringRef Argument, Options &Out);

} // namespace syclfuse::plugin
