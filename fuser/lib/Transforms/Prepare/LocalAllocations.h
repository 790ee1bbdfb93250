// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Local memory that a kernel asks for in its body (group_local_memory of sycl_ext_oneapi_local_memory).
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace syclfuse::fuser {

// Each call of `__sycl_fuse_allocate_local(size, alignment)` with constants becomes the address of a variable of its
// own in local memory; other calls stay. To be called before anything is inlined here, so that a call in the source is
// one variable wherever it is inlined.
void lowerLocalAllocations(llvm::Module &M);

} // namespace syclfuse::fuser
