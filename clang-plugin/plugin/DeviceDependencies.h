// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dependency file of an object, which the host pass writes, also for what only the device pass includes.
#pragma once

#include "ClangHeaders.h"

namespace syclfuse::plugin {

// Has the files that the device pass reads put into the dependency file of this compilation, if it writes one. Clang
// does not: an object would not be compiled again when a header in `#ifdef __SYCL_DEVICE_ONLY__` changes, and caches of
// compilers would not know better. To be called before the main file is read. Preprocesses the source once more, but
// only if the host pass has skipped a directive to include something outside of system headers.
void addDeviceDependencies(clang::CompilerInstance &CI);

} // namespace syclfuse::plugin
