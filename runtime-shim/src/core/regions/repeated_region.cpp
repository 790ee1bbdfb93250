// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/regions/repeated_region.hpp"

#include "core/process/sort_unique.hpp"
#include "core/regions/kept_commands.hpp"

#include <limits>

namespace sycl::detail {
namespace {

// Local accessors of kernels without work-groups are errors as soon as the kernel is known. Behind a kernel with
// reductions another segment begins.
bool can_be_kept(const command &c, bool last) {
  constexpr std::size_t most = std::numeric_limits<decltype(c.followers_before)>::max();
  return is_plain(c) && (c.local_memory == 0 || c.kernel->kind == syclfuse::range_kind::nd_range) &&
         (c.followers.empty() || (last && c.followers.size() <= most));
}

} // namespace

void repeated_region::keep(const std::vector<command *> &commands, const ref<event_impl> &e, std::uint64_t before,
                           std::uint64_t number) {
  event_.reset();
  buffers_.clear();
  number_ = number;
  count_ = commands.size();
  if (commands.empty() || commands.size() > kept_commands::most)
    return;
  std::size_t uses = 0;
  for (const command *c : commands) {
    if (!can_be_kept(*c, c == commands.back()))
      return;
    for (const requirement &r : c->requirements)
      buffers_.push_back(r.buffer);
    uses += c->requirements.size();
  }
  if (uses_of_buffers - before != uses)
    return;
  event_ = e;
  references_ = 0;
  uses_ = uses_of_buffers;
}

bool repeated_region::is_free() {
  if (!event_ || uses_ != uses_of_buffers || event_->held() || event_->deferred() ||
      event_->current() < event_impl::state::enqueued)
    return false;
  if (references_ != 0)
    return true;
  references_ = 1;
  sort_unique(buffers_);
  for (buffer_impl *b : buffers_)
    references_ += b->references_to(*event_);
  return true;
}

} // namespace sycl::detail
