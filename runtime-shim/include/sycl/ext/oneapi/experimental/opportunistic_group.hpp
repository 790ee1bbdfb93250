// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// opportunistic_group (sycl_ext_oneapi_non_uniform_groups): the work-items of a sub-group that happen to arrive
// together. The implementation chooses these. Here each arrives alone, which needs no agreement between work-items and
// is therefore correct wherever it is called.
#pragma once

#include "sycl/group_algorithm.hpp"

namespace sycl::ext::oneapi {
namespace experimental {

class opportunistic_group {
public:
  using id_type = id<1>;
  using range_type = range<1>;
  using linear_id_type = std::uint32_t;
  static constexpr int dimensions = 1;
  static constexpr memory_scope fence_scope = memory_scope::sub_group;

  id_type get_group_id() const { return id_type(0); }
  id_type get_local_id() const { return id_type(0); }
  range_type get_group_range() const { return range_type(1); }
  range_type get_local_range() const { return range_type(1); }
  linear_id_type get_group_linear_id() const { return 0; }
  linear_id_type get_local_linear_id() const { return 0; }
  linear_id_type get_group_linear_range() const { return 1; }
  linear_id_type get_local_linear_range() const { return 1; }
  bool leader() const { return true; }
};

template <class T> struct is_user_constructed_group : std::is_same<T, opportunistic_group> {};
template <class T> inline constexpr bool is_user_constructed_group_v = is_user_constructed_group<T>::value;

namespace this_kernel { // as it was called before
inline opportunistic_group get_opportunistic_group() { return {}; }
} // namespace this_kernel
} // namespace experimental

namespace this_work_item {
inline experimental::opportunistic_group get_opportunistic_group() { return {}; }
} // namespace this_work_item
} // namespace sycl::ext::oneapi

namespace sycl {
template <> struct is_group<ext::oneapi::experimental::opportunistic_group> : std::true_type {};
namespace detail {
template <> inline constexpr bool is_single<ext::oneapi::experimental::opportunistic_group> = true;
}
inline void group_barrier(ext::oneapi::experimental::opportunistic_group,
                          memory_scope fence_scope = memory_scope::sub_group) {
  atomic_fence(memory_order::acq_rel, fence_scope);
}
} // namespace sycl
