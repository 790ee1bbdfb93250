// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records which thread reads which snapshot (hazard pointers): one slot per thread that ever read, reused, never freed.
#pragma once

#include <atomic>

namespace sycl::detail {

class snapshot;

struct alignas(64) reader_slot {
  std::atomic<const snapshot *> reading{nullptr};
  std::atomic<bool> taken{true};
  unsigned depth = 0; // its thread's
  reader_slot *next = nullptr;
};

// Returns the slot of the calling thread.
reader_slot *slot_of_thread();
// To be called when a thread reads no more.
void stop_reading(reader_slot *);

// True if a thread has leased it.
bool is_read(const snapshot &);
// In a forked process.
void forget_other_readers();

} // namespace sycl::detail
