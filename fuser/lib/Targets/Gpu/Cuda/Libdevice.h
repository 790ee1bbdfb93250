// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "Targets/Gpu/GpuMath.h"

namespace syclfuse::fuser {

// The bitcode at the path Given (TargetOptions::Libdevice), else libdevice of an installed CUDA toolkit, else libclc,
// as far as it is installed.
MathLibrary findLibdevice(llvm::StringRef Given);

} // namespace syclfuse::fuser
