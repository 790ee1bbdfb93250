// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// malloc_device_annotated and aligned_alloc_device_annotated: alloc_base.hpp documents them. Counts are in
// elements.
#pragma once

#include "sycl/ext/oneapi/experimental/annotated_usm/alloc_base.hpp"

namespace sycl::ext::oneapi::experimental {
SYCL_FUSE_ANNOTATED_USM(device)
} // namespace sycl::ext::oneapi::experimental
