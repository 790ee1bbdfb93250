// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// device, platform, context: the public classes on top of device_impl.
#include "core/device_impl.hpp"
#include "core/errors.hpp"
#include "sycl/device_selector.hpp"

#include <algorithm>

namespace sycl {

// device

device::device() : device(detail::select_device([](const device &d) { return default_selector_v(d); })) {}
bool device::is_cpu() const { return !is_gpu(); }
bool device::is_gpu() const { return impl_->properties().gpu; }
platform device::get_platform() const { return platform(impl_->platform); }
backend device::get_backend() const noexcept { return impl_->platform->kind; }
bool device::has_extension(const std::string &) const { return false; }

bool device::has(aspect a) const {
  const auto &p = impl_->properties();
  switch (a) {
  case aspect::cpu: return is_cpu();
  case aspect::gpu: return is_gpu();
  case aspect::fp16: return p.fp16;
  case aspect::fp64: return p.fp64;
  case aspect::usm_shared_allocations: return p.usm_shared;
  case aspect::usm_device_allocations:
  case aspect::usm_host_allocations:
  case aspect::queue_profiling:
  case aspect::atomic64: return true;
  case aspect::usm_system_allocations: return impl_->host_memory;
  default: return false;
  }
}

std::vector<device> device::get_devices(info::device_type type) {
  std::vector<device> found;
  for (const auto &d : detail::all_platforms().devices) {
    bool gpu = d->properties().gpu;
    bool wanted = type == info::device_type::all || type == info::device_type::automatic ||
                  (type == info::device_type::gpu && gpu) || (type == info::device_type::cpu && !gpu);
    if (wanted)
      found.push_back(device(d.get()));
  }
  return found;
}

#define SYCL_FUSE_DEVICE_INFO(Descriptor, ...)                                                                         \
  template <>                                                                                                          \
  SYCL_FUSE_API info::device::Descriptor::return_type device::get_info<info::device::Descriptor>() const {             \
    [[maybe_unused]] const auto &p = impl_->properties();                                                              \
    return __VA_ARGS__;                                                                                                \
  }
SYCL_FUSE_DEVICE_INFO(device_type, p.gpu ? info::device_type::gpu : info::device_type::cpu)
SYCL_FUSE_DEVICE_INFO(vendor_id, 0)
SYCL_FUSE_DEVICE_INFO(max_compute_units, p.compute_units)
SYCL_FUSE_DEVICE_INFO(max_work_item_dimensions, 3)
SYCL_FUSE_DEVICE_INFO(max_work_group_size, p.max_work_group_size)
SYCL_FUSE_DEVICE_INFO(max_num_sub_groups, static_cast<std::uint32_t>(p.gpu ? p.max_work_group_size / 32 : p.max_work_group_size))
SYCL_FUSE_DEVICE_INFO(sub_group_sizes, {p.gpu ? std::size_t{32} : std::size_t{1}})
SYCL_FUSE_DEVICE_INFO(max_mem_alloc_size, p.global_memory)
SYCL_FUSE_DEVICE_INFO(global_mem_size, p.global_memory)
SYCL_FUSE_DEVICE_INFO(global_mem_cache_line_size, p.gpu ? 128 : 64)
SYCL_FUSE_DEVICE_INFO(local_mem_size, p.local_memory)
SYCL_FUSE_DEVICE_INFO(local_mem_type, p.gpu ? info::local_mem_type::local : info::local_mem_type::global)
SYCL_FUSE_DEVICE_INFO(mem_base_addr_align, 512)
SYCL_FUSE_DEVICE_INFO(address_bits, 64)
SYCL_FUSE_DEVICE_INFO(is_available, true)
SYCL_FUSE_DEVICE_INFO(is_endian_little, true)
SYCL_FUSE_DEVICE_INFO(error_correction_support, false)
SYCL_FUSE_DEVICE_INFO(max_parameter_size, 4096)
SYCL_FUSE_DEVICE_INFO(max_clock_frequency, 0)
SYCL_FUSE_DEVICE_INFO(profiling_timer_resolution, 1)
SYCL_FUSE_DEVICE_INFO(partition_max_sub_devices, 0)
SYCL_FUSE_DEVICE_INFO(platform, get_platform())
SYCL_FUSE_DEVICE_INFO(name, p.name)
SYCL_FUSE_DEVICE_INFO(vendor, p.vendor)
SYCL_FUSE_DEVICE_INFO(driver_version, p.driver_version)
SYCL_FUSE_DEVICE_INFO(profile, "FULL_PROFILE")
SYCL_FUSE_DEVICE_INFO(version, "0.1")
SYCL_FUSE_DEVICE_INFO(backend_version, p.driver_version)
SYCL_FUSE_DEVICE_INFO(extensions, {})
#undef SYCL_FUSE_DEVICE_INFO

template <>
SYCL_FUSE_API std::vector<aspect> device::get_info<info::device::aspects>() const {
  std::vector<aspect> all;
  for (int a = 0; a <= static_cast<int>(aspect::emulated); ++a)
    if (has(static_cast<aspect>(a)))
      all.push_back(static_cast<aspect>(a));
  return all;
}
#define SYCL_FUSE_ITEM_SIZES(D, ...)                                                                                   \
  template <> SYCL_FUSE_API range<D> device::get_info<info::device::max_work_item_sizes<D>>() const {                  \
    const auto &s = impl_->properties().max_work_item_sizes;                                                           \
    return {__VA_ARGS__};                                                                                              \
  }
SYCL_FUSE_ITEM_SIZES(1, s[2])
SYCL_FUSE_ITEM_SIZES(2, s[1], s[2])
SYCL_FUSE_ITEM_SIZES(3, s[0], s[1], s[2])
#undef SYCL_FUSE_ITEM_SIZES
template <>
SYCL_FUSE_API bool device::get_info<ext::codeplay::experimental::info::device::supports_fusion>() const {
  return true;
}

// platform

backend platform::get_backend() const noexcept { return impl_->kind; }
bool platform::has_extension(const std::string &) const { return false; }
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
#define SYCL_FUSE_PLATFORM_INFO(Descriptor, ...)                                                                       \
  template <>                                                                                                          \
  SYCL_FUSE_API info::platform::Descriptor::return_type platform::get_info<info::platform::Descriptor>() const {       \
    return __VA_ARGS__;                                                                                                \
  }
SYCL_FUSE_PLATFORM_INFO(profile, "FULL_PROFILE")
SYCL_FUSE_PLATFORM_INFO(version, impl_->devices.front()->properties().driver_version)
SYCL_FUSE_PLATFORM_INFO(name, impl_->driver->name())
SYCL_FUSE_PLATFORM_INFO(vendor, impl_->devices.front()->properties().vendor)
SYCL_FUSE_PLATFORM_INFO(extensions, {})
#undef SYCL_FUSE_PLATFORM_INFO

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
backend context::get_backend() const noexcept { return impl_->devices.front().get_backend(); }
platform context::get_platform() const { return impl_->devices.front().get_platform(); }
std::vector<device> context::get_devices() const { return impl_->devices; }
template <> SYCL_FUSE_API platform context::get_info<info::context::platform>() const { return get_platform(); }
template <> SYCL_FUSE_API std::vector<device> context::get_info<info::context::devices>() const {
  return get_devices();
}

} // namespace sycl
