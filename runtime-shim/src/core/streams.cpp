// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/streams.hpp"

#include <algorithm>

namespace sycl::detail {

stream_set::stream_set(const device_impl &device, bool in_order, bool profiling)
    : device_(device), profiling_(profiling), limit_(in_order || device.host_memory ? 1 : most) {
  streams_.push_back(device_.driver->create_stream(profiling_));
}

void stream_set::select(const std::vector<ref<event_impl>> &events) {
  auto follows = [&](const ref<event_impl> &e) { return e->native() && e->of == device_.platform->kind; };
  if (limit_ > 1) {
    unsigned found = most;
    for (const auto &e : events)
      for (unsigned i = 0; i < streams_.size(); ++i)
        if (follows(e) && e->stream == streams_[i].get())
          found = i;
    if (found == most) {
      found = turn_++ % limit_;
      if (found >= streams_.size()) {
        found = static_cast<unsigned>(streams_.size());
        streams_.push_back(device_.driver->create_stream(profiling_));
        if (fence_)
          streams_.back()->wait_for(*fence_);
      }
    }
    current_ = found;
  }
  for (const auto &e : events)
    if (follows(e) && e->stream != &current())
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
  for (const auto &s : streams_)
    s->synchronize();
  fence_.reset();
}

} // namespace sycl::detail
