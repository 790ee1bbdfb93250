// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "drivers/native/workers.hpp"
#include "core/process/env.hpp"
#include "core/process/forks.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include <sched.h>

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/task_arena.h>

namespace sycl::detail::native {
namespace {

constexpr unsigned max_parts = 256;
using clock = std::chrono::steady_clock;

// A share of the launch. Its owner takes pieces from it first; who runs out takes from the others'.
struct alignas(64) part {
  std::atomic<std::uint64_t> taken{0};
  std::uint64_t begin = 0, size = 0;
};

// Moves the calling thread to another processor than `cpu`, if it may use one. A thread that is woken often starts on
// the processor of the one that woke it, and stays: the two would take turns where they should work side by side.
void leave_processor(int cpu) {
  cpu_set_t all, others;
  if (sched_getaffinity(0, sizeof(all), &all) != 0)
    return;
  others = all;
  CPU_CLR(static_cast<unsigned>(cpu), &others);
  if (CPU_COUNT(&others) == 0 || sched_setaffinity(0, sizeof(others), &others) != 0)
    return;
  sched_setaffinity(0, sizeof(all), &all);
}

// The gang works on one launch at a time. A worker may look at the job only while it is counted in `inside_` and the
// job is open; the caller closes the job and waits for `inside_` to become 0 before it returns, so that nothing
// outlives the launch.
class gang {
public:
  gang(unsigned threads, bool of_onetbb) : threads_(threads), parts_(std::make_unique<part[]>(threads)) {
    if (of_onetbb)
      onetbb_.emplace(threads);
  }

  // False if another launch is in progress.
  bool run(std::uint64_t first, std::uint64_t count, std::uint64_t align, std::uint64_t grain, bool backwards, body f,
           const void *context) {
    std::unique_lock<std::mutex> lock(busy_, std::try_to_lock);
    if (!lock)
      return false;
    backwards_ = backwards;
    open(first, count, align, grain, f, context);
    call_workers();
    work(0);
    close();
    if (error_)
      std::rethrow_exception(std::exchange(error_, nullptr));
    return true;
  }

  bool awake() const { return present_.load(std::memory_order_relaxed) == threads_ - 1; }

private:
  void open(std::uint64_t first, std::uint64_t count, std::uint64_t align, std::uint64_t grain, body f,
            const void *context) {
    f_ = f;
    context_ = context;
    std::uint64_t share = ((count - first) / threads_ + align - 1) / align * align;
    align_ = align;
    grain_ = (grain + align - 1) / align * align;
    std::uint64_t at = first;
    for (unsigned p = 0; p < threads_; ++p) {
      const std::uint64_t end = p + 1 == threads_ ? count : std::min(count, at + share);
      parts_[p].taken.store(0, std::memory_order_relaxed);
      parts_[p].begin = at;
      parts_[p].size = end - at;
      at = end;
    }
    failed_.store(false, std::memory_order_relaxed);
    caller_cpu_.store(sched_getcpu(), std::memory_order_relaxed);
    job_.store(job_.load(std::memory_order_relaxed) + 1); // odd: open
  }

  void close() {
    job_.store(job_.load(std::memory_order_relaxed) + 1);
    for (unsigned i = 0; inside_.load() != 0; ++i)
      if (i < 1000)
        __builtin_ia32_pause();
      else
        std::this_thread::yield(); // a worker that lost its processor
  }

  void work(unsigned self) {
    for (unsigned k = 0; k < threads_; ++k) {
      part &p = parts_[(self + k) % threads_];
      while (!failed_.load(std::memory_order_relaxed)) {
        std::uint64_t taken = p.taken.load(std::memory_order_relaxed);
        if (taken >= p.size)
          break;
        const std::uint64_t size = piece(p, taken);
        if (p.taken.compare_exchange_weak(taken, taken + size, std::memory_order_relaxed)) {
          const std::uint64_t begin = p.begin + (backwards_ ? p.size - taken - size : taken);
          call(begin, begin + size);
        }
      }
    }
  }

  // The next piece of a part: large ones in the middle, which cost little; small ones at the end, which even out
  // threads of different speed, and at the beginning, which is where the launch before ended if it went the other way:
  // then what it touched last is still in the cache.
  std::uint64_t piece(const part &p, std::uint64_t taken) const {
    const std::uint64_t left = p.size - taken, most = std::uint64_t{1} << 20;
    const std::uint64_t size = std::max(grain_, std::min({left / 4, taken, most}) / align_ * align_);
    // Pieces begin at multiples of align_, so that backwards the first one has the odd end.
    return std::min(left, size + (backwards_ && taken == 0 ? p.size % align_ : 0));
  }

  void call(std::uint64_t begin, std::uint64_t end) {
    try {
      f_(context_, begin, end);
    } catch (...) {
      if (!failed_.exchange(true))
        error_ = std::current_exception(); // read by the caller after close()
    }
  }

