// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/automatic/hold_timer.hpp"

#include "core/process/forks.hpp"
#include "core/process/log.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <list>
#include <mutex>
#include <sys/prctl.h>
#include <system_error>
#include <thread>

namespace sycl::detail {
namespace {

// An episode that two looks in a row have seen is ended.
constexpr auto between_looks = std::chrono::microseconds(longest_hold_us / 2);
constexpr auto patience = std::chrono::seconds(2);

std::atomic<bool> held_once{false};

std::mutex &mutex() { return process_mutex(process_lock::holding); }

// Its members are used with the mutex held. It does not own the queues, whose destructors wait for their kernels: that
// is not to happen elsewhere, or later.
class hold_timer {
public:
  void watch(kernel_holder &holder) { holders_.push_back({&holder}); }

  void unwatch(kernel_holder &holder, std::unique_lock<std::mutex> &lock) {
    const auto entry =
        std::find_if(holders_.begin(), holders_.end(), [&](const watched &w) { return w.holder == &holder; });
    if (entry == holders_.end())
      return;
    left_.wait(lock, [&] { return entry->users == 0; });
    holders_.erase(entry);
  }

  // Sequentially consistent with the thread that goes to sleep: either it sees the episode or this sees it asleep.
  void began() noexcept {
    if (asleep_.load())
      wake();
  }

  void end_all(std::unique_lock<std::mutex> &lock) {
    each_used(lock, [](watched &w) {
      if (const std::uint64_t now = w.holder->episode(); now % 2 == 1)
        w.holder->end_episode(now, false);
    });
  }

  // In a forked process, which has none of the threads that use the other.
  void take_over(hold_timer &other) {
    holders_.swap(other.holders_);
    for (watched &w : holders_)
      w.users = 0;
  }

private:
  struct watched {
    kernel_holder *holder;
    std::uint64_t seen = 0; // the episode, at the last look
    bool expired = false;   // at the last look
    unsigned users = 0;     // threads that use it without the mutex
  };

  void wake() noexcept {
    std::lock_guard<std::mutex> lock(mutex());
    if (!asleep_.load())
      return;
    try {
      if (!running_)
        std::thread([this] { work(); }).detach();
      running_ = true;
      asleep_.store(false);
      woken_.notify_one();
    } catch (const std::system_error &) { // no more threads: what is held waits for the program
    }
  }

  // Calls f for all that there are now, without the mutex. Those that come meanwhile are put at the end.
  template <class F> void each_used(std::unique_lock<std::mutex> &lock, F f) {
    std::size_t left = holders_.size();
    for (auto w = holders_.begin(); left != 0; --left) {
      ++w->users;
      lock.unlock();
      f(*w);
      lock.lock();
      auto used = w++; // nobody takes it away before
      if (--used->users == 0)
        left_.notify_all();
      if (w == holders_.end())
        return;
    }
  }

  // True if kernels are held, or were since the last look.
  bool look() {
    bool busy = false;
    for (watched &w : holders_) {
      const std::uint64_t now = w.holder->episode();
      busy |= now % 2 == 1 || now != w.seen;
      w.expired = now % 2 == 1 && now == w.seen;
      w.seen = now;
    }
    return busy;
  }

  bool fall_asleep(std::unique_lock<std::mutex> &lock) {
    asleep_.store(true);
    if (!look())
      running_ = woken_.wait_for(lock, patience, [this] { return !asleep_.load(); });
    if (running_)
      asleep_.store(false);
    return running_;
  }

  void work() {
    thread_is_beside_program();
    ::prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL); // nanoseconds, in place of 50 microseconds
    std::unique_lock<std::mutex> lock(mutex());
    while (true) {
      if (!look() && !fall_asleep(lock))
        return;
      each_used(lock, [](watched &w) {
        if (w.expired)
          w.holder->end_episode(w.seen, true);
      });
      lock.unlock();
      std::this_thread::sleep_for(between_looks);
      lock.lock();
    }
  }

  std::condition_variable woken_, left_;
  std::atomic<bool> asleep_{true};
  bool running_ = false;
  std::list<watched> holders_;
};

std::atomic<hold_timer *> current{nullptr}; // never destroyed: its thread may outlive static objects

void start_anew() {
  auto made = new hold_timer;
  made->take_over(*current.load());
  current.store(made);
}

hold_timer &timer() {
  return made_once(current, process_lock::holding, [] {
    before_fork(end_all_holding);
    after_fork(start_anew);
    std::atexit(end_all_holding);
    return new hold_timer;
  });
}

} // namespace

void watch(kernel_holder &holder) {
  hold_timer &t = timer();
  std::lock_guard<std::mutex> lock(mutex());
  t.watch(holder);
}

void unwatch(kernel_holder &holder) noexcept {
  std::unique_lock<std::mutex> lock(mutex());
  current.load()->unwatch(holder, lock);
}

void holding_began() noexcept {
  if (!held_once.load(std::memory_order_relaxed))
    held_once.store(true, std::memory_order_relaxed);
  current.load(std::memory_order_relaxed)->began();
}

void end_all_holding() noexcept {
  if (!held_once.load(std::memory_order_relaxed))
    return;
  std::unique_lock<std::mutex> lock(mutex());
  current.load()->end_all(lock);
}

} // namespace sycl::detail
