// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What fusion_wrapper.hpp and queue.hpp call for fusion mode.
#include "core/process/errors.hpp"
#include "core/queue/queue_impl.hpp"
#include "sycl/ext/codeplay/experimental/fusion_wrapper.hpp"

namespace sycl::detail {

void check_fusion_queue(queue_impl *q) {
  if (!q->fusion_enabled())
    throw_error(errc::invalid, "fusion_wrapper: the queue was made without property::queue::enable_fusion");
}

void start_fusion(queue_impl *q, int mode, const source_location &location) {
  q->start_fusion(static_cast<queue_impl::fusion_mode>(mode), location);
}
void trust_region(queue_impl *q) { q->trust_region(); }
ref<event_impl> start_region(queue_impl *q, int mode, const source_location &location) {
  ref<event_impl> region;
  q->start_fusion(static_cast<queue_impl::fusion_mode>(mode), location, &region);
  return region;
}
void cancel_fusion(queue_impl *q) { q->cancel_fusion(); }
void cancel_region(queue_impl *q, const event_impl &region) { q->cancel_region(region); }
void abandon_region(queue_impl *q, const event_impl &region) noexcept {
  try {
    cancel_region(q, region);
  } catch (...) { // waiting for the queue gives it
  }
}
event complete_fusion(queue_impl *q, bool barriers, bool trusted) { return q->complete_fusion({barriers, trusted}); }
bool in_fusion_mode(queue_impl *q) noexcept { return q->in_fusion_mode(); }
SYCL_FUSE_API bool may_fuse(queue_impl *q) noexcept { return q->in_fusion_mode() || q->records(); }
SYCL_FUSE_API std::size_t least_share(queue_impl *q) noexcept {
  return q->dev().properties().kind == device_kind::cpu ? 16 : 1;
}
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
