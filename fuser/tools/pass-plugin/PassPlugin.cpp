// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl-fuse-passes.so: the passes for stock opt, as in
//   opt-22 -load-pass-plugin=sycl-fuse-passes.so -passes=sycl-kernel-fusion
#include "Transforms/Framework/PassRegistry.h"

#include "llvm/Plugins/PassPlugin.h"

extern "C" LLVM_ATTRIBUTE_WEAK LLVM_ABI llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "sycl-fuse", "0.1.0", syclfuse::fuser::registerPasses};
}
