// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/events/deferred.hpp"
#include "core/process/forks.hpp"
#include "core/process/log.hpp"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>

namespace sycl::detail {
namespace {

constexpr auto patience = std::chrono::seconds(2);

// As many threads as there are tasks that are ready: a host task may wait for whatever it likes, also for another one.
class executor {
public:
  void post(std::function<void()> body) {
    std::lock_guard<std::mutex> lock(mutex_);
    ready_.push_back(std::move(body));
    if (ready_.size() > idle_)
      try {
        std::thread([this] { work(); }).detach();
        ++threads_;
      } catch (const std::system_error &) { // no more threads: one that is there takes it later
        if (threads_ == 0)
          throw;
      }
    else
      changed_.notify_one();
  }

private:
  void work() {
    thread_is_beside_program();
    std::unique_lock<std::mutex> lock(mutex_);
    while (true) {
      ++idle_;
      const bool found = changed_.wait_for(lock, patience, [this] { return !ready_.empty(); });
      --idle_;
      if (!found) {
        --threads_;
        return;
      }
      auto body = std::move(ready_.front());
      ready_.pop_front();
      lock.unlock();
      body();
      body = nullptr; // what it holds is released without the lock
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> ready_;
  std::size_t idle_ = 0, threads_ = 0;
};

std::atomic<executor *> current{nullptr}; // never destroyed: its threads may outlive static objects

// A forked process has none of the threads, and does not know who holds the lock.
void start_anew() { current.store(new executor); }

executor &threads() {
  return made_once(current, process_lock::executor, [] {
    after_fork(start_anew);
    return new executor;
  });
}

} // namespace

std::shared_ptr<deferred_task> deferred_task::following(const std::vector<ref<event_impl>> &events, bool always) {
  std::shared_ptr<deferred_task> task;
  if (always)
    task = std::make_shared<deferred_task>();
  for (const auto &e : events)
    if (e->awaits_host()) {
      if (!task)
        task = std::make_shared<deferred_task>();
      e->followers_.push_back(task);
      task->missing_.fetch_add(1, std::memory_order_relaxed);
    }
  return task;
}

void deferred_task::start(std::shared_ptr<deferred_task> task, std::function<void()> body) {
  task->body_ = std::move(body);
  task->step();
}

void deferred_task::step() {
  if (missing_.fetch_sub(1, std::memory_order_acq_rel) != 1)
    return;
  threads().post(std::move(body_));
}

} // namespace sycl::detail
