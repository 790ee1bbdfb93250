// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// device, platform, context: the public classes on top of device_impl.
#include "core/devices/device_impl.hpp"
#include "core/process/errors.hpp"
#include "sycl/device_selector.hpp"
#include "sycl/ext/device_info.hpp"

#include <algorithm>

namespace sycl {

// device

device::device() : device(detail::select_device([](const device &d) { return default_selector_v(d); })) {}
bool device::is_cpu() const { return impl_->properties().kind == detail::device_kind::cpu; }
bool device::is_gpu() const { return impl_->properties().kind == detail::device_kind::gpu; }
bool device::is_accelerator() const { return impl_->properties().kind == detail::device_kind::accelerator; }
platform device::get_platform() const { return platform(impl_->platform); }
backend device::get_backend() const noexcept { return impl_->platform->kind; }
bool device::has_extension(const std::string &name) const {
  const auto all = get_info<info::device::extensions>();
  return std::find(all.begin(), all.end(), name) != all.end();
}

bool device::has(aspect a) const {
  const auto &p = impl_->properties();
  switch (a) {
  case aspect::cpu:
    return is_cpu();
  case aspect::gpu:
    return is_gpu();
  case aspect::accelerator:
    return is_accelerator();
  case aspect::fp16:
    return p.fp16;
  case aspect::fp64:
    return p.fp64;
  case aspect::usm_shared_allocations:
    return p.usm_shared;
  case aspect::usm_host_allocations:
    return p.usm_host;
  case aspect::atomic64:
    return p.atomic64;
  case aspect::usm_device_allocations:
    return p.usm_device;
  case aspect::image:
  case aspect::queue_profiling:
  // compile(), build() and link() have nothing left to do: bundles of every state can be had.
  case aspect::online_compiler:
  case aspect::online_linker:
  case aspect::ext_oneapi_graph:
  case aspect::ext_oneapi_limited_graph:
  case aspect::ext_oneapi_graph_fusion:
    return true;
  case aspect::ext_intel_free_memory:
    return impl_->platform->kind != backend::opencl; // which does not say
  case aspect::usm_system_allocations:
    return impl_->host_memory;
  // Host and kernel would have to run at the same time. The native CPU runs a kernel before submit() returns.
  case aspect::usm_atomic_host_allocations:
  case aspect::usm_atomic_shared_allocations:
  default:
    return false;
  }
}

std::vector<device> device::get_devices(info::device_type type) {
  std::vector<device> found;
  for (const auto &d : detail::all_platforms().devices) {
    const auto kind = static_cast<info::device_type>(d->properties().kind);
    if (type == info::device_type::all || type == info::device_type::automatic || type == kind)
      found.push_back(device(d.get()));
  }
  return found;
}

// platform

backend platform::get_backend() const noexcept { return impl_->kind; }
bool platform::has_extension(const std::string &name) const {
  const auto all = get_info<info::platform::extensions>();
  return std::find(all.begin(), all.end(), name) != all.end();
}
std::vector<device> platform::get_devices(info::device_type type) const {
  std::vector<device> all = device::get_devices(type);
  all.erase(std::remove_if(all.begin(), all.end(), [this](const device &d) { return d.get_platform() != *this; }),
            all.end());
  return all;
}
bool platform::has(aspect a) const {
  auto all = get_devices();
  return std::all_of(all.begin(), all.end(), [a](const device &d) { return d.has(a); });
}
std::vector<platform> platform::get_platforms() {
  std::vector<platform> all;
  for (const auto &p : detail::all_platforms().list)
    if (!p->devices.empty())
      all.push_back(platform(p.get()));
  return all;
}
context platform::khr_get_default_context() const { return context(impl_->default_context); }
context platform::ext_oneapi_get_default_context() const { return khr_get_default_context(); }

// context

context::context(const std::vector<device> &devices, async_handler handler, const property_list &)
    : impl_(std::make_shared<detail::context_impl>()) {
  if (devices.empty())
    detail::throw_error(errc::invalid, "a context needs at least one device");
  impl_->devices = devices;
  impl_->handler = std::move(handler);
}
context::context(const std::vector<device> &devices, const property_list &p) : context(devices, {}, p) {}
context::context(const device &d, async_handler h, const property_list &p)
    : context(std::vector<device>{d}, std::move(h), p) {}
context::context(const device &d, const property_list &p) : context(std::vector<device>{d}, {}, p) {}
context::context(async_handler h, const property_list &p) : context(device(), std::move(h), p) {}
context::context(const property_list &p) : context(device(), p) {}
context::context(const platform &plt, const property_list &p) : context(plt.get_devices(), p) {}
context::context(const platform &plt, async_handler h, const property_list &p)
    : context(plt.get_devices(), std::move(h), p) {}
backend context::get_backend() const noexcept { return impl_->devices.front().get_backend(); }
platform context::get_platform() const { return impl_->devices.front().get_platform(); }
std::vector<device> context::get_devices() const { return impl_->devices; }

template <> SYCL_FUSE_API std::uint64_t device::get_info<ext::intel::info::device::free_memory>() const {
  return impl_->driver->free_memory();
}

} // namespace sycl
