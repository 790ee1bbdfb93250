// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The change that sycl-internalization makes once it is decided: every access of an argument goes to replacement
// memory.
#pragma once

#include "Analysis/Promotion/PromotedLayout.h"

namespace syclfuse::fuser {

// Moves all accesses found in Uses to their places in memory that begins at Base, a value that dominates all of Kernel,
// and makes the copies of callees take Base and offsets. Afterwards the argument has no uses in code. BaseAlignment: of
// Base.
void moveToMemory(PromotableUses &Uses, const PromotedLayout &Layout, const ReplacementMemory &Memory,
                  llvm::Argument &Pointer, llvm::Value &Base, llvm::Align BaseAlignment);

// The largest alignment that an access asks for.
llvm::Align neededAlignment(const PromotableUses &Uses);

} // namespace syclfuse::fuser
