// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/graphs/kernel_launches.hpp"

#include "core/bundles/registry.hpp"
#include "core/memory/buffer_impl.hpp"
#include "core/regions/promotions.hpp"

#include <algorithm>

namespace sycl::detail {
namespace {

std::string accessor_at(const command &c, std::uint32_t offset) {
  for (const kernel_source &source : registry::instance().find(*c.kernel)->descriptions)
    for (const auto &p : source.bundle->view.parameters(*source.record))
      if (p.offset == offset)
        return std::string(source.bundle->view.string(p.name));
  return {};
}

// The guards say what was promoted, of one kernel or of each that uses it.
std::vector<kept_memory> kept_by(const region_segment &segment) {
  std::vector<kept_memory> kept;
  std::vector<const void *> seen;
  for (const auto &g : segment.run_as.variant->guards) {
    if (g.kind != syclfuse::guard_kind::promoted_elements)
      continue;
    const command &c = *segment.commands[g.submission_a];
    const auto m = accessed_memory::of(static_cast<const unsigned char *>(c.closure) + g.offset_a);
    if (std::find(seen.begin(), seen.end(), m.buffer) != seen.end())
      continue;
    seen.push_back(m.buffer);
    const std::size_t bytes =
        m.is_usm() ? static_cast<std::size_t>(m.end - m.begin) : static_cast<const buffer_impl *>(m.buffer)->bytes();
    kept.push_back({accessor_at(c, g.offset_a), bytes, g.size != syclfuse::promoted_per_item});
  }
  return kept;
}

} // namespace

std::vector<kernel_launch> launches_of(const command_sequence &s) {
  std::vector<kernel_launch> launches;
  const std::vector<flat_sequence::step> &steps = s.flat.steps;
  std::size_t at = 0;
  const auto add = [&](region_segment &segment) {
    const bool fused = segment.run_as.variant;
    if (fused)
      launches.push_back({{}, segment.run_as, kept_by(segment)});
    for (const std::size_t end = at + segment.commands.size(); at != end; ++at)
      if (fused)
        launches.back().steps.push_back(at);
      else
        launches.push_back({{at}, segment.run_as, {}});
  };
  while (at != steps.size()) {
    const sequence_step &step = *steps[at].what;
    if (step.region) {
      each_segment(*step.region, add);
      continue;
    }
    if (step.single->kind == command_kind::kernel)
      launches.push_back({{at}, {}, {}});
    ++at;
  }
  return launches;
}

} // namespace sycl::detail
