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

// For other headers too.
#define SYCL_FUSE_INFO(Name, ...)                                                                                      \
  struct Name {                                                                                                        \
    using return_type = __VA_ARGS__;                                                                                   \
  };
// One that a device or a platform answers (detail::answer, device.hpp). Question: OpenCL's number of it
// (CL_DEVICE_NAME); 0: the answer is 0 or empty for all.
#define SYCL_FUSE_ANSWER(Name, Question, ...)                                                                          \
  struct Name {                                                                                                        \
    using return_type = __VA_ARGS__;                                                                                   \
    static constexpr unsigned question = Question;                                                                     \
  };
  namespace platform {
  SYCL_FUSE_ANSWER(profile, 0x900, std::string)
  SYCL_FUSE_ANSWER(version, 0x901, std::string)
  SYCL_FUSE_ANSWER(name, 0x902, std::string)
  SYCL_FUSE_ANSWER(vendor, 0x903, std::string)
  SYCL_FUSE_ANSWER(extensions, 0x904, std::vector<std::string>)
  } // namespace platform
  namespace context {
  SYCL_FUSE_INFO(platform, sycl::platform)
  SYCL_FUSE_INFO(devices, std::vector<sycl::device>)
  SYCL_FUSE_ANSWER(atomic_memory_order_capabilities, 0x1063, std::vector<sycl::memory_order>)
  SYCL_FUSE_ANSWER(atomic_fence_order_capabilities, 0x1064, std::vector<sycl::memory_order>)
  SYCL_FUSE_ANSWER(atomic_memory_scope_capabilities, 0x1063, std::vector<sycl::memory_scope>)
  SYCL_FUSE_ANSWER(atomic_fence_scope_capabilities, 0x1064, std::vector<sycl::memory_scope>)
  } // namespace context
  namespace device {
  SYCL_FUSE_ANSWER(device_type, 0x1000, info::device_type)
  SYCL_FUSE_ANSWER(vendor_id, 0x1001, std::uint32_t)
  SYCL_FUSE_ANSWER(max_compute_units, 0x1002, std::uint32_t)
  SYCL_FUSE_ANSWER(max_work_item_dimensions, 0x1003, std::uint32_t)
  template <int Dimensions = 3> struct max_work_item_sizes {
    using return_type = sycl::range<Dimensions>;
  };
  SYCL_FUSE_ANSWER(max_work_group_size, 0x1004, std::size_t)
  SYCL_FUSE_ANSWER(max_num_sub_groups, 0x105c, std::uint32_t)
  SYCL_FUSE_ANSWER(sub_group_independent_forward_progress, 0x105d, bool)
  SYCL_FUSE_INFO(sub_group_sizes, std::vector<std::size_t>)
  SYCL_FUSE_ANSWER(preferred_vector_width_char, 0x1006, std::uint32_t)
  SYCL_FUSE_ANSWER(preferred_vector_width_short, 0x1007, std::uint32_t)
  SYCL_FUSE_ANSWER(preferred_vector_width_int, 0x1008, std::uint32_t)
  SYCL_FUSE_ANSWER(preferred_vector_width_long, 0x1009, std::uint32_t)
  SYCL_FUSE_ANSWER(preferred_vector_width_long_long, 0x1009, std::uint32_t)
  SYCL_FUSE_ANSWER(preferred_vector_width_float, 0x100a, std::uint32_t)
  SYCL_FUSE_ANSWER(preferred_vector_width_double, 0x100b, std::uint32_t)
  SYCL_FUSE_ANSWER(preferred_vector_width_half, 0x1034, std::uint32_t)
  SYCL_FUSE_ANSWER(native_vector_width_char, 0x1036, std::uint32_t)
  SYCL_FUSE_ANSWER(native_vector_width_short, 0x1037, std::uint32_t)
  SYCL_FUSE_ANSWER(native_vector_width_int, 0x1038, std::uint32_t)
  SYCL_FUSE_ANSWER(native_vector_width_long, 0x1039, std::uint32_t)
  SYCL_FUSE_ANSWER(native_vector_width_long_long, 0x1039, std::uint32_t)
  SYCL_FUSE_ANSWER(native_vector_width_float, 0x103a, std::uint32_t)
  SYCL_FUSE_ANSWER(native_vector_width_double, 0x103b, std::uint32_t)
  SYCL_FUSE_ANSWER(native_vector_width_half, 0x103c, std::uint32_t)
  SYCL_FUSE_ANSWER(max_clock_frequency, 0x100c, std::uint32_t) // MHz; 0: not known
  SYCL_FUSE_ANSWER(address_bits, 0x100d, std::uint32_t)
  SYCL_FUSE_ANSWER(max_mem_alloc_size, 0x1010, std::uint64_t)
  // Of images, which are the same on all devices (image.hpp).
  SYCL_FUSE_ANSWER(image_support, 0x1016, bool)
  SYCL_FUSE_ANSWER(max_read_image_args, 0x100e, std::uint32_t)
  SYCL_FUSE_ANSWER(max_write_image_args, 0x100f, std::uint32_t)
  SYCL_FUSE_ANSWER(image2d_max_width, 0x1011, std::size_t)
  SYCL_FUSE_ANSWER(image2d_max_height, 0x1012, std::size_t)
  SYCL_FUSE_ANSWER(image3d_max_width, 0x1013, std::size_t)
  SYCL_FUSE_ANSWER(image3d_max_height, 0x1014, std::size_t)
  SYCL_FUSE_ANSWER(image3d_max_depth, 0x1015, std::size_t)
  SYCL_FUSE_ANSWER(image_max_buffer_size, 0x1040, std::size_t)
  SYCL_FUSE_ANSWER(max_samplers, 0x1018, std::uint32_t)
  SYCL_FUSE_ANSWER(max_parameter_size, 0x1017, std::size_t)
  SYCL_FUSE_ANSWER(mem_base_addr_align, 0x1019, std::uint32_t) // bits
  SYCL_FUSE_ANSWER(half_fp_config, 0x1033, std::vector<info::fp_config>)
  SYCL_FUSE_ANSWER(single_fp_config, 0x101b, std::vector<info::fp_config>)
  SYCL_FUSE_ANSWER(double_fp_config, 0x1032, std::vector<info::fp_config>)
  SYCL_FUSE_ANSWER(global_mem_cache_type, 0x101c, info::global_mem_cache_type)
  SYCL_FUSE_ANSWER(global_mem_cache_line_size, 0x101d, std::uint32_t)
  SYCL_FUSE_ANSWER(global_mem_cache_size, 0x101e, std::uint64_t) // bytes; 0: not known
  SYCL_FUSE_ANSWER(global_mem_size, 0x101f, std::uint64_t)
  SYCL_FUSE_ANSWER(max_constant_buffer_size, 0x1020, std::uint64_t)
  SYCL_FUSE_ANSWER(max_constant_args, 0x1021, std::uint32_t)
  SYCL_FUSE_ANSWER(local_mem_type, 0x1022, info::local_mem_type)
  SYCL_FUSE_ANSWER(local_mem_size, 0x1023, std::uint64_t)
  SYCL_FUSE_ANSWER(error_correction_support, 0x1024, bool)
  SYCL_FUSE_ANSWER(host_unified_memory, 0x1035, bool)
  SYCL_FUSE_ANSWER(atomic_memory_order_capabilities, 0x1063, std::vector<sycl::memory_order>)
  SYCL_FUSE_ANSWER(atomic_fence_order_capabilities, 0x1064, std::vector<sycl::memory_order>)
  SYCL_FUSE_ANSWER(atomic_memory_scope_capabilities, 0x1063, std::vector<sycl::memory_scope>)
  SYCL_FUSE_ANSWER(atomic_fence_scope_capabilities, 0x1064, std::vector<sycl::memory_scope>)
  SYCL_FUSE_ANSWER(profiling_timer_resolution, 0x1025, std::size_t) // ns
  SYCL_FUSE_ANSWER(is_endian_little, 0x1026, bool)
  SYCL_FUSE_ANSWER(is_available, 0x1027, bool)
  // compile(), build() and link() of kernel bundles.
  SYCL_FUSE_ANSWER(is_compiler_available, 0x1028, bool)
  SYCL_FUSE_ANSWER(is_linker_available, 0x103e, bool)
  SYCL_FUSE_ANSWER(execution_capabilities, 0x1029, std::vector<info::execution_capability>)
  SYCL_FUSE_ANSWER(queue_profiling, 0x102a, bool)
  SYCL_FUSE_INFO(built_in_kernel_ids, std::vector<sycl::kernel_id>)
  SYCL_FUSE_ANSWER(built_in_kernels, 0, std::vector<std::string>)
  SYCL_FUSE_ANSWER(printf_buffer_size, 0x1049, std::size_t)
  SYCL_FUSE_ANSWER(preferred_interop_user_sync, 0x1048, bool)
  SYCL_FUSE_INFO(parent_device, sycl::device)    // throws errc::invalid: no device is a sub-device
  SYCL_FUSE_INFO(reference_count, std::uint32_t) // of SYCL 1.2.1: 1, as no device is a sub-device
  SYCL_FUSE_ANSWER(partition_max_sub_devices, 0, std::uint32_t)
  SYCL_FUSE_ANSWER(partition_properties, 0, std::vector<info::partition_property>)
  SYCL_FUSE_ANSWER(partition_affinity_domains, 0, std::vector<info::partition_affinity_domain>)
  SYCL_FUSE_ANSWER(partition_type_property, 0, info::partition_property)
  SYCL_FUSE_ANSWER(partition_type_affinity_domain, 0, info::partition_affinity_domain)
  SYCL_FUSE_INFO(platform, sycl::platform)
  SYCL_FUSE_ANSWER(name, 0x102b, std::string)
  SYCL_FUSE_ANSWER(vendor, 0x102c, std::string)
  SYCL_FUSE_ANSWER(driver_version, 0x102d, std::string)
  SYCL_FUSE_ANSWER(profile, 0x102e, std::string)
  SYCL_FUSE_ANSWER(version, 0x102f, std::string)
  SYCL_FUSE_ANSWER(backend_version, 0x103d, std::string)
  SYCL_FUSE_INFO(aspects, std::vector<sycl::aspect>)
  // Of SYCL 1.2.1, in whose place SYCL 2020 has aspects.
  SYCL_FUSE_INFO(usm_device_allocations, bool)
  SYCL_FUSE_INFO(usm_host_allocations, bool)
  SYCL_FUSE_INFO(usm_shared_allocations, bool)
  SYCL_FUSE_INFO(usm_system_allocations, bool)
  SYCL_FUSE_INFO(usm_restricted_shared_allocations, bool) // as usm_shared_allocations
  SYCL_FUSE_ANSWER(extensions, 0x1030, std::vector<std::string>)
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
  // True if queues of the device accept enable_fusion.
  SYCL_FUSE_INFO(supports_fusion, bool)
  } // namespace device
} // namespace info
} // namespace ext::codeplay::experimental
#undef SYCL_FUSE_ANSWER

} // namespace sycl
