// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "context.hpp"

#include <atomic>
#include <memory>
#include <utility>

namespace sycl::detail::opencl {

// Holds a reference of an OpenCL event, or none.
class event_reference {
public:
  event_reference() = default;
  // Takes over the reference that an enqueuing function gave.
  event_reference(std::shared_ptr<context> owner, event_handle handle) : owner_(std::move(owner)), handle_(handle) {}
  event_reference(event_reference &&other) noexcept
      : owner_(std::move(other.owner_)), handle_(std::exchange(other.handle_, nullptr)) {}
  event_reference &operator=(event_reference &&other) noexcept {
    std::swap(owner_, other.owner_);
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~event_reference() {
    if (handle_)
      drop_release_error(owner_->functions().clReleaseEvent(handle_));
  }
  event_handle get() const { return handle_; }
  const std::shared_ptr<context> &owner() const { return owner_; }
  event_reference another() const {
    if (handle_)
      require("clRetainEvent", owner_->functions().clRetainEvent(handle_));
    return {owner_, handle_};
  }

private:
  std::shared_ptr<context> owner_;
  event_handle handle_ = nullptr;
};

// For one command and all before it in its queue. Thread-safe.
class event final : public driver_event {
public:
  // `first`: the first command that belongs to it, for its start; none without profiling.
  event(event_reference first, event_reference last) : first_(std::move(first)), last_(std::move(last)) {}
  void wait() override;
  // True also if a command failed: nothing more will happen, and wait() says what did.
  bool complete() override;
  bool known_complete() const noexcept override { return done_.load(std::memory_order_acquire); }
  void mark() override {} // it never stands for a later command
  // Wait for the event, if its stream has profiling.
  std::uint64_t start_ns() const override { return time(first_, profiling_info::start); }
  std::uint64_t end_ns() const override { return time(last_, profiling_info::end); }

  const event_reference &last() const { return last_; }

private:
  std::uint64_t time(const event_reference &, profiling_info) const;
  event_reference first_, last_;
  std::atomic<bool> done_{false};
};

// 0 when complete, negative if it failed, else positive.
std::int32_t state_of(const event_reference &);

// Throws errc::kernel if the command, which is complete, failed.
void check(const event_reference &);

} // namespace sycl::detail::opencl
