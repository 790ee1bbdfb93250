// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/bundles/registry.hpp"

#include "core/bundles/snapshot_readers.hpp"
#include "core/process/forks.hpp"
#include "core/process/log.hpp"

#include <algorithm>
#include <thread>

#include <dlfcn.h>

namespace sycl::detail {

using syclfuse::diag;

registry &registry::instance() {
  // Objects register from constructors and unregister from destructors, in any order.
  static std::atomic<registry *> made{nullptr};
  return made_once(made, process_lock::registry, [] {
    after_fork(forget_other_readers);
    return new registry;
  });
}

library *registry::library_at(const void *object) {
  const auto it =
      std::find_if(libraries_.begin(), libraries_.end(), [&](const auto &l) { return l->object() == object; });
  return it == libraries_.end() ? nullptr : it->get();
}

void registry::add(const sycl_fuse_registration *r) noexcept {
  const void *object = facts_of(r).object; // before our lock: the dynamic linker may wait for it with its own
  std::lock_guard<std::mutex> lock(process_mutex(process_lock::registry));
  library *l = library_at(object);
  if (!l)
    l = libraries_.emplace_back(std::make_unique<library>(object)).get();
  l->add({r, bundle_origin::program});
  outdate();
}

bool registry::add_fused(const sycl_fuse_registration *r, std::uint64_t kernel_id) noexcept {
  std::lock_guard<std::mutex> lock(process_mutex(process_lock::registry));
  for (const auto &l : libraries_)
    if (l->knows(kernel_id)) {
      l->add({r, bundle_origin::jit});
      outdate();
      return true;
    }
  return false;
}

// What the library had is freed once nobody compares with it any more; its kernels run no more, or closing it would be
// an error anyway.
void registry::remove(const sycl_fuse_registration *r, std::chrono::milliseconds patience) noexcept {
  std::unique_ptr<library> closed;
  std::uint64_t generation;
  {
    std::lock_guard<std::mutex> lock(process_mutex(process_lock::registry));
    const auto it = std::find_if(libraries_.begin(), libraries_.end(), [&](const auto &l) { return l->remove(r); });
    warned_.erase(std::remove(warned_.begin(), warned_.end(), r), warned_.end());
    outdate();
    generation = generation_.load(std::memory_order_relaxed);
    if (it == libraries_.end())
      return;
    if ((*it)->closed()) {
      closed = std::move(*it);
      libraries_.erase(it);
    }
  }
  wait_for_readers(generation, patience);
}

// The caller unmaps what they read. They take microseconds, and as long as the system lets them wait in between: one
// that does not go on at all keeps the library open, for else it would read memory that is gone.
void registry::wait_for_readers(std::uint64_t generation, std::chrono::milliseconds patience) {
  const auto start = std::chrono::steady_clock::now();
  for (bool warned = false;;) {
    {
      std::lock_guard<std::mutex> lock(process_mutex(process_lock::registry));
      free_unread();
      if (std::none_of(retired_.begin(), retired_.end(), [&](const auto &s) { return s.first <= generation; }))
        return;
    }
    if (!warned && std::chrono::steady_clock::now() - start > patience) {
      warned = true;
      log(diag::closing_waits, {std::to_string(std::chrono::duration_cast<std::chrono::seconds>(patience).count())});
    }
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
}

void registry::outdate() {
  generation_.fetch_add(1, std::memory_order_release);
  current_.store(nullptr, std::memory_order_seq_cst);
  if (owned_)
    retired_.emplace_back(generation_.load(std::memory_order_relaxed), std::move(owned_));
  free_unread();
}

void registry::free_unread() {
  retired_.erase(std::remove_if(retired_.begin(), retired_.end(), [](const auto &s) { return !is_read(*s.second); }),
                 retired_.end());
}

void registry::refresh() {
  if (owned_)
    return;
  auto next = std::make_unique<snapshot>();
  refused_bundles refused;
  for (const auto &l : libraries_) {
    const library_contents &c = l->contents(refused);
    next->any_bundle |= c.any_bundle;
    next->any_refused |= c.any_refused;
    next->libraries.push_back(&c);
    for (const auto &b : c.bundles()) {
      const auto records = b->view.regions();
      next->regions.reserve(next->regions.size() + records.size());
      for (std::uint32_t i = 0; i != records.size(); ++i)
        next->regions.push_back({records[i].signature, b.get(), i, static_cast<std::uint32_t>(next->regions.size())});
    }
  }
  next->generation = generation_.load(std::memory_order_relaxed);
  const auto before = [](const snapshot::entry &a, const snapshot::entry &b) {
    return a.signature != b.signature ? a.signature < b.signature : a.order < b.order;
  };
  if (!std::is_sorted(next->regions.begin(), next->regions.end(), before)) // as those of one bundle are
    std::sort(next->regions.begin(), next->regions.end(), before);
  for (const auto &[r, why] : refused)
    if (std::find(warned_.begin(), warned_.end(), r) == warned_.end()) {
      warned_.push_back(r);
      log(diag::bundle_refused, {why});
    }
  owned_ = std::move(next);
  current_.store(owned_.get(), std::memory_order_seq_cst);
}

const snapshot *registry::protect(std::atomic<const snapshot *> &slot) {
  while (true) {
    const snapshot *s = current_.load(std::memory_order_acquire);
    if (!s) {
      std::lock_guard<std::mutex> lock(process_mutex(process_lock::registry));
      refresh();
      s = owned_.get();
    }
    slot.store(s, std::memory_order_seq_cst);
    // Still current after everybody can see that it is being read: nobody has freed it, and nobody will.
    if (current_.load(std::memory_order_seq_cst) == s)
      return s;
  }
}

kernel_node *registry::node_of(const kernel_info &info, const void *object, bool shared_name) {
  refresh();
  refused_bundles refused;
  kernel_node *of_none = nullptr, *of_another = nullptr;
  for (const auto &l : libraries_) {
    kernel_node *node = l->contents(refused).find(info.symbol_hash, info.symbol, info.closure_size);
    if (!node)
      continue;
    if (l->object() == object)
      return node;
    kernel_node *&other = l->object() == nullptr ? of_none : of_another;
    other = other ? other : node;
  }
  if (of_none)
    return of_none;
  if (of_another && (shared_name || !object))
    return of_another;
  auto [entry, fresh] = unknown_.try_emplace(info.symbol);
  if (fresh) {
    entry->second = std::make_unique<kernel_node>();
    entry->second->id = new_kernel_id();
    entry->second->symbol = entry->second->name = entry->first;
  }
  return entry->second.get();
}

kernel_node *registry::find_slow(kernel_info &info) {
  const address_facts where = facts_of(&info); // before our lock, as in add()
  while (true) {
    const void *object = nullptr;
    std::string path;
    {
      std::lock_guard<std::mutex> lock(process_mutex(process_lock::registry));
      kernel_node *node = node_of(info, where.object, where.exported);
      const library *owner = node->owner;
      if (!owner || owner->object() == where.object || owner->stays()) {
        if (where.exported)
          node->shared_name.store(true, std::memory_order_relaxed);
        info.node.store(node, std::memory_order_release);
        info.seen.store(generation_.load(std::memory_order_relaxed), std::memory_order_release);
        return node;
      }
      object = owner->object();
      path = owner->path();
    }
    keep_loaded(object, path);
  }
}

// The dynamic linker knows a library that is open by its path. One that cannot be found although it is there (in a
// namespace of its own) is the program's to keep.
void registry::keep_loaded(const void *object, const std::string &path) {
  ::dlopen(path.empty() ? nullptr : path.c_str(), RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
  std::lock_guard<std::mutex> lock(process_mutex(process_lock::registry));
  if (library *l = library_at(object))
    l->set_stays();
}

} // namespace sycl::detail

extern "C" {
SYCL_FUSE_API void sycl_fuse_register(const sycl_fuse_registration *r) { sycl::detail::registry::instance().add(r); }
SYCL_FUSE_API void sycl_fuse_unregister(const sycl_fuse_registration *r) {
  sycl::detail::registry::instance().remove(r);
}
}
