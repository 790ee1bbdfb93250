// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The commands of a queue that wait for the host (core/events/deferred.hpp). Used with graph_mutex() held. Each use
// costs the same for any number of commands, on average, but for those that ask for all of them.
#pragma once

#include "core/events/event_impl.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace sycl::detail {

class deferred_list {
public:
  bool empty() const { return first_ == events_.size(); }
  void add(const ref<event_impl> &e) { events_.push_back(e); }
  // Instead of all others, which `e` follows: what waits for it waits for them.
  void replace(const ref<event_impl> &e) {
    clear();
    events_.push_back(e);
  }
  void remove(const event_impl &e) { // most often the last one
    const auto is_it = [&](const ref<event_impl> &other) { return other.get() == &e; };
    const auto found = std::find_if(events_.rbegin(), events_.rend(), is_it);
    if (found != events_.rend())
      events_.erase(found.base() - 1);
  }
  void append_to(std::vector<ref<event_impl>> &to) const {
    to.insert(to.end(), events_.begin() + static_cast<std::ptrdiff_t>(first_), events_.end());
  }
  // Drops those that the device has: the ones at the front, and others when there are twice as many as after the last
  // time.
  void forget_started() {
    while (!empty() && !events_[first_]->awaits_host())
      events_[first_++].reset();
    if (empty())
      return clear();
    if (events_.size() < many_)
      return;
    const auto started = [](const ref<event_impl> &e) { return !e || !e->awaits_host(); };
    events_.erase(std::remove_if(events_.begin(), events_.end(), started), events_.end());
    first_ = 0;
    many_ = std::max<std::size_t>(16, 2 * events_.size());
  }

private:
  void clear() {
    events_.clear();
    first_ = 0;
  }
  std::vector<ref<event_impl>> events_;
  std::size_t first_ = 0; // those before it are gone
  std::size_t many_ = 16;
};

} // namespace sycl::detail
