// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The one error type of the fuser: a diagnostic with its code and place.
#pragma once

#include "syclfuse/diagnostic.hpp"

#include "llvm/Support/Error.h"

#include <optional>

namespace llvm {
class Function;
class Instruction;
} // namespace llvm

namespace syclfuse::fuser {

class FuseError : public llvm::ErrorInfo<FuseError> {
public:
  static char ID;
  explicit FuseError(diagnostic D, std::optional<unsigned> Submission = std::nullopt)
      : D(std::move(D)), Submission(Submission) {}
  const diagnostic &get() const { return D; }
  // For a region: the number of the kernel that cannot be fused with one before it.
  std::optional<unsigned> submission() const { return Submission; }
  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;

private:
  diagnostic D;
  std::optional<unsigned> Submission;
};

// The error `Code` with its arguments filled in; the place is that of Where's debug location, or of the function, if
// any.
llvm::Error fuseError(diag Code, std::vector<std::string> Arguments);
llvm::Error fuseError(diag Code, std::vector<std::string> Arguments, const llvm::Function &Where);
llvm::Error fuseError(diag Code, std::vector<std::string> Arguments, const llvm::Instruction &Where);

// Moves every FuseError in E to Out; any other error becomes SF3010.
void report(llvm::Error E, diagnostics &Out);

// The least number that an error in E has.
std::optional<unsigned> firstSubmission(const llvm::Error &E);

} // namespace syclfuse::fuser
