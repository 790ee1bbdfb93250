// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The double of libcuda: what only CUDA has.
#include "fake_gpu_parts.hpp"

namespace fake_gpu {

namespace cuda = sycl::detail::cuda;

result get_error_name(result error, const char **text) {
  static const std::map<result, const char *> names{{result::invalid_value, "CUDA_ERROR_INVALID_VALUE"},
                                                    {result::out_of_memory, "CUDA_ERROR_OUT_OF_MEMORY"},
                                                    {result::no_device, "CUDA_ERROR_NO_DEVICE"},
                                                    {result::invalid_ptx, "CUDA_ERROR_INVALID_PTX"},
                                                    {result::illegal_address, "CUDA_ERROR_ILLEGAL_ADDRESS"},
                                                    {result::launch_failed, "CUDA_ERROR_LAUNCH_FAILED"}};
  const auto found = names.find(error);
  *text = found == names.end() ? nullptr : found->second;
  return found == names.end() ? result::invalid_value : result::success;
}
result get_error_string(result error, const char **text) {
  *text = error == result::launch_failed ? "unspecified launch failure" : "text of the driver";
  return result::success;
}
result device_get_attribute(int *value, int attribute, device_id) {
  ENTER(false);
  static const auto &values =
      *new std::map<int, int>{{1, 1024},  {2, 1024},  {3, 1024}, {4, 64}, {5, 2147483647}, {6, 65535},
                              {7, 65535}, {8, 49152}, {16, 132}, {83, 1}, {97, 232448}};
  if (attribute == cuda::compute_capability_major)
    *value = the_state().major;
  else if (attribute == cuda::compute_capability_minor)
    *value = the_state().minor;
  else if (attribute == cuda::concurrent_managed_access)
    *value = the_state().concurrent_managed;
  else
    *value = values.at(attribute);
  return result::success;
}

result primary_ctx_retain(context_handle *context, device_id device) {
  ENTER(false);
  ++the_state().retained_contexts;
  *context = &contexts[device];
  return result::success;
}
result primary_ctx_release(device_id) {
  ENTER(false);
  --the_state().retained_contexts;
  return result::success;
}
result ctx_get_current(context_handle *context) {
  ENTER(false);
  *context = current;
  return result::success;
}
result ctx_set_current(context_handle context) {
  ENTER(false);
  current = context;
  return result::success;
}

static bool is_cubin(const std::string &image) {
  return image.compare(0, 4,
                       "\x7f"
                       "ELF") == 0;
}

result read_image(opaque_module &to, const void *image, unsigned count, const jit_option *options, void **values) {
  const std::string text(static_cast<const char *>(image));
  the_state().images.insert(text);
  // PTX may begin with comments.
  if (text.compare(0, 8, ".version") != 0 && text.find("\n.version") == std::string::npos && !is_cubin(text)) {
    for (unsigned i = 0; i < count; ++i)
      if (options[i] == jit_option::error_log_buffer)
        std::strcpy(static_cast<char *>(values[i]), "ptxas fatal   : missing .version\n");
    return result::invalid_ptx;
  }
  to.image = text;
  return result::success;
}

// A cubin's names are behind its first zero.
const kernel_facts *find_kernel(const opaque_module &module, const char *name) {
  static const kernel_facts none;
  return is_cubin(module.image) || module.image.find(name) != std::string::npos ? &none : nullptr;
}

int attribute_of(const opaque_function &function, function_attribute attribute) {
  if (attribute == function_attribute::max_threads_per_block)
    return the_state().max_threads_of_kernel;
  if (attribute == function_attribute::local_size_bytes)
    return the_state().local_bytes;
  const auto own = the_state().static_shared_of.find(function.name);
  return own == the_state().static_shared_of.end() ? the_state().static_shared : own->second;
}

result func_set_attribute(function_handle, function_attribute, int) {
  ENTER();
  return result::success;
}

result check_launch(const opaque_function &, launch &, void **) { return result::success; }
std::vector<std::size_t> parameter_sizes(const opaque_function &function) {
  return the_state().parameters[function.name];
}

result memcpy_async(device_pointer dst, device_pointer src, std::size_t bytes, stream_handle stream) {
  ENTER();
  return enqueue(stream, [=] { std::memcpy(to_host(dst), to_host(src), bytes); });
}

#ifndef FAKE_GPU_WITHOUT_GRAPHS

result graph_exec_update(graph_exec_handle executable, graph_handle graph, graph_update_info *info) {
  ENTER();
  if (!graph || !info || foreign(executable))
    return result::invalid_value;
  opaque_graph_exec changed = executable_of(*graph);
  if (changed.after != executable->after)
    return result::graph_exec_update_failure;
  *executable = std::move(changed); // launches that wait have the old nodes
  return result::success;
}

#endif

} // namespace fake_gpu
