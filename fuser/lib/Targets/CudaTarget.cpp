// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TargetSupport.h"
namespace syclfuse::fuser {
std::unique_ptr<Target> createCudaTarget(llvm::StringRef) { return nullptr; }
std::string cudaTargetNames() { return ""; }
} // namespace syclfuse::fuser
