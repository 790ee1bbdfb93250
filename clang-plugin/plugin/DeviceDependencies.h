// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dependency file of an object, which the host pass writes, also for what only the device pass includes.
#pragma once

#include "ClangHeaders.h"

namespace syclfuse::plugin {

// Adds the files that the device pass reads to the dependency file of this compilation, if it writes one. Clang does
// not: an object would not be compiled again when a header in `#ifdef __SYCL_DEVICE_ONLY__` changes, and compiler
// caches would reuse it. Preprocesses the source once more, but only if the host pass has skipped a directive to
// include something outside of system headers. Call this before the main file is read.
void addDeviceDependencies(clang::CompilerInstance &CI);

} // namespace syclfuse::plugin
