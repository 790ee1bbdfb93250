// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "context.hpp"

#include <chrono>
#include <utility>

namespace sycl::detail::opencl {

context::context(std::shared_ptr<const api> functions, platform_handle platform, device_handle device)
    : api_(std::move(functions)), device_(device), memory_(memory::make(api_, platform, device)) {
  result r = result::success;
  handle_ = api_->clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &r);
  require("clCreateContext", r);
}

context::~context() { drop_release_error(api_->clReleaseContext(handle_)); }

queue_handle context::create_queue(bool profiling) const {
  result r = result::success;
  queue_handle queue = api_->clCreateCommandQueue(handle_, device_, profiling ? queue_profiling_enable : 0, &r);
  require("clCreateCommandQueue", r);
  return queue;
}

std::uint64_t context::device_time(event_handle event, profiling_info which) const {
  std::uint64_t time = 0;
  require("clGetEventProfilingInfo", api_->clGetEventProfilingInfo(event, which, sizeof time, &time, nullptr));
  return time;
}

// A command that ends now. The host looks later, so that nothing seems to start before it was submitted.
void context::compare_clocks() {
  const queue_handle queue = create_queue(true);
  event_handle event = nullptr;
  result r = api_->clEnqueueMarkerWithWaitList(queue, 0, nullptr, &event);
  if (r == result::success) {
    r = api_->clWaitForEvents(1, &event);
    const auto now = std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
    std::uint64_t end = 0;
    if (r == result::success &&
        api_->clGetEventProfilingInfo(event, profiling_info::end, sizeof end, &end, nullptr) == result::success)
      ahead_ = static_cast<std::uint64_t>(now) - end;
    drop_release_error(api_->clReleaseEvent(event));
  }
  drop_release_error(api_->clReleaseCommandQueue(queue));
}

std::uint64_t context::nanoseconds(event_handle event, profiling_info which) {
  std::call_once(clocks_compared_, [this] { compare_clocks(); });
  return device_time(event, which) + ahead_;
}

} // namespace sycl::detail::opencl
