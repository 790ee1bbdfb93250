// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Commands of the native device run inside the call: nothing is ever in flight when it returns.
#pragma once

#include "core/devices/driver.hpp"

namespace sycl::detail::native {

class stream : public driver_stream {
public:
  // `stream_threshold`: launches that touch as many bytes write around the caches.
  explicit stream(std::uint64_t stream_threshold) : stream_threshold_(stream_threshold) {}
  void launch(const launch_request &) override;
  void copy(void *dst, const void *src, std::size_t bytes) override;
  void fill(void *dst, const void *pattern, std::size_t pattern_size, std::size_t count) override;
  std::shared_ptr<driver_event> record() override { return nullptr; }
  void wait_for(driver_event &event) override { event.wait(); }
  void synchronize() override {}

private:
  std::uint64_t stream_threshold_;
};

} // namespace sycl::detail::native
