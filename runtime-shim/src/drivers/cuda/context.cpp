// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "context.hpp"

#include <chrono>
#include <utility>

namespace sycl::detail::cuda {

context::context(std::shared_ptr<const api> functions, device_id device) : api_(std::move(functions)), device_(device) {
  api_->require(api_->cuDevicePrimaryCtxRetain, &handle_, device_);
}

context::~context() {
  if (const api *f = current_or_null()) {
    staging_.release(*f);
    pinned_.release(*f);
    for (const auto &pool : free_events_)
      for (event_handle event : pool)
        drop_release_error(f->cuEventDestroy(event));
    if (origin_)
      drop_release_error(f->cuEventDestroy(origin_));
  }
  drop_release_error(api_->cuDevicePrimaryCtxRelease(device_));
}

const api &context::current() const {
  context_handle now = nullptr;
  if (api_->cuCtxGetCurrent(&now) != result::success || now != handle_)
    api_->require(api_->cuCtxSetCurrent, handle_);
  return *api_;
}

const api *context::current_or_null() const noexcept {
  context_handle now = nullptr;
  if (api_->cuCtxGetCurrent(&now) == result::success && now == handle_)
    return api_.get();
  return api_->cuCtxSetCurrent(handle_) == result::success ? api_.get() : nullptr;
}

event_handle context::take_event(bool timing) {
  const api &f = current();
  std::lock_guard lock(mutex_);
  if (timing && !origin_) {
    event_handle origin = nullptr;
    f.require(f.cuEventCreate, &origin, event_default);
    f.require(f.cuEventRecord, origin, static_cast<stream_handle>(nullptr));
    f.require(f.cuEventSynchronize, origin);
    origin_ = origin;
    origin_ns_ =
        static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1));
  }
  auto &pool = free_events_[timing];
  if (!pool.empty()) {
    event_handle event = pool.back();
    pool.pop_back();
    return event;
  }
  event_handle event = nullptr;
  f.require(f.cuEventCreate, &event, timing ? event_default : event_disable_timing);
  return event;
}

void context::give_event(event_handle event, bool timing) noexcept {
  try {
    std::lock_guard lock(mutex_);
    free_events_[timing].push_back(event);
  } catch (...) { // no memory for the pool's entry
    if (const api *f = current_or_null())
      drop_release_error(f->cuEventDestroy(event));
  }
}

std::uint64_t context::nanoseconds(event_handle event) const {
  const api &f = current();
  float milliseconds = 0;
  f.require(f.cuEventElapsedTime, &milliseconds, origin_, event);
  return origin_ns_ + (milliseconds > 0 ? static_cast<std::uint64_t>(static_cast<double>(milliseconds) * 1e6) : 0);
}

} // namespace sycl::detail::cuda
