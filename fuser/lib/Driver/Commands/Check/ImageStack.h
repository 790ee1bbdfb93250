// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How much stack a compiled kernel needs, read from its image: what registers and arrays that are indexed at run time
// spill to.
#pragma once

#include "syclfuse/kinds.hpp"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>

namespace syclfuse::fuser {

// Bytes in each thread, which may execute several work-items. Nothing where the image does not say: PTX and SPIR-V,
// whose registers the driver allocates. An error for an image that is damaged or does not have the kernel.
//   cubin: the attribute EIATTR_FRAME_SIZE (0x11) of .nv.info, which `cuobjdump -res-usage` prints as STACK and ptxas
//   -v as "stack frame". hsaco: .private_segment_fixed_size of the kernel's metadata (LLVM, "User Guide for AMDGPU
//   Backend", Code Object V3 Metadata and later).
llvm::Expected<std::optional<uint64_t>> stackOfKernel(llvm::StringRef Image, image_format Format,
                                                      llvm::StringRef Entry);

} // namespace syclfuse::fuser
