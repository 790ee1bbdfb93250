// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether two translation units define one kernel alike, as C++ demands of what headers define.
#pragma once

#include "KernelLibrary.h"

namespace syclfuse::fuser {

// SF3004 at the kernel's place if they do not, with the first instruction that differs. Compares the code, not what
// depends on the rest of a translation unit: the names and numbers of types, values and constants, the order of
// definitions, places in the source.
diagnostics compareKernels(const std::string &Symbol, const LibraryKernel &First, const LibraryKernel &Second,
                           const manifest::source_location &Place);

} // namespace syclfuse::fuser
