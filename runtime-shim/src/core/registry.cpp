// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/registry.hpp"
#include "core/log.hpp"

#include <algorithm>

namespace sycl::detail {

using syclfuse::diag;
namespace bundle = syclfuse::bundle;

registry &registry::instance() {
  static auto *r = new registry; // objects register from constructors and unregister from destructors, in any order
  return *r;
}

void registry::add(const sycl_fuse_registration *r, bundle_origin origin) noexcept {
  std::lock_guard<std::mutex> lock(mutex_);
  registrations_.push_back({r, origin});
  generation_.fetch_add(1, std::memory_order_release);
}

void registry::remove(const sycl_fuse_registration *r) noexcept {
  std::lock_guard<std::mutex> lock(mutex_);
  registrations_.erase(std::remove_if(registrations_.begin(), registrations_.end(), [&](const registered &o) { return o.record == r; }),
                       registrations_.end());
  warned_.erase(std::remove(warned_.begin(), warned_.end(), r), warned_.end());
  generation_.fetch_add(1, std::memory_order_release);
}

snapshot *registry::current() {
  snapshot *s = current_.load(std::memory_order_acquire);
  if (s && s->generation == generation_.load(std::memory_order_acquire))
    return s;
  std::lock_guard<std::mutex> lock(mutex_);
  s = current_.load(std::memory_order_relaxed);
  if (!s || s->generation != generation_.load(std::memory_order_relaxed))
    rebuild();
  return current_.load(std::memory_order_relaxed);
}

void registry::rebuild() {
  auto next = std::make_unique<snapshot>();
  next->generation = generation_.load(std::memory_order_relaxed);
  for (const auto &[r, origin] : registrations_) {
    auto b = std::make_unique<loaded_bundle>();
    b->registration = r;
    b->origin = origin;
    std::string why;
    if (r->abi_version != SYCL_FUSE_ABI_VERSION)
      why = "its interface has version " + std::to_string(r->abi_version) + ", needed: " +
            std::to_string(SYCL_FUSE_ABI_VERSION);
    else if (auto e = bundle::view::open(r->bundle, r->bundle_size, b->view); e != bundle::open_error::none)
      why = bundle::to_string(e);
    if (why.empty()) {
      next->any_bundle = true;
      next->add(*b);
      next->bundles_.push_back(std::move(b));
      continue;
    }
    next->any_refused = true;
    if (std::find(warned_.begin(), warned_.end(), r) == warned_.end()) {
      warned_.push_back(r);
      log(diag::bundle_refused, {why});
    }
  }
  std::sort(next->regions_.begin(), next->regions_.end(), [](const auto &a, const auto &b) {
    return std::pair(a->record->signature, a->order) < std::pair(b->record->signature, b->order);
  });
  current_.store(next.get(), std::memory_order_release);
  snapshots_.push_back(std::move(next));
}

kernel_node *registry::find_slow(kernel_info &info) {
  kernel_node *node = current()->kernel(info);
  info.node.store(node, std::memory_order_release);
  return node;
}

kernel_node *snapshot::add_kernel(const loaded_bundle &b, const bundle::kernel_record &k) {
  std::string_view symbol = b.view.string(k.symbol);
  kernel_node *node = nullptr;
  auto [first, last] = kernels_.equal_range(k.symbol_hash);
  for (auto it = first; it != last && !node; ++it)
    // A closure of another size: another library's kernel of the same name.
    if (it->second->symbol == symbol && it->second->closure_size == k.closure_size)
      node = it->second.get();
  if (!node) {
    auto fresh = std::make_unique<kernel_node>();
    node = fresh.get();
    node->generation = generation;
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

void snapshot::add(const loaded_bundle &b) {
  std::vector<kernel_node *> nodes;
  for (const auto &k : b.view.kernels())
    nodes.push_back(add_kernel(b, k));
  for (const auto &r : b.view.regions()) {
    auto node = std::make_unique<region_node>();
    node->order = regions_.size();
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

kernel_node *snapshot::kernel(const kernel_info &info) {
  auto [first, last] = kernels_.equal_range(info.symbol_hash);
  for (auto it = first; it != last; ++it)
    // Code for a closure of another size would read past the end.
    if (it->second->symbol == info.symbol && it->second->closure_size == info.closure_size)
      return it->second.get();
  std::lock_guard<std::mutex> lock(unknown_mutex_);
  auto [entry, fresh] = unknown_.try_emplace(info.symbol);
  if (fresh) {
    entry->second = std::make_unique<kernel_node>();
    entry->second->generation = generation;
    entry->second->symbol = entry->second->name = entry->first;
  }
  return entry->second.get();
}

std::pair<const std::unique_ptr<region_node> *, const std::unique_ptr<region_node> *>
snapshot::regions(std::uint64_t signature) const {
  struct by_signature {
    bool operator()(const std::unique_ptr<region_node> &n, std::uint64_t s) const { return n->record->signature < s; }
    bool operator()(std::uint64_t s, const std::unique_ptr<region_node> &n) const { return s < n->record->signature; }
  };
  auto [first, last] = std::equal_range(regions_.begin(), regions_.end(), signature, by_signature());
  return {regions_.data() + (first - regions_.begin()), regions_.data() + (last - regions_.begin())};
}

const region_node *snapshot::region_at(std::string_view file, unsigned line) const {
  const auto last_part = [](std::string_view path) { return path.substr(path.rfind('/') + 1); };
  for (const auto &n : regions_)
    if (n->record->begin.line == line && last_part(n->bundle->view.string(n->record->begin.file)) == last_part(file))
      return n.get();
  return nullptr;
}

bool snapshot::built_for(const driver_device &device) const {
  for (const auto &[hash, node] : kernels_)
    for (const variant_source &s : node->sources)
      if (device.accepts(*s.record))
        return true;
  return false;
}

bool snapshot::built_for(std::string_view symbol, const driver_device &device) const {
  for (const auto &[hash, node] : kernels_)
    if (node->symbol == symbol)
      for (const variant_source &s : node->sources)
        if (device.accepts(*s.record))
          return true;
  return false;
}

variant_source snapshot::code_of(std::string_view symbol, const driver_device &device) const {
  variant_source found;
  for (const auto &[hash, node] : kernels_)
    if (node->symbol == symbol)
      for (const variant_source &s : node->sources)
        if (device.accepts(*s.record) && (!found.record || s.record->kind == syclfuse::variant_kind::generic))
          found = s;
  return found;
}

std::vector<std::string_view> snapshot::kernel_symbols() const {
  std::vector<std::string_view> symbols;
  for (const auto &[hash, node] : kernels_)
    symbols.push_back(node->symbol);
  std::sort(symbols.begin(), symbols.end());
  symbols.erase(std::unique(symbols.begin(), symbols.end()), symbols.end());
  return symbols;
}

} // namespace sycl::detail

extern "C" {
SYCL_FUSE_API void sycl_fuse_register(const sycl_fuse_registration *r) { sycl::detail::registry::instance().add(r); }
SYCL_FUSE_API void sycl_fuse_unregister(const sycl_fuse_registration *r) { sycl::detail::registry::instance().remove(r); }
}
