// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The one error type of the fuser: a diagnostic with its code and place.
#pragma once

#include "syclfuse/diagnostic.hpp"

#include "llvm/Support/Error.h"

namespace llvm {
class Function;
class Instruction;
} // namespace llvm

namespace syclfuse::fuser {

class FuseError : public llvm::ErrorInfo<FuseError> {
public:
  static char ID;
  explicit FuseError(diagnostic D) : D(std::move(D)) {}
  const diagnostic &get() const { return D; }
  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;

private:
  diagnostic D;
};

// The error `Code` with its arguments filled in; the place is that of Where's debug location, or of the function, if
// any.
llvm::Error fuseError(diag Code, std::vector<std::string> Arguments);
llvm::Error fuseError(diag Code, std::vector<std::string> Arguments, const llvm::Function &Where);
llvm::Error fuseError(diag Code, std::vector<std::string> Arguments, const llvm::Instruction &Where);

// Moves every FuseError in E to Out; any other error becomes SF3010.
void report(llvm::Error E, diagnostics &Out);

} // namespace syclfuse::fuser
