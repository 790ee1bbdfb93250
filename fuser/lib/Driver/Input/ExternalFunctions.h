// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Joins translation units where device code of one calls functions of another (SYCL 2020, 5.10.1, SYCL_EXTERNAL).
#pragma once

#include "DeviceInput.h"

#include "llvm/ADT/ArrayRef.h"

namespace syclfuse::fuser {

// Gives M, which was read from one of the images, the functions that it calls, does not define, and that other images
// define, with all that those need. Of several definitions of one function, the one of the first image is taken, as a
// linker does; a program with two that are not inline does not link. What no image defines stays undefined, for
// prepareKernels to report (SF3017) with the kernel that needs it. Images that cannot be read are left out: who
// prepares them says so.
void linkExternalFunctions(llvm::Module &M, llvm::ArrayRef<DeviceImage> Images);

} // namespace syclfuse::fuser
