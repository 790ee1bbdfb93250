// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state behind sycl::event: one command, or one fusion region.
#pragma once

#include "core/devices/driver.hpp"
#include "core/events/recorded_command.hpp"
#include "core/process/light_mutex.hpp"
#include "sycl/event.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace sycl::detail {

class deferred_task;
class event_impl;

// The queue of an event, as far as events know it.
class event_owner {
public:
  virtual ~event_owner() = default;
  // Cancels the open region if that is what the event stands for. `words`: of the warning, null for the usual ones.
  virtual void abort_region_with(const event_impl &, const char *words) = 0;
  // The same if its kernels are only held: nobody has asked for a region.
  virtual void end_holding(const event_impl &) = 0;
  // Hands the errors of commands to the handler, or throws the first one.
  virtual void throw_asynchronous() = 0;
  // With graph_mutex() held: enters the commands of the open region into their buffers.
  virtual void enter_late() = 0;
};

// Protects which commands a buffer waits for, and the step of an event from pending to registered. Held briefly; locked
// after a queue's mutex, never the other way round.
light_mutex &graph_mutex();
// The threads that wait for what the host does with an event.
extern std::atomic<unsigned> host_waiters;
// How many events are pending. Changed with graph_mutex() held.
extern unsigned open_regions;
// Under graph_mutex(): the owner of the one open region whose commands no buffer knows of yet, since they have done
// what those of the region before did; null: there is none. Whoever comes to look at what commands do with buffers
// calls enter_late() first.
extern event_owner *late_owner;
inline void enter_late() {
  if (late_owner)
    late_owner->enter_late();
}

class event_impl {
public:
  // pending: part of an open fusion region. registered: its place in the order of commands is fixed. enqueued: the
  // device has it.
  enum class state : unsigned { pending, registered, enqueued, complete };

  explicit event_impl(state s) : state_(s) {}
  // For an open region, or a command that is deferred.
  event_impl(state s, std::weak_ptr<event_owner> owner) : state_(s), owner_(std::move(owner)) {}
  // A thread gets next what it gave back last: submitting costs no allocation once a program has settled.
  static void *operator new(std::size_t);
  static void operator delete(void *) noexcept;

  state current() const noexcept { return state_.load(std::memory_order_acquire); }
  bool pending() const noexcept { return current() == state::pending; }
  // Asks the driver.
  bool complete() noexcept;
  // As far as that is known without asking the driver, which costs as much as half a launch.
  bool known_complete() const noexcept {
    const state s = current();
    return s == state::complete || (s == state::enqueued && native_->known_complete());
  }
  // True if the program holds it.
  bool held() const noexcept { return counts_.load(std::memory_order_acquire) >= one_handle; }
  unsigned references() const noexcept { return static_cast<unsigned>(counts_.load(std::memory_order_acquire)); }
  // True if nobody can ask for the command any more, so that the event may stand for another one: the device has it, it
  // waits for nothing, and there are `references` references, of which nobody makes others, or one more of which f(),
  // which is called after they were counted, says that it is nobody's.
  template <class F> bool is_free(unsigned references, F f) const noexcept {
    const std::uint64_t counts = counts_.load(std::memory_order_acquire);
    return (counts == references || (counts == references + 1 && f())) && current() >= state::enqueued && !deferred() &&
           !waits_.load(std::memory_order_relaxed);
  }
  // Counts n handles, with their references, for those who are given one later.
  void hold_times(std::uint64_t n) noexcept { counts_.fetch_add(n * (one_handle + 1), std::memory_order_relaxed); }
  // Drops handles that nobody was given. There must be another reference.
  void let_go_times(std::uint64_t n) noexcept { counts_.fetch_sub(n * (one_handle + 1), std::memory_order_acq_rel); }
  // True if `other` is a later command of the same stream: it ends later.
  bool precedes(const event_impl &other) const noexcept {
    return current() >= state::enqueued && other.current() >= state::enqueued && stream != 0 &&
           stream == other.stream && order < other.order;
  }
  std::shared_ptr<event_owner> owner() const { return owner_.lock(); }

  // Under graph_mutex(), of a pending event.
  void set_registered() noexcept {
    state_.store(state::registered, std::memory_order_release);
    --open_regions;
  }
  // From registration on: it is not the registering thread that will enqueue the command, but the host in its own time
  // (deferred.hpp). `owner`: whose errors are those of the command.
  void set_deferred(std::weak_ptr<event_owner> owner) {
    deferred_.store(true, std::memory_order_release);
    if (!pending()) // a region's event has it already, and other threads may be reading it
      owner_ = std::move(owner);
  }
  // As if deferred, for as long as a thread closes the region that the event stands for. Under graph_mutex(); to end
  // that, the region must have been enqueued.
  void set_closing(bool on) noexcept { deferred_.store(on, std::memory_order_release); }
  bool deferred() const noexcept { return deferred_.load(std::memory_order_acquire); }
  bool awaits_host() const noexcept { return deferred() && current() < state::enqueued; }
  // Under graph_mutex(), of an event that nobody but the runtime holds: it stands for another command from now on. What
  // the stream recorded for the one before most often stands for the next one too, or becomes it (stream_set::record).
  void begin_again(state s = state::registered) noexcept {
    if (waits_.load(std::memory_order_relaxed))
      drop_waits();
    state_.store(s, std::memory_order_release);
  }
  // With what the stream recorded; null: the commands have finished.
  void set_enqueued(const std::shared_ptr<driver_event> &e) noexcept {
    if (native_ != e)
      set_native(e);
    advance(native_ ? state::enqueued : state::complete);
  }
  // Finished, or failed: nobody waits for it any more.
  void set_complete() noexcept { advance(state::complete); }
  // If it is enqueued, and has not begun again meanwhile.
  void set_complete_if_enqueued() noexcept {
    state s = state::enqueued;
    if (state_.compare_exchange_strong(s, state::complete))
      told(state::complete);
  }

