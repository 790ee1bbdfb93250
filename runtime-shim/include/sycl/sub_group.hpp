// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::sub_group (SYCL 2020, 4.9.1.8). Usable in kernels only; kernels that were compiled for the host have sub-groups
// of one work-item.
#pragma once

#include "sycl/group.hpp"
#include "sycl/multi_ptr.hpp"

#include <cstdint>
#include <type_traits>
#include <utility>

namespace sycl {

template <class T, int N> class vec;

class sub_group {
  template <class T> static T *raw(T *p) { return p; }
  template <class P> static auto raw(const P &p) -> decltype(p.get_raw()) { return p.get_raw(); }
  template <class P>
  using element = detail::undecorated_t<std::remove_reference_t<decltype(*raw(std::declval<const P &>()))>>;

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

  // sycl_ext_oneapi_sub_group, deprecated: all work-items give the same pointer, raw or a multi_ptr. Value j of each is
  // j * get_max_local_range() elements behind the one at its local id.
  template <class P> auto load(P from) const { return static_cast<element<P>>(raw(from)[get_local_linear_id()]); }
  template <int N, class P> vec<element<P>, N> load(P from) const {
    vec<element<P>, N> values;
    for (int j = 0; j < N; ++j)
      values[j] = raw(from)[place(j)];
    return values;
  }
  template <class P> void store(P to, const element<P> &value) const { raw(to)[get_local_linear_id()] = value; }
  template <int N, class P> void store(P to, const vec<element<P>, N> &values) const {
    for (int j = 0; j < N; ++j)
      raw(to)[place(j)] = values[j];
  }

  friend bool operator==(const sub_group &a, const sub_group &b) { return a.group_ == b.group_; }
  friend bool operator!=(const sub_group &a, const sub_group &b) { return !(a == b); }

  // Not for users: made by nd_item, from the work-item's place in its work-group.
  sub_group(std::size_t group, std::size_t groups)
      : group_(static_cast<std::uint32_t>(group)), groups_(static_cast<std::uint32_t>(groups)) {}

private:
  std::size_t place(int j) const {
    return static_cast<std::size_t>(j) * get_max_local_range()[0] + get_local_linear_id();
  }

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
