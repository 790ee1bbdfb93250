// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Included before programs that choose a GPU: they take the default device, which ONEAPI_DEVICE_SELECTOR decides.
#include <sycl/sycl.hpp>
#define gpu_selector_v default_selector_v
#define gpu_selector default_selector
