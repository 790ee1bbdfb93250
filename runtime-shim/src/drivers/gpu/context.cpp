// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "context.hpp"

#include <chrono>
#include <utility>

namespace sycl::detail::gpu {

context::context(std::shared_ptr<const api> functions, device_id device)
    : api_(std::move(functions)), device_(device), handle_(api_->retain_context(device)) {}

context::~context() {
  if (const api *f = current_or_null()) {
    staging_.release(*f);
    pinned_.release(*f);
    for (const auto &pool : free_events_)
      for (event_handle event : pool)
        drop_release_error(f->event_destroy(event));
    if (origin_)
      drop_release_error(f->event_destroy(origin_));
  }
  api_->release_context(device_);
}

const api &context::current() const {
  api_->activate(device_, handle_);
  return *api_;
}

const api *context::current_or_null() const noexcept {
  try {
    return &current();
  } catch (const std::exception &) {
    return nullptr;
  }
}

event_handle context::take_event(bool timing) {
  const api &f = current();
  std::lock_guard lock(mutex_);
  if (timing && !origin_) {
    event_handle origin = nullptr;
    f.require(f.event_create, &origin, event_default);
    f.require(f.event_record, origin, static_cast<stream_handle>(nullptr));
    f.require(f.event_synchronize, origin);
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
  f.require(f.event_create, &event, timing ? event_default : event_disable_timing);
  return event;
}

void context::give_event(event_handle event, bool timing) noexcept {
  try {
    std::lock_guard lock(mutex_);
    free_events_[timing].push_back(event);
  } catch (...) { // no memory for the pool's entry
    if (const api *f = current_or_null())
      drop_release_error(f->event_destroy(event));
  }
}

std::uint64_t context::nanoseconds(event_handle event) const {
  const api &f = current();
  float milliseconds = 0;
  f.require(f.event_elapsed_time, &milliseconds, origin_, event);
  return origin_ns_ + (milliseconds > 0 ? static_cast<std::uint64_t>(static_cast<double>(milliseconds) * 1e6) : 0);
}

} // namespace sycl::detail::gpu
