// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "core/devices/driver.hpp"

namespace sycl::detail::null {

class stream final : public driver_stream {
public:
  void launch(const launch_request &) override;
  void copy(void *dst, const void *src, std::size_t bytes) override;
  void fill(void *dst, const void *pattern, std::size_t pattern_size, std::size_t count) override;
  // Not called: without device::create_collector() there is nothing to run.
  void replay(driver_replay &) override {}
  // A device whose commands go on after their call returns an event of the last one (drivers/gpu/event.hpp).
  const std::shared_ptr<driver_event> &record(const driver_event *, long) override { return nothing_; }
  void wait_for(driver_event &event) override { event.wait(); }
  void synchronize() override {}

private:
  const std::shared_ptr<driver_event> nothing_;
};

} // namespace sycl::detail::null
