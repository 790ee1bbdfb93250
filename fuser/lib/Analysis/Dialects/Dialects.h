// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dialects, each a static object. Dialect::of chooses.
#pragma once

#include "Dialect.h"

namespace syclfuse::fuser {

// Spirv: with the address spaces of SPIR and SPIR-V; otherwise those of a host.
const Dialect &genericDialect(bool Spirv);
// Calls of the generic builtins, which IR of the other dialects may have as well.
bool isGenericBarrier(const llvm::CallBase &Call);
bool needsGroupGenerically(const llvm::CallBase &Call);
const Dialect &nvptxDialect();
const Dialect &amdgcnDialect();

} // namespace syclfuse::fuser
