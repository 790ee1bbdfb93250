// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Queues whose commands go to a graph.
#include "core/queue/queue_impl.hpp"

namespace sycl::detail {

bool queue_impl::start_recording(const std::shared_ptr<command_recorder> &to) {
  end_holding(end_of_holding::command);
  if (in_fusion_mode())
    return false;
  std::lock_guard<std::mutex> lock(recorder_mutex_);
  if (recorder_.lock())
    return false;
  recorder_ = to;
  records_.store(true, std::memory_order_release);
  return true;
}

void queue_impl::end_recording() {
  std::lock_guard<std::mutex> lock(recorder_mutex_);
  recorder_.reset();
  records_.store(false, std::memory_order_release);
}

std::shared_ptr<command_recorder> queue_impl::recorder() const {
  if (!records())
    return nullptr;
  std::lock_guard<std::mutex> lock(recorder_mutex_);
  return recorder_.lock();
}

std::shared_ptr<command_recorder> queue_impl::find_recorder(const command &c) {
  if (auto own = recorder())
    return own;
  for (const auto &d : c.dependencies)
    if (d->recorded) {
      d->recorded->take_over(*this);
      return recorder();
    }
  return nullptr;
}

} // namespace sycl::detail
