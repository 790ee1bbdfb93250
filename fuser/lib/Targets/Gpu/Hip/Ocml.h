// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "Targets/Gpu/GpuMath.h"

namespace syclfuse::fuser {

// The bitcode at the path Given (TargetOptions::DeviceLibs): ocml if its file name says so, else libclc, as the one
// that is installed.
MathLibrary findOcml(llvm::StringRef Given, unsigned SubGroupSize);

} // namespace syclfuse::fuser
