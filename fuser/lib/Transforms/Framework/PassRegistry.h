// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the passes of Passes.def known to a pass builder by their names.
#pragma once

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace syclfuse::fuser {

void registerPasses(llvm::PassBuilder &PB);

} // namespace syclfuse::fuser
