// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What group functions return.
#pragma once

#include "Analysis/Dialects/Builtins.h"

#include "llvm/ADT/ArrayRef.h"

namespace syclfuse::fuser::oracle {

// For the work-item at place Me. Values: of all work-items that take part, as bits of numbers of this width.
uint64_t groupValue(Builtin Kind, unsigned Operation, unsigned Bits, llvm::ArrayRef<uint64_t> Values, size_t Me,
                    uint64_t Extra);

} // namespace syclfuse::fuser::oracle
