// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/bundles/library.hpp"

#include <algorithm>
#include <cstring>

#include <dlfcn.h>
#include <link.h>

namespace sycl::detail {

namespace bundle = syclfuse::bundle;

std::uint64_t new_kernel_id() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

address_facts facts_of(const void *address) {
  Dl_info info;
  void *map = nullptr;
  if (::dladdr1(address, &info, &map, RTLD_DL_LINKMAP) == 0)
    return {};
  return {map, info.dli_saddr == address};
}

kernel_node *library_contents::find(std::uint64_t symbol_hash, std::string_view symbol,
                                    std::uint32_t closure_size) const {
  auto [first, last] = kernels_.equal_range(symbol_hash);
  for (auto it = first; it != last; ++it)
    // Code for a closure of another size would read past the end.
    if (it->second->symbol == symbol && it->second->closure_size == closure_size)
      return it->second.get();
  return nullptr;
}

namespace {

void add_accessors(kernel_node &node, bundle::array_view<bundle::parameter_record> parameters) {
  for (const auto &p : parameters)
    if (p.kind == syclfuse::param_kind::accessor)
      node.accessors.push_back({p.offset, p.dimensions});
    else if (p.kind == syclfuse::param_kind::local_accessor)
      node.local_accessors.push_back(p.offset);
}

std::vector<byte_range> holes_of(const bundle::view &view, const bundle::kernel_record &k) {
  std::vector<char> read(k.closure_size);
  const auto mark = [&](std::size_t begin, std::size_t size) { std::memset(read.data() + begin, 1, size); };
  for (const auto &p : view.parameters(k))
    mark(p.offset, p.size);
  for (const auto &v : view.variants(k)) // a manifest may have been written by hand
    for (const auto &a : view.arguments(v))
      if (a.source == syclfuse::argument_source::closure)
        mark(a.offset, a.size);
  std::vector<byte_range> holes;
  for (std::size_t i = 0; i != read.size(); ++i)
    if (!read[i] && (i == 0 || read[i - 1]))
      holes.push_back({i, i + 1});
    else if (!read[i])
      ++holes.back().end;
  return holes;
}

} // namespace

kernel_node *library_contents::add_kernel(const loaded_bundle &b, const bundle::kernel_record &k, id_table &ids) {
  std::string_view symbol = b.view.string(k.symbol);
  kernel_node *node = find(k.symbol_hash, symbol, k.closure_size);
  if (!node) {
    auto fresh = std::make_unique<kernel_node>();
    node = fresh.get();
    const auto [id, first] = ids.try_emplace({std::string(symbol), k.closure_size});
    node->id = id->second = first ? new_kernel_id() : id->second;
    node->owner = &owner_;
    node->symbol = symbol;
    node->name = b.view.string(k.name);
    node->known = true;
    node->closure_size = k.closure_size;
    add_accessors(*node, b.view.parameters(k));
    node->holes = holes_of(b.view, k);
    kernels_.emplace(k.symbol_hash, std::move(fresh));
  }
  node->descriptions.push_back({&b, &k});
  // Of a kernel that could not be built there is nothing to be known.
  node->uses_groups |= k.uses_groups == bundle::groups_used;
  node->shares_groups |= k.uses_groups == bundle::groups_shared;
  // Two translation units may both hold a kernel (a template): one copy is enough, but each may have other targets.
  for (const auto &v : b.view.variants(k))
    node->sources.push_back({&b, &v});
  return node;
}

void library_contents::add(loaded_bundle &b, id_table &ids) {
  b.kernels.reserve(b.view.kernels().size());
  for (const auto &k : b.view.kernels())
    b.kernels.push_back(add_kernel(b, k, ids));
  b.owner = &owner_;
  b.refused_region = &owner_.refused_region();
  b.regions = std::vector<std::atomic<region_node *>>(b.view.regions().size());
}

std::string library::path() const { return object_ ? static_cast<const link_map *>(object_)->l_name : ""; }

bool library::closed() const {
  return std::none_of(members_.begin(), members_.end(),
                      [](const registered_bundle &m) { return m.origin == bundle_origin::program; });
}

bool library::knows(std::uint64_t kernel_id) const {
  return std::any_of(ids_.begin(), ids_.end(), [&](const auto &known) { return known.second == kernel_id; });
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

const library_contents &library::contents(refused_bundles &refused) {
  if (now_)
    return *now_;
  auto made = std::unique_ptr<library_contents>(new library_contents(*this));
  for (const auto &[r, origin] : members_) {
    auto b = std::make_unique<loaded_bundle>();
    b->registration = r;
    b->origin = origin;
    std::string why;
    if (r->abi_version != SYCL_FUSE_ABI_VERSION)
      why = "its interface has version " + std::to_string(r->abi_version) +
            ", needed: " + std::to_string(SYCL_FUSE_ABI_VERSION);
    else if (auto e = bundle::view::open_kernels(r->bundle, r->bundle_size, b->view); e != bundle::open_error::none)
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

} // namespace sycl::detail
