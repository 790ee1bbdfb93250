// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Properties of one kernel, given to single_task and parallel_for or by the kernel functor's get(properties_tag)
// (sycl_ext_oneapi_kernel_properties, sycl_ext_oneapi_root_group), and ours. Any other property there is a compile
// error.
#pragma once

#include "sycl/ext/oneapi/properties/properties.hpp"

#include <cstdint>

namespace sycl::ext::oneapi::experimental {

struct work_group_size_key {
  template <std::size_t... S>
  using value_t = property_value<work_group_size_key, std::integral_constant<std::size_t, S>...>;
};
struct work_group_size_hint_key {
  template <std::size_t... S>
  using value_t = property_value<work_group_size_hint_key, std::integral_constant<std::size_t, S>...>;
};

// The kernel is launched with this work-group size, in SYCL's order. Throws errc::nd_range if its nd_range has another
// one. No effect on a kernel over a range, which cannot see its work-groups.
template <std::size_t... S> inline constexpr work_group_size_key::value_t<S...> work_group_size;
// A hint without effect: code is made for any size.
template <std::size_t... S> inline constexpr work_group_size_hint_key::value_t<S...> work_group_size_hint;
// The submission throws errc::kernel_not_supported unless the device has sub-groups of this size.
SYCL_FUSE_PROPERTY_WITH_VALUE(sub_group_size, std::uint32_t)
// The kernel synchronizes its work-groups: it is never fused. It is launched beside an open fusion region, which ends
// only if the kernel depends on it by buffers or events, or if the queue is in order and the region has a kernel.
SYCL_FUSE_PROPERTY(use_root_sync)

} // namespace sycl::ext::oneapi::experimental

namespace sycl::ext::syclfuse {

struct no_fusion_key {
  using value_t = oneapi::experimental::property_value<no_fusion_key>;
};
// The kernel does not become part of an open fusion region: it is launched beside it, as if it were submitted to
// another queue. The region stays open, unless the kernel depends on it by buffers or events, or the queue is in order
// and the region has a kernel. It is not held for automatic fusion either.
inline constexpr no_fusion_key::value_t no_fusion;

} // namespace sycl::ext::syclfuse
