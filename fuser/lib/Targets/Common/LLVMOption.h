// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/ADT/StringRef.h"

namespace syclfuse::fuser {

// Sets one of LLVM's own options, for what there is no other way to say, until the end of the scope. Options are of the
// process, and each job has one for itself.
class LLVMOption {
public:
  LLVMOption(llvm::StringRef Name, llvm::StringRef Value, llvm::StringRef Default);
  ~LLVMOption();
  LLVMOption(const LLVMOption &) = delete;
  LLVMOption &operator=(const LLVMOption &) = delete;

private:
  void set(llvm::StringRef Value) const;
  llvm::StringRef Name, Default;
};

} // namespace syclfuse::fuser
