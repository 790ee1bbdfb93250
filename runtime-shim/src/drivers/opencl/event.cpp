// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "event.hpp"

namespace sycl::detail::opencl {

std::int32_t state_of(const event_reference &e) {
  std::int32_t state = 0;
  require("clGetEventInfo",
          e.owner()->functions().clGetEventInfo(e.get(), event_info::execution_status, sizeof state, &state, nullptr));
  return state;
}

void check(const event_reference &e) {
  if (const std::int32_t state = state_of(e); state < 0)
    fail("a command", static_cast<result>(state), errc::kernel);
}

void event::wait() {
  if (known_complete())
    return;
  const event_handle handle = last_.get();
  const result r = last_.owner()->functions().clWaitForEvents(1, &handle);
  if (r == result::exec_status_error)
    check(last_);
  require("clWaitForEvents", r);
  done_.store(true, std::memory_order_release);
}

bool event::complete() {
  if (known_complete())
    return true;
  const std::int32_t state = state_of(last_);
  if (state == 0)
    done_.store(true, std::memory_order_release);
  return state <= 0;
}

std::uint64_t event::time(const event_reference &of, profiling_info which) const {
  if (!first_.get())
    return 0;
  const_cast<event *>(this)->wait();
  return of.owner()->nanoseconds(of.get(), which);
}

} // namespace sycl::detail::opencl
