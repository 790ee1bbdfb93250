// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compiled forms of a kernel or a region.
#pragma once

#include "core/devices/driver.hpp"
#include "sycl/detail/command.hpp"
#include "syclfuse/bundle.hpp"
#include "syclfuse/diagnostic.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace sycl::detail {

struct device_impl;
struct loaded_bundle;

struct variant_source {
  const loaded_bundle *bundle = nullptr;
  const syclfuse::bundle::variant_record *record = nullptr;
};

// A variant that one device accepts. Loaded when it is first chosen.
struct ready_variant {
  const loaded_bundle *bundle = nullptr;
  const syclfuse::bundle::variant_record *record = nullptr;
  syclfuse::bundle::array_view<syclfuse::bundle::argument_record> arguments;
  syclfuse::bundle::array_view<syclfuse::bundle::guard_record> guards;
  std::atomic<driver_kernel *> kernel{nullptr};
  std::atomic<bool> failed{false};
  syclfuse::diag failure{}; // set before `failed`
};
using variant_list = std::vector<std::unique_ptr<ready_variant>>;

// The variants of one kernel or region for each device, made when first asked for.
class device_variants {
public:
  const variant_list &of(device_impl &, const std::vector<variant_source> &);

private:
  static constexpr unsigned max_devices = 64;
  std::atomic<const variant_list *> lists_[max_devices] = {};
  std::vector<std::unique_ptr<const variant_list>> owned_; // under process_lock::variants
};

struct command_span {
  command *const *data;
  std::size_t count;
  const command &operator[](std::size_t i) const { return *data[i]; }
};

} // namespace sycl::detail
