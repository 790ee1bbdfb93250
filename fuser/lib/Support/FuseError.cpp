// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FuseError.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"

using namespace llvm;

namespace syclfuse::fuser {

char FuseError::ID = 0;

void FuseError::log(raw_ostream &OS) const { OS << D.format(); }

std::error_code FuseError::convertToErrorCode() const { return inconvertibleErrorCode(); }

static diagnostic makeDiagnostic(diag Code, const std::vector<std::string> &Arguments) {
  diagnostic D;
  D.code = Code;
  D.level = info(Code).level;
  D.text = format_text(Code, Arguments);
  return D;
}

Error fuseError(diag Code, std::vector<std::string> Arguments) {
  return make_error<FuseError>(makeDiagnostic(Code, Arguments));
}

Error fuseError(diag Code, std::vector<std::string> Arguments, const Function &Where) {
  diagnostic D = makeDiagnostic(Code, Arguments);
  if (const DISubprogram *SP = Where.getSubprogram()) {
    D.file = SP->getFilename().str();
    D.line = SP->getLine();
  }
  return make_error<FuseError>(std::move(D));
}

Error fuseError(diag Code, std::vector<std::string> Arguments, const Instruction &Where) {
  const DILocation *Loc = Where.getDebugLoc();
  // Line 0 is code without a place of its own: the function's is better.
  if (!Loc || Loc->getLine() == 0)
    return fuseError(Code, std::move(Arguments), *Where.getFunction());
  diagnostic D = makeDiagnostic(Code, Arguments);
  D.file = Loc->getFilename().str();
  D.line = Loc->getLine();
  D.column = Loc->getColumn();
  return make_error<FuseError>(std::move(D));
}

// diagnostics has no way in for a finished diagnostic: its text is made from a code and arguments. An entry is added
// for the code, then overwritten.
static void append(diagnostics &Out, const diagnostic &D) { Out.add(D.code, D.file, D.line, D.column, {}) = D; }

std::optional<unsigned> firstSubmission(const Error &E) {
  std::optional<unsigned> First;
  visitErrors(E, [&](const ErrorInfoBase &Info) {
    if (!Info.isA<FuseError>())
      return;
    if (const std::optional<unsigned> Number = static_cast<const FuseError &>(Info).submission())
      First = std::min(First.value_or(*Number), *Number);
  });
  return First;
}

void report(Error E, diagnostics &Out) {
  handleAllErrors(
      std::move(E), [&](const FuseError &Known) { append(Out, Known.get()); },
      [&](const ErrorInfoBase &Other) { Out.add(diag::internal_error, "", 0, 0, {Other.message()}); });
}

} // namespace syclfuse::fuser
