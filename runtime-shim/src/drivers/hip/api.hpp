// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The entry points of libamdhip64.
#pragma once

#include "drivers/gpu/api.hpp"

namespace sycl::detail::hip {

using namespace gpu; // the types of the interface

// hipDeviceAttribute_t of hip_runtime_api.h, HIP 5.2.3. Later versions append to it.
enum device_attribute : int {
  concurrent_managed_access = 9,
  managed_memory = 24,
  max_block_dim_x = 26, // y and z follow
  max_grid_dim_x = 29,  // y and z follow
  max_threads_per_block = 56,
  multiprocessor_count = 63,
  max_shared_memory_per_block = 74,
  warp_size = 87,
};

inline constexpr int memcpy_default = 4; // hipMemcpyKind: the pointers say which way

struct own_entry_points {
#define SF_HIP_SYMBOL(Name, Exported, Parameters)                                                                      \
  decltype(entry_point_of(static_cast<result(*) Parameters>(nullptr))) Name;
#include "Symbols.def"
};

class api final : public gpu::api, private own_entry_points {
public:
  // Modules may be read from their images as long as they are loaded: the documentation promises nothing else.
  api() : gpu::api("the HIP runtime", true, false) {}

  // HIP has a current device, and no contexts that are not deprecated.
  context_handle retain_context(device_id) const override { return nullptr; }
  void release_context(device_id) const noexcept override {}
  void activate(device_id, context_handle) const override;
  void copy(device_pointer dst, device_pointer src, std::size_t bytes, stream_handle) const override;
  void allow_shared(function_handle, std::uint64_t) const override {} // every kernel may have all that there is
  result update_graph(graph_exec_handle, graph_handle) const override;
  const char *error_name(result) const override;
  const char *error_text(result) const override;

  // "gfx90a:sramecc+:xnack-"; empty if the library does not say.
  std::string processor(device_id) const;

private:
  const char *find_symbols(void *library) override;

  const char *(*get_error_name_)(result) = nullptr;
  const char *(*get_error_string_)(result) = nullptr;
  result (*get_properties_)(void *properties, device_id) = nullptr;
};

} // namespace sycl::detail::hip
