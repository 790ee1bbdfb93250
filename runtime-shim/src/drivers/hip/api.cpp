// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api.hpp"

#include <dlfcn.h>
#include <string_view>
#include <vector>

namespace sycl::detail::hip {

namespace {

template <class F> bool find(void *library, const char *name, F &to) {
  to = reinterpret_cast<F>(dlsym(library, name));
  return to;
}

} // namespace

const char *api::find_symbols(void *library) {
#define SF_HIP_SYMBOL(Name, Exported, Parameters) #Exported "\0"
#define SF_HIP_GRAPH_SYMBOL(Name, Exported, Parameters) "?" #Exported "\0"
#define SF_GPU_SYMBOL(Name, Cuda, Hip, Parameters) #Hip "\0"
#define SF_GPU_GRAPH_SYMBOL(Name, Cuda, Hip, Parameters) "?" #Hip "\0"
  static const char shared[] =
#include "drivers/gpu/Symbols.def"
      ;
  static const char own[] =
#include "Symbols.def"
      ;
  if (const char *missing = gpu::api::find_symbols(library, shared, static_cast<entry_points *>(this)))
    return missing;
  if (const char *missing = gpu::api::find_symbols(library, own, static_cast<own_entry_points *>(this)))
    return missing;
  if (!find(library, "hipGetErrorName", get_error_name_))
    return "hipGetErrorName";
  if (!find(library, "hipGetErrorString", get_error_string_))
    return "hipGetErrorString";
  // HIP 6 gave the properties another form, and the function for it another name; the old one is still there.
  if (!find(library, "hipGetDevicePropertiesR0600", get_properties_) &&
      !find(library, "hipGetDeviceProperties", get_properties_))
    return "hipGetDeviceProperties";
  return nullptr;
}

// Asks which one is current instead of remembering it, as with CUDA's contexts.
void api::activate(device_id device, context_handle) const {
  device_id now = -1;
  if (get_device(&now) != result::success || now != device)
    require(set_device, device);
}

void api::copy(device_pointer dst, device_pointer src, std::size_t bytes, stream_handle stream) const {
  require(memcpy_async, dst, src, bytes, memcpy_default, stream);
}

result api::update_graph(graph_exec_handle executable, graph_handle graph) const {
  node_handle ignored_node = nullptr;
  int ignored = 0;
  return graph_exec_update(executable, graph, &ignored_node, &ignored);
}

const char *api::error_name(result error) const { return get_error_name_(error); }
const char *api::error_text(result error) const { return get_error_string_(error); }

// gcnArchName is the only text of hipDeviceProp_t beside the device's name, which takes the first 256 bytes, that says
// "gfx". Where it lies is different in each version (in 5.2.3 at byte 396 of 792); none is nearly as large as the room
// given here.
std::string api::processor(device_id device) const {
  constexpr std::size_t room = 16384, name_size = 256;
  std::vector<char> properties(room + 1);
  const result r = get_properties_(properties.data(), device);
  if (r != result::success)
    fail("hipGetDeviceProperties", r);
  const std::string_view all(properties.data(), room);
  const std::size_t at = all.find("gfx", name_size);
  return at == all.npos ? std::string() : std::string(properties.data() + at);
}

} // namespace sycl::detail::hip
