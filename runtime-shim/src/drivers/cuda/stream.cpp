// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stream.hpp"

#include "fill.hpp"
#include "kernel.hpp"

#include "core/errors.hpp"

#include <string>
#include <utility>

namespace sycl::detail::cuda {

stream::stream(std::shared_ptr<context> ctx, const device_limits &limits, bool profiling)
    : core_(std::make_shared<stream_core>(std::move(ctx), profiling)), limits_(limits) {}

stream::~stream() {
  try {
    record_last(); // nobody else breaks the circle of core and event
  } catch (const sycl::exception &) {
    std::lock_guard lock(core_->mutex);
    core_->last.reset(); // whoever waits for the event is given the same error
  }
}

void stream::record_last() {
  std::lock_guard lock(core_->mutex);
  if (!core_->last)
    return;
  // Held by this stream alone, nobody can ask for it any more.
  if (core_->last.use_count() > 1 && !core_->last->finished())
    core_->last->record_locked();
  core_->last.reset();
}

const api &stream::begin_command() {
  record_last();
  const api &f = core_->owner->current();
  if (core_->profiling && !begin_) {
    auto begin = std::make_unique<pooled_event>(core_->owner, true);
    f.require(f.cuEventRecord, begin->get(), core_->handle);
    begin_ = std::move(begin);
  }
  return f;
}

unsigned stream::dynamic_shared(const api &f, const launch_request &request) const {
  const auto &k = static_cast<const kernel &>(*request.kernel);
  const std::uint64_t all = k.static_shared() + request.local_memory;
  if (all > limits_.shared_memory_optin)
    throw_error(errc::memory_allocation, "a work-group needs " + std::to_string(all) +
                                             " bytes of local memory, the device has " +
                                             std::to_string(limits_.shared_memory_optin));
  if (all > limits_.shared_memory)
    k.allow_shared(f, request.local_memory);
  return request.local_memory;
}

void stream::launch(const launch_request &request) {
  const auto &k = static_cast<const kernel &>(*request.kernel);
  const launch_geometry shape = geometry_of(request, limits_, k.max_block_size());
  if (shape.empty)
    return;
  const api &f = begin_command();
  const unsigned shared = dynamic_shared(f, request);
  f.require(f.cuLaunchKernel, k.function(), shape.grid[0], shape.grid[1], shape.grid[2], shape.block[0], shape.block[1],
            shape.block[2], shared, core_->handle, const_cast<void **>(request.args), static_cast<void **>(nullptr));
}

void stream::copy(void *dst, const void *src, std::size_t bytes) {
  if (bytes == 0)
    return;
  const api &f = begin_command();
  f.require(f.cuMemcpyAsync, to_device(dst), to_device(src), bytes, core_->handle);
  if (is_pageable(f, src) || is_pageable(f, dst))
    f.require(f.cuStreamSynchronize, core_->handle);
}

void stream::fill(void *dst, const void *pattern, std::size_t pattern_size, std::size_t count) {
  if (count == 0 || pattern_size == 0)
    return;
  const api &f = begin_command();
  if (!is_pageable(f, dst))
    return fill_device(f, core_->handle, dst, pattern, pattern_size, count);
  f.require(f.cuStreamSynchronize, core_->handle); // earlier commands may read or write it
  fill_host(dst, pattern, pattern_size, count);
}

std::shared_ptr<driver_event> stream::record() {
  if (!core_->profiling) {
    std::lock_guard lock(core_->mutex);
    if (!core_->last)
      core_->last = std::make_shared<event>(core_, nullptr);
    return core_->last;
  }
  begin_command();
  std::lock_guard lock(core_->mutex);
  auto recorded = std::make_shared<event>(core_, std::move(begin_));
  recorded->record_locked();
  return recorded;
}

void stream::wait_for(driver_event &other) {
  auto *recorded = dynamic_cast<event *>(&other);
  if (!recorded)
    return other.wait(); // another driver's
  if (recorded->finished())
    return;
  const event_handle handle = recorded->handle();
  const api &f = begin_command();
  f.require(f.cuStreamWaitEvent, core_->handle, handle, 0u);
}

void stream::synchronize() {
  const api &f = core_->owner->current();
  f.require(f.cuStreamSynchronize, core_->handle);
  std::lock_guard lock(core_->mutex);
  core_->finish(core_->issued);
}

} // namespace sycl::detail::cuda
