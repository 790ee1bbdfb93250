// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The few types and constants of OpenCL that this driver uses, written from its public specification (The OpenCL
// Specification 3.0, and cl_intel_unified_shared_memory), so that nothing here needs its headers. The values are part
// of its ABI.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sycl::detail::opencl {

using platform_handle = struct opaque_platform *;
using device_handle = struct opaque_device *;
using context_handle = struct opaque_context *;
using queue_handle = struct opaque_queue *;
using program_handle = struct opaque_program *;
using kernel_handle = struct opaque_kernel *;
using event_handle = struct opaque_event *;
using buffer_handle = struct opaque_buffer *;

using bitfield = std::uint64_t;
using number = std::uint32_t;

enum class result : std::int32_t {
  success = 0,
  invalid_buffer_size = -61,
#define SF_OPENCL_RESULT(Enumerator, Value, Name) Enumerator = Value,
#include "Results.def"
};

inline constexpr bitfield device_type_cpu = 1 << 1, device_type_gpu = 1 << 2, device_type_accelerator = 1 << 3,
                          device_type_all = 0xffffffff;
inline constexpr bitfield queue_profiling_enable = 1 << 1;
inline constexpr bitfield mem_read_write = 1 << 0, mem_svm_fine_grain_buffer = 1 << 10;
// For clCreateSubBuffer.
struct buffer_region {
  std::size_t origin, size;
};
inline constexpr number buffer_create_type_region = 0x1220;

inline constexpr bitfield svm_coarse_grain_buffer = 1 << 0, svm_fine_grain_buffer = 1 << 1, svm_atomics = 1 << 3;
inline constexpr bitfield usm_access = 1 << 0;

// In the order of their bits.
inline constexpr unsigned fp_soft_float = 6, fp_correctly_rounded = 7;
inline constexpr bitfield atomic_order_relaxed = 1 << 0, atomic_order_acq_rel = 1 << 1, atomic_order_seq_cst = 1 << 2,
                          atomic_scope_work_item = 1 << 3, atomic_scope_work_group = 1 << 4,
                          atomic_scope_device = 1 << 5, atomic_scope_all_devices = 1 << 6;

enum class platform_info : number { name = 0x0902 };
enum class device_info : number {
  type = 0x1000,
  max_compute_units = 0x1002,
  max_work_group_size = 0x1004,
  max_work_item_sizes = 0x1005,
  mem_base_addr_align = 0x1019,
  single_fp_config = 0x101b,
  global_mem_size = 0x101f,
  local_mem_size = 0x1023,
  compiler_available = 0x1028,
  queue_properties = 0x102a,
  name = 0x102b,
  vendor = 0x102c,
  driver_version = 0x102d,
  version = 0x102f,
  extensions = 0x1030,
  double_fp_config = 0x1032,
  half_fp_config = 0x1033,
  opencl_c_version = 0x103d,
  linker_available = 0x103e,
  svm_capabilities = 0x1053,
  il_version = 0x105b,
  max_num_sub_groups = 0x105c,
  sub_group_independent_forward_progress = 0x105d,
  atomic_memory_capabilities = 0x1063,
  atomic_fence_capabilities = 0x1064,
  sub_group_sizes_intel = 0x4108,
  host_mem_capabilities_intel = 0x4190,
  device_mem_capabilities_intel = 0x4191,
  single_device_shared_mem_capabilities_intel = 0x4192,
};
enum class program_info : number { binary_sizes = 0x1165, binaries = 0x1166 };
enum class program_build_info : number { log = 0x1183 };
enum class kernel_work_group_info : number {
  work_group_size = 0x11b0,
  local_mem_size = 0x11b2,
  private_mem_size = 0x11b4
};
enum class event_info : number { execution_status = 0x11d3 };
enum class profiling_info : number { start = 0x1282, end = 0x1283 };
enum class exec_info : number {
  svm_ptrs = 0x11b6,
  indirect_host_access_intel = 0x4200,
  indirect_device_access_intel = 0x4201,
  indirect_shared_access_intel = 0x4202,
};

} // namespace sycl::detail::opencl
