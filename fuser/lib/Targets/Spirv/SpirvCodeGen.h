// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace syclfuse::fuser {

// The SPIR-V module of M by LLVM's back end, in a child of this process: the back end keeps the numbers of labels from
// one module to the next by the addresses of blocks (static SPIRVModuleAnalysis::MAI in LLVM 22.1; of 240 modules with
// loops in one process, 30 had other bytes than alone), so that a process can use it only once, and it aborts on what
// it cannot select. SF4006 with what it said for a child that fails, or that takes longer than two minutes.
// Thread-safe.
llvm::Expected<std::string> generateSpirv(llvm::Module &M, const std::vector<std::string> &Extensions,
                                          llvm::StringRef KernelName);

} // namespace syclfuse::fuser
