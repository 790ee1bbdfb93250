// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::sub_group (SYCL 2020, 4.9.1.8). Usable in kernels only; kernels that were compiled for the host have sub-groups
// of one work-item.
#pragma once

#include "sycl/group.hpp"

#include <cstdint>

namespace sycl {

class sub_group {
public:
  using id_type = id<1>;
  using range_type = range<1>;
  using linear_id_type = std::uint32_t;
  static constexpr int dimensions = 1;
  static constexpr memory_scope fence_scope = memory_scope::sub_group;

#ifdef __SYCL_DEVICE_ONLY__
  linear_id_type get_group_linear_id() const { return __spirv_BuiltInSubgroupId(); }
  linear_id_type get_local_linear_id() const { return __spirv_BuiltInSubgroupLocalInvocationId(); }
  linear_id_type get_group_linear_range() const { return __spirv_BuiltInNumSubgroups(); }
  linear_id_type get_local_linear_range() const { return __spirv_BuiltInSubgroupSize(); }
  range_type get_max_local_range() const { return range_type(__spirv_BuiltInSubgroupMaxSize()); }
#else
  linear_id_type get_group_linear_id() const { return group_; }
  linear_id_type get_local_linear_id() const { return 0; }
  linear_id_type get_group_linear_range() const { return groups_; }
  linear_id_type get_local_linear_range() const { return 1; }
  range_type get_max_local_range() const { return range_type(1); }
#endif
  id_type get_group_id() const { return id_type(get_group_linear_id()); }
  id_type get_local_id() const { return id_type(get_local_linear_id()); }
  range_type get_group_range() const { return range_type(get_group_linear_range()); }
  range_type get_local_range() const { return range_type(get_local_linear_range()); }
  bool leader() const { return get_local_linear_id() == 0; }

  friend bool operator==(const sub_group &a, const sub_group &b) { return a.group_ == b.group_; }
  friend bool operator!=(const sub_group &a, const sub_group &b) { return !(a == b); }

  // Not for users: made by nd_item, from the work-item's place in its work-group.
  sub_group(std::size_t group, std::size_t groups)
      : group_(static_cast<std::uint32_t>(group)), groups_(static_cast<std::uint32_t>(groups)) {}

private:
  std::uint32_t group_;
  [[maybe_unused]] std::uint32_t groups_; // of host code
};

template <> struct is_group<sub_group> : std::true_type {};

// Every work-item of the sub-group must call it (SYCL 2020, 4.17.3).
inline void group_barrier([[maybe_unused]] sub_group g,
                          [[maybe_unused]] memory_scope fence_scope = sub_group::fence_scope) {
#ifdef __SYCL_DEVICE_ONLY__
  detail::sub_group_barrier(fence_scope);
#endif
}

} // namespace sycl