  // Without memory for a task there are fewer workers, and the others do their share.
  void call_workers() noexcept {
    unsigned here = present_.load(std::memory_order_relaxed);
    while (here < threads_ - 1)
      if (present_.compare_exchange_weak(here, here + 1)) {
        try {
          call_worker();
        } catch (...) {
          present_.fetch_sub(1);
          return;
        }
        ++here;
      }
  }

  void call_worker() {
    if (onetbb_)
      onetbb_->arena.enqueue([this] { stay(); });
    else
      std::thread([this] { stay(); }).detach();
  }

  // A worker's life: take part in jobs until there has been none for a while.
  void stay() {
    auto patience = std::chrono::microseconds(env().native_spin);
    unsigned self = 1 + arrivals_.fetch_add(1, std::memory_order_relaxed) % std::max(threads_ - 1, 1u);
    std::uint64_t seen = 0;
    auto idle_since = clock::now(), move_after = idle_since;
    while (true) {
      std::uint64_t job = job_.load();
      if (job != seen && (job & 1)) {
        seen = job;
        int cpu = caller_cpu_.load(std::memory_order_relaxed);
        if (cpu >= 0 && cpu == sched_getcpu() && clock::now() > move_after) {
          leave_processor(cpu);
          move_after = clock::now() + std::chrono::milliseconds(1);
        }
        join(job, self);
        idle_since = clock::now();
        continue;
      }
      for (int i = 0; i < 4; ++i)
        __builtin_ia32_pause();
      auto idle = clock::now() - idle_since;
      if (idle > patience)
        break;
      if (idle > std::chrono::microseconds(50))
        std::this_thread::yield();
    }
    present_.fetch_sub(1);
  }

  void join(std::uint64_t job, unsigned self) {
    inside_.fetch_add(1);
    if (job_.load() == job)
      work(self);
    inside_.fetch_sub(1);
  }

  struct onetbb {
    explicit onetbb(unsigned threads)
        : limit(tbb::global_control::max_allowed_parallelism, std::max(threads, 2u)),
          arena(static_cast<int>(threads), 1) {}
    tbb::global_control limit;
    tbb::task_arena arena;
  };

  unsigned threads_;
  std::optional<onetbb> onetbb_;
  std::mutex busy_;
  body f_ = nullptr;
  const void *context_ = nullptr;
  std::uint64_t align_ = 1, grain_ = 1;
  bool backwards_ = false;
  std::unique_ptr<part[]> parts_;
  std::exception_ptr error_;
  std::atomic<bool> failed_{false};
  std::atomic<int> caller_cpu_{-1};
  alignas(64) std::atomic<std::uint64_t> job_{0};
  alignas(64) std::atomic<unsigned> inside_{0};
  alignas(64) std::atomic<unsigned> present_{0}, arrivals_{0};
};

// Never destroyed: its threads may still be looking for work while the process ends.
std::atomic<gang *> existing{nullptr};
std::atomic<bool> is_forked{false};

// In a forked process oneTBB calls threads that only the parent has, and it loads libraries when it is first used.
void forget_workers() {
  existing.store(nullptr);
  is_forked.store(true);
}

gang &workers() {
  return made_once(existing, process_lock::workers, [] {
    after_fork(forget_workers);
    return new gang(thread_count(), !is_forked.load() && !forked_beside_threads());
  });
}

unsigned long processors() {
  if (!forked_beside_threads())
    return static_cast<unsigned long>(tbb::info::default_concurrency());
  cpu_set_t set;
  return ::sched_getaffinity(0, sizeof(set), &set) == 0 ? static_cast<unsigned long>(CPU_COUNT(&set)) : 1;
}

} // namespace

unsigned thread_count() {
  static std::atomic<unsigned> known{0}; // each thread would find the same
  unsigned n = known.load(std::memory_order_relaxed);
  if (n == 0) {
    unsigned long wanted = env().native_threads;
    if (wanted == 0)
      wanted = processors();
    n = static_cast<unsigned>(std::clamp<unsigned long>(wanted, 1, max_parts));
    known.store(n, std::memory_order_relaxed);
  }
  return n;
}

bool workers_awake() {
  gang *g = existing.load(std::memory_order_acquire);
  return g && g->awake();
}

void parallel_pieces(std::uint64_t first, std::uint64_t count, std::uint64_t align, std::uint64_t grain, bool backwards,
                     body f, const void *context) {
  if (thread_count() == 1)
    return f(context, first, count);
  // While another thread's launch has the gang, this thread goes on alone, and asks again after each piece.
  std::uint64_t piece = std::max(grain, (count - first) / 64 / align * align);
  while (first < count && !workers().run(first, count, align, grain, backwards, f, context)) {
    std::uint64_t end = std::min(count, first + piece);
    f(context, first, end);
    first = end;
  }
}

} // namespace sycl::detail::native
