// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The few types and constants that the drivers use, written from public documentation (CUDA Driver API reference, "Data
// types used by CUDA driver"), so that nothing here needs a vendor's headers. HIP has the same values
// (hip_runtime_api.h of HIP 5.2.3 was compared). They are part of the libraries' ABI.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sycl::detail::gpu {

using device_id = int;
using device_pointer = unsigned long long;
using context_handle = struct opaque_context *;
using module_handle = struct opaque_module *;
using function_handle = struct opaque_function *;
using stream_handle = struct opaque_stream *;
using event_handle = struct opaque_event *;
using graph_handle = struct opaque_graph *;
using node_handle = struct opaque_node *;
using graph_exec_handle = struct opaque_graph_exec *;

enum class result : int {
  success = 0,
  invalid_value = 1,
  out_of_memory = 2,
  deinitialized = 4,
  invalid_device_pointer = 17, // HIP
  no_device = 100,
  invalid_image = 200,
  invalid_context = 201,
  no_binary_for_gpu = 209,
  invalid_ptx = 218,
  invalid_handle = 400,
  not_found = 500,
  not_ready = 600,
  illegal_address = 700,
  launch_out_of_resources = 701,
  launch_timeout = 702,
  context_is_destroyed = 709,
  assert_triggered = 710,
  hardware_stack_error = 714,
  illegal_instruction = 715,
  misaligned_address = 716,
  invalid_address_space = 717,
  invalid_pc = 718,
  launch_failed = 719,
  cooperative_launch_too_large = 720,
  stream_capture_unsupported = 900,
  stream_capture_invalidated = 901,
  graph_exec_update_failure = 910,
};

enum class function_attribute : int {
  max_threads_per_block = 0,
  shared_size_bytes = 1,
  local_size_bytes = 3,
  max_dynamic_shared_size_bytes = 8, // CUDA only
};

enum class mem_advice : int {
  set_read_mostly = 1,
  unset_read_mostly = 2,
  set_preferred_location = 3,
  unset_preferred_location = 4,
  set_accessed_by = 5,
  unset_accessed_by = 6,
};

enum class pointer_attribute : int { memory_type = 2 };

enum class capture_mode : int { relaxed = 2 };
enum class capture_status : int { none = 0, active = 1, invalidated = 2 };

enum class jit_option : int { error_log_buffer = 5, error_log_buffer_size_bytes = 6 };

inline constexpr unsigned mem_attach_global = 1;
inline constexpr unsigned host_alloc_default = 0;
inline constexpr unsigned stream_non_blocking = 1;
inline constexpr unsigned set_capture_dependencies = 1;
inline constexpr unsigned event_default = 0, event_disable_timing = 2;

inline device_pointer to_device(const void *pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }
inline void *to_host(device_pointer pointer) { return reinterpret_cast<void *>(static_cast<std::uintptr_t>(pointer)); }

} // namespace sycl::detail::gpu
