// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "event.hpp"

#include <utility>

namespace sycl::detail::cuda {

pooled_event::pooled_event(std::shared_ptr<context> ctx, bool timing)
    : context_(std::move(ctx)), timing_(timing), handle_(context_->take_event(timing)) {}

pooled_event::~pooled_event() { context_->give_event(handle_, timing_); }

event::event(std::unique_ptr<pooled_event> begin, std::unique_ptr<pooled_event> end)
    : begin_(std::move(begin)), end_(std::move(end)) {}

void event::synchronize() const {
  const api &f = end_->owner()->current();
  f.require(f.cuEventSynchronize, end_->get());
}

void event::wait() { synchronize(); }

bool event::complete() {
  const api &f = end_->owner()->current();
  const result r = f.cuEventQuery(end_->get());
  if (r != result::success && r != result::not_ready)
    f.fail(f.cuEventQuery.name, r);
  return r == result::success;
}

std::uint64_t event::start_ns() const {
  if (!begin_)
    return 0;
  synchronize();
  return begin_->owner()->nanoseconds(begin_->get());
}

std::uint64_t event::end_ns() const {
  if (!begin_)
    return 0;
  synchronize();
  return end_->owner()->nanoseconds(end_->get());
}

} // namespace sycl::detail::cuda
