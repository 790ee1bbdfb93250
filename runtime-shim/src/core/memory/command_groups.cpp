// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/command_groups.hpp"

#include "sycl/detail/command.hpp"

#include <algorithm>
#include <utility>

namespace sycl::detail {

// At a fixed place in each thread, which saves a call for each command group.
[[gnu::tls_model("initial-exec")]] static thread_local command *innermost = nullptr;

void begin_command_group(command &c) noexcept { c.around = std::exchange(innermost, &c); }

ended_buffers end_command_group(command &c) noexcept {
  command **place = &innermost;
  while (*place && *place != &c)
    place = &(*place)->around;
  if (*place)
    *place = c.around;
  return std::exchange(c.ended, {});
}

command *filled_in_with(const buffer_impl *b) noexcept {
  for (command *c = innermost; c; c = c->around)
    if (std::any_of(c->requirements.begin(), c->requirements.end(),
                    [b](const requirement &r) { return r.buffer == b; }))
      return c;
  return nullptr;
}

} // namespace sycl::detail
