// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "syclfuse/diagnostic.hpp"

#include <string>

namespace syclfuse::fuser {

// All messages of a build as YAML, one document each, for --remarks (docs/cli.md).
std::string remarksText(const diagnostics &Diags);

} // namespace syclfuse::fuser
