// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/streams.hpp"

#include <algorithm>

namespace sycl::detail {

stream_set::stream_set(const device_impl &device, bool in_order, bool profiling)
    : device_(device), profiling_(profiling), limit_(in_order || device.host_memory ? 1 : most) {
  streams_.push_back(device_.driver->create_stream(profiling_));
  used_.push_back(false);
}

unsigned stream_set::find(const event_impl &e) const {
  // Another thread may be about to enqueue a command that is not waited for.
  if (e.current() < event_impl::state::enqueued)
    return most;
  for (unsigned i = 0; i < streams_.size(); ++i)
    if (e.native() && e.stream == streams_[i].get())
      return i;
  return most;
}

unsigned stream_set::next() {
  for (unsigned i = 0; i < streams_.size(); ++i)
    if (!used_[i])
      return i;
  if (streams_.size() == limit_)
    return turn_++ % limit_;
  streams_.push_back(device_.driver->create_stream(profiling_));
  used_.push_back(false);
  if (fence_)
    streams_.back()->wait_for(*fence_);
  return static_cast<unsigned>(streams_.size()) - 1;
}

void stream_set::select(const std::vector<ref<event_impl>> &events, const event_impl *related) {
  if (limit_ > 1) {
    unsigned found = most;
    for (const auto &e : events)
      if (const unsigned i = find(*e); i != most)
        found = i;
    if (found == most && related)
      found = find(*related);
    current_ = found == most ? next() : found;
    used_[current_] = true;
  }
  for (const auto &e : events)
    if (e->native() && e->of == device_.platform->kind && e->stream != &current())
      current().wait_for(*e->native());
}

void stream_set::record(event_impl &e) {
  e.stream = &current();
  e.set_enqueued(current().record());
}

void stream_set::join() {
  current_ = 0;
  if (limit_ == 1)
    return;
  for (std::size_t i = 1; i < streams_.size(); ++i)
    first().wait_for(*streams_[i]->record());
  fence_ = first().record();
  for (std::size_t i = 1; i < streams_.size(); ++i)
    streams_[i]->wait_for(*fence_);
}

void stream_set::synchronize() {
  // One that has had nothing may still have to be asked: join() and the transfers of buffers use the first without select().
  for (std::size_t i = 0; i < streams_.size(); ++i)
    if (i == 0 || used_[i])
      streams_[i]->synchronize();
  std::fill(used_.begin(), used_.end(), false);
  fence_.reset();
}

} // namespace sycl::detail
