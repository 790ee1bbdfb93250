// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api.hpp"

namespace sycl::detail::cuda {

const char *api::find_symbols(void *library) {
#define SF_CUDA_SYMBOL(Name, Exported, Parameters) #Exported "\0"
#define SF_CUDA_GRAPH_SYMBOL(Name, Exported, Parameters) "?" #Exported "\0"
#define SF_GPU_SYMBOL(Name, Cuda, Hip, Parameters) #Cuda "\0"
#define SF_GPU_GRAPH_SYMBOL(Name, Cuda, Hip, Parameters) "?" #Cuda "\0"
  static const char shared[] =
#include "drivers/gpu/Symbols.def"
      ;
  static const char own[] =
#include "Symbols.def"
      ;
  const char *missing = gpu::api::find_symbols(library, shared, static_cast<entry_points *>(this));
  return missing ? missing : gpu::api::find_symbols(library, own, static_cast<own_entry_points *>(this));
}

context_handle api::retain_context(device_id device) const {
  context_handle context = nullptr;
  require(primary_ctx_retain, &context, device);
  return context;
}

void api::release_context(device_id device) const noexcept { drop_release_error(primary_ctx_release(device)); }

// Asks which one is current instead of remembering it: other code in the process may have changed it, and the question
// is cheap.
void api::activate(device_id, context_handle wanted) const {
  context_handle now = nullptr;
  if (ctx_get_current(&now) != result::success || now != wanted)
    require(ctx_set_current, wanted);
}

void api::copy(device_pointer dst, device_pointer src, std::size_t bytes, stream_handle stream) const {
  require(memcpy_async, dst, src, bytes, stream);
}

void api::allow_shared(function_handle function, std::uint64_t bytes) const {
  require(func_set_attribute, function, function_attribute::max_dynamic_shared_size_bytes, static_cast<int>(bytes));
}

result api::update_graph(graph_exec_handle executable, graph_handle graph) const {
  graph_update_info ignored{};
  return graph_exec_update(executable, graph, &ignored);
}

const char *api::error_name(result error) const {
  const char *text = nullptr;
  return get_error_name(error, &text) == result::success ? text : nullptr;
}

const char *api::error_text(result error) const {
  const char *text = nullptr;
  return get_error_string(error, &text) == result::success ? text : nullptr;
}

} // namespace sycl::detail::cuda
