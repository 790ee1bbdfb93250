// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "context.hpp"

#include "memory_forms.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace sycl::detail::opencl {

context::context(std::shared_ptr<const api> functions, std::shared_ptr<const program_cache> programs,
                 platform_handle platform, device_handle device)
    : api_(std::move(functions)), programs_(std::move(programs)), device_(device),
      program_maker_(api_->program_maker(platform, device)), memory_(make_memory(api_, platform, device)) {
  result r = result::success;
  handle_ = api_->clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &r);
  require("clCreateContext", r);
}

context::~context() {
  release_ended();
  memory_.reset();
  drop_release_error(api_->clReleaseContext(handle_));
}

void context::release_ended() noexcept {
  for (queue_handle queue : ended_) {
    drop_release_error(api_->clFinish(queue));
    drop_release_error(api_->clReleaseCommandQueue(queue));
  }
  ended_.clear();
}

void context::end_queue(queue_handle queue) noexcept {
  constexpr std::size_t most_ended = 16;
  std::lock_guard lock(mutex_);
  drop_release_error(api_->clFlush(queue));
  queues_.erase(std::find(queues_.begin(), queues_.end(), queue));
  ended_.push_back(queue); // there was room for it in create_queue()
  if (ended_.size() > most_ended)
    release_ended();
}

void context::finish() {
  std::lock_guard lock(mutex_);
  release_ended();
  for (queue_handle queue : queues_)
    drop_release_error(api_->clFinish(queue)); // whoever waits for what failed is told
}

queue_handle context::create_queue(bool profiling) {
  std::lock_guard lock(mutex_);
  queues_.reserve(queues_.size() + 1);
  ended_.reserve(queues_.size() + ended_.size() + 1);
  result r = result::success;
  queue_handle queue = api_->clCreateCommandQueue(handle_, device_, profiling ? queue_profiling_enable : 0, &r);
  require("clCreateCommandQueue", r);
  queues_.push_back(queue);
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
  end_queue(queue);
}

std::uint64_t context::nanoseconds(event_handle event, profiling_info which) {
  std::call_once(clocks_compared_, [this] { compare_clocks(); });
  return device_time(event, which) + ahead_;
}

} // namespace sycl::detail::opencl
