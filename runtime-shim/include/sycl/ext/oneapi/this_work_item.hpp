// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl_ext_oneapi_free_function_queries: the nd_item, group and sub-group of the calling work-item, in kernels over an
// nd_range. They throw errc::invalid in a kernel that was compiled for the host.
#pragma once

#include "sycl/detail/kernel.hpp"

namespace sycl::ext::oneapi {

namespace this_work_item {
template <int Dimensions> nd_item<Dimensions> get_nd_item() {
#ifdef __SYCL_DEVICE_ONLY__
  return sycl::detail::device_argument<nd_item<Dimensions>, Dimensions>();
#else
  sycl::detail::throw_invalid("this_work_item: the kernel runs as host code");
#endif
}
template <int Dimensions> group<Dimensions> get_work_group() { return get_nd_item<Dimensions>().get_group(); }
inline sub_group get_sub_group() { return get_nd_item<1>().get_sub_group(); }
} // namespace this_work_item

// Their former names.
namespace experimental {
template <int Dimensions> nd_item<Dimensions> this_nd_item() { return this_work_item::get_nd_item<Dimensions>(); }
template <int Dimensions> group<Dimensions> this_group() { return this_work_item::get_work_group<Dimensions>(); }
inline sub_group this_sub_group() { return this_work_item::get_sub_group(); }
} // namespace experimental

} // namespace sycl::ext::oneapi
