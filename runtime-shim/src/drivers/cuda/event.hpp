// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "context.hpp"

#include "core/driver.hpp"

#include <memory>

namespace sycl::detail::cuda {

// A recorded CUDA event; goes back to the pool of its context.
class pooled_event {
public:
  pooled_event(std::shared_ptr<context> ctx, bool timing);
  ~pooled_event();
  pooled_event(const pooled_event &) = delete;
  pooled_event &operator=(const pooled_event &) = delete;
  event_handle get() const { return handle_; }
  const std::shared_ptr<context> &owner() const { return context_; }

private:
  std::shared_ptr<context> context_;
  bool timing_;
  event_handle handle_;
};

// Thread-safe.
class event final : public driver_event {
public:
  // `begin` is null without profiling.
  event(std::unique_ptr<pooled_event> begin, std::unique_ptr<pooled_event> end);
  void wait() override;
  bool complete() override;
  // Wait for the event, if it was recorded with profiling.
  std::uint64_t start_ns() const override;
  std::uint64_t end_ns() const override;

  event_handle handle() const { return end_->get(); }

private:
  void synchronize() const;
  std::unique_ptr<pooled_event> begin_, end_;
};

} // namespace sycl::detail::cuda
