// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/memory_kernels.hpp"

#include "core/bundles/registry.hpp"
#include "core/memory/usm.hpp"

namespace sycl::detail {
namespace {

// A copy is one from the first byte to the last, work-items are not. How far two parts of a buffer reach is not looked
// at.
bool overlaps_itself(const command &c) {
  if (c.kind != command_kind::copy || c.src == c.dst)
    return false;
  const std::vector<requirement> &r = c.requirements;
  if (r.size() > 1 && r[0].buffer == r[1].buffer)
    return true;
  const auto from = reinterpret_cast<std::uintptr_t>(c.src), to = reinterpret_cast<std::uintptr_t>(c.dst);
  return from < to + c.bytes && to < from + c.bytes;
}

// A fill may begin anywhere, its kernel writes elements where such may be.
bool is_aligned(const command &c) {
  return c.kind != command_kind::fill || reinterpret_cast<std::uintptr_t>(c.dst) % c.pattern.size() == 0;
}

} // namespace

bool may_be_fused(const command &c, device_impl &device, const context &in) {
  const kernel_node *kernel = registry::instance().find(*c.kernel);
  if (!kernel->known || c.bytes == 0 || c.placeholders || !is_aligned(c))
    return false;
  const auto reached = [&](const void *p) { return usm_is_reached(p, device, in); };
  const bool of_buffers = !kernel->accessors.empty();
  return !overlaps_itself(c) && (of_buffers || (reached(c.dst) && (c.kind == command_kind::fill || reached(c.src))));
}

} // namespace sycl::detail