  // Both block the calling thread; neither may be called while holding a queue's mutex or graph_mutex(), nor while
  // pending.
  void wait_enqueued();
  void wait_complete();
  // Of a command that is enqueued; null if it ran at once. Before that, of the one for which the event stood before.
  driver_event *native() const { return native_.get(); }

  // Set before enqueued: the stream that has the command, one number for each stream of the process (0: none), and the
  // number of the command in it.
  std::uint64_t stream = 0, order = 0;
  backend of = backend::ext_oneapi_native_cpu;
  // For a command that did not run, but became part of a graph: set before anybody else has the event, which is
  // complete from its beginning.
  std::shared_ptr<recorded_command> recorded;
  // Of a command that had ended when its event was made, so that the event has no state: the event's number.
  std::uint64_t number = 0;
  bool profiled = false;
  std::uint64_t submit_ns = 0, start_ns = 0, end_ns = 0;
  // The command that this one is the rest of, whose times begin this one's: set before anybody else has the event.
  ref<event_impl> begun_by;
  // Under graph_mutex(): the host accessors that this event stands for, which complete it when the last is destroyed.
  unsigned host_accessors = 0;
  std::thread::id host_thread; // that has them
  // True for a command, and for another thread's host accessors: the calling thread may wait for it.
  bool elsewhere() const { return host_accessors == 0 || host_thread != std::this_thread::get_id(); }
  // With graph_mutex() held, before the command is enqueued: what it waits for directly, `events` from `first` on.
  void add_waits(const std::vector<ref<event_impl>> &events, std::size_t first);
  // The same for one that has finished already: if the program holds it, it may look for it.
  void add_finished(const ref<event_impl> &e) {
    if (e->held() || e->number != 0)
      add_wait(e);
  }
  // With graph_mutex() held: each once, also those that have finished.
  std::vector<ref<event_impl>> wait_list() const;

private:
  friend void retain(event_impl *) noexcept;
  friend void release(event_impl *) noexcept;
  friend void add_handle(event_impl *) noexcept;
  friend void hold(event_impl *) noexcept;
  friend void let_go(event_impl *) noexcept;
  friend class deferred_task;
  void advance(state s) noexcept {
    state_.store(s);
    told(s);
  }
  // Sequentially consistent with a waiter's increment: either it sees the new state or this sees the waiter.
  void told(state s) noexcept {
    if (host_waiters.load() != 0 || deferred() || (s == state::complete && waits_.load(std::memory_order_relaxed)))
      tell(s);
  }
  void tell(state) noexcept;
  void set_native(const std::shared_ptr<driver_event> &) noexcept;
  // References, and from bit 32 on handles: both change at once.
  static constexpr std::uint64_t one_handle = std::uint64_t{1} << 32;
  std::atomic<std::uint64_t> counts_{1};
  std::atomic<state> state_;
  std::shared_ptr<driver_event> native_;
  std::weak_ptr<event_owner> owner_;
  std::atomic<bool> deferred_{false};
  std::vector<std::shared_ptr<deferred_task>> followers_; // under graph_mutex()

  // The events that it waits for, under graph_mutex(). Otherwise the events of a program would hang in one chain:
  // whoever learns that it has finished takes their lists from all before it that the program does not hold, and so
  // does who drops the last handle. If nobody asks, the runtime does, every so many steps of a chain.
  static constexpr unsigned steps_between_looks = 256;
  static void look_back(const ref<event_impl> &);
  void add_wait(const ref<event_impl> &e);
  void take_waits(std::vector<ref<event_impl>> &to);
  void drop_waits() noexcept;
  // Moves those of the events before it to `past`, to be released without the lock, and not one inside the other.
  void take_past(std::vector<ref<event_impl>> &past) noexcept;
  void forget_waits() noexcept;
  void forget_past() noexcept;
  void end() noexcept;             // deletes it
  std::atomic<bool> waits_{false}; // it waits for events
  bool settled_ = false;           // it has finished, and take_past() has been here
  std::uint16_t steps_ = 0;        // of the longest chain before it, since the last look
  ref<event_impl> waits_for_;
  std::unique_ptr<std::vector<ref<event_impl>>> waits_for_more_;
};

// Cancels the region that `e` stands for if it is still open. `words`: of the warning, null for the usual ones.
void abort_region_of(event_impl &e, const char *words = nullptr);
// Waits for an event in any state.
void wait_event(event_impl &e);
std::uint64_t now_ns();

} // namespace sycl::detail
