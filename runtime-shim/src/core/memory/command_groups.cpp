// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/command_groups.hpp"

#include "core/memory/buffer_impl.hpp"

#include <algorithm>
#include <utility>

namespace sycl::detail {

namespace {
// At a fixed place in each thread, which saves a call for each command group.
[[gnu::tls_model("initial-exec")]] thread_local command *innermost = nullptr;

bool accesses(const command &c, const buffer_impl *b) {
  return std::any_of(c.requirements.begin(), c.requirements.end(), [b](const requirement &r) { return r.buffer == b; });
}
} // namespace

ended_buffers::~ended_buffers() {
  while (buffer_impl *b = first_) {
    first_ = b->next_ended;
    delete b;
  }
}

void begin_command_group(command &c) noexcept { c.around = std::exchange(innermost, &c); }

ended_buffers end_command_group(command &c) noexcept {
  command **place = &innermost;
  while (*place && *place != &c)
    place = &(*place)->around;
  if (*place)
    *place = c.around;
  return ended_buffers(std::exchange(c.ended, nullptr));
}

void end_buffer(buffer_impl *b) noexcept {
  for (command *c = innermost; c; c = c->around)
    if (accesses(*c, b)) {
      b->next_ended = std::exchange(c->ended, b);
      return;
    }
  delete b;
}

} // namespace sycl::detail
