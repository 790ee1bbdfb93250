// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Room in the work-group's local memory that a kernel gets as an argument (argument_source::local_memory), for targets
// whose launches pass a byte offset instead of a pointer.
#pragma once

#include "llvm/Support/Error.h"

namespace llvm {
class Function;
} // namespace llvm

namespace syclfuse::fuser {

// Each pointer to local memory among Kernel's arguments whose entry of sycl.kernel.arguments says local_memory becomes
// a byte offset, i64, that is added to what `__sycl_fuse_local_memory` gives. The number and order of arguments stay.
// If there is one, Kernel is gone; the result has its name. To be called before a target looks for builtins. Kernel
// must not be called by other functions. SF3011 for malformed metadata.
llvm::Expected<llvm::Function *> lowerLocalArguments(llvm::Function &Kernel);

} // namespace syclfuse::fuser
