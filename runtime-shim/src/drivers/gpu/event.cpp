// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "event.hpp"

#include "core/process/errors.hpp"

#include <utility>

namespace sycl::detail::gpu {

stream_core::stream_core(std::shared_ptr<context> context, bool with_profiling)
    : owner(std::move(context)), profiling(with_profiling) {
  const api &f = owner->current();
  f.require(f.stream_create, &handle, stream_non_blocking);
}

void stream_core::end() noexcept {
  std::lock_guard lock(mutex);
  if (!handle)
    return;
  if (const api *f = owner->current_or_null())
    drop_release_error(f->stream_destroy(handle));
  handle = nullptr;
}

void stream_core::finish(std::uint64_t number) noexcept {
  std::uint64_t known = finished.load(std::memory_order_relaxed);
  while (known < number && !finished.compare_exchange_weak(known, number, std::memory_order_acq_rel))
    ;
  if (!oldest.load(std::memory_order_relaxed))
    return;
  std::lock_guard lock(mutex);
  while (event *first = oldest.load(std::memory_order_relaxed)) {
    if (!first->finished())
      return;
    first->end_.reset();
    first->unlink();
  }
}

event::event(std::shared_ptr<stream_core> core, std::unique_ptr<pooled_event> begin)
    : core_(std::move(core)), begin_(std::move(begin)), number_(++core_->issued) {}

event::~event() {
  if (!sealed())
    return; // never recorded
  std::lock_guard lock(core_->mutex);
  if (end_ && !core_->profiling)
    unlink();
}

void event::unlink() noexcept {
  if (older_)
    older_->newer_ = newer_;
  else
    core_->oldest.store(newer_, std::memory_order_relaxed);
  (newer_ ? newer_->older_ : core_->newest) = older_;
}

std::shared_ptr<pooled_event> event::handle() {
  std::lock_guard lock(core_->mutex);
  if (!end_ && !core_->profiling && finished())
    return nullptr;
  if (!end_) {
    sealed_.store(true);
    if (!core_->handle) // ~stream() could not record it, for which the driver had its reasons
      throw_error(errc::runtime, "a command was lost with its stream, whose device failed");
    const api &f = core_->owner->current();
    auto recorded = std::make_shared<pooled_event>(core_->owner, core_->profiling);
    f.require(f.event_record, recorded->get(), core_->handle);
    end_ = std::move(recorded);
    if (!core_->profiling) {
      older_ = std::exchange(core_->newest, this);
      if (older_)
        older_->newer_ = this;
      else
        core_->oldest.store(this, std::memory_order_relaxed);
    }
  }
  return end_;
}

void event::wait() {
  if (finished())
    return;
  const auto recorded = handle();
  if (!recorded)
    return;
  const api &f = core_->owner->current();
  f.require(f.event_synchronize, recorded->get());
  core_->finish(number_);
}

bool event::complete() {
  if (finished())
    return true;
  try {
    const auto recorded = handle();
    if (!recorded)
      return true;
    const result r = core_->owner->current().event_query(recorded->get());
    if (r == result::success)
      core_->finish(number_);
    return r != result::not_ready;
  } catch (const sycl::exception &) { // the context is unusable
    return true;
  }
}

std::uint64_t event::start_ns() const {
  if (!begin_)
    return 0;
  const_cast<event *>(this)->wait();
  return core_->owner->nanoseconds(begin_->get());
}

std::uint64_t event::end_ns() const {
  if (!begin_)
    return 0;
  const_cast<event *>(this)->wait();
  return core_->owner->nanoseconds(end_->get());
}

} // namespace sycl::detail::gpu
