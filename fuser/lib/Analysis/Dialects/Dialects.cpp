// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Dialects.h"

#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace syclfuse::fuser {

const Dialect &Dialect::of(const Module &M) {
  const Triple &T = M.getTargetTriple();
  if (T.isNVPTX())
    return nvptxDialect();
  if (T.isAMDGCN())
    return amdgcnDialect();
  return genericDialect(T.isSPIROrSPIRV());
}

} // namespace syclfuse::fuser
