// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::device_event (SYCL 2020, 4.7.8: of async_work_group_copy) and the copy itself, which each work-item does a part
// of.
#pragma once

#include "sycl/detail/barrier.hpp"
#include "sycl/multi_ptr.hpp"

namespace sycl {

class device_event {
public:
  // Every work-item of the group waits here until all have copied their part.
  void wait() const { detail::work_group_barrier(work_items_, memory_scope::work_group, alone_); }

  // Not for users: made by async_work_group_copy.
  device_event(std::size_t work_items, bool alone) : work_items_(work_items), alone_(alone) {}

private:
  std::size_t work_items_;
  bool alone_;
};

namespace detail {
// Whichever of both is in global memory has the stride.
template <class G, class To, class From>
device_event copy_in_group(const G &g, To *to, const From *from, std::size_t count, std::size_t to_stride,
                           std::size_t from_stride) {
  for (std::size_t i = g.get_local_linear_id(); i < count; i += g.syclfuse_work_items())
    to[i * to_stride] = from[i * from_stride];
  return device_event(g.syclfuse_work_items(), g.syclfuse_is_alone());
}
template <class To, class From> using enable_copy = std::enable_if_t<std::is_same_v<To, std::remove_const_t<From>>>;
} // namespace detail

} // namespace sycl
