// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/bundles/snapshot.hpp"

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
  for (const entry &e : regions) {
    if (e.record().begin.line != line)
      continue;
    const region_node *n = e.region();
    if (n && last_part(n->bundle->view.string(n->record->begin.file)) == last_part(file))
      return n;
  }
  return nullptr;
}

bool snapshot::has_refused() const {
  return any_refused || std::any_of(libraries.begin(), libraries.end(), [](const library_contents *l) {
           return l->owner().refused_region().load(std::memory_order_relaxed);
         });
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

const kernel_node *snapshot::kernel_of(std::string_view symbol) const {
  const kernel_node *found = nullptr;
  for (const library_contents *l : libraries)
    l->each_kernel([&](const kernel_node &node) {
      if (!found && node.symbol == symbol)
        found = &node;
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

} // namespace sycl::detail
