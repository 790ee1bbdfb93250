// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "context.hpp"

#include <memory>

namespace sycl::detail::gpu {

// An event of the driver; goes back to the pool of its context.
class pooled_event {
public:
  pooled_event(std::shared_ptr<context> ctx, bool timing);
  ~pooled_event();
  pooled_event(const pooled_event &) = delete;
  pooled_event &operator=(const pooled_event &) = delete;
  event_handle get() const { return handle_; }

private:
  std::shared_ptr<context> context_;
  bool timing_;
  event_handle handle_;
};

} // namespace sycl::detail::gpu
