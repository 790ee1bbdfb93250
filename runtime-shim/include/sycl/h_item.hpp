// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::h_item, sycl::private_memory and group::parallel_for_work_item (SYCL 2020, 4.9.1.6 and 4.9.4.2.3).
#pragma once

#include "sycl/group.hpp"

namespace sycl {

namespace detail {
// Work-items of a work-group that handler::parallel_for_work_group launches: private_memory has room for so many.
inline constexpr std::size_t hierarchical_group_limit = 1024;
} // namespace detail

template <int Dimensions> class h_item {
  using range_type = range<Dimensions>;
  using id_type = id<Dimensions>;
  using item_type = item<Dimensions, false>;

public:
  static constexpr int dimensions = Dimensions;
  h_item() = delete;

  constexpr item_type get_global() const { return {get_global_id(), get_global_range(), {}}; }
  constexpr item_type get_local() const { return get_logical_local(); }
  constexpr item_type get_logical_local() const { return {at_, logical_, {}}; }
  constexpr item_type get_physical_local() const { return {get_physical_local_id(), physical_, {}}; }

  constexpr range_type get_global_range() const { return groups_ * physical_; }
  constexpr std::size_t get_global_range(int d) const { return get_global_range()[d]; }
  constexpr id_type get_global_id() const { return group_ * id_type(physical_) + get_physical_local_id(); }
  constexpr std::size_t get_global_id(int d) const { return get_global_id()[d]; }
  constexpr range_type get_local_range() const { return logical_; }
  constexpr std::size_t get_local_range(int d) const { return logical_[d]; }
  constexpr id_type get_local_id() const { return at_; }
  constexpr std::size_t get_local_id(int d) const { return at_[d]; }
  constexpr range_type get_logical_local_range() const { return logical_; }
  constexpr std::size_t get_logical_local_range(int d) const { return logical_[d]; }
  constexpr id_type get_logical_local_id() const { return at_; }
  constexpr std::size_t get_logical_local_id(int d) const { return at_[d]; }
  constexpr range_type get_physical_local_range() const { return physical_; }
  constexpr std::size_t get_physical_local_range(int d) const { return physical_[d]; }
  constexpr id_type get_physical_local_id() const {
    id_type i;
    for (int d = 0; d < Dimensions; ++d)
      i[d] = at_[d] < physical_[d] ? at_[d] : at_[d] % physical_[d];
    return i;
  }
  constexpr std::size_t get_physical_local_id(int d) const { return get_physical_local_id()[d]; }

  friend constexpr bool operator==(const h_item &a, const h_item &b) {
    return a.group_ == b.group_ && a.at_ == b.at_ && a.groups_ == b.groups_ && a.logical_ == b.logical_ &&
           a.physical_ == b.physical_;
  }
  friend constexpr bool operator!=(const h_item &a, const h_item &b) { return !(a == b); }

  // Not for users: made by parallel_for_work_item.
  constexpr h_item(id_type group, id_type at, range_type groups, range_type logical, range_type physical)
      : group_(group), at_(at), groups_(groups), logical_(logical), physical_(physical) {}

private:
  id_type group_, at_;
  range_type groups_, logical_, physical_;
};

// One T for each work-item of the work-group, which lasts from one parallel_for_work_item to the next.
template <class T, int Dimensions = 1> class private_memory {
public:
  explicit private_memory(const group<Dimensions> &) {}
  private_memory(const private_memory &) = delete;
  private_memory &operator=(const private_memory &) = delete;

  T &operator()(const h_item<Dimensions> &i) {
    return values_[detail::linear_id(i.get_physical_local_range(), i.get_physical_local_id())];
  }

private:
  T values_[detail::hierarchical_group_limit];
};

namespace detail {
template <int D, int Dim, class F>
inline void each_work_item(const group<D> &g, const range<D> &logical, id<D> &at, const F &f) {
  for (std::size_t i = 0; i < logical[Dim]; ++i) {
    at[Dim] = i;
    if constexpr (Dim + 1 < D)
      each_work_item<D, Dim + 1>(g, logical, at, f);
    else
      f(h_item<D>(g.get_group_id(), at, g.get_group_range(), logical, g.get_local_range()));
  }
}
} // namespace detail

template <int Dimensions>
template <class F>
void group<Dimensions>::parallel_for_work_item(const range<Dimensions> &logical, const F &f) const {
  id<Dimensions> at;
  detail::each_work_item<Dimensions, 0>(*this, logical, at, f);
}

} // namespace sycl
