// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many registers and how much stack a compiled kernel needs, read from its image: what the assembler or LLVM's back
// end has allocated. The stack holds what registers spill and arrays that are indexed at run time.
#pragma once

#include "syclfuse/bundle.hpp"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>

namespace syclfuse::fuser {

// Each thread's, which may execute several work-items. Nothing where the image does not say.
struct KernelResources {
  std::optional<uint64_t> Registers; // of 32 bits
  std::optional<uint64_t> Stack;     // bytes
};

// PTX and SPIR-V say nothing: the driver allocates their registers. An error for an image that is damaged or does not
// have the kernel.
//   cubin: the attributes EIATTR_REGCOUNT (0x2f) and EIATTR_FRAME_SIZE (0x11) of .nv.info, which `cuobjdump -res-usage`
//   prints as REG and STACK. hsaco: .vgpr_count and .private_segment_fixed_size of the kernel's metadata (LLVM, "User
//   Guide for AMDGPU Backend", Code Object V3 Metadata and later).
llvm::Expected<KernelResources> resourcesOfKernel(llvm::StringRef Image, image_format Format, llvm::StringRef Entry);
llvm::Expected<KernelResources> resourcesOfKernel(const bundle::view &View, const bundle::variant_record &V);

// The share of the threads a multiprocessor can hold that it holds of such a kernel, from its registers and its local
// memory (NVIDIA, "CUDA C++ Programming Guide", Compute Capabilities). Nothing for other targets than CUDA, and where
// the registers are not known.
std::optional<double> occupancyOf(const KernelResources &Resources, const bundle::variant_record &V);

} // namespace syclfuse::fuser
