// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A range of a buffer's bytes that commands use as one. A buffer is one part until a sub-buffer of it is used; from
// then on parts end where sub-buffers do, so that commands on different parts neither wait for each other nor move each
// other's data (SYCL 2020, 4.7.2). Everything under graph_mutex().
#pragma once

#include "core/events/event_impl.hpp"
#include "sycl/detail/byte_range.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sycl::detail {

// The events that one host accessor, or several of a thread, have to keep from completing: one for the parts that no
// other host accessor of the thread holds, and those of the others.
struct host_hold {
  std::vector<ref<event_impl>> events;
  ref<event_impl> own; // in `events`, if there is one

  void add(const ref<event_impl> &e);
  const ref<event_impl> &make_own();
};

struct buffer_part {
  byte_range bytes = {0, 0};
  bool initialised = false, host_valid = true;
  std::uint64_t valid = 0; // bit i: the i-th device copy of the buffer is
  ref<event_impl> writer;
  std::vector<ref<event_impl>> readers;
  std::size_t many_readers = 8; // time to look which of them can go

  // A command that has to finish before one with this access, and is still in an open region. Null: none.
  event_impl *pending(bool exclusive, const event_impl *own_region) const {
    auto open = [&](const ref<event_impl> &e) { return e && e.get() != own_region && e->pending(); };
    if (open(writer))
      return writer.get();
    if (exclusive)
      for (const auto &r : readers)
        if (open(r))
          return r.get();
    return nullptr;
  }
  // Enters `e` as a user and appends what it has to wait for. `exclusive`: it changes some copy of the data.
  // `related`: set to a command that reads the bytes at the same time, if there is one.
  void enter(const ref<event_impl> &e, bool exclusive, std::vector<ref<event_impl>> &wait_for,
             ref<event_impl> &related);
  // True if a command uses it that a host accessor has to wait for.
  bool in_use(bool write) const;
  // Calls f(event) for the commands that one with this access comes after.
  template <class F> void for_users(bool write, F f) const {
    if (writer)
      f(writer);
    if (write)
      for (const auto &r : readers)
        f(r);
  }
  // Those that have finished, and those behind which another one comes in the same stream: buffers that are only ever
  // read would collect readers without end.
  void forget_readers();
  // Enters the host accessor that begins now; `fetched`: what has to be complete before others may rely on the host's
  // copy, or null.
  void hold_back(bool write, const ref<event_impl> &fetched, host_hold &hold);
  // True if the two could be one part.
  bool like(const buffer_part &other) const;
};

} // namespace sycl::detail
