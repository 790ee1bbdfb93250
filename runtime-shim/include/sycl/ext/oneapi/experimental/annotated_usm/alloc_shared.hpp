// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// malloc_shared_annotated and aligned_alloc_shared_annotated: alloc_base.hpp documents them. Counts are in
// elements.
#pragma once

#include "sycl/ext/oneapi/experimental/annotated_usm/alloc_base.hpp"

namespace sycl::ext::oneapi::experimental {
SYCL_FUSE_ANNOTATED_USM(shared)
} // namespace sycl::ext::oneapi::experimental
