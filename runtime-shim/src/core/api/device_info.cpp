// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The information descriptors of devices (SYCL 2020, 4.6.4.4).
#include "core/devices/device_impl.hpp"
#include "core/process/errors.hpp"
#include "sycl/detail/image_pixels.hpp"
#include "sycl/ext/oneapi/experimental/device_architecture.hpp"

#include <algorithm>
#include <unistd.h>

namespace sycl {
namespace detail {
namespace {

namespace d = info::device;
namespace x = ext::oneapi::experimental;

std::uint64_t architecture_of(const device_impl &impl) {
  const unsigned number = impl.properties().arch;
  switch (impl.platform->kind) {
  case backend::ext_oneapi_native_cpu:
    return static_cast<std::uint64_t>(x::architecture::x86_64);
  case backend::ext_oneapi_cuda:
    return static_cast<std::uint64_t>(x::arch_category::nvidia_gpu) << 16 | number;
  case backend::ext_oneapi_hip:
    return static_cast<std::uint64_t>(x::arch_category::amd_gpu) << 16 | number;
  default:
    return static_cast<std::uint64_t>(x::architecture::unknown);
  }
}

// As PCI numbers them; 0: not known.
std::uint32_t vendor_id(const std::string &vendor) {
  auto has = [&](const char *part) { return vendor.find(part) != std::string::npos; };
  return has("NVIDIA") ? 0x10de : has("Advanced Micro") ? 0x1002 : has("AMD") ? 0x1022 : has("Intel") ? 0x8086 : 0;
}
// Elements of `size` bytes in a vector register. GPUs have none.
std::uint32_t vector_width(std::uint32_t size, const device_properties &p) {
  if (p.kind == device_kind::gpu)
    return 1;
  const std::uint32_t bytes = p.arch == 4 ? 64 : p.arch == 3 ? 32 : 16; // by x86-64 level
  return bytes / size;
}
template <class E> constexpr std::uint64_t bit(E e) { return std::uint64_t{1} << static_cast<unsigned>(e); }
std::uint64_t fp_modes() {
  using c = info::fp_config;
  return bit(c::denorm) | bit(c::inf_nan) | bit(c::round_to_nearest) | bit(c::fma) |
         bit(c::correctly_rounded_divide_sqrt);
}
std::uint64_t cache_size(const device_properties &p) {
  if (p.kind == device_kind::gpu)
    return 0;
  const long l3 = sysconf(_SC_LEVEL3_CACHE_SIZE), l2 = sysconf(_SC_LEVEL2_CACHE_SIZE);
  return static_cast<std::uint64_t>(std::max({l3, l2, 0L}));
}

// The bytes of the elements whose vector width is asked for; 0 for other questions.
std::uint32_t element_size(unsigned question) {
  switch (question) {
  case d::preferred_vector_width_char::question:
  case d::native_vector_width_char::question:
    return 1;
  case d::preferred_vector_width_short::question:
  case d::native_vector_width_short::question:
  case d::preferred_vector_width_half::question:
  case d::native_vector_width_half::question:
    return 2;
  case d::preferred_vector_width_int::question:
  case d::native_vector_width_int::question:
  case d::preferred_vector_width_float::question:
  case d::native_vector_width_float::question:
    return 4;
  case d::preferred_vector_width_long::question:
  case d::native_vector_width_long::question:
  case d::preferred_vector_width_double::question:
  case d::native_vector_width_double::question:
    return 8;
  default:
    return 0;
  }
}

std::size_t smallest_sub_group(const device_properties &p) {
  return *std::min_element(p.sub_group_sizes.begin(), p.sub_group_sizes.end());
}

// What neither the driver nor the device's properties say.
std::uint64_t usual_number(const device_impl &impl, unsigned question) {
  const device_properties &p = impl.properties();
  const bool gpu = p.kind == device_kind::gpu;
  if (const std::uint32_t size = element_size(question))
    return vector_width(size, p);
  switch (question) {
  case d::vendor_id::question:
    return vendor_id(p.vendor);
  case d::max_num_sub_groups::question:
    return (p.max_work_group_size + smallest_sub_group(p) - 1) / smallest_sub_group(p);
  case d::global_mem_cache_line_size::question:
    return gpu ? 128 : 64;
  case d::local_mem_type::question:
    return static_cast<std::uint64_t>(gpu ? info::local_mem_type::local : info::local_mem_type::global);
  case d::mem_base_addr_align::question:
    return 512;
  case d::address_bits::question:
  case d::max_constant_args::question:
    return 64;
  case d::max_parameter_size::question:
    return 4096;
  case d::sub_group_independent_forward_progress::question:
    return impl.platform->kind == backend::ext_oneapi_cuda && p.arch >= 70;
  case d::half_fp_config::question:
    return p.fp16 ? fp_modes() : 0;
  case d::single_fp_config::question:
    return fp_modes();
  case d::double_fp_config::question:
    return p.fp64 ? fp_modes() : 0;
  case d::global_mem_cache_type::question:
    return static_cast<std::uint64_t>(info::global_mem_cache_type::read_write);
  case d::global_mem_cache_size::question:
    return cache_size(p);
  case d::host_unified_memory::question:
    return impl.host_memory;
  case d::atomic_memory_order_capabilities::question:
  case d::atomic_fence_order_capabilities::question:
    return 0x1f1f; // all of both
  case d::execution_capabilities::question:
    return bit(info::execution_capability::exec_kernel);
  case d::profiling_timer_resolution::question:
  case d::is_endian_little::question:
  case d::is_available::question:
  case d::is_compiler_available::question:
  case d::is_linker_available::question:
  case d::queue_profiling::question:
  case d::preferred_interop_user_sync::question:
    return 1;
  default:
    return 0;
  }
}

} // namespace

std::uint64_t number_of(const device_impl &impl, unsigned question) {
  const device_properties &p = impl.properties();
  switch (question) {
  case d::device_type::question:
    return static_cast<std::uint64_t>(p.kind);
  case d::max_compute_units::question:
    return p.compute_units;
  case d::max_work_item_dimensions::question:
    return 3;
  case d::max_work_group_size::question:
    return p.max_work_group_size;
  case d::global_mem_size::question:
    return p.global_memory;
  case d::local_mem_size::question:
    return p.local_memory;
  case x::info::device::architecture::question:
    return architecture_of(impl);
  case d::image_support::question:
    return 1;
  case d::image2d_max_width::question:
  case d::image2d_max_height::question:
  case d::image3d_max_width::question:
  case d::image3d_max_height::question:
  case d::image3d_max_depth::question:
  case d::image_max_buffer_size::question:
    return max_image_extent;
  case d::max_read_image_args::question:
  case d::max_write_image_args::question:
  case d::max_samplers::question:
    return 128; // their number is not limited but by the size of the kernel's arguments
  default:
    break;
  }
  std::uint64_t number = 0;
  if (impl.driver->answer(question, number))
    return number;
  // target::constant_buffer is global memory.
  if (question == d::max_mem_alloc_size::question || question == d::max_constant_buffer_size::question)
    return p.global_memory;
  return usual_number(impl, question);
}

std::string text_of(const device_impl &impl, unsigned question) {
  const device_properties &p = impl.properties();
  std::string text;
  if (impl.driver->answer(question, text))
    return text;
  switch (question) {
  case d::name::question:
    return p.name;
  case d::vendor::question:
    return p.vendor;
  case d::profile::question:
    return "FULL_PROFILE";
  case d::version::question:
    return "0.1";
  case d::extensions::question:
    return {};
  default:
    return p.driver_version;
  }
}

std::string text_of(const platform_impl &impl, unsigned question) {
  namespace of = info::platform;
  std::string text;
  if (impl.driver->answer(impl.number, question, text))
    return text;
  switch (question) {
  case of::name::question:
    return impl.driver->name();
  case of::version::question:
    return impl.devices.front()->properties().driver_version;
  case of::vendor::question:
    return impl.devices.front()->properties().vendor;
  case of::profile::question:
    return "FULL_PROFILE";
  default:
    return {};
  }
}

void throw_no_parent(const device &of) {
  throw_error(errc::invalid, "parent_device: '" + of.impl()->properties().name + "' is no sub-device");
}
void throw_no_sub_devices(const device &of) {
  throw_error(errc::feature_not_supported, "create_sub_devices: '" + of.impl()->properties().name +
                                               "' cannot be partitioned (partition_max_sub_devices is 0)");
}

} // namespace detail

template <> SYCL_FUSE_API std::vector<std::size_t> device::get_info<info::device::sub_group_sizes>() const {
  return impl_->properties().sub_group_sizes;
}
template <> SYCL_FUSE_API std::vector<aspect> device::get_info<info::device::aspects>() const {
  std::vector<aspect> all;
#define __SYCL_ASPECT(name, number)                                                                                    \
  if (has(aspect::name))                                                                                               \
    all.push_back(aspect::name);
#include "sycl/info/aspects.def"
#undef __SYCL_ASPECT
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

} // namespace sycl
