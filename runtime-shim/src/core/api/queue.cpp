// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What queue.hpp calls.
#include "core/queue/queue_impl.hpp"

namespace sycl::detail {

std::shared_ptr<queue_impl> make_queue(const device &d, const context *c, async_handler h, const property_list &p) {
  auto made = std::make_shared<queue_impl>(d, c, std::move(h), p);
  made->set_self();
  return made;
}
void wait_queue(queue_impl *q) { q->wait(); }
void throw_asynchronous(queue_impl *q) { q->throw_asynchronous(); }

} // namespace sycl::detail

namespace sycl {

backend queue::get_backend() const noexcept { return impl_->dev().platform->kind; }
context queue::get_context() const { return impl_->ctx(); }
device queue::get_device() const { return device(&impl_->dev()); }
bool queue::is_in_order() const noexcept { return impl_->in_order(); }
const property_list &queue::properties() const noexcept { return impl_->properties(); }
template <> SYCL_FUSE_API context queue::get_info<info::queue::context>() const { return get_context(); }
template <> SYCL_FUSE_API device queue::get_info<info::queue::device>() const { return get_device(); }

} // namespace sycl
