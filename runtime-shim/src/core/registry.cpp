// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/registry.hpp"
#include "core/forks.hpp"
#include "core/log.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include <dlfcn.h>
#include <link.h>

namespace sycl::detail {

using syclfuse::diag;
namespace bundle = syclfuse::bundle;

namespace {

// Where an address lies, and whether it is that of a symbol that other libraries see.
struct address_facts {
  const void *object = nullptr;
  bool exported = false;
};
address_facts facts_of(const void *address) {
  Dl_info info;
  void *map = nullptr;
  if (::dladdr1(address, &info, &map, RTLD_DL_LINKMAP) == 0)
    return {};
  return {map, info.dli_saddr == address};
}

std::atomic<std::uint64_t> last_kernel_id{0};

} // namespace

const void *object_of(const void *address) { return facts_of(address).object; }

// What one library has.

kernel_node *library_contents::find(std::uint64_t symbol_hash, std::string_view symbol,
                                    std::uint32_t closure_size) const {
  auto [first, last] = kernels_.equal_range(symbol_hash);
  for (auto it = first; it != last; ++it)
    // Code for a closure of another size would read past the end.
    if (it->second->symbol == symbol && it->second->closure_size == closure_size)
      return it->second.get();
  return nullptr;
}

kernel_node *library_contents::add_kernel(const loaded_bundle &b, const bundle::kernel_record &k, id_table &ids) {
  std::string_view symbol = b.view.string(k.symbol);
  kernel_node *node = find(k.symbol_hash, symbol, k.closure_size);
  if (!node) {
    auto fresh = std::make_unique<kernel_node>();
    node = fresh.get();
    const auto [id, first] = ids.try_emplace({std::string(symbol), k.closure_size});
    node->id = id->second = first ? ++last_kernel_id : id->second;
    node->symbol = symbol;
    node->name = b.view.string(k.name);
    node->known = true;
    node->closure_size = k.closure_size;
    for (const auto &p : b.view.parameters(k))
      if (p.kind == syclfuse::param_kind::accessor)
        node->accessors.push_back({p.offset, p.dimensions});
      else if (p.kind == syclfuse::param_kind::local_accessor)
        node->local_accessors.push_back(p.offset);
    kernels_.emplace(k.symbol_hash, std::move(fresh));
  }
  node->descriptions.push_back({&b, &k});
  // Of a kernel that could not be built there is nothing to be known.
  node->uses_groups |= k.uses_groups != 0;
  // Two translation units may both hold a kernel (a template): one copy is enough, but each may have other targets.
  for (const auto &v : b.view.variants(k))
    node->sources.push_back({&b, &v});
  return node;
}

void library_contents::add(const loaded_bundle &b, id_table &ids) {
  std::vector<kernel_node *> nodes;
  for (const auto &k : b.view.kernels())
    nodes.push_back(add_kernel(b, k, ids));
  for (const auto &r : b.view.regions()) {
    auto node = std::make_unique<region_node>();
    node->bundle = &b;
    node->record = &r;
    node->name = b.view.string(r.name);
    for (const auto &s : b.view.submissions(r))
      node->submissions.push_back({nodes[s.kernel], s.kind, s.dimensions, b.view.promotions(s)});
    for (const auto &v : b.view.variants(r))
      node->sources.push_back({&b, &v});
    regions_.push_back(std::move(node));
  }
}

void library::outdate() {
  if (now_)
    before_.push_back(std::move(now_));
}

void library::add(registered_bundle b) {
  outdate();
  members_.push_back(b);
}

bool library::remove(const sycl_fuse_registration *r) {
  const auto it =
      std::find_if(members_.begin(), members_.end(), [&](const registered_bundle &m) { return m.record == r; });
  if (it == members_.end())
    return false;
  outdate();
  members_.erase(it);
  return true;
}

const library_contents &
library::contents(std::vector<std::pair<const sycl_fuse_registration *, std::string>> &refused) {
  if (now_)
    return *now_;
  auto made = std::make_unique<library_contents>();
  for (const auto &[r, origin] : members_) {
    auto b = std::make_unique<loaded_bundle>();
    b->registration = r;
    b->origin = origin;
    b->object = object_;
    std::string why;
    if (r->abi_version != SYCL_FUSE_ABI_VERSION)
      why = "its interface has version " + std::to_string(r->abi_version) +
            ", needed: " + std::to_string(SYCL_FUSE_ABI_VERSION);
    else if (auto e = bundle::view::open(r->bundle, r->bundle_size, b->view); e != bundle::open_error::none)
      why = bundle::to_string(e);
    if (!why.empty()) {
      made->any_refused = true;
      refused.emplace_back(r, why);
      continue;
    }
    made->any_bundle = true;
    made->add(*b, ids_);
    made->bundles_.push_back(std::move(b));
  }
  now_ = std::move(made);
  return *now_;
}

// The index of all.

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
  std::sort(symbols.begin(), symbols.end());
  symbols.erase(std::unique(symbols.begin(), symbols.end()), symbols.end());
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
  while (!slots.compare_exchange_weak(fresh->next, fresh, std::memory_order_release, std::memory_order_relaxed))
    ;
  return fresh;
}

