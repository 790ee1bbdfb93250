// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/events/deferred.hpp"
#include "core/process/forks.hpp"
#include "core/process/log.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>

namespace sycl::detail {
namespace {

constexpr auto patience = std::chrono::seconds(2);

// As many threads as there are tasks that may wait for something else than a device, which may be another of them, and
// beside these no more than the machine runs at a time, for all the rest.
class executor {
public:
  void post(std::vector<ready_body> bodies) {
    std::lock_guard<std::mutex> lock(mutex_);
    for (ready_body &b : bodies) {
      ++count_of(b.blocks);
      ready_.push_back(std::move(b));
    }
    for (std::size_t wanted = std::min(ready_.size(), wanted_threads() - std::min(wanted_threads(), threads_ - idle_));
         wanted != 0; --wanted)
      if (wanted > idle_)
        start_thread();
      else
        changed_.notify_one();
  }

private:
  // Those that are ready or running.
  std::size_t &count_of(bool blocks) { return blocks ? blocking_ : others_; }
  std::size_t wanted_threads() const {
    static const std::size_t at_a_time = std::max(1u, std::thread::hardware_concurrency());
    return blocking_ + std::min(others_, at_a_time);
  }

  void start_thread() {
    try {
      std::thread([this] { work(); }).detach();
      ++threads_;
    } catch (const std::system_error &) { // no more threads: one that is there takes it later
      if (threads_ == 0)
        throw;
    }
  }

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
      ready_body body = std::move(ready_.front());
      ready_.pop_front();
      lock.unlock();
      body.run();
      body.run = nullptr; // what it holds is released without the lock
      lock.lock();
      --count_of(body.blocks);
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<ready_body> ready_;
  std::size_t idle_ = 0, threads_ = 0, blocking_ = 0, others_ = 0;
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

void deferred_task::start(std::shared_ptr<deferred_task> task, bool blocks, std::function<void()> body) {
  task->body_ = {std::move(body), blocks};
  std::vector<ready_body> ready;
  task->step(ready);
  post(std::move(ready));
}

void deferred_task::step(std::vector<ready_body> &ready) {
  if (missing_.fetch_sub(1, std::memory_order_acq_rel) == 1)
    ready.push_back(std::move(body_));
}

void deferred_task::post(std::vector<ready_body> ready) {
  if (!ready.empty())
    threads().post(std::move(ready));
}

} // namespace sycl::detail
