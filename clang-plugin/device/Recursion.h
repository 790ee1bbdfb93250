// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that call themselves, directly or through others. SYCL 2020, 5.4: recursion is not allowed in device code;
// a target may have no stack for it. Instantiations of one template are different functions.
#pragma once

#include "DeviceGraph.h"

namespace syclfuse::plugin {

// Adds one finding per cycle, where user code closes it if it does.
void findRecursion(DeviceGraph &Graph);

} // namespace syclfuse::plugin
