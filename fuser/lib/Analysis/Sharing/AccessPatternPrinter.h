// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// print<sycl-access-pattern>: what AccessPattern finds in each function that is defined. To standard error, if no other
// stream is given. Queries are brought into canonical form.
#pragma once

#include "llvm/IR/PassManager.h"
#include "llvm/Support/raw_ostream.h"

namespace syclfuse::fuser {

struct AccessPatternPrinterPass : llvm::PassInfoMixin<AccessPatternPrinterPass> {
  explicit AccessPatternPrinterPass(llvm::raw_ostream &OS = llvm::errs()) : OS(OS) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }

private:
  llvm::raw_ostream &OS;
};

} // namespace syclfuse::fuser
