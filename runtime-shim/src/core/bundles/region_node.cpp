// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/bundles/region_node.hpp"

#include "core/process/log.hpp"

namespace sycl::detail {

namespace bundle = syclfuse::bundle;

loaded_bundle::~loaded_bundle() {
  for (const auto &made : regions) // the bundle itself is gone
    delete made.load(std::memory_order_relaxed);
}

region_node *loaded_bundle::make_region(std::size_t index) const {
  const bundle::region_record &r = view.regions()[index];
  if (!view.is_right(r)) {
    if (!refused_region->exchange(true, std::memory_order_relaxed))
      log(syclfuse::diag::bundle_refused, {bundle::to_string(bundle::open_error::bad_checksum)});
    return nullptr;
  }
  auto node = std::make_unique<region_node>();
  node->bundle = this;
  node->owner = owner;
  node->record = &r;
  node->name = view.string(r.name);
  const auto submissions = view.submissions(r);
  node->submissions.reserve(submissions.size());
  for (const auto &s : submissions)
    node->submissions.push_back({kernels[s.kernel], s.kind, s.dimensions, view.promotions(s)});
  const auto variants = view.variants(r);
  node->sources.reserve(variants.size());
  for (const auto &v : variants)
    node->sources.push_back({this, &v});
  region_node *made = nullptr; // by another thread
  if (regions[index].compare_exchange_strong(made, node.get(), std::memory_order_acq_rel))
    made = node.release();
  return made;
}

} // namespace sycl::detail
