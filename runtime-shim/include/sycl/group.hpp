// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::group (SYCL 2020, 4.9.1.7).
#pragma once

#include "sycl/detail/barrier.hpp"
#include "sycl/item.hpp"
#include "sycl/memory_enums.hpp"

namespace sycl {

template <int Dimensions> class group {
public:
  using id_type = id<Dimensions>;
  using range_type = range<Dimensions>;
  using linear_id_type = std::size_t;
  static constexpr int dimensions = Dimensions;
  static constexpr memory_scope fence_scope = memory_scope::work_group;

  constexpr id_type get_group_id() const { return group_; }
  constexpr std::size_t get_group_id(int dimension) const { return group_[dimension]; }
  constexpr id_type get_id() const { return group_; }
  constexpr std::size_t get_id(int dimension) const { return group_[dimension]; }
  constexpr std::size_t operator[](int dimension) const { return group_[dimension]; }
  constexpr id_type get_local_id() const { return local_id_; }
  constexpr std::size_t get_local_id(int dimension) const { return local_id_[dimension]; }
  constexpr range_type get_local_range() const { return local_; }
  constexpr std::size_t get_local_range(int dimension) const { return local_[dimension]; }
  constexpr range_type get_group_range() const { return groups_; }
  constexpr std::size_t get_group_range(int dimension) const { return groups_[dimension]; }
  constexpr range_type get_max_local_range() const { return local_; }
  constexpr std::size_t get_group_linear_id() const { return detail::linear_id(groups_, group_); }
  constexpr std::size_t get_linear_id() const { return get_group_linear_id(); }
  constexpr std::size_t get_local_linear_id() const { return detail::linear_id(local_, local_id_); }
  constexpr std::size_t get_group_linear_range() const { return groups_.size(); }
  constexpr std::size_t get_local_linear_range() const { return local_.size(); }
  constexpr bool leader() const { return get_local_linear_id() == 0; }

  friend constexpr bool operator==(const group &a, const group &b) {
    return a.group_ == b.group_ && a.groups_ == b.groups_ && a.local_ == b.local_;
  }
  friend constexpr bool operator!=(const group &a, const group &b) { return !(a == b); }

  // Not for users: made by nd_item.
  constexpr group(id_type g, id_type local_id, range_type groups, range_type local)
      : group_(g), local_id_(local_id), groups_(groups), local_(local) {}

private:
  id_type group_, local_id_;
  range_type groups_, local_;
};

template <class T> struct is_group : std::false_type {};
template <int Dimensions> struct is_group<group<Dimensions>> : std::true_type {};
template <class T> inline constexpr bool is_group_v = is_group<T>::value;

// Every work-item of the group waits here, and sees what the others wrote before (SYCL 2020, 4.17.3).
template <int Dimensions>
void group_barrier(group<Dimensions> g, memory_scope fence_scope = group<Dimensions>::fence_scope) {
  detail::work_group_barrier(g.get_local_linear_range(), fence_scope);
}

} // namespace sycl
