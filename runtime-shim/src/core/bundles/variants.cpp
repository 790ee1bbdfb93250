// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/bundles/variants.hpp"

#include "core/bundles/loaded_bundle.hpp"
#include "core/devices/device_impl.hpp"
#include "core/process/forks.hpp"

namespace sycl::detail {

const variant_list &device_variants::of(device_impl &device, const std::vector<variant_source> &sources) {
  if (device.index < max_devices)
    if (const variant_list *list = lists_[device.index].load(std::memory_order_acquire))
      return *list;
  // Apart, so that the usual way saves no registers.
  const auto make = [&]() __attribute__((noinline)) -> const variant_list & {
    static const variant_list none;
    if (device.index >= max_devices)
      return none;
    std::lock_guard<std::mutex> lock(process_mutex(process_lock::variants));
    if (const variant_list *list = lists_[device.index].load(std::memory_order_relaxed))
      return *list;
    auto list = std::make_unique<variant_list>();
    for (const variant_source &s : sources)
      if (device.driver->accepts(*s.record)) {
        auto v = std::make_unique<ready_variant>();
        v->bundle = s.bundle;
        v->record = s.record;
        v->arguments = s.bundle->view.arguments(*s.record);
        v->guards = s.bundle->view.guards(*s.record);
        list->push_back(std::move(v));
      }
    lists_[device.index].store(list.get(), std::memory_order_release);
    owned_.push_back(std::move(list));
    return *owned_.back();
  };
  return make();
}

} // namespace sycl::detail
