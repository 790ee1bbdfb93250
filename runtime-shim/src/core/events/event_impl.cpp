// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/events/event_impl.hpp"
#include "core/events/deferred.hpp"
#include "core/process/forks.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <new>
#include <pthread.h>
#include <utility>

namespace sycl::detail {
namespace {

// One for all events: waiting on the host for another thread's command is rare and short.
struct waiting_room {
  std::mutex mutex;
  std::condition_variable changed;
};
std::atomic<waiting_room *> current_room{nullptr}; // lives as long as any thread

// The threads that wait are not in a forked process, and somebody may be waking them.
void open_room() {
  current_room.store(new waiting_room);
  host_waiters.store(0);
}

waiting_room &room() {
  return made_once(current_room, process_lock::waiting_room, [] {
    after_fork(open_room);
    return new waiting_room;
  });
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SYCL_FUSE_NO_SPARE_EVENTS // it is to see each use after the end
#endif
#endif

// Of the calling thread, and of others with which it rarely shares it.
std::atomic<void *> &spare_event() {
  struct alignas(64) slot {
    std::atomic<void *> memory{nullptr};
  };
  static slot slots[16];
  const auto self = static_cast<std::uint64_t>(pthread_self()); // an address
  return slots[self * 0x9e3779b97f4a7c15u >> 60].memory;
}

template <class Condition> void wait_until(Condition reached) {
  waiting_room &r = room();
  std::unique_lock<std::mutex> lock(r.mutex);
  host_waiters.fetch_add(1);
  r.changed.wait(lock, reached);
  host_waiters.fetch_sub(1);
}

} // namespace

std::atomic<unsigned> host_waiters{0};
unsigned open_regions = 0;
event_owner *late_owner = nullptr;

light_mutex &graph_mutex() { return process_graph_mutex(); }

void *event_impl::operator new(std::size_t bytes) {
#ifndef SYCL_FUSE_NO_SPARE_EVENTS
  if (void *p = spare_event().exchange(nullptr, std::memory_order_acquire))
    return p;
#endif
  return ::operator new(bytes);
}
void event_impl::operator delete(void *p) noexcept {
#ifndef SYCL_FUSE_NO_SPARE_EVENTS
  void *none = nullptr;
  if (spare_event().compare_exchange_strong(none, p, std::memory_order_release, std::memory_order_relaxed))
    return;
#endif
  ::operator delete(p);
}

void retain(event_impl *e) noexcept { e->counts_.fetch_add(1, std::memory_order_relaxed); }
void release(event_impl *e) noexcept {
  if (static_cast<unsigned>(e->counts_.fetch_sub(1, std::memory_order_acq_rel)) == 1)
    e->waits_.load(std::memory_order_relaxed) ? e->end() : delete e;
}

void add_handle(event_impl *e) noexcept { e->counts_.fetch_add(event_impl::one_handle, std::memory_order_relaxed); }
void hold(event_impl *e) noexcept { e->counts_.fetch_add(event_impl::one_handle + 1, std::memory_order_relaxed); }
void let_go(event_impl *e) noexcept {
  if (e->waits_.load(std::memory_order_relaxed)) {
    const auto before = e->counts_.fetch_sub(event_impl::one_handle, std::memory_order_acq_rel);
    if (before < 2 * event_impl::one_handle)
      e->forget_waits();
    return release(e);
  }
  if (static_cast<unsigned>(e->counts_.fetch_sub(event_impl::one_handle + 1, std::memory_order_acq_rel)) == 1)
    delete e;
}

void event_impl::tell(state s) noexcept {
  if (host_waiters.load() != 0) {
    waiting_room &r = room();
    std::lock_guard<std::mutex> lock(r.mutex);
    r.changed.notify_all();
  }
  if (s == state::complete && waits_.load(std::memory_order_relaxed))
    forget_past();
  if (deferred()) {
    std::vector<std::shared_ptr<deferred_task>> followers;
    {
      std::lock_guard<light_mutex> lock(graph_mutex());
      followers.swap(followers_);
    }
    std::vector<ready_body> ready;
    for (const auto &t : followers)
      t->step(ready);
    deferred_task::post(std::move(ready));
  }
}

void event_impl::add_wait(const ref<event_impl> &e) {
  if (e.get() == this || e.get() == waits_for_.get())
    return;
  if (!waits_for_) {
    waits_for_ = e;
  } else {
    if (!waits_for_more_)
      waits_for_more_ = std::make_unique<std::vector<ref<event_impl>>>();
    waits_for_more_->push_back(e);
  }
  waits_.store(true, std::memory_order_relaxed);
  settled_ = false;
  steps_ = std::max<std::uint16_t>(steps_, e->steps_ + 1);
}

void event_impl::add_waits(const std::vector<ref<event_impl>> &events, std::size_t first) {
  std::for_each(events.begin() + static_cast<std::ptrdiff_t>(first), events.end(),
                [&](const ref<event_impl> &e) { add_wait(e); });
  if (steps_ >= steps_between_looks) {
    steps_ = 0;
    look_back(ref<event_impl>::share(this));
  }
}

// A chain that nobody waits for in between: whether what came before the latest looks has finished by now.
void event_impl::look_back(const ref<event_impl> &e) {
  static auto *looked = new std::vector<ref<event_impl>>; // under graph_mutex(), which outlives static objects too
  auto cut = [](const ref<event_impl> &before) {
    if (!before->complete())
      return false;
    std::vector<ref<event_impl>> past;
    before->take_past(past);
    return true;
  };
  looked->erase(std::remove_if(looked->begin(), looked->end(), cut), looked->end());
  looked->push_back(e);
}

std::vector<ref<event_impl>> event_impl::wait_list() const {
  std::vector<ref<event_impl>> list;
  if (waits_for_)
    list.push_back(waits_for_);
  const auto is_there = [&](const ref<event_impl> &e) {
    return std::any_of(list.begin(), list.end(),
                       [&](const auto &l) { return l.get() == e.get() || (e->number != 0 && l->number == e->number); });
  };
  if (waits_for_more_)
    for (const ref<event_impl> &e : *waits_for_more_)
      if (!is_there(e))
        list.push_back(e);
  return list;
}

void event_impl::take_waits(std::vector<ref<event_impl>> &to) {
  if (waits_for_)
    to.push_back(std::move(waits_for_));
  for (; waits_for_more_ && !waits_for_more_->empty(); waits_for_more_->pop_back())
    to.push_back(std::move(waits_for_more_->back()));
  drop_waits();
}
void event_impl::drop_waits() noexcept {
  waits_for_.reset();
  waits_for_more_.reset();
  waits_.store(false, std::memory_order_relaxed);
}

// The lists of events that the program holds stay, and are walked through once.
void event_impl::take_past(std::vector<ref<event_impl>> &past) noexcept {
  try {
    past.push_back(ref<event_impl>::share(this));
    for (std::size_t i = 0; i < past.size(); ++i) {
      event_impl &e = *past[i];
      if (std::exchange(e.settled_, true))
        continue;
      if (&e != this && !e.held())
        e.take_waits(past);
      else
        for (ref<event_impl> &before : e.wait_list())
          past.push_back(std::move(before));
    }
  } catch (const std::bad_alloc &) { // another time
  }
}

void event_impl::forget_waits() noexcept {
  if (current() < state::enqueued)
    return;
  std::vector<ref<event_impl>> past;
  std::lock_guard<light_mutex> lock(graph_mutex());
  try {
    if (!held() && (settled_ || known_complete()))
      take_waits(past);
  } catch (const std::bad_alloc &) { // when it ends
  }
}

void event_impl::forget_past() noexcept {
  std::vector<ref<event_impl>> past;
  std::lock_guard<light_mutex> lock(graph_mutex());
  take_past(past);
}

void event_impl::end() noexcept {
  std::vector<ref<event_impl>> past;
  try {
    take_waits(past);
    while (!past.empty()) {
      ref<event_impl> e = std::move(past.back());
      past.pop_back();
      if (e->references() == 1) // nobody else can ask for it any more
        e->take_waits(past);
    }
  } catch (const std::bad_alloc &) { // then one inside the other
  }
  delete this;
}

void event_impl::set_native(const std::shared_ptr<driver_event> &e) noexcept { native_ = e; }

void event_impl::wait_enqueued() {
  if (current() < state::enqueued)
    wait_until([this] { return state_.load() >= state::enqueued; });
}

void event_impl::wait_complete() {
  wait_enqueued();
  if (current() != state::complete) {
    native_->wait();
    set_complete();
  }
}

bool event_impl::complete() noexcept {
  state s = current();
  if (s == state::enqueued && native_->complete())
    s = state::complete;
  return s == state::complete;
}

void abort_region_of(event_impl &e, const char *words) {
  if (auto owner = e.owner())
    owner->abort_region_with(e, words);
  else
    // The queue is being destroyed, which runs the region.
    wait_until([&e] { return !e.pending(); });
}

void wait_event(event_impl &e) {
  if (e.pending())
    abort_region_of(e);
  e.wait_complete();
}

std::uint64_t now_ns() {
  auto t = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(t).count());
}

} // namespace sycl::detail
