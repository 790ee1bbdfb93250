// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The SYCL API of sycl-fuse: everything.
#pragma once

#include "sycl/atomic_fence.hpp"
#include "sycl/atomic_ref.hpp"
#include "sycl/builtins.hpp"
#include "sycl/detail/core.hpp"
#include "sycl/detail/standard_headers.hpp"
#include "sycl/ext/codeplay/experimental/fusion_wrapper.hpp"
#include "sycl/ext/syclfuse/expect_nd_range.hpp"
#include "sycl/functional.hpp"
#include "sycl/group_algorithm.hpp"
#include "sycl/group_barrier.hpp"
#include "sycl/half_type.hpp"
#include "sycl/kernel_bundle.hpp"
#include "sycl/marray.hpp"
#include "sycl/multi_ptr.hpp"
#include "sycl/properties/all_properties.hpp"
#include "sycl/reduction.hpp"
#include "sycl/span.hpp"
#include "sycl/stream.hpp"
#include "sycl/usm.hpp"
#include "sycl/vector.hpp"
