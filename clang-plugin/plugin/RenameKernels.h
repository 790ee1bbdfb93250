// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives kernels other symbols than Clang's, in the code that Clang has generated.
#pragma once

#include "llvm/ADT/StringMap.h"

#include <string>

namespace llvm {
class Module;
}

namespace syclfuse::plugin {

// From Clang's symbol to ours.
using KernelNames = llvm::StringMap<std::string>;

void renameKernelFunctions(llvm::Module &Device, const KernelNames &Names);
// Where the host's code names kernels: the strings of __builtin_sycl_unique_stable_name, and the hashes beside them in
// sycl::detail::kernel_info.
void renameKernelStrings(llvm::Module &Host, const KernelNames &Names);

} // namespace syclfuse::plugin
