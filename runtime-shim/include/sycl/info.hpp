// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Information descriptors (SYCL 2020, 4.6). Each is a type with the type of its value.
#pragma once

#include "sycl/backend.hpp"
#include "sycl/id.hpp"
#include "sycl/memory_enums.hpp"
#include "sycl/range.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sycl {
class device;
class kernel_id;
class platform;
class context;

// default: the members that take these types as template arguments are exported by the library.
namespace info __attribute__((visibility("default"))) {

  enum class device_type : unsigned { cpu, gpu, accelerator, custom, automatic, host, all };
  enum class event_command_status : int { submitted, running, complete, ext_oneapi_unknown };
  enum class local_mem_type : int { none, local, global };
  enum class global_mem_cache_type : int { none, read_only, read_write };
  enum class fp_config : int {
    denorm,
    inf_nan,
    round_to_nearest,
    round_to_zero,
    round_to_inf,
    fma,
    correctly_rounded_divide_sqrt,
    soft_float
  };
  enum class partition_property : int {
    no_partition,
    partition_equally,
    partition_by_counts,
    partition_by_affinity_domain
  };
  enum class partition_affinity_domain : int {
    not_applicable,
    numa,
    L4_cache,
    L3_cache,
    L2_cache,
    L1_cache,
    next_partitionable
  };
  enum class execution_capability : unsigned { exec_kernel, exec_native_kernel };

#define SYCL_FUSE_INFO(Name, ...)                                                                                      \
  struct Name {                                                                                                        \
    using return_type = __VA_ARGS__;                                                                                   \
  };
  namespace platform {
  SYCL_FUSE_INFO(profile, std::string)
  SYCL_FUSE_INFO(version, std::string)
  SYCL_FUSE_INFO(name, std::string)
  SYCL_FUSE_INFO(vendor, std::string)
  SYCL_FUSE_INFO(extensions, std::vector<std::string>)
  } // namespace platform
  namespace context {
  SYCL_FUSE_INFO(platform, sycl::platform)
  SYCL_FUSE_INFO(devices, std::vector<sycl::device>)
  SYCL_FUSE_INFO(atomic_memory_order_capabilities, std::vector<sycl::memory_order>)
  SYCL_FUSE_INFO(atomic_fence_order_capabilities, std::vector<sycl::memory_order>)
  SYCL_FUSE_INFO(atomic_memory_scope_capabilities, std::vector<sycl::memory_scope>)
  SYCL_FUSE_INFO(atomic_fence_scope_capabilities, std::vector<sycl::memory_scope>)
  } // namespace context
  namespace device {
  SYCL_FUSE_INFO(device_type, info::device_type)
  SYCL_FUSE_INFO(vendor_id, std::uint32_t)
  SYCL_FUSE_INFO(max_compute_units, std::uint32_t)
  SYCL_FUSE_INFO(max_work_item_dimensions, std::uint32_t)
  template <int Dimensions = 3> struct max_work_item_sizes {
    using return_type = sycl::range<Dimensions>;
  };
  SYCL_FUSE_INFO(max_work_group_size, std::size_t)
  SYCL_FUSE_INFO(max_num_sub_groups, std::uint32_t)
  SYCL_FUSE_INFO(sub_group_independent_forward_progress, bool)
  SYCL_FUSE_INFO(sub_group_sizes, std::vector<std::size_t>)
  SYCL_FUSE_INFO(preferred_vector_width_char, std::uint32_t)
  SYCL_FUSE_INFO(preferred_vector_width_short, std::uint32_t)
  SYCL_FUSE_INFO(preferred_vector_width_int, std::uint32_t)
  SYCL_FUSE_INFO(preferred_vector_width_long, std::uint32_t)
  SYCL_FUSE_INFO(preferred_vector_width_long_long, std::uint32_t)
  SYCL_FUSE_INFO(preferred_vector_width_float, std::uint32_t)
  SYCL_FUSE_INFO(preferred_vector_width_double, std::uint32_t)
  SYCL_FUSE_INFO(preferred_vector_width_half, std::uint32_t)
  SYCL_FUSE_INFO(native_vector_width_char, std::uint32_t)
  SYCL_FUSE_INFO(native_vector_width_short, std::uint32_t)
  SYCL_FUSE_INFO(native_vector_width_int, std::uint32_t)
  SYCL_FUSE_INFO(native_vector_width_long, std::uint32_t)
  SYCL_FUSE_INFO(native_vector_width_long_long, std::uint32_t)
  SYCL_FUSE_INFO(native_vector_width_float, std::uint32_t)
  SYCL_FUSE_INFO(native_vector_width_double, std::uint32_t)
  SYCL_FUSE_INFO(native_vector_width_half, std::uint32_t)
  SYCL_FUSE_INFO(max_clock_frequency, std::uint32_t) // MHz; 0: not known
  SYCL_FUSE_INFO(address_bits, std::uint32_t)
  SYCL_FUSE_INFO(max_mem_alloc_size, std::uint64_t)
  // Of images, which there are none of.
  SYCL_FUSE_INFO(image_support, bool)
  SYCL_FUSE_INFO(max_read_image_args, std::uint32_t)
  SYCL_FUSE_INFO(max_write_image_args, std::uint32_t)
  SYCL_FUSE_INFO(image2d_max_width, std::size_t)
  SYCL_FUSE_INFO(image2d_max_height, std::size_t)
  SYCL_FUSE_INFO(image3d_max_width, std::size_t)
  SYCL_FUSE_INFO(image3d_max_height, std::size_t)
  SYCL_FUSE_INFO(image3d_max_depth, std::size_t)
  SYCL_FUSE_INFO(image_max_buffer_size, std::size_t)
  SYCL_FUSE_INFO(max_samplers, std::uint32_t)
  SYCL_FUSE_INFO(max_parameter_size, std::size_t)
  SYCL_FUSE_INFO(mem_base_addr_align, std::uint32_t) // bits
  SYCL_FUSE_INFO(half_fp_config, std::vector<info::fp_config>)
  SYCL_FUSE_INFO(single_fp_config, std::vector<info::fp_config>)
  SYCL_FUSE_INFO(double_fp_config, std::vector<info::fp_config>)
  SYCL_FUSE_INFO(global_mem_cache_type, info::global_mem_cache_type)
  SYCL_FUSE_INFO(global_mem_cache_line_size, std::uint32_t)
  SYCL_FUSE_INFO(global_mem_cache_size, std::uint64_t) // bytes; 0: not known
  SYCL_FUSE_INFO(global_mem_size, std::uint64_t)
  SYCL_FUSE_INFO(max_constant_buffer_size, std::uint64_t)
  SYCL_FUSE_INFO(max_constant_args, std::uint32_t)
  SYCL_FUSE_INFO(local_mem_type, info::local_mem_type)
  SYCL_FUSE_INFO(local_mem_size, std::uint64_t)
  SYCL_FUSE_INFO(error_correction_support, bool)
  SYCL_FUSE_INFO(host_unified_memory, bool)
  SYCL_FUSE_INFO(atomic_memory_order_capabilities, std::vector<sycl::memory_order>)
  SYCL_FUSE_INFO(atomic_fence_order_capabilities, std::vector<sycl::memory_order>)
  SYCL_FUSE_INFO(atomic_memory_scope_capabilities, std::vector<sycl::memory_scope>)
  SYCL_FUSE_INFO(atomic_fence_scope_capabilities, std::vector<sycl::memory_scope>)
  SYCL_FUSE_INFO(profiling_timer_resolution, std::size_t) // ns
  SYCL_FUSE_INFO(is_endian_little, bool)
  SYCL_FUSE_INFO(is_available, bool)
  // compile(), build() and link() of kernel bundles.
  SYCL_FUSE_INFO(is_compiler_available, bool)
  SYCL_FUSE_INFO(is_linker_available, bool)
  SYCL_FUSE_INFO(execution_capabilities, std::vector<info::execution_capability>)
  SYCL_FUSE_INFO(queue_profiling, bool)
  SYCL_FUSE_INFO(built_in_kernel_ids, std::vector<sycl::kernel_id>)
  SYCL_FUSE_INFO(built_in_kernels, std::vector<std::string>)
  SYCL_FUSE_INFO(printf_buffer_size, std::size_t)
  SYCL_FUSE_INFO(preferred_interop_user_sync, bool)
  SYCL_FUSE_INFO(parent_device, sycl::device) // throws errc::invalid: no device is a sub-device
  SYCL_FUSE_INFO(partition_max_sub_devices, std::uint32_t)
  SYCL_FUSE_INFO(partition_properties, std::vector<info::partition_property>)
  SYCL_FUSE_INFO(partition_affinity_domains, std::vector<info::partition_affinity_domain>)
  SYCL_FUSE_INFO(partition_type_property, info::partition_property)
  SYCL_FUSE_INFO(partition_type_affinity_domain, info::partition_affinity_domain)
  SYCL_FUSE_INFO(platform, sycl::platform)
  SYCL_FUSE_INFO(name, std::string)
  SYCL_FUSE_INFO(vendor, std::string)
  SYCL_FUSE_INFO(driver_version, std::string)
  SYCL_FUSE_INFO(profile, std::string)
  SYCL_FUSE_INFO(version, std::string)
  SYCL_FUSE_INFO(backend_version, std::string)
  SYCL_FUSE_INFO(aspects, std::vector<sycl::aspect>)
  SYCL_FUSE_INFO(extensions, std::vector<std::string>)
  } // namespace device
  namespace queue {
  SYCL_FUSE_INFO(context, sycl::context)
  SYCL_FUSE_INFO(device, sycl::device)
  } // namespace queue
  namespace event {
  SYCL_FUSE_INFO(command_execution_status, info::event_command_status)
  } // namespace event
  namespace event_profiling {
  SYCL_FUSE_INFO(command_submit, std::uint64_t)
  SYCL_FUSE_INFO(command_start, std::uint64_t)
  SYCL_FUSE_INFO(command_end, std::uint64_t)
  } // namespace event_profiling

} // namespace info

namespace ext::codeplay::experimental {
namespace info __attribute__((visibility("default"))) {
  namespace device {
  // Whether queues of the device accept enable_fusion.
  SYCL_FUSE_INFO(supports_fusion, bool)
  } // namespace device
} // namespace info
} // namespace ext::codeplay::experimental
#undef SYCL_FUSE_INFO

} // namespace sycl
