// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The entry points of libcuda.
#pragma once

#include "drivers/gpu/api.hpp"

namespace sycl::detail::cuda {

using namespace gpu; // the types of the interface

// Written from the CUDA Driver API reference, "Data types used by CUDA driver". The values are part of the driver's
// ABI.
enum device_attribute : int {
  max_threads_per_block = 1,
  max_block_dim_x = 2, // y and z follow
  max_grid_dim_x = 5,  // y and z follow
  max_shared_memory_per_block = 8,
  multiprocessor_count = 16,
  compute_capability_major = 75,
  compute_capability_minor = 76,
  managed_memory = 83,
  concurrent_managed_access = 89,
  max_shared_memory_per_block_optin = 97,
};

struct graph_update_info {
  int what;
  node_handle node, from;
};

struct own_entry_points {
#define SF_CUDA_SYMBOL(Name, Exported, Parameters)                                                                     \
  decltype(entry_point_of(static_cast<result(*) Parameters>(nullptr))) Name;
#include "Symbols.def"
};

class api final : public gpu::api, private own_entry_points {
public:
  api() : gpu::api("the CUDA driver", false, true) {}

  context_handle retain_context(device_id) const override;
  void release_context(device_id) const noexcept override;
  void activate(device_id, context_handle) const override;
  void copy(device_pointer dst, device_pointer src, std::size_t bytes, stream_handle) const override;
  void allow_shared(function_handle, std::uint64_t bytes) const override;
  result update_graph(graph_exec_handle, graph_handle) const override;
  const char *error_name(result) const override;
  const char *error_text(result) const override;

private:
  const char *find_symbols(void *library) override;
};

} // namespace sycl::detail::cuda
