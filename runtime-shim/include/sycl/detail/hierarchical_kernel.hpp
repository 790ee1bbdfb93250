// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// handler::parallel_for_work_group launches a kernel over an nd_range whose work-groups have one work-item, which does
// the work of the whole group. So what is declared at work-group scope is shared, and no barrier is needed.
#pragma once

#include "sycl/detail/kernel.hpp"
#include "sycl/h_item.hpp"

namespace sycl {

namespace detail {

template <class F, int D> class hierarchical_kernel {
public:
  hierarchical_kernel(const F &f, const range<D> &local) : function_(f), local_(local) {}
  template <class G = F, class = std::enable_if_t<std::is_invocable_v<const G &, group<D>>>>
  void operator()(nd_item<D> i) const {
    function_(whole_group(i));
  }
  // For kernels that take a kernel_handler.
  template <class G = F, class = std::enable_if_t<takes_handler<G, group<D>>>>
  void operator()(nd_item<D> i, kernel_handler h) const {
    function_(whole_group(i), h);
  }

private:
  group<D> whole_group(const nd_item<D> &i) const {
    return group<D>(i.get_group().get_group_id(), id<D>(), i.get_group_range(), local_, true);
  }

  F function_;
  range<D> local_; // as the user sees it
};

template <int D> range<D> one_item() {
  range<D> r;
  for (int d = 0; d < D; ++d)
    r[d] = 1;
  return r;
}

// errc::nd_range beyond hierarchical_group_limit work-items, without any, or unlike the kernel's attribute.
SYCL_FUSE_API void check_hierarchical_group(const command &, const std::size_t *local);

} // namespace detail

template <class F, int D>
struct is_device_copyable<detail::hierarchical_kernel<F, D>> : is_device_copyable<std::remove_cv_t<F>> {};

} // namespace sycl
