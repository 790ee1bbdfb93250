// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host code in the device module.
#pragma once

#include "ClangHeaders.h"

#include "llvm/ADT/StringSet.h"

namespace syclfuse::plugin {

// Removes what no kernel and none of the functions `External` (by symbol) needs. In the device pass Clang generates
// code also for methods of explicitly instantiated classes, virtual tables and what they need; of that it makes modules
// that LLVM cannot read back, as thread-local variables and constructors of globals are not meant for devices.
void removeHostCode(llvm::Module &M, const llvm::StringSet<> &External);

} // namespace syclfuse::plugin
