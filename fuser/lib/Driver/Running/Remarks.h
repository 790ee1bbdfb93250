// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "syclfuse/diagnostic.hpp"

#include <string>

namespace syclfuse::fuser {

// All messages of a build as remarks in LLVM's YAML format, for --remarks (docs/cli.md): errors are failures, warnings
// missed optimizations; the name of a remark is its code.
std::string remarksText(const diagnostics &Diags);

} // namespace syclfuse::fuser
