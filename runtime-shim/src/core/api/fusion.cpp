// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What fusion_wrapper.hpp and queue.hpp call for fusion mode.
#include "core/process/errors.hpp"
#include "core/process/log.hpp"
#include "core/queue/queue_impl.hpp"
#include "sycl/ext/codeplay/experimental/fusion_wrapper.hpp"

namespace sycl::detail {

void check_fusion_queue(queue_impl *q) {
  if (!q->fusion_enabled())
    throw_error(errc::invalid, "fusion_wrapper: the queue was made without property::queue::enable_fusion");
}

namespace {

struct fusion_owner {
  queue q;
  ref<event_impl> region; // the last that was started through it
  ~fusion_owner() {
    try {
      if (region && region->pending())
        q.impl()->abort_region(region.get());
      else if (region) // not collected, or ended
        q.impl()->cancel_region(*region);
    } catch (const std::exception &e) {
      log(log_level::error, std::string("fusion_wrapper: ") + e.what());
    } catch (...) { // a kernel of the user
      log(log_level::error, "fusion_wrapper: an exception that is no std::exception");
    }
  }
};

} // namespace

std::shared_ptr<void> make_fusion_owner(const queue &q) { return std::make_shared<fusion_owner>(fusion_owner{q, {}}); }
void start_fusion(queue_impl *q, void *owner, int mode, const source_place &place) {
  static_cast<fusion_owner *>(owner)->region = q->start_fusion(static_cast<queue_impl::fusion_mode>(mode), place);
}
void cancel_fusion(queue_impl *q) { q->cancel_fusion(); }
void cancel_region(queue_impl *q, void *owner) {
  if (const auto &region = static_cast<fusion_owner *>(owner)->region)
    q->cancel_region(*region);
}
void abandon_region(queue_impl *q, void *owner) noexcept {
  try {
    cancel_region(q, owner);
  } catch (...) { // waiting for the queue gives it
  }
}
event complete_fusion(queue_impl *q, bool barriers) { return q->complete_fusion(barriers); }
bool in_fusion_mode(queue_impl *q) noexcept { return q->in_fusion_mode(); }
std::pair<int, int> last_fusion(queue_impl *q) noexcept { return q->last_fusion(); }

} // namespace sycl::detail

namespace sycl::ext::codeplay::experimental {

const char *to_string(fusion_reason r) {
  switch (r) {
#define SF_REASON(Number, Name, Text, Remedy)                                                                          \
  case fusion_reason::Name:                                                                                            \
    return #Name;
#include "syclfuse/reasons.def"
  }
  return "unknown";
}
const char *describe(fusion_reason r) {
  switch (r) {
#define SF_REASON(Number, Name, Text, Remedy)                                                                          \
  case fusion_reason::Name:                                                                                            \
    return Text;
#include "syclfuse/reasons.def"
  }
  return "unknown";
}

} // namespace sycl::ext::codeplay::experimental
