// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sycl/kernel_bundle.hpp"
#include "core/api/kernel_attributes.hpp"
#include "core/bundles/kernel_title.hpp"
#include "core/bundles/snapshot_lease.hpp"
#include "core/process/errors.hpp"
#include "core/queue/queue_impl.hpp"

#include <algorithm>
#include <mutex>
#include <set>

namespace sycl {

std::vector<kernel_id> get_kernel_ids() {
  std::vector<kernel_id> ids;
  const detail::snapshot_lease lease;
  for (std::string_view symbol : lease->kernel_symbols())
    ids.emplace_back(std::string(symbol));
  return ids;
}

namespace detail {
namespace {

struct constant_keys {
  std::mutex mutex;
  std::set<std::uint64_t> keys;
};
// Libraries note theirs while they are loaded, and may be asked while the program ends.
constant_keys &constants() {
  static auto *all = new constant_keys;
  return *all;
}

} // namespace

bool note_constant(std::uint64_t key) noexcept {
  std::lock_guard<std::mutex> lock(constants().mutex);
  constants().keys.insert(key);
  return true;
}
bool is_constant_of_kernel(std::uint64_t key) noexcept {
  std::lock_guard<std::mutex> lock(constants().mutex);
  return constants().keys.count(key) != 0;
}
bool has_constants() noexcept {
  std::lock_guard<std::mutex> lock(constants().mutex);
  return !constants().keys.empty();
}

bool is_available(const kernel_id &id, const device &d) {
  if (!is_allowed(id, d))
    return false;
  // The host compiler's version of the kernel is in the program.
  if (d.impl()->host_memory)
    return true;
  return snapshot_lease()->built_for(id.get_name(), *d.impl()->driver);
}

void check_bundle_devices(const context &c, const std::vector<device> &devices) {
  if (devices.empty())
    throw_error(errc::invalid, "kernel_bundle: no device is given");
  const auto all = c.get_devices();
  for (const device &d : devices)
    if (std::find(all.begin(), all.end(), d) == all.end())
      throw_error(errc::invalid,
                  "kernel_bundle: the device '" + d.impl()->properties().name + "' is not in the context");
}

std::vector<kernel_id> available_kernels(const std::vector<device> &devices, const std::vector<kernel_id> &ids,
                                         bool all) {
  std::vector<kernel_id> found;
  for (const kernel_id &id : ids)
    if (std::any_of(devices.begin(), devices.end(), [&](const device &d) { return is_available(id, d); }))
      found.push_back(id);
    else if (all)
      throw_error(errc::invalid,
                  "kernel_bundle: kernel " + kernel_title(id.get_name()) + " was built for none of the devices");
  return found;
}

kernel_limits limits_of(const kernel_id &id, const device &d) {
  kernel_limits most{d.impl()->properties().max_work_group_size, 0};
  const variant_source code = snapshot_lease()->code_of(id.get_name(), *d.impl()->driver);
  if (!code.record)
    return most;
  std::string error;
  driver_kernel *k = d.impl()->driver->load(code.bundle->view, *code.record, *code.bundle->registration, error);
  if (!k)
    throw_error(errc::runtime, "kernel " + kernel_title(id.get_name()) + ": " + error);
  const auto limits = k->of_device();
  if (limits.group_size)
    most.group_size = std::min(most.group_size, limits.group_size);
  most.private_memory = limits.private_memory;
  return most;
}

std::size_t sub_group_size_of(const kernel_id &id, const device &d) {
  const std::vector<std::size_t> &sizes = d.impl()->properties().sub_group_sizes;
  const std::size_t required = required_sizes_of(id).sub_group;
  return required ? required : *std::max_element(sizes.begin(), sizes.end());
}

void check_bundle_context(const command &c, const bundle_contents &contents) {
  if (c.queue->ctx() != contents.context)
    throw_error(errc::invalid, "use_kernel_bundle: the bundle and the queue have different contexts");
}

void throw_not_in_bundle(const char *symbol) {
  throw_error(errc::invalid,
              "kernel_bundle: kernel " + kernel_title(symbol) + " is not in the bundle, or not for this device");
}

void check_in_bundle(const command &c, const bundle_contents &contents) {
  if (c.kind != command_kind::kernel || contains(contents.kernels, kernel_id(c.kernel->symbol)))
    return;
  throw_error(errc::kernel_not_supported,
              "kernel " + kernel_title(*c.kernel) + " is not in the kernel_bundle that its command group uses");
}

} // namespace detail
} // namespace sycl
