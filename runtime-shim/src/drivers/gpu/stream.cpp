// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stream.hpp"

#include "fill.hpp"
#include "replay.hpp"

#include "core/process/errors.hpp"
#include "drivers/common/fill.hpp"

#include <string>
#include <utility>

namespace sycl::detail::gpu {

namespace {

// Work-items, or bytes of a copy: less than the device does while the host makes a few submissions. As long as the
// commands that share an event stay below, it makes little difference for which of them somebody waits.
constexpr std::uint64_t countable_work = std::uint64_t{1} << 18;

struct kept_launch final : driver_launch {
  kept_launch(const context &owner, const launch_request &r, const device_limits &limits)
      : launch(owner, r, limits), work(launch.work_items()) {}
  const prepared_launch launch;
  const std::uint64_t work;
};

} // namespace

stream::stream(std::shared_ptr<context> ctx, const device_limits &limits, bool profiling)
    : core_(std::make_shared<stream_core>(std::move(ctx), profiling)), limits_(limits) {}

stream::~stream() {
  try {
    mark_last();
  } catch (const std::exception &) { // who waits for the event is told
  }
  core_->end();
}

// Held by this stream alone, nobody can ask for it any more.
void stream::mark_last() {
  if (last_is_open() && last_.use_count() > 1 && !last_->known_complete())
    last_->mark();
}

void stream::limit_shared(std::uint64_t work) {
  shared_work_ += work;
  if (shared_work_ < countable_work && (!last_ || last_is_open()))
    return;
  mark_last();
  last_.reset();
  shared_work_ = work;
}

const api &stream::begin_command(std::uint64_t work) {
  const api &f = core_->owner->current();
  if (!core_->profiling)
    limit_shared(work);
  if (core_->profiling && !begin_) {
    auto begin = std::make_unique<pooled_event>(core_->owner, true);
    f.require(f.event_record, begin->get(), core_->handle);
    begin_ = std::move(begin);
  }
  return f;
}

void stream::run(const prepared_launch &prepared, std::uint64_t work, const launch_request &request) {
  if (core_->profiling)
    begin_command(work);
  else
    limit_shared(work);
  prepared.run(*core_->owner, core_->handle, request.args);
}

void stream::launch(const launch_request &request) {
  const prepared_launch prepared(*core_->owner, request, limits_);
  if (!prepared.shape.empty)
    run(prepared, prepared.work_items(), request);
}

void stream::launch_again(const launch_request &request, std::unique_ptr<driver_launch> &prepared) {
  if (!prepared)
    prepared = std::make_unique<kept_launch>(*core_->owner, request, limits_);
  const auto &kept = static_cast<const kept_launch &>(*prepared);
  if (!kept.launch.shape.empty)
    run(kept.launch, kept.work, request);
}

void stream::replay(driver_replay &commands) {
  const auto &prepared = static_cast<const gpu::replay &>(commands);
  prepared.run(begin_command(prepared.work()), core_->handle);
}

void stream::copy(void *dst, const void *src, std::size_t bytes) {
  if (bytes == 0)
    return;
  const api &f = begin_command(bytes);
  const bool staged = bytes >= staging_ring::least && bytes <= staging_ring::most && is_pageable(f, src) &&
                      !is_pageable(f, dst) &&
                      core_->owner->staging().send(f, core_->handle, to_device(dst), src, bytes);
  if (!staged)
    f.copy(to_device(dst), to_device(src), bytes, core_->handle);
}

void stream::fill(void *dst, const void *pattern, std::size_t pattern_size, std::size_t count) {
  if (count == 0 || pattern_size == 0)
    return;
  const api &f = begin_command(count * pattern_size);
  if (!is_pageable(f, dst))
    return fill_device(f, core_->handle, dst, pattern, pattern_size, count);
  f.require(f.stream_synchronize, core_->handle); // earlier commands may read or write it
  fill_host(dst, pattern, pattern_size, count);
}

void stream::prefetch(const void *pointer, std::size_t bytes) {
  if (bytes == 0 || !limits_.moves_managed)
    return;
  const api &f = begin_command(bytes);
  f.require(f.mem_prefetch, to_device(pointer), bytes, core_->owner->device(), core_->handle);
}

void stream::advise(const void *pointer, std::size_t bytes, int advice) {
  if (advice < 0 || advice > static_cast<int>(mem_advice::unset_accessed_by))
    throw_error(errc::invalid, "mem_advise: " + std::to_string(advice) +
                                   " is no advice of CUDA and HIP, which are 1 to 6, and 0 for none");
  if (bytes == 0 || !limits_.moves_managed)
    return;
  const api &f = core_->owner->current();
  auto give = [&](mem_advice a) { f.require(f.mem_advise, to_device(pointer), bytes, a, core_->owner->device()); };
  if (advice != 0)
    return give(static_cast<mem_advice>(advice));
  for (mem_advice a :
       {mem_advice::unset_read_mostly, mem_advice::unset_preferred_location, mem_advice::unset_accessed_by})
    give(a);
}

const std::shared_ptr<driver_event> &stream::record(const driver_event *idle, long holders) {
  if (core_->profiling) {
    begin_command(0);
    last_ = std::make_shared<event>(core_, std::move(begin_));
    last_->mark();
  } else if (last_is_open()) {
    return last_;
  } else if (spare_ && spare_.use_count() == 1 + (spare_.get() == idle ? holders : 0)) {
    last_ = std::move(spare_);
    static_cast<event &>(*last_).begin_again();
  } else {
    last_ = std::make_shared<event>(core_, nullptr);
  }
  return last_;
}

void stream::wait_for(driver_event &other) {
  auto *recorded = dynamic_cast<event *>(&other);
  if (!recorded)
    return other.wait(); // another driver's
  if (recorded->finished())
    return;
  const auto handle = recorded->handle();
  if (!handle)
    return;
  const api &f = begin_command(countable_work); // nobody knows how long that takes
  f.require(f.stream_wait_event, core_->handle, handle->get(), 0u);
}

void stream::synchronize() {
  const context &owner = *core_->owner;
  const result r = owner.on_stream([&](const api &f) { return f.stream_synchronize(core_->handle); });
  if (r != result::success)
    owner.functions().fail(owner.functions().stream_synchronize.name, r);
  core_->finish(core_->issued);
  if (last_is_open())
    spare_ = std::move(last_);
  last_.reset();
  shared_work_ = 0;
}

} // namespace sycl::detail::gpu
