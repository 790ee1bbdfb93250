// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The streams of a queue. An out-of-order queue of a device that works beside the host has several, so that commands
// that do not depend on each other may overlap; any other queue has one. Used with the lock of the queue's streams
// held.
#pragma once

#include "core/devices/device_impl.hpp"
#include "core/devices/driver.hpp"
#include "core/events/event_impl.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace sycl::detail {

class stream_set {
public:
  stream_set(const device_impl &, bool in_order, bool profiling);

  // Selects the stream for a command that waits for `events` and makes it wait for those of other streams. The stream
  // is that of one of the events, since waiting across streams costs more than a launch; without any, that of
  // `related`, a command that reads the same (what follows will need both); else one that has had nothing since
  // synchronize(), else the streams take turns. `own`: the command's event if it may have stood for a stream's last
  // command too, which nobody asks for any more then.
  void select(const std::vector<ref<event_impl>> &events, const event_impl *related, const event_impl *own = nullptr);
  // True if one of the streams has the command of `e`, which has been enqueued.
  bool has(const event_impl &e) const { return e.stream - first_number_ < streams_.size(); }
  // True if `e`, which has been enqueued, is the last command of one of the streams; needs no lock. Then one of the
  // references that were counted before is the stream's.
  bool has_newest(const event_impl &e) const noexcept {
    const std::uint64_t i = e.stream - first_number_;
    return i < most && newest_[i].load(std::memory_order_acquire) == &e;
  }
  // True if other threads may look at such an event with the lock of the streams: until synchronize() has seen its end.
  bool may_look_at(const event_impl &e) const noexcept {
    const std::uint64_t i = e.stream - first_number_;
    return i < most && looked_at_[i].load(std::memory_order_acquire) == &e;
  }
  // For a command that comes behind the one that `e` stood for, which one of the streams has. `own`: as of select().
  void select_behind(const event_impl &e, const event_impl *own = nullptr);
  driver_stream &current() const { return *streams_[current_].driver; }
  // The argument for e->set_enqueued(), of the command that the current stream was just given and that `e` stands for.
  // Right until the stream is given more. `also`: another event that is to stand for it; both may have begun again.
  const std::shared_ptr<driver_event> &record(const ref<event_impl> &e, const event_impl *also = nullptr);

  // Whatever comes later comes after all that the streams have now; the first stream is current.
  void join();
  void synchronize();
  bool is_idle() const; // as far as events tell
  driver_stream &first() const { return *streams_.front().driver; }

private:
  static constexpr unsigned most = 4;
  struct one_stream {
    std::unique_ptr<driver_stream> driver;
    ref<event_impl> newest; // of the last command, until another one's
    bool used = false;      // since synchronize()
  };
  const device_impl &device_;
  bool profiling_;
  const std::uint64_t first_number_;    // event_impl::stream of the first; the others follow
  std::uint64_t order_ = 0;             // event_impl::order of the last command
  std::vector<one_stream> streams_;     // the first; others when they are needed
  std::shared_ptr<driver_event> fence_; // of the last join, for streams that come later
  std::atomic<const event_impl *> newest_[most] = {}, looked_at_[most] = {}; // as of streams_
  // The place of the stream that has the command; `most`: none.
  unsigned find(const event_impl &) const;
  unsigned next();
  void mark_newest(const std::vector<ref<event_impl>> &events, const event_impl *own);
  void set_newest(std::size_t stream, ref<event_impl>);
  unsigned limit_, current_ = 0, turn_ = 0;
};

} // namespace sycl::detail
