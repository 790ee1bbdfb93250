// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What event.hpp calls.
#include "core/events/event_impl.hpp"
#include "core/process/errors.hpp"

namespace sycl {

// Each thread takes them by the million, so that threads do not meet at one counter. The few bytes per thread are at a
// fixed place, which saves a call each time.
std::uint64_t detail::next_number() noexcept {
  static std::atomic<std::uint64_t> blocks{0};
  constexpr std::uint64_t size = std::uint64_t{1} << 20;
  [[gnu::tls_model("initial-exec")]] thread_local std::uint64_t next = 0, end = 0;
  if (next == end) {
    next = blocks.fetch_add(1, std::memory_order_relaxed) * size;
    end = next + size;
  }
  return next++ * 2 + 1;
}

namespace {
void check_not_recorded(const event &e, const char *what) {
  if (e.impl() && e.impl()->recorded)
    detail::throw_error(errc::invalid,
                        std::string(what) + ": the event is that of a command which was recorded and does not run");
}
} // namespace

void event::wait_slow() {
  check_not_recorded(*this, "wait");
  detail::wait_event(*impl());
}
void event::wait(const std::vector<event> &events) {
  for (event e : events)
    e.wait();
}
void event::wait_and_throw() {
  wait();
  if (impl())
    if (auto owner = impl()->owner())
      owner->throw_asynchronous();
}
void event::wait_and_throw(const std::vector<event> &events) {
  wait(events);
  for (event e : events)
    e.wait_and_throw();
}
std::vector<event> event::get_wait_list() {
  std::vector<event> list;
  if (impl()) {
    std::lock_guard<detail::light_mutex> lock(detail::graph_mutex());
    for (auto &e : impl()->wait_list())
      list.push_back(e->number ? event(e->number) : event(std::move(e)));
  }
  return list;
}
backend event::get_backend() const noexcept { return impl() ? impl()->of : backend::ext_oneapi_native_cpu; }

template <> SYCL_FUSE_API info::event_command_status event::get_info<info::event::command_execution_status>() const {
  using status = info::event_command_status;
  check_not_recorded(*this, "get_info");
  if (!impl())
    return status::complete;
  // Programs that poll do nothing else to have the command started.
  if (impl()->pending())
    if (auto owner = impl()->owner())
      owner->end_holding(*impl());
  if (impl()->complete())
    return status::complete;
  return impl()->current() == detail::event_impl::state::enqueued ? status::running : status::submitted;
}

namespace {
detail::event_impl &profiled(const event &e) {
  check_not_recorded(e, "get_profiling_info");
  if (!e.impl() || !e.impl()->profiled)
    detail::throw_error(errc::invalid, "the event has no profiling information: its queue lacks "
                                       "property::queue::enable_profiling, or it stands for no command");
  detail::wait_event(*e.impl());
  return *e.impl();
}
// The event whose times begin those of `e`.
detail::event_impl &beginning(const event &e) {
  detail::event_impl &whole = profiled(e);
  return whole.begun_by ? *whole.begun_by : whole;
}
} // namespace

template <> SYCL_FUSE_API std::uint64_t event::get_profiling_info<info::event_profiling::command_submit>() const {
  return beginning(*this).submit_ns;
}
template <> SYCL_FUSE_API std::uint64_t event::get_profiling_info<info::event_profiling::command_start>() const {
  auto &e = beginning(*this);
  return e.native() ? e.native()->start_ns() : e.start_ns;
}
template <> SYCL_FUSE_API std::uint64_t event::get_profiling_info<info::event_profiling::command_end>() const {
  auto &e = profiled(*this);
  return e.native() ? e.native()->end_ns() : e.end_ns;
}

} // namespace sycl
