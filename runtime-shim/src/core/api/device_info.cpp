// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The information descriptors of devices (SYCL 2020, 4.6.4.4).
#include "core/devices/device_impl.hpp"
#include "core/process/errors.hpp"
#include "sycl/kernel_bundle.hpp"

#include <algorithm>
#include <unistd.h>

namespace sycl {
namespace {

// As PCI numbers them; 0: not known.
std::uint32_t vendor_id(const std::string &vendor) {
  auto has = [&](const char *part) { return vendor.find(part) != std::string::npos; };
  return has("NVIDIA") ? 0x10de : has("Advanced Micro") ? 0x1002 : has("AMD") ? 0x1022 : has("Intel") ? 0x8086 : 0;
}
// Elements of `size` bytes in a vector register. GPUs have none.
std::uint32_t vector_width(std::uint32_t size, const detail::device_properties &p) {
  if (p.gpu)
    return 1;
  const std::uint32_t bytes = p.arch == 4 ? 64 : p.arch == 3 ? 32 : 16; // by x86-64 level
  return bytes / size;
}
std::vector<info::fp_config> fp_modes() {
  using c = info::fp_config;
  return {c::denorm, c::inf_nan, c::round_to_nearest, c::fma, c::correctly_rounded_divide_sqrt};
}
std::uint64_t cache_size(const detail::device_properties &p) {
  if (p.gpu)
    return 0;
  const long l3 = sysconf(_SC_LEVEL3_CACHE_SIZE), l2 = sysconf(_SC_LEVEL2_CACHE_SIZE);
  return static_cast<std::uint64_t>(std::max({l3, l2, 0L}));
}
std::vector<memory_order> all_orders() {
  return {memory_order::relaxed, memory_order::acquire, memory_order::release, memory_order::acq_rel,
          memory_order::seq_cst};
}
std::vector<memory_scope> all_scopes() {
  return {memory_scope::work_item, memory_scope::sub_group, memory_scope::work_group, memory_scope::device,
          memory_scope::system};
}

} // namespace

#define SYCL_FUSE_DEVICE_INFO(Descriptor, ...)                                                                         \
  template <> SYCL_FUSE_API info::device::Descriptor::return_type device::get_info<info::device::Descriptor>() const { \
    [[maybe_unused]] const auto &p = impl_->properties();                                                              \
    return __VA_ARGS__;                                                                                                \
  }
SYCL_FUSE_DEVICE_INFO(device_type, p.gpu ? info::device_type::gpu : info::device_type::cpu)
SYCL_FUSE_DEVICE_INFO(vendor_id, vendor_id(p.vendor))
SYCL_FUSE_DEVICE_INFO(max_compute_units, p.compute_units)
SYCL_FUSE_DEVICE_INFO(max_work_item_dimensions, 3)
SYCL_FUSE_DEVICE_INFO(max_work_group_size, p.max_work_group_size)
SYCL_FUSE_DEVICE_INFO(max_num_sub_groups,
                      static_cast<std::uint32_t>((p.max_work_group_size + p.sub_group_size - 1) / p.sub_group_size))
SYCL_FUSE_DEVICE_INFO(sub_group_sizes, {p.sub_group_size})
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
SYCL_FUSE_DEVICE_INFO(preferred_vector_width_char, vector_width(1, p))
SYCL_FUSE_DEVICE_INFO(preferred_vector_width_short, vector_width(2, p))
SYCL_FUSE_DEVICE_INFO(preferred_vector_width_int, vector_width(4, p))
SYCL_FUSE_DEVICE_INFO(preferred_vector_width_long, vector_width(8, p))
SYCL_FUSE_DEVICE_INFO(preferred_vector_width_long_long, vector_width(8, p))
SYCL_FUSE_DEVICE_INFO(preferred_vector_width_float, vector_width(4, p))
SYCL_FUSE_DEVICE_INFO(preferred_vector_width_double, vector_width(8, p))
SYCL_FUSE_DEVICE_INFO(preferred_vector_width_half, vector_width(2, p))
SYCL_FUSE_DEVICE_INFO(native_vector_width_char, vector_width(1, p))
SYCL_FUSE_DEVICE_INFO(native_vector_width_short, vector_width(2, p))
SYCL_FUSE_DEVICE_INFO(native_vector_width_int, vector_width(4, p))
SYCL_FUSE_DEVICE_INFO(native_vector_width_long, vector_width(8, p))
SYCL_FUSE_DEVICE_INFO(native_vector_width_long_long, vector_width(8, p))
SYCL_FUSE_DEVICE_INFO(native_vector_width_float, vector_width(4, p))
SYCL_FUSE_DEVICE_INFO(native_vector_width_double, vector_width(8, p))
SYCL_FUSE_DEVICE_INFO(native_vector_width_half, vector_width(2, p))
SYCL_FUSE_DEVICE_INFO(sub_group_independent_forward_progress,
                      impl_->platform->kind == backend::ext_oneapi_cuda && p.arch >= 70)
SYCL_FUSE_DEVICE_INFO(image_support, false)
SYCL_FUSE_DEVICE_INFO(max_read_image_args, 0)
SYCL_FUSE_DEVICE_INFO(max_write_image_args, 0)
SYCL_FUSE_DEVICE_INFO(image2d_max_width, 0)
SYCL_FUSE_DEVICE_INFO(image2d_max_height, 0)
SYCL_FUSE_DEVICE_INFO(image3d_max_width, 0)
SYCL_FUSE_DEVICE_INFO(image3d_max_height, 0)
SYCL_FUSE_DEVICE_INFO(image3d_max_depth, 0)
SYCL_FUSE_DEVICE_INFO(image_max_buffer_size, 0)
SYCL_FUSE_DEVICE_INFO(max_samplers, 0)
SYCL_FUSE_DEVICE_INFO(half_fp_config, p.fp16 ? fp_modes() : std::vector<info::fp_config>())
SYCL_FUSE_DEVICE_INFO(single_fp_config, fp_modes())
SYCL_FUSE_DEVICE_INFO(double_fp_config, p.fp64 ? fp_modes() : std::vector<info::fp_config>())
SYCL_FUSE_DEVICE_INFO(global_mem_cache_type, info::global_mem_cache_type::read_write)
SYCL_FUSE_DEVICE_INFO(global_mem_cache_size, cache_size(p))
// target::constant_buffer is global memory.
SYCL_FUSE_DEVICE_INFO(max_constant_buffer_size, p.global_memory)
SYCL_FUSE_DEVICE_INFO(max_constant_args, 64)
SYCL_FUSE_DEVICE_INFO(host_unified_memory, impl_->host_memory)
SYCL_FUSE_DEVICE_INFO(atomic_memory_order_capabilities, all_orders())
SYCL_FUSE_DEVICE_INFO(atomic_fence_order_capabilities, all_orders())
SYCL_FUSE_DEVICE_INFO(atomic_memory_scope_capabilities, all_scopes())
SYCL_FUSE_DEVICE_INFO(atomic_fence_scope_capabilities, all_scopes())
SYCL_FUSE_DEVICE_INFO(is_compiler_available, true)
SYCL_FUSE_DEVICE_INFO(is_linker_available, true)
SYCL_FUSE_DEVICE_INFO(execution_capabilities, {info::execution_capability::exec_kernel})
SYCL_FUSE_DEVICE_INFO(queue_profiling, true)
SYCL_FUSE_DEVICE_INFO(built_in_kernel_ids, {})
SYCL_FUSE_DEVICE_INFO(built_in_kernels, {})
SYCL_FUSE_DEVICE_INFO(printf_buffer_size, 0)
SYCL_FUSE_DEVICE_INFO(preferred_interop_user_sync, true)
SYCL_FUSE_DEVICE_INFO(partition_max_sub_devices, 0)
SYCL_FUSE_DEVICE_INFO(partition_properties, {})
SYCL_FUSE_DEVICE_INFO(partition_affinity_domains, {})
SYCL_FUSE_DEVICE_INFO(partition_type_property, info::partition_property::no_partition)
SYCL_FUSE_DEVICE_INFO(partition_type_affinity_domain, info::partition_affinity_domain::not_applicable)
SYCL_FUSE_DEVICE_INFO(platform, get_platform())
SYCL_FUSE_DEVICE_INFO(name, p.name)
SYCL_FUSE_DEVICE_INFO(vendor, p.vendor)
SYCL_FUSE_DEVICE_INFO(driver_version, p.driver_version)
SYCL_FUSE_DEVICE_INFO(profile, "FULL_PROFILE")
SYCL_FUSE_DEVICE_INFO(version, "0.1")
SYCL_FUSE_DEVICE_INFO(backend_version, p.driver_version)
SYCL_FUSE_DEVICE_INFO(extensions, {})
#undef SYCL_FUSE_DEVICE_INFO
template <> SYCL_FUSE_API device device::get_info<info::device::parent_device>() const {
  detail::throw_error(errc::invalid, "parent_device: '" + impl_->properties().name + "' is no sub-device");
}

template <> SYCL_FUSE_API std::vector<aspect> device::get_info<info::device::aspects>() const {
  std::vector<aspect> all;
  for (int a = 0; a <= static_cast<int>(aspect::ext_oneapi_graph_fusion); ++a)
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
template <> SYCL_FUSE_API bool device::get_info<ext::codeplay::experimental::info::device::supports_fusion>() const {
  return true;
}

namespace detail {
void throw_no_sub_devices(const device &d) {
  throw_error(errc::feature_not_supported, "create_sub_devices: '" + d.impl()->properties().name +
                                               "' cannot be partitioned (partition_max_sub_devices is 0)");
}
} // namespace detail

} // namespace sycl
