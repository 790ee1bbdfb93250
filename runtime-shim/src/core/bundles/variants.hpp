// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Choosing among the compiled forms of a kernel or a region.
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
struct accessor_place;
struct region_node;

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

struct choice {
  ready_variant *variant = nullptr;
  // Why no better one: reason_none if `variant` is the best that there could be.
  syclfuse::diag reason = syclfuse::diag::reason_none;
  launch_range launch = {};            // of `variant`
  const region_node *region = nullptr; // of a bundle, if one was found
};

class different_ranges;

// The first variant whose ND-range matches, whose guards hold and that loads. `different` is null if all submissions
// have the ND-range of the first. Throws errc::memory_allocation if there is none to load it.
choice choose(const variant_list &, command_span, device_impl &, const different_ranges *different = nullptr);

// The number of the launch that an argument is; null if it is none.
const std::uint64_t *size_of(const launch_range &, syclfuse::argument_source, std::uint32_t dimension);

bool same_range(const syclfuse::launch_sizes &, const command &);

} // namespace sycl::detail
