// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/regions/repeated_region.hpp"

#include <algorithm>

namespace sycl::detail {
namespace {

bool same(const requirement &a, const requirement &b) {
  return a.buffer == b.buffer && a.memory == b.memory && a.bytes.begin == b.bytes.begin && a.bytes.end == b.bytes.end &&
         a.mode == b.mode && a.no_init == b.no_init && a.promote == b.promote && a.host == b.host &&
         a.reserved == b.reserved;
}

// The memory that reductions need is another one each time.
bool can_be_kept(const command &c) { return c.followers.empty() && c.scratch.empty(); }

} // namespace

void repeated_region::keep(const std::vector<command *> &commands, const ref<event_impl> &e, std::uint64_t before) {
  event_.reset();
  requirements_.clear();
  for (const command *c : commands) {
    if (!can_be_kept(*c))
      return;
    requirements_.insert(requirements_.end(), c->requirements.begin(), c->requirements.end());
  }
  if (requirements_.empty() || uses_of_buffers - before != requirements_.size())
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
  for (auto r = requirements_.begin(); r != requirements_.end(); ++r)
    if (std::none_of(requirements_.begin(), r, [&](const requirement &other) { return other.buffer == r->buffer; }))
      references_ += r->buffer->references_to(*event_);
  return true;
}

bool repeated_region::next(const command &c) {
  if (!c.dependencies.empty() || !can_be_kept(c) || c.requirements.size() > requirements_.size() - next_ ||
      !std::equal(c.requirements.begin(), c.requirements.end(),
                  requirements_.begin() + static_cast<std::ptrdiff_t>(next_), same))
    return false;
  next_ += c.requirements.size();
  return true;
}

} // namespace sycl::detail
