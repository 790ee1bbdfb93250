// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ModuleText.h"

#include "FuseError.h"

#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"

using namespace llvm;

namespace syclfuse::fuser {

std::string textOf(const Module &M) {
  std::string Text;
  raw_string_ostream OS(Text);
  M.print(OS, nullptr);
  return Text;
}

Error verify(const Module &M, const Twine &What) {
  std::string Problem;
  raw_string_ostream OS(Problem);
  if (!verifyModule(M, &OS))
    return Error::success();
  return fuseError(diag::internal_error, {(What + ": " + Problem).str()});
}

} // namespace syclfuse::fuser
