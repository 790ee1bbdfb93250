// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "Targets/Gpu/GpuFamily.h"

namespace syclfuse::fuser {

const GpuFamily &hipFamily();

} // namespace syclfuse::fuser
