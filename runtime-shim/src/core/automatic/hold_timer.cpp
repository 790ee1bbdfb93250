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
#include <poll.h>
#include <sys/timerfd.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace sycl::detail {
namespace {

// An episode that two looks in a row have seen is ended. Each look comes a few microseconds after its time.
constexpr auto between_looks = std::chrono::microseconds(longest_hold_us * 2 / 5);
constexpr auto patience = std::chrono::seconds(2);
// Between looks where there is no timer.
constexpr auto without_timer = std::chrono::milliseconds(1);

std::atomic<bool> held_once{false};

std::mutex &mutex() { return process_mutex(process_lock::holding); }

// A timer of the kernel. Programs that close descriptors which are not theirs may close this one, or have another file
// of its number then: nothing is read from it, and what is no timer cannot be set.
class kernel_timer {
public:
  // Expires after this time; 0: never.
  void set(std::chrono::nanoseconds after) noexcept {
    itimerspec when{};
    when.it_value.tv_nsec = after.count();
    if (file_ >= 0 && ::timerfd_settime(file_, 0, &when, nullptr) == 0)
      return;
    file_ = ::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    if (file_ >= 0)
      ::timerfd_settime(file_, 0, &when, nullptr);
  }
  int file() const noexcept { return file_; } // negative: there is none
  // Whether it expires meanwhile. With no timer, true after a while.
  static bool wait(int file, std::chrono::milliseconds patience) noexcept {
    pollfd p{file, POLLIN, 0};
    if (file >= 0 && ::poll(&p, 1, static_cast<int>(patience.count())) >= 0 && !(p.revents & POLLNVAL))
      return p.revents & POLLIN;
    std::this_thread::sleep_for(without_timer);
    return true;
  }
  void close() noexcept {
    if (file_ >= 0)
      ::close(file_);
  }

private:
  int file_ = -1;
};

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

  // Sequentially consistent with disarm(): either that sees the episode, or this sees that nobody looks.
  void began() noexcept {
    if (!armed_.load())
      arm();
  }

  // Where an episode comes after the other, the timer goes on instead: one look for many of them costs less than to set
  // it for each.
  void ended() noexcept {
    if (!often_.load(std::memory_order_relaxed))
      disarm();
  }

  std::uint64_t looks() const { return looks_.load(std::memory_order_relaxed); }

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
    other.timer_.close(); // its parent's
  }

private:
  struct watched {
    kernel_holder *holder;
    std::uint64_t seen = 0; // the episode, at the last look
    bool expired = false;   // at the last look
    unsigned users = 0;     // threads that use it without the mutex
  };

  void arm() noexcept {
    std::lock_guard<std::mutex> lock(mutex());
    if (armed_.load() || !start())
      return;
    const auto now = std::chrono::steady_clock::now();
    often_.store(now - last_armed_ < between_looks, std::memory_order_relaxed);
    last_armed_ = now;
    armed_.store(true);
    timer_.set(between_looks);
  }

  void disarm() noexcept {
    std::lock_guard<std::mutex> lock(mutex());
    if (armed_.load() && !stays_armed([](const watched &w) { return w.holder->episode() % 2 == 1; }))
      timer_.set({});
  }

  // Nobody looks any more, unless there is a holder for which somebody has to.
  template <class F> bool stays_armed(F needed) {
    armed_.store(false);
    if (std::none_of(holders_.begin(), holders_.end(), needed))
      return false;
    armed_.store(true);
    return true;
  }

  bool start() noexcept {
    try {
      if (!running_)
        std::thread([this] { work(); }).detach();
      running_ = true;
    } catch (const std::system_error &) { // no more threads: what is held waits for the program
    }
    return running_;
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

  // The timer has expired.
  void look_and_end(std::unique_lock<std::mutex> &lock) {
    looks_.fetch_add(1, std::memory_order_relaxed);
    if (look() || stays_armed([](const watched &w) { return w.holder->episode() != w.seen; })) {
      each_used(lock, [](watched &w) {
        if (w.expired)
          w.holder->end_episode(w.seen, true);
      });
    } else {
      often_.store(false, std::memory_order_relaxed);
    }
    timer_.set(armed_.load() ? between_looks : std::chrono::microseconds(0));
  }

  void work() {
    thread_is_beside_program();
    std::unique_lock<std::mutex> lock(mutex());
    while (true) {
      const int file = timer_.file();
      lock.unlock();
      const bool expired = kernel_timer::wait(file, patience);
      lock.lock();
      if (expired && armed_.load())
        look_and_end(lock);
      else if ((!expired || file < 0) && !armed_.load() && !look())
        break; // nothing was held for long
    }
    running_ = false;
  }

  std::condition_variable left_;
  kernel_timer timer_;
  std::atomic<bool> armed_{false}, often_{false};
  std::chrono::steady_clock::time_point last_armed_{};
  bool running_ = false;
  std::atomic<std::uint64_t> looks_{0};
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

void holding_ended() noexcept { current.load(std::memory_order_relaxed)->ended(); }

std::uint64_t looks_at_holders() noexcept { return current.load()->looks(); }

void end_all_holding() noexcept {
  if (!held_once.load(std::memory_order_relaxed))
    return;
  std::unique_lock<std::mutex> lock(mutex());
  current.load()->end_all(lock);
}

} // namespace sycl::detail
