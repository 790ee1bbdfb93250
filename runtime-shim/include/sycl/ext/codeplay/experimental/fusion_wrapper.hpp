// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::ext::codeplay::experimental::fusion_wrapper (sycl_ext_codeplay_kernel_fusion): collects the kernels that a
// queue is given and runs them as the one kernel that was built from them ahead of time. All functions may be called
// from any thread, but a queue has one region at a time: kernels of all threads enter it.
#pragma once

#include "sycl/detail/standard_headers.hpp"
#include "sycl/ext/codeplay/experimental/fusion_properties.hpp"
#include "sycl/queue.hpp"

#include <string>

namespace sycl {

namespace detail {
SYCL_FUSE_API void check_fusion_queue(queue_impl *);
// The line of a call in the program.
struct source_location {
  const char *file = nullptr;
  unsigned line = 0;
  const char *function = nullptr; // without its scope
};
SYCL_FUSE_API void start_fusion(queue_impl *, int mode, const source_location &);
// The region that was started is completed as if with property::trusted.
SYCL_FUSE_API void trust_region(queue_impl *);
// The same for fusion_region. The event identifies the region.
SYCL_FUSE_API ref<event_impl> start_region(queue_impl *, int mode, const source_location &);
SYCL_FUSE_API void cancel_fusion(queue_impl *);
// Does nothing unless this is the open region.
SYCL_FUSE_API void cancel_region(queue_impl *, const event_impl &region);
// The same for destructors: errors are dropped. It is in the library because programs may be compiled without
// exceptions.
SYCL_FUSE_API void abandon_region(queue_impl *, const event_impl &region) noexcept;
SYCL_FUSE_API event complete_fusion(queue_impl *, bool barriers, bool trusted);
SYCL_FUSE_API bool in_fusion_mode(queue_impl *) noexcept;
SYCL_FUSE_API std::pair<int, int> last_fusion(queue_impl *) noexcept; // outcome, reason
} // namespace detail

namespace ext::codeplay::experimental {

// How a region ran (an addition of ours to the extension).
enum class fusion_outcome : int {
  none = 0,        // no region has ended yet
  aot = 1,         // swapped for a kernel built for this ND-range
  aot_generic = 2, // swapped for the kernel that takes any ND-range
  unfused = 3,     // its kernels ran one by one
  jit = 4,         // swapped for a kernel that was built at run time, in another process
};
inline const char *to_string(fusion_outcome o) {
  switch (o) {
  case fusion_outcome::aot:
    return "aot";
  case fusion_outcome::aot_generic:
    return "aot-generic";
  case fusion_outcome::unfused:
    return "unfused";
  case fusion_outcome::jit:
    return "jit";
  default:
    return "none";
  }
}

// How a region may run (an addition of ours).
enum class fusion_mode : int {
  prefer = 0,  // fused if it can be, else kernel by kernel
  require = 1, // the same, but complete_fusion() throws errc::runtime with the reason if it runs kernel by kernel
  off = 2,     // not collected: each kernel runs when it is submitted
};

// Why a region was not swapped for a fused kernel, or not for the best one; none if it was (an addition of ours).
// docs/reasons.md lists the reasons with their remedies.
enum class fusion_reason : int {
#define SF_REASON(Number, Name, Text, Remedy) Name = Number,
#include "syclfuse/reasons.def"
};
SYCL_FUSE_API const char *to_string(fusion_reason); // its name, for example "unknown_region"
SYCL_FUSE_API const char *describe(fusion_reason);  // a sentence for people

// A handle that keeps the queue alive. Fusion mode belongs to the queue: any wrapper of the queue may end what another
// one started, and destroying a wrapper ends nothing. Whatever waits for a collected kernel from outside, such as
// queue::wait, event::wait, a host accessor or the destructor of a buffer, cancels the region (docs/runtime.md, The end
// of a region).
class fusion_wrapper {
public:
  // Throws errc::invalid unless the queue has enable_fusion.
  explicit fusion_wrapper(queue &q) : queue_(q) { sycl::detail::check_fusion_queue(q.impl()); }

  queue get_queue() const { return queue_; }
  bool is_in_fusion_mode() const { return sycl::detail::in_fusion_mode(queue_.impl()); }

