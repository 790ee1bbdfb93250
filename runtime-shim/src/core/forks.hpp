// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What makes the runtime usable in a forked process, which has one thread only: the locks that the whole process shares are free there and
// what they protect is whole, since fork() waits for them; and what belonged to the other threads is made anew.
#pragma once

#include <mutex>

namespace sycl::detail {

// In the order in which a thread may take them: one that holds a lock takes later ones only.
enum class process_lock : unsigned {
  recording,    // what was missed, for the next build
  registry,     // the bundles, and the kernels in them
  variants,     // of each kernel and region, for each device
  usm,          // the blocks of USM
  native_codes, // the kernels of the native device
  workers,      // its threads
  graph,        // graph_mutex()
  statistics,   // what became of each region
  messages,     // that are said once
  count
};

// Never destroyed, and there before anything of this library runs.
std::mutex &process_mutex(process_lock) noexcept;

// `f` is called in each process that is forked from now on, by its only thread, when the locks are free. Once for each `f`; a few at most.
void after_fork(void (*f)()) noexcept;

} // namespace sycl::detail
