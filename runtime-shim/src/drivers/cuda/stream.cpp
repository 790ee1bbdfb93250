// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stream.hpp"

#include "fill.hpp"
#include "kernel.hpp"

#include "core/errors.hpp"

#include <string>
#include <utility>

namespace sycl::detail::cuda {

stream::stream(std::shared_ptr<context> ctx, const device_limits &limits, bool profiling)
    : context_(std::move(ctx)), limits_(limits), profiling_(profiling) {
  const api &f = context_->current();
  f.require(f.cuStreamCreate, &handle_, stream_non_blocking);
}

stream::~stream() {
  if (const api *f = context_->current_or_null())
    drop_release_error(f->cuStreamDestroy(handle_));
}

const api &stream::begin_command() {
  const api &f = context_->current();
  if (profiling_ && !begin_) {
    auto begin = std::make_unique<pooled_event>(context_, true);
    f.require(f.cuEventRecord, begin->get(), handle_);
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
            shape.block[2], shared, handle_, const_cast<void **>(request.args), static_cast<void **>(nullptr));
}

void stream::copy(void *dst, const void *src, std::size_t bytes) {
  if (bytes == 0)
    return;
  const api &f = begin_command();
  f.require(f.cuMemcpyAsync, to_device(dst), to_device(src), bytes, handle_);
  if (is_pageable(f, src) || is_pageable(f, dst))
    f.require(f.cuStreamSynchronize, handle_);
}

void stream::fill(void *dst, const void *pattern, std::size_t pattern_size, std::size_t count) {
  if (count == 0 || pattern_size == 0)
    return;
  const api &f = begin_command();
  if (!is_pageable(f, dst))
    return fill_device(f, handle_, dst, pattern, pattern_size, count);
  f.require(f.cuStreamSynchronize, handle_); // earlier commands may read or write it
  fill_host(dst, pattern, pattern_size, count);
}

std::shared_ptr<driver_event> stream::record() {
  const api &f = begin_command();
  auto end = std::make_unique<pooled_event>(context_, profiling_);
  f.require(f.cuEventRecord, end->get(), handle_);
  return std::make_shared<event>(std::move(begin_), std::move(end));
}

void stream::wait_for(driver_event &other) {
  const auto *recorded = dynamic_cast<event *>(&other);
  if (!recorded)
    return other.wait(); // another driver's
  const api &f = context_->current();
  f.require(f.cuStreamWaitEvent, handle_, recorded->handle(), 0u);
}

void stream::synchronize() {
  const api &f = context_->current();
  f.require(f.cuStreamSynchronize, handle_);
}

} // namespace sycl::detail::cuda