void give_back_slot(reader_slot *s) { s->taken.store(false, std::memory_order_release); }

bool is_read(const snapshot *s) {
  for (reader_slot *slot = slots.load(std::memory_order_acquire); slot; slot = slot->next)
    if (slot->reading.load(std::memory_order_seq_cst) == s)
      return true;
  return false;
}

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

namespace {

// A forked process has only the thread that forked.
void forget_other_readers() {
  for (reader_slot *s = slots.load(std::memory_order_acquire); s; s = s->next)
    if (slot_gone || s != mine.slot) {
      s->depth = 0;
      s->reading.store(nullptr, std::memory_order_relaxed);
      s->taken.store(false, std::memory_order_relaxed);
    }
}

} // namespace

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

// The registry.

registry &registry::instance() {
  static std::atomic<registry *> made{
      nullptr}; // objects register from constructors and unregister from destructors, in any order
  return made_once(made, process_lock::registry, [] {
    after_fork(forget_other_readers);
    return new registry;
  });
}

void registry::add(const sycl_fuse_registration *r, bundle_origin origin, std::optional<const void *> of) noexcept {
  const void *object = of ? *of : object_of(r); // before our lock: the dynamic linker may wait for it with its own
  std::lock_guard<std::mutex> lock(process_mutex(process_lock::registry));
  auto it = std::find_if(libraries_.begin(), libraries_.end(), [&](const auto &l) { return l->object() == object; });
  if (it == libraries_.end())
    it = libraries_.insert(it, std::make_unique<library>(object));
  (*it)->add({r, origin});
  outdate();
}

// What the library had is freed once nobody compares with it any more; its kernels run no more, or closing it would be
// an error anyway.
void registry::remove(const sycl_fuse_registration *r) noexcept {
  std::unique_ptr<library> closed;
  {
    std::lock_guard<std::mutex> lock(process_mutex(process_lock::registry));
    const auto it = std::find_if(libraries_.begin(), libraries_.end(), [&](const auto &l) { return l->remove(r); });
    warned_.erase(std::remove(warned_.begin(), warned_.end(), r), warned_.end());
    outdate();
    if (it == libraries_.end() || !(*it)->empty())
      return;
    closed = std::move(*it);
    libraries_.erase(it);
  }
  // Readers take microseconds, and as long as the system lets them wait in between. What they read is gone when this
  // returns.
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (true) {
    {
      std::lock_guard<std::mutex> lock(process_mutex(process_lock::registry));
      free_unread();
      if (retired_.empty())
        return;
    }
    if (std::chrono::steady_clock::now() > deadline) {
      static_cast<void>(closed.release());
      return;
    }
    std::this_thread::yield();
  }
}

void registry::outdate() {
  generation_.fetch_add(1, std::memory_order_release);
  current_.store(nullptr, std::memory_order_seq_cst);
  if (owned_)
    retired_.push_back(std::move(owned_));
  free_unread();
}

void registry::free_unread() {
  retired_.erase(std::remove_if(retired_.begin(), retired_.end(), [](const auto &s) { return !is_read(s.get()); }),
                 retired_.end());
}

void registry::refresh() {
  if (owned_)
    return;
  auto next = std::make_unique<snapshot>();
  std::vector<std::pair<const sycl_fuse_registration *, std::string>> refused;
  for (const auto &l : libraries_) {
    const library_contents &c = l->contents(refused);
    next->any_bundle |= c.any_bundle;
    next->any_refused |= c.any_refused;
    next->libraries.push_back(&c);
    for (const auto &r : c.regions())
      next->regions.push_back({r->record->signature, next->regions.size(), r.get()});
  }
  std::sort(next->regions.begin(), next->regions.end(), [](const snapshot::entry &a, const snapshot::entry &b) {
    return std::pair(a.signature, a.order) < std::pair(b.signature, b.order);
  });
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
  std::vector<std::pair<const sycl_fuse_registration *, std::string>> refused;
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
    entry->second->id = ++last_kernel_id;
    entry->second->symbol = entry->second->name = entry->first;
  }
  return entry->second.get();
}

kernel_node *registry::find_slow(kernel_info &info) {
  const address_facts where = facts_of(&info); // before our lock, as in add()
  std::lock_guard<std::mutex> lock(process_mutex(process_lock::registry));
  kernel_node *node = node_of(info, where.object, where.exported);
  if (where.exported)
    node->shared_name.store(true, std::memory_order_relaxed);
  info.node.store(node, std::memory_order_release);
  info.seen.store(generation_.load(std::memory_order_relaxed), std::memory_order_release);
  return node;
}

} // namespace sycl::detail

extern "C" {
SYCL_FUSE_API void sycl_fuse_register(const sycl_fuse_registration *r) { sycl::detail::registry::instance().add(r); }
SYCL_FUSE_API void sycl_fuse_unregister(const sycl_fuse_registration *r) {
  sycl::detail::registry::instance().remove(r);
}
}
