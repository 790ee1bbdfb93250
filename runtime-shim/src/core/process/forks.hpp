// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the runtime usable in a forked process, which has one thread only. fork() waits for the locks that the whole
// process shares, so that they are free in the child and what they protect is whole. State of the parent's other
// threads is made anew.
#pragma once

#include "core/process/light_mutex.hpp"

#include <atomic>
#include <mutex>

namespace sycl::detail {

// In the order in which a thread may take them: one that holds a lock takes later ones only.
enum class process_lock : unsigned {
  devices,      // which there are
  holding,      // the queues that may hold kernels
  sequences,    // of kernels that queues look for
  jit,          // fusion at run time
  recording,    // what was missed, for the next build
  registry,     // the bundles, and the kernels in them
  variants,     // of each kernel and region, for each device
  usm,          // the blocks of USM
  native_codes, // the kernels of the native device
  workers,      // its threads
  graph,        // graph_mutex()
  executor,     // the threads that run host tasks
  waiting_room, // of threads that wait for others' commands
  statistics,   // what became of each region
  profiler,     // that ranges of kernels are told
  messages,     // that are said once
  environment,  // the variables
  count
};

// Never destroyed, and there before anything of this library runs.
std::mutex &process_mutex(process_lock) noexcept; // of all but `graph`
light_mutex &process_graph_mutex() noexcept;

// An object that the whole process shares, made by `make` when it is first asked for, and never destroyed. Not a local
// static, which would stay half made in a process that is forked meanwhile.
template <class T, class Make> T &made_once(std::atomic<T *> &made, process_lock l, Make make) {
  if (T *there = made.load(std::memory_order_acquire))
    return *there;
  std::lock_guard<std::mutex> lock(process_mutex(l));
  if (!made.load(std::memory_order_relaxed))
    made.store(make(), std::memory_order_release);
  return *made.load(std::memory_order_relaxed);
}

// True in a process that was forked from one with several threads. One of these may have been inside the dynamic
// linker, which then refuses to load anything here.
bool forked_beside_threads() noexcept;

// `f` is called before each fork from now on, without a lock. There is one such function.
void before_fork(void (*f)()) noexcept;

// `f` is called in each process that is forked from now on, by its only thread, when the locks are free. Once for each
// `f`; a few at most.
void after_fork(void (*f)()) noexcept;

} // namespace sycl::detail
