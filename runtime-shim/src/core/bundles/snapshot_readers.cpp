// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/bundles/snapshot_readers.hpp"

namespace sycl::detail {
namespace {

std::atomic<reader_slot *> slots{nullptr};

reader_slot *take_slot() {
  for (reader_slot *s = slots.load(std::memory_order_acquire); s; s = s->next)
    if (bool free = false; s->taken.compare_exchange_strong(free, true, std::memory_order_acquire))
      return s;
  auto *fresh = new reader_slot;
  fresh->next = slots.load(std::memory_order_relaxed);
  while (!slots.compare_exchange_weak(fresh->next, fresh, std::memory_order_seq_cst, std::memory_order_relaxed))
    ;
  return fresh;
}

void give_back_slot(reader_slot *s) { s->taken.store(false, std::memory_order_release); }

// Not once the thread's objects are gone: destructors of static objects may still submit.
thread_local bool slot_gone = false;
struct slot_holder {
  reader_slot *slot = nullptr;
  ~slot_holder() {
    slot_gone = true;
    if (slot)
      give_back_slot(slot);
  }
};
thread_local slot_holder mine;

} // namespace

reader_slot *slot_of_thread() {
  if (slot_gone)
    return take_slot();
  if (!mine.slot)
    mine.slot = take_slot();
  return mine.slot;
}

void stop_reading(reader_slot *s) {
  s->reading.store(nullptr, std::memory_order_release);
  if (slot_gone)
    give_back_slot(s);
}

bool is_read(const snapshot &s) {
  for (reader_slot *slot = slots.load(std::memory_order_seq_cst); slot; slot = slot->next)
    if (slot->reading.load(std::memory_order_seq_cst) == &s)
      return true;
  return false;
}

// A forked process has only the thread that forked.
void forget_other_readers() {
  for (reader_slot *s = slots.load(std::memory_order_acquire); s; s = s->next)
    if (slot_gone || s != mine.slot) {
      s->depth = 0;
      s->reading.store(nullptr, std::memory_order_relaxed);
      s->taken.store(false, std::memory_order_relaxed);
    }
}

} // namespace sycl::detail
