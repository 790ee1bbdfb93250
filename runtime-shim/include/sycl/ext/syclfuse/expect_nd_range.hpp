// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::ext::syclfuse::expect_nd_range: between start_fusion and complete_fusion, names an ND-range for which a
// specialized fused kernel is to be built. Arguments are sizes in work-items, as parallel_for takes them. They must be
// constants, because the plugin records them. The call does nothing at run time, and other ND-ranges still work.
#pragma once

#include "sycl/nd_range.hpp"

namespace sycl::ext::syclfuse {

template <int Dimensions> constexpr void expect_nd_range(range<Dimensions>) noexcept {}
template <int Dimensions> constexpr void expect_nd_range(range<Dimensions>, range<Dimensions>) noexcept {}
template <int Dimensions> constexpr void expect_nd_range(nd_range<Dimensions>) noexcept {}

} // namespace sycl::ext::syclfuse