  // From here on the queue collects kernels. Throws errc::invalid if it is in fusion mode already or records to a
  // graph. Warnings name the line of this call. `file` and `function` are not copied: they must be literals.
  void start_fusion(fusion_mode mode = fusion_mode::prefer, const char *file = __builtin_FILE(),
                    unsigned line = __builtin_LINE(), const char *function = __builtin_FUNCTION()) {
    sycl::detail::start_fusion(queue_.impl(), static_cast<int>(mode), {file, line, function});
  }
  // Property: ext::syclfuse::property::trusted, as for complete_fusion.
  void start_fusion(const property_list &p, fusion_mode mode = fusion_mode::prefer, const char *file = __builtin_FILE(),
                    unsigned line = __builtin_LINE(), const char *function = __builtin_FUNCTION()) {
    start_fusion(mode, file, line, function);
    if (p.has(sycl::detail::property_id::trusted))
      sycl::detail::trust_region(queue_.impl());
  }
  // Runs what was collected, kernel by kernel. Outside of fusion mode it only warns.
  void cancel_fusion() { sycl::detail::cancel_fusion(queue_.impl()); }
  // Runs what was collected as one kernel, or kernel by kernel where that is impossible (last_reason() says why). Does
  // not wait; the event completes when all of it has run. Outside of fusion mode, for example because the region was
  // cancelled, it warns and returns the last region's event. Properties: property::no_barriers and
  // ext::syclfuse::property::trusted. Throws errc::runtime in fusion_mode::require if the kernels ran one by one; they
  // have been launched then. A region that was cancelled before, by a wait for example, does not throw: last_reason()
  // says why it ended.
  event complete_fusion(const property_list &p = {}) {
    using id = sycl::detail::property_id;
    return sycl::detail::complete_fusion(queue_.impl(), !p.has(id::no_barriers), p.has(id::trusted));
  }

  // About the last region of this queue that was completed or cancelled, by whichever thread (an addition of ours).
  fusion_outcome last_outcome() const {
    return static_cast<fusion_outcome>(sycl::detail::last_fusion(queue_.impl()).first);
  }
  fusion_reason last_reason() const {
    return static_cast<fusion_reason>(sycl::detail::last_fusion(queue_.impl()).second);
  }
  std::string last_reason_text() const { return describe(last_reason()); }

private:
  queue queue_;
};

// A region as an object (an addition of ours): `auto r = fusion_region::start(q); … r.complete();`. The destructor
// cancels a region that was not completed, for example when an exception leaves the scope: its kernels run one by one.
class fusion_region {
public:
  // As fusion_wrapper::start_fusion. Throws errc::invalid also if the queue lacks enable_fusion. For trusted, give the
  // property to complete().
  [[nodiscard]] static fusion_region start(queue &q, fusion_mode mode = fusion_mode::prefer,
                                           const char *file = __builtin_FILE(), unsigned line = __builtin_LINE(),
                                           const char *function = __builtin_FUNCTION()) {
    return fusion_region(q, mode, {file, line, function});
  }
  fusion_region(const fusion_region &) = delete;
  fusion_region &operator=(const fusion_region &) = delete;
  // Throws nothing. Errors of the kernels are thrown by queue::wait or go to the async_handler.
  ~fusion_region() {
    if (open_)
      sycl::detail::abandon_region(wrapper_.get_queue().impl(), *region_);
  }

  // As fusion_wrapper::complete_fusion.
  event complete(const property_list &p = {}) {
    open_ = false;
    return wrapper_.complete_fusion(p);
  }
  // Runs the kernels one by one. Does nothing if the region has ended.
  void cancel() {
    open_ = false;
    sycl::detail::cancel_region(wrapper_.get_queue().impl(), *region_);
  }
  // As fusion_wrapper::last_outcome and last_reason: ask before the next region of the queue ends.
  fusion_outcome outcome() const { return wrapper_.last_outcome(); }
  fusion_reason reason() const { return wrapper_.last_reason(); }

private:
  fusion_region(queue &q, fusion_mode mode, const sycl::detail::source_location &location)
      : wrapper_(q), region_(sycl::detail::start_region(q.impl(), static_cast<int>(mode), location)) {}
  fusion_wrapper wrapper_;
  sycl::detail::ref<sycl::detail::event_impl> region_;
  bool open_ = true;
};

} // namespace ext::codeplay::experimental
} // namespace sycl
