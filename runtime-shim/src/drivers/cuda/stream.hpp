// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "event.hpp"
#include "geometry.hpp"

namespace sycl::detail::cuda {

class stream final : public driver_stream {
public:
  stream(std::shared_ptr<context> ctx, const device_limits &limits, bool profiling);
  ~stream() override;

  void launch(const launch_request &request) override;
  // Returns at once unless pageable host memory takes part: then the caller may reuse or free it when this returns.
  void copy(void *dst, const void *src, std::size_t bytes) override;
  void fill(void *dst, const void *pattern, std::size_t pattern_size, std::size_t count) override;
  std::shared_ptr<driver_event> record() override;
  void wait_for(driver_event &event) override;
  void synchronize() override;
  native_handles native() const override { return {core_->handle, core_->owner->handle(), core_->owner->device()}; }

private:
  // The entry points, ready for a command: records the event before it if somebody may ask for that one; with profiling, notes
  // when the first command after the last record() starts.
  const api &begin_command();
  void record_last();
  unsigned dynamic_shared(const api &functions, const launch_request &request) const;

  std::shared_ptr<stream_core> core_;
  const device_limits &limits_; // the device's
  std::unique_ptr<pooled_event> begin_;
};

} // namespace sycl::detail::cuda
