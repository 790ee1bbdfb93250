// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::ext::syclfuse::expect_nd_range: between start_fusion and complete_fusion, names an ND-range that a specialized
// kernel is to be built for. Constant arguments only; the plugin records them. Does nothing at run time.
#pragma once

#include "sycl/nd_range.hpp"

namespace sycl::ext::syclfuse {

template <int Dimensions> constexpr void expect_nd_range(range<Dimensions>) noexcept {}
template <int Dimensions> constexpr void expect_nd_range(range<Dimensions>, range<Dimensions>) noexcept {}
template <int Dimensions> constexpr void expect_nd_range(nd_range<Dimensions>) noexcept {}

} // namespace sycl::ext::syclfuse
