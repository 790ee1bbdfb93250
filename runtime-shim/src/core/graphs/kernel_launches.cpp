// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/graphs/kernel_launches.hpp"

#include "core/bundles/registry.hpp"
#include "core/memory/buffer_impl.hpp"

#include <algorithm>
#include <cstring>

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
std::vector<kept_memory> kept_by(const fusion_region &part) {
  std::vector<kept_memory> kept;
  std::vector<const buffer_impl *> seen;
  for (const auto &g : part.run_as.variant->guards) {
    if (g.kind != syclfuse::guard_kind::promoted_elements)
      continue;
    const command &c = *part.commands[g.submission_a];
    const buffer_impl *b;
    std::memcpy(&b, static_cast<const char *>(c.closure) + g.offset_a + syclfuse::accessor_layout::buffer, sizeof(b));
    if (std::find(seen.begin(), seen.end(), b) != seen.end())
      continue;
    seen.push_back(b);
    kept.push_back({accessor_at(c, g.offset_a), b->bytes(), g.size != syclfuse::promoted_per_item});
  }
  return kept;
}

} // namespace

std::vector<kernel_launch> launches_of(const std::vector<graph_member> &members, const command_sequence &s) {
  const auto number_of = [&](const command *c) {
    const auto found =
        std::find_if(members.begin(), members.end(), [c](const graph_member &m) { return m.command.get() == c; });
    return static_cast<std::size_t>(found - members.begin());
  };
  std::vector<kernel_launch> launches;
  const auto add = [&](fusion_region &part) {
    if (!part.run_as.variant) {
      for (const command *c : part.commands)
        launches.push_back({{number_of(c)}, part.run_as, {}});
      return;
    }
    launches.push_back({{}, part.run_as, kept_by(part)});
    for (const command *c : part.commands)
      launches.back().members.push_back(number_of(c));
  };
  const fusion_region *last = nullptr;
  for (const sequence_step &step : s.steps) {
    if (step.region && step.region.get() != last)
      each_part(*step.region, add);
    else if (!step.region && step.single && step.single->kind == command_kind::kernel)
      launches.push_back({{number_of(step.single.get())}, {}, {}});
    last = step.region.get();
  }
  return launches;
}

} // namespace sycl::detail
