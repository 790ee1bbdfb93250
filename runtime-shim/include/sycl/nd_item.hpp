// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::nd_item (SYCL 2020, 4.9.1.5).
#pragma once

#include "sycl/group.hpp"
#include "sycl/nd_range.hpp"
#include "sycl/sub_group.hpp"

namespace sycl {

template <int Dimensions> class nd_item {
public:
  static constexpr int dimensions = Dimensions;
  nd_item() = delete;

  constexpr id<Dimensions> get_global_id() const { return global_id_; }
  constexpr std::size_t get_global_id(int dimension) const { return global_id_[dimension]; }
  constexpr std::size_t get_global_linear_id() const {
    return detail::linear_id(global_, id<Dimensions>(global_id_ - offset_));
  }
  constexpr id<Dimensions> get_local_id() const { return local_id_; }
  constexpr std::size_t get_local_id(int dimension) const { return local_id_[dimension]; }
  constexpr std::size_t get_local_linear_id() const { return detail::linear_id(local_, local_id_); }
  constexpr sycl::group<Dimensions> get_group() const {
    return sycl::group<Dimensions>(group_, local_id_, groups_, local_);
  }
  sycl::sub_group get_sub_group() const { return sycl::sub_group(get_local_linear_id(), local_.size()); }
  constexpr std::size_t get_group(int dimension) const { return group_[dimension]; }
  constexpr std::size_t get_group_linear_id() const { return detail::linear_id(groups_, group_); }
  constexpr range<Dimensions> get_group_range() const { return groups_; }
  constexpr std::size_t get_group_range(int dimension) const { return groups_[dimension]; }
  constexpr range<Dimensions> get_global_range() const { return global_; }
  constexpr std::size_t get_global_range(int dimension) const { return global_[dimension]; }
  constexpr range<Dimensions> get_local_range() const { return local_; }
  constexpr std::size_t get_local_range(int dimension) const { return local_[dimension]; }
  constexpr id<Dimensions> get_offset() const { return offset_; }
  constexpr nd_range<Dimensions> get_nd_range() const { return {global_, local_, offset_}; }

  void barrier([[maybe_unused]] access::fence_space space = access::fence_space::global_and_local) const {
    detail::work_group_barrier(local_.size(), memory_scope::work_group);
  }

  template <access_mode M = access_mode::read_write>
  void mem_fence(access::fence_space space = access::fence_space::global_and_local) const {
    get_group().template mem_fence<M>(space);
  }
  // As group's.
  template <class To, class From, class... Stride>
  device_event async_work_group_copy(To dst, From src, std::size_t count, Stride... stride) const {
    return get_group().async_work_group_copy(dst, src, count, static_cast<std::size_t>(stride)...);
  }
  template <class... Events> void wait_for(const Events &...events) const { get_group().wait_for(events...); }

  friend constexpr bool operator==(const nd_item &a, const nd_item &b) {
    return a.global_id_ == b.global_id_ && a.local_id_ == b.local_id_ && a.group_ == b.group_;
  }
  friend constexpr bool operator!=(const nd_item &a, const nd_item &b) { return !(a == b); }

  // Not for users: made by the entry point.
  constexpr nd_item(id<Dimensions> global_id, id<Dimensions> local_id, id<Dimensions> group, range<Dimensions> global,
                    range<Dimensions> local, range<Dimensions> groups, id<Dimensions> offset)
      : global_id_(global_id), local_id_(local_id), group_(group), offset_(offset), global_(global), local_(local),
        groups_(groups) {}

private:
  id<Dimensions> global_id_, local_id_, group_, offset_;
  range<Dimensions> global_, local_, groups_;
};

} // namespace sycl
