// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The context of one device, shared with every other user of the vendor's library in the process (CUDA's primary
// context; HIP's device has no other), its pool of events and its pinned memory.
#pragma once

#include "api.hpp"
#include "pinned_blocks.hpp"
#include "staging_ring.hpp"

#include <memory>
#include <mutex>
#include <vector>

namespace sycl::detail::gpu {

// Thread-safe. Streams, events and kernels hold a reference, so that the context is released last.
class context {
public:
  // Retains it; throws if the driver refuses (out of memory, exclusive mode).
  context(std::shared_ptr<const api> functions, device_id device);
  ~context();
  context(const context &) = delete;
  context &operator=(const context &) = delete;

  // The entry points, with this context current on the calling thread.
  const api &current() const;
  // Calls f(entry points), which launches on a stream of this context or waits for one, and gives its result. Where the
  // library says that another context is current, this one becomes current first: to ask each time costs more.
  template <class F> result on_stream(F f) const {
    if (!api_->refuses_foreign_streams)
      return f(current());
    const result r = f(*api_);
    return r != result::success && is_foreign(r) ? f(current()) : r;
  }
  // The entry points, whichever context is current.
  const api &functions() const { return *api_; }
  // As current(), for releasing: never throws, null if the context cannot be made current any more.
  const api *current_or_null() const noexcept;

  context_handle handle() const { return handle_; }
  device_id device() const { return device_; }

  // Events are reused, as creating one costs as much as recording it.
  event_handle take_event(bool timing);
  void give_event(event_handle event, bool timing) noexcept;

  staging_ring &staging() { return staging_; }
  pinned_blocks &pinned() { return pinned_; }

  // When `event` came to pass, which must be complete, in nanoseconds of the host's steady clock, as far as it is known
  // when the first event with timing did.
  std::uint64_t nanoseconds(event_handle event) const;

private:
  static bool is_foreign(result r) {
    return r == result::invalid_context || r == result::invalid_handle || r == result::context_is_destroyed;
  }
  std::shared_ptr<const api> api_;
  device_id device_;
  context_handle handle_;
  std::mutex mutex_;
  std::vector<event_handle> free_events_[2]; // by timing
  event_handle origin_ = nullptr;            // of the clock of nanoseconds()
  std::uint64_t origin_ns_ = 0;
  staging_ring staging_;
  pinned_blocks pinned_;
};

} // namespace sycl::detail::gpu
