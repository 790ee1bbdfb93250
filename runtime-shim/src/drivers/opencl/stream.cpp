// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stream.hpp"

#include "kernel.hpp"

#include <algorithm>
#include <cstring>

namespace sycl::detail::opencl {

namespace {

constexpr std::size_t largest_pattern = 128;

// The largest size of a pattern that divides this one and the address.
std::size_t unit_for(const void *dst, std::size_t pattern_size) {
  const auto at = reinterpret_cast<std::uintptr_t>(dst);
  std::size_t unit = 1;
  while (unit < largest_pattern && at % (2 * unit) == 0 && pattern_size % (2 * unit) == 0)
    unit *= 2;
  return unit;
}

void fill_host(void *dst, const void *pattern, std::size_t pattern_size, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    std::memcpy(static_cast<char *>(dst) + i * pattern_size, pattern, pattern_size);
}

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
  enqueue(command_place{queue_, &made});
  if (last_.get())
    earlier_.push_back(std::move(last_));
  last_ = event_reference(context_, made);
  recorded_.reset();
  if (profiling_ && !first_.get())
    first_ = last_.another();
}

void stream::marker() {
  command([&](const command_place &at) {
    require("clEnqueueMarkerWithWaitList",
            context_->functions().clEnqueueMarkerWithWaitList(at.queue, 0, nullptr, at.event));
  });
}

void stream::look_at_earlier() {
  const auto done = [&](event_reference &e) {
    const std::int32_t state = e.get() ? state_of(e) : 0;
    if (state < 0 && !failed_.get())
      failed_ = std::move(e);
    return state <= 0;
  };
  earlier_.erase(std::remove_if(earlier_.begin(), earlier_.end(), done), earlier_.end());
  most_earlier_ = std::max<std::size_t>(64, 2 * earlier_.size()); // so that each is looked at about once
}

void stream::launch(const launch_request &request) {
  const auto &size = request.range.global_size;
  if (size[0] == 0 || size[1] == 0 || size[2] == 0)
    return;
  auto &loaded = *const_cast<kernel *>(static_cast<const kernel *>(request.kernel));
  command([&](const command_place &at) { loaded.launch(request, at); });
}

void stream::copy(void *dst, const void *src, std::size_t bytes) {
  if (bytes == 0 || dst == src)
    return;
  command([&](const command_place &at) { context_->pointers().copy(at, dst, src, bytes); });
}

void stream::fill(void *dst, const void *pattern, std::size_t pattern_size, std::size_t count) {
  if (count == 0 || pattern_size == 0)
    return;
  memory &pointers = context_->pointers();
  if (!pointers.knows(dst)) {
    synchronize(); // earlier commands may read or write it
    return fill_host(dst, pattern, pattern_size, count);
  }
  const std::size_t unit = unit_for(dst, pattern_size), total = pattern_size * count;
  char *const to = static_cast<char *>(dst);
  const auto set = [&](std::size_t first, std::size_t bytes) {
    command([&](const command_place &at) {
      pointers.fill(at, to + first, static_cast<const char *>(pattern) + first, unit, bytes);
    });
  };
  if (unit == pattern_size)
    return set(0, total);
  // Other sizes: the first one piece by piece, then what is there once more.
  for (std::size_t at = 0; at < pattern_size; at += unit)
    set(at, unit);
  for (std::size_t done = pattern_size; done < total;) {
    const std::size_t next = std::min(done, total - done);
    copy(to + done, to, next);
    done += next;
  }
}

std::shared_ptr<driver_event> stream::record() {
  if (!last_.get() || (profiling_ && !first_.get()))
    marker();
  if (!recorded_) {
    recorded_ = std::make_shared<event>(std::move(first_), last_.another());
    // Others may wait for it without coming through this queue.
    require("clFlush", context_->functions().clFlush(queue_));
  }
  first_ = {};
  return recorded_;
}

void stream::wait_for(driver_event &other) {
  auto *recorded = dynamic_cast<event *>(&other);
  if (!recorded || recorded->last().owner() != context_)
    return other.wait(); // another driver's, or another device's
  if (recorded->known_complete())
    return;
  const event_handle handle = recorded->last().get();
  command([&](const command_place &at) {
    require("clEnqueueBarrierWithWaitList",
            context_->functions().clEnqueueBarrierWithWaitList(at.queue, 1, &handle, at.event));
  });
}

void stream::synchronize() {
  require("clFinish", context_->functions().clFinish(queue_));
  look_at_earlier();
  if (!failed_.get() && last_.get() && state_of(last_) < 0)
    failed_ = std::move(last_); // told once
  if (const event_reference failed = std::move(failed_); failed.get())
    check(failed);
}

} // namespace sycl::detail::opencl
