// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/queue/streams.hpp"

#include <algorithm>

namespace sycl::detail {
namespace {

std::atomic<std::uint64_t> next_stream{1};

} // namespace

stream_set::stream_set(const device_impl &device, bool in_order, bool profiling)
    : device_(device), profiling_(profiling), first_number_(next_stream.fetch_add(most)),
      limit_(in_order || device.host_memory ? 1 : most) {
  streams_.push_back({device_.driver->create_stream(profiling_), {}, false});
}

unsigned stream_set::find(const event_impl &e) const {
  // Another thread may be about to enqueue a command that is not waited for.
  if (e.current() != event_impl::state::enqueued)
    return most;
  const std::uint64_t i = e.stream - first_number_;
  return i < streams_.size() ? static_cast<unsigned>(i) : most;
}

unsigned stream_set::next() {
  for (unsigned i = 0; i < streams_.size(); ++i)
    if (!streams_[i].used)
      return i;
  if (streams_.size() == limit_)
    return turn_++ % limit_;
  streams_.push_back({device_.driver->create_stream(profiling_), {}, false});
  if (fence_)
    streams_.back().driver->wait_for(*fence_);
  return static_cast<unsigned>(streams_.size()) - 1;
}

// The program may wait for the stream's last command while the next one runs. One that the next command waits for by
// itself is most often held for that only.
void stream_set::mark_newest(const std::vector<ref<event_impl>> &events, const event_impl *own) {
  ref<event_impl> &newest = streams_[current_].newest;
  if (!newest || newest.get() == own)
    return;
  auto is_newest = [&](const ref<event_impl> &e) { return e.get() == newest.get(); };
  if (newest->held() && newest->current() == event_impl::state::enqueued &&
      std::none_of(events.begin(), events.end(), is_newest))
    newest->native()->mark();
  set_newest(current_, {});
}

// Where it is read from first, and given back to the others last.
void stream_set::set_newest(std::size_t stream, ref<event_impl> e) {
  newest_[stream].store(e.get(), std::memory_order_release);
  looked_at_[stream].store(e.get(), std::memory_order_release);
  streams_[stream].newest = std::move(e);
}

void stream_set::select(const std::vector<ref<event_impl>> &events, const event_impl *related, const event_impl *own) {
  if (device_.host_memory && events.empty())
    return;
  if (limit_ > 1) {
    unsigned found = most;
    for (const auto &e : events)
      if (const unsigned i = find(*e); i != most)
        found = i;
    if (found == most && related)
      found = find(*related);
    current_ = found == most ? next() : found;
    streams_[current_].used = true;
  }
  mark_newest(events, own);
  for (const auto &e : events)
    if (e->native() && e->of == device_.platform->kind && e->stream != first_number_ + current_)
      current().wait_for(*e->native());
}

void stream_set::select_behind(const event_impl &e, const event_impl *own) {
  if (limit_ > 1) {
    current_ = static_cast<unsigned>(e.stream - first_number_);
    streams_[current_].used = true;
  }
  const ref<event_impl> &newest = streams_[current_].newest;
  // Else it is to stand for the next one.
  if (!device_.host_memory && !(newest.get() == &e && !e.held()))
    mark_newest({}, own);
}

const std::shared_ptr<driver_event> &stream_set::record(const ref<event_impl> &e, const event_impl *also) {
  const driver_event *before = e->native() || !also ? e->native() : also->native();
  const long holders = (e->native() == before) + (also && also->native() == before);
  const std::shared_ptr<driver_event> &recorded = current().record(before, holders);
  if (!recorded)
    return recorded;
  if (const std::uint64_t other = e->stream - first_number_; other != current_ && has_newest(*e))
    set_newest(other, {}); // it stands for a command of this stream only
  e->stream = first_number_ + current_;
  e->order = ++order_;
  const ref<event_impl> &newest = streams_[current_].newest;
  if (newest.get() == e.get()) {
    looked_at_[current_].store(e.get(), std::memory_order_release);
    return recorded;
  }
  // Of a command before a barrier: both stand for the same.
  if (newest && newest->held() && newest->current() != event_impl::state::complete)
    recorded->mark();
  set_newest(current_, e);
  return recorded;
}

void stream_set::join() {
  current_ = 0;
  if (limit_ == 1)
    return;
  for (std::size_t i = 1; i < streams_.size(); ++i)
    if (streams_[i].used)
      first().wait_for(*streams_[i].driver->record());
  fence_ = first().record();
  for (std::size_t i = 1; i < streams_.size(); ++i)
    streams_[i].driver->wait_for(*fence_);
}

bool stream_set::is_idle() const {
  return std::all_of(streams_.begin(), streams_.end(),
                     [](const one_stream &s) { return !s.newest || s.newest->complete(); });
}

void stream_set::synchronize() {
  // One that has had nothing may still have to be asked: join() and the transfers of buffers use the first without
  // select().
  std::size_t i = 0;
  for (one_stream &s : streams_) {
    if (i == 0 || s.used) {
      s.driver->synchronize();
      if (s.newest) {
        // The thread that submitted it may not have said yet that it is enqueued: then that comes first.
        s.newest->set_complete_if_enqueued();
        if (s.newest->current() == event_impl::state::complete)
          looked_at_[i].store(nullptr, std::memory_order_release);
      }
      s.used = false;
    }
    ++i;
  }
  if (fence_)
    fence_.reset();
}

} // namespace sycl::detail
