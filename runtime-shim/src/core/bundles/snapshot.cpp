// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/bundles/snapshot.hpp"

#include "core/bundles/registry.hpp"
#include "core/process/sort_unique.hpp"

#include <algorithm>

namespace sycl::detail {

std::pair<const snapshot::entry *, const snapshot::entry *> snapshot::find(std::uint64_t signature) const {
  struct by_signature {
    bool operator()(const entry &e, std::uint64_t s) const { return e.signature < s; }
    bool operator()(std::uint64_t s, const entry &e) const { return s < e.signature; }
  };
  return std::equal_range(regions.data(), regions.data() + regions.size(), signature, by_signature());
}

const region_node *snapshot::region_at(std::string_view file, unsigned line) const {
  const auto last_part = [](std::string_view path) { return path.substr(path.rfind('/') + 1); };
  for (const entry &e : regions)
    if (e.region->record->begin.line == line &&
        last_part(e.region->bundle->view.string(e.region->record->begin.file)) == last_part(file))
      return e.region;
  return nullptr;
}

bool snapshot::built_for(const driver_device &device) const {
  bool built = false;
  for (const library_contents *l : libraries)
    l->each_kernel([&](const kernel_node &node) {
      built |= std::any_of(node.sources.begin(), node.sources.end(),
                           [&](const variant_source &s) { return device.accepts(*s.record); });
    });
  return built;
}

bool snapshot::built_for(std::string_view symbol, const driver_device &device) const {
  bool built = false;
  for (const library_contents *l : libraries)
    l->each_kernel([&](const kernel_node &node) {
      if (node.symbol == symbol)
        built |= std::any_of(node.sources.begin(), node.sources.end(),
                             [&](const variant_source &s) { return device.accepts(*s.record); });
    });
  return built;
}

variant_source snapshot::code_of(std::string_view symbol, const driver_device &device) const {
  variant_source found;
  for (const library_contents *l : libraries)
    l->each_kernel([&](const kernel_node &node) {
      for (const variant_source &s : node.sources)
        if (node.symbol == symbol && device.accepts(*s.record) &&
            (!found.record || s.record->kind == syclfuse::variant_kind::generic))
          found = s;
    });
  return found;
}

std::vector<std::string_view> snapshot::kernel_symbols() const {
  std::vector<std::string_view> symbols;
  for (const library_contents *l : libraries)
    l->each_kernel([&](const kernel_node &node) { symbols.push_back(node.symbol); });
  sort_unique(symbols);
  return symbols;
}

// Who reads which snapshot (hazard pointers): one slot per thread that ever read, reused, never freed.

struct alignas(64) reader_slot {
  std::atomic<const snapshot *> reading{nullptr};
  std::atomic<bool> taken{true};
  unsigned depth = 0; // its thread's
  reader_slot *next = nullptr;
};

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

} // namespace

bool is_read(const snapshot &s) {
  for (reader_slot *slot = slots.load(std::memory_order_seq_cst); slot; slot = slot->next)
    if (slot->reading.load(std::memory_order_seq_cst) == &s)
      return true;
  return false;
}

namespace {

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

reader_slot *slot_of_thread() {
  if (slot_gone)
    return take_slot();
  if (!mine.slot)
    mine.slot = take_slot();
  return mine.slot;
}

} // namespace

// A forked process has only the thread that forked.
void forget_other_readers() {
  for (reader_slot *s = slots.load(std::memory_order_acquire); s; s = s->next)
    if (slot_gone || s != mine.slot) {
      s->depth = 0;
      s->reading.store(nullptr, std::memory_order_relaxed);
      s->taken.store(false, std::memory_order_relaxed);
    }
}

snapshot_lease::snapshot_lease() : slot_(slot_of_thread()) {
  if (slot_->depth++ == 0)
    snapshot_ = registry::instance().protect(slot_->reading);
  else
    snapshot_ = slot_->reading.load(std::memory_order_relaxed);
}

snapshot_lease::~snapshot_lease() {
  if (--slot_->depth != 0)
    return;
  slot_->reading.store(nullptr, std::memory_order_release);
  if (slot_gone)
    give_back_slot(slot_);
}

} // namespace sycl::detail
