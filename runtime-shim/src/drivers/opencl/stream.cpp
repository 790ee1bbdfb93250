// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stream.hpp"

#include "kernel.hpp"

#include "drivers/common/fill.hpp"

#include <algorithm>
#include <cstring>

namespace sycl::detail::opencl {

namespace {

constexpr std::size_t largest_pattern = 128;

} // namespace

stream::stream(std::shared_ptr<context> ctx, bool profiling)
    : context_(std::move(ctx)), profiling_(profiling), queue_(context_->create_queue(profiling)) {}

// What was enqueued is still run.
stream::~stream() { context_->end_queue(queue_); }

template <class Enqueue> void stream::command(const Enqueue &enqueue) {
  event_handle made = nullptr;
  if (earlier_.size() >= most_earlier_)
    look_at_earlier();
  earlier_.reserve(most_earlier_);
  enqueue(command_slot{queue_, &made});
  if (last_)
    earlier_.push_back(std::move(last_));
  last_ = {event_reference(context_, made), nullptr};
  if (profiling_ && !first_.get())
    first_ = last_.get().another();
}

void stream::marker() {
  command([&](const command_slot &at) {
    require("clEnqueueMarkerWithWaitList",
            context_->functions().clEnqueueMarkerWithWaitList(at.queue, 0, nullptr, at.event));
  });
}

void stream::look_at_earlier() {
  const auto done = [&](command_event &e) {
    if (!e || (e.recorded && e.recorded->known_complete()))
      return true;
    const std::int32_t state = state_of(e.get());
    if (state < 0 && !failed_)
      failed_ = std::move(e);
    return state <= 0;
  };
  earlier_.erase(std::remove_if(earlier_.begin(), earlier_.end(), done), earlier_.end());
  most_earlier_ = std::max(usual_earlier, 2 * earlier_.size()); // so that each is looked at about once
}

void stream::launch(const launch_request &request) {
  const auto &size = request.range.global_size;
  if (size[0] == 0 || size[1] == 0 || size[2] == 0)
    return;
  auto &loaded = *const_cast<kernel *>(static_cast<const kernel *>(request.kernel));
  command([&](const command_slot &at) { loaded.launch(request, at); });
}

void stream::copy(void *dst, const void *src, std::size_t bytes) {
  if (bytes == 0 || dst == src)
    return;
  if (context_->pointers().reaches(dst, src))
    return command([&](const command_slot &at) { context_->pointers().copy(at, dst, src, bytes); });
  synchronize(); // earlier commands may read or write them
  std::memmove(dst, src, bytes);
}

void stream::fill(void *dst, const void *pattern, std::size_t pattern_size, std::size_t count) {
  if (count == 0 || pattern_size == 0)
    return;
  memory &pointers = context_->pointers();
  if (!pointers.knows(dst)) {
    synchronize(); // earlier commands may read or write it
    return fill_host(dst, pattern, pattern_size, count);
  }
  char *const to = static_cast<char *>(dst);
  const auto set = [&](std::size_t first, std::size_t unit, std::size_t bytes) {
    command([&](const command_slot &at) {
      pointers.fill(at, to + first, static_cast<const char *>(pattern) + first, unit, bytes);
    });
  };
  fill_by_units(reinterpret_cast<std::uintptr_t>(dst), pattern_size, count, largest_pattern, set,
                [&](std::size_t at, std::size_t bytes) { copy(to + at, to, bytes); });
}

const std::shared_ptr<driver_event> &stream::record(const driver_event *, long) {
  if (!last_ || (profiling_ && !first_.get()))
    marker();
  if (!last_.recorded) {
    last_.recorded = std::make_shared<event>(std::move(first_), std::move(last_.own));
    // Others may wait for it without coming through this queue.
    require("clFlush", context_->functions().clFlush(queue_));
  }
  first_ = {};
  return last_.recorded;
}

void stream::wait_for(driver_event &other) {
  auto *recorded = dynamic_cast<event *>(&other);
  if (!recorded || recorded->last().owner() != context_)
    return other.wait(); // another driver's, or another device's
  if (recorded->known_complete())
    return;
  const event_handle handle = recorded->last().get();
  command([&](const command_slot &at) {
    require("clEnqueueBarrierWithWaitList",
            context_->functions().clEnqueueBarrierWithWaitList(at.queue, 1, &handle, at.event));
  });
}

void stream::synchronize() {
  require("clFinish", context_->functions().clFinish(queue_));
  look_at_earlier();
  if (!failed_ && last_ && state_of(last_.get()) < 0)
    failed_ = std::exchange(last_, {}); // told once
  if (const command_event failed = std::exchange(failed_, {}); failed)
    check(failed.get());
}

} // namespace sycl::detail::opencl
