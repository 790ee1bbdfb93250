// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pooled_event.hpp"

#include <utility>

namespace sycl::detail::gpu {

pooled_event::pooled_event(std::shared_ptr<context> ctx, bool timing)
    : context_(std::move(ctx)), timing_(timing), handle_(context_->take_event(timing)) {}

pooled_event::~pooled_event() { context_->give_event(handle_, timing_); }

} // namespace sycl::detail::gpu
