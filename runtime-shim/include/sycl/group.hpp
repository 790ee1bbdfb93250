// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::group (SYCL 2020, 4.9.1.7): the work-group of the calling work-item. Usable in kernels only.
#pragma once

#include "sycl/atomic_fence.hpp"
#include "sycl/detail/barrier.hpp"
#include "sycl/device_event.hpp"
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
  constexpr range_type get_global_range() const { return groups_ * local_; } // of SYCL 1.2.1
  constexpr std::size_t get_global_range(int dimension) const { return groups_[dimension] * local_[dimension]; }
  constexpr range_type get_group_range() const { return groups_; }
  constexpr std::size_t get_group_range(int dimension) const { return groups_[dimension]; }
  constexpr range_type get_max_local_range() const { return local_; }
  constexpr std::size_t get_group_linear_id() const { return detail::linear_id(groups_, group_); }
  constexpr std::size_t get_linear_id() const { return get_group_linear_id(); }
  constexpr std::size_t get_local_linear_id() const { return detail::linear_id(local_, local_id_); }
  constexpr std::size_t get_group_linear_range() const { return groups_.size(); }
  constexpr std::size_t get_local_linear_range() const { return local_.size(); }
  constexpr bool leader() const { return get_local_linear_id() == 0; }

  // In a kernel of handler::parallel_for_work_group: calls f(h_item) for each work-item of the group, or of `logical`
  // work-items, one after the other in row-major order. Defined in h_item.hpp.
  template <class F> void parallel_for_work_item(const F &f) const { parallel_for_work_item(local_, f); }
  template <class F> void parallel_for_work_item(const range<Dimensions> &logical, const F &f) const;

  // Orders the memory accesses of this work-item for the others of its group (SYCL 1.2.1). Modes and spaces make no
  // difference.
  template <access_mode = access_mode::read_write>
  void mem_fence(access::fence_space = access::fence_space::global_and_local) const {
    atomic_fence(memory_order::acq_rel, memory_scope::work_group);
  }

  // Every work-item of the group must call it with the same arguments (SYCL 2020, 4.9.1.7). Copies `count` elements:
  // dst[i] = src[i * stride] to local memory, dst[i * stride] = src[i] to global memory. A work-item may use them once
  // it has waited for the event.
  template <class T, class U, access::decorated A, access::decorated B, class = detail::enable_copy<T, U>>
  device_event async_work_group_copy(multi_ptr<T, access::address_space::local_space, A> dst,
                                     multi_ptr<U, access::address_space::global_space, B> src, std::size_t count,
                                     std::size_t stride = 1) const {
    return detail::copy_in_group(*this, dst.get_raw(), src.get_raw(), count, 1, stride);
  }
  template <class T, class U, access::decorated A, access::decorated B, class = detail::enable_copy<T, U>>
  device_event async_work_group_copy(multi_ptr<T, access::address_space::global_space, A> dst,
                                     multi_ptr<U, access::address_space::local_space, B> src, std::size_t count,
                                     std::size_t stride = 1) const {
    return detail::copy_in_group(*this, dst.get_raw(), src.get_raw(), count, stride, 1);
  }
  // For raw pointers, which name no address space.
  template <class T, class U, class = detail::enable_copy<T, U>>
  device_event async_work_group_copy(T *dst, U *src, std::size_t count) const {
    return detail::copy_in_group(*this, dst, src, count, 1, 1);
  }
  template <class T, class U, access::address_space S, access::decorated A, class = detail::enable_copy<T, U>>
  device_event async_work_group_copy(T *dst, multi_ptr<U, S, A> src, std::size_t count) const {
    return detail::copy_in_group(*this, dst, src.get_raw(), count, 1, 1);
  }
  template <class T, class U, access::address_space S, access::decorated A, class = detail::enable_copy<T, U>>
  device_event async_work_group_copy(multi_ptr<T, S, A> dst, U *src, std::size_t count) const {
    return detail::copy_in_group(*this, dst.get_raw(), src, count, 1, 1);
  }
  template <class... Events> void wait_for(const Events &...events) const { (events.wait(), ...); }

  friend constexpr bool operator==(const group &a, const group &b) {
    return a.group_ == b.group_ && a.groups_ == b.groups_ && a.local_ == b.local_;
  }
  friend constexpr bool operator!=(const group &a, const group &b) { return !(a == b); }

  // Not for users: made by nd_item.
  constexpr group(id_type g, id_type local_id, range_type groups, range_type local, bool alone = false)
      : group_(g), local_id_(local_id), groups_(groups), local_(local), alone_(alone) {}
  // Work-items that run this group together.
  constexpr std::size_t syclfuse_work_items() const { return alone_ ? 1 : local_.size(); }
  constexpr bool syclfuse_is_alone() const { return alone_; }

private:
  id_type group_, local_id_;
  range_type groups_, local_;
  bool alone_; // one work-item does the work of all of them
};

template <class T> struct is_group : std::false_type {};
template <int Dimensions> struct is_group<group<Dimensions>> : std::true_type {};
template <class T> inline constexpr bool is_group_v = is_group<T>::value;

// Every work-item of the group must call it. Each waits for the others and then sees what they wrote before (SYCL 2020,
// 4.17.3).
template <int Dimensions>
void group_barrier(group<Dimensions> g, memory_scope fence_scope = group<Dimensions>::fence_scope) {
  detail::work_group_barrier(g.syclfuse_work_items(), fence_scope, g.syclfuse_is_alone());
}

} // namespace sycl
