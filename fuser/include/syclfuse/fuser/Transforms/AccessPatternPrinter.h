// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// print<sycl-access-pattern>: what AccessPattern finds in each function that is defined. To standard error. Queries are brought
// into canonical form.
#pragma once

#include "llvm/IR/PassManager.h"

namespace syclfuse::fuser {

struct AccessPatternPrinterPass : llvm::PassInfoMixin<AccessPatternPrinterPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace syclfuse::fuser
