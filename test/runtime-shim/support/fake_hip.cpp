// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The double of libamdhip64: what only HIP has. It reads code objects as the HIP runtime does: refuses those for other
// processors or settings of them, and lays out the arguments of a launch as the object's metadata says (User Guide for
// AMDGPU Backend, "Code Object V5 Metadata"). Numbers are those of hip_runtime_api.h of HIP 5.2.3.
#include "fake_gpu_parts.hpp"

#include <nlohmann/json.hpp>

#include <elf.h>
#include <sstream>

#define SF_EXPORTED extern "C" __attribute__((visibility("default")))

using namespace fake_gpu;

SF_EXPORTED const char *hipGetErrorName(result error) {
  static const std::map<result, const char *> names{{result::invalid_value, "hipErrorInvalidValue"},
                                                    {result::out_of_memory, "hipErrorOutOfMemory"},
                                                    {result::invalid_device_pointer, "hipErrorInvalidDevicePointer"},
                                                    {result::no_device, "hipErrorNoDevice"},
                                                    {result::invalid_image, "hipErrorInvalidImage"},
                                                    {result::no_binary_for_gpu, "hipErrorNoBinaryForGpu"},
                                                    {result::illegal_address, "hipErrorIllegalAddress"},
                                                    {result::launch_failed, "hipErrorLaunchFailure"}};
  const auto found = names.find(error);
  return found == names.end() ? "hipErrorUnknown" : found->second;
}
SF_EXPORTED const char *hipGetErrorString(result error) {
  return error == result::launch_failed ? "unspecified launch failure" : "text of HIP";
}

namespace {

// The two texts of the structure; the rest is zero. Size and place are those of HIP 5.2.3. The newer form is larger; where
// its text lies was not looked up, and the driver must not depend on it.
result write_properties(void *properties, std::size_t size, std::size_t name_of_processor) {
  std::lock_guard lock(mutex);
  auto *bytes = static_cast<char *>(properties);
  std::memset(bytes, 0, size);
  std::strcpy(bytes, "gfx is no part of the processor's name here");
  std::strcpy(bytes + name_of_processor, the_state().processor.c_str());
  return result::success;
}

} // namespace

SF_EXPORTED result hipGetDeviceProperties(void *properties, device_id) {
  return write_properties(properties, 792, 396);
}
#ifndef FAKE_HIP_5 // which has only that
SF_EXPORTED result hipGetDevicePropertiesR0600(void *properties, device_id) {
  return write_properties(properties, 1472, 1160);
}
#endif

namespace fake_gpu {

result device_get_attribute(int *value, int attribute, device_id) {
  ENTER(false);
  static const std::map<int, int> values{{24, 1},          {26, 1024},  {27, 1024}, {28, 1024}, {29, 2147483647},
                                         {30, 2147483647}, {31, 65536}, {56, 1024}, {63, 104},  {74, 65536}};
  if (attribute == 9)
    *value = the_state().concurrent_managed;
  else if (attribute == 87)
    *value = the_state().wavefront;
  else if (const auto found = values.find(attribute); found != values.end())
    *value = found->second;
  else
    return result::invalid_value;
  return result::success;
}

result get_device(device_id *device) {
  ENTER(false);
  *device = current->device;
  return result::success;
}
result set_device(device_id device) {
  ENTER(false);
  if (device < 0 || device >= the_state().devices)
    return static_cast<result>(101); // hipErrorInvalidDevice
  current = &contexts[device];
  return result::success;
}

namespace {

// The metadata of a code object; null if it is none.
nlohmann::json metadata_of(const unsigned char *image) {
  Elf64_Ehdr header;
  std::memcpy(&header, image, sizeof header);
  constexpr unsigned machine_amdgpu = 224, note_metadata = 32;
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_machine != machine_amdgpu)
    return nullptr;
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    std::memcpy(&segment, image + header.e_phoff + i * sizeof segment, sizeof segment);
    Elf64_Nhdr note;
    const unsigned char *at = image + segment.p_offset;
    std::memcpy(&note, at, sizeof note);
    const auto *text = at + sizeof note + (note.n_namesz + 3) / 4 * 4;
    if (segment.p_type == PT_NOTE && note.n_type == note_metadata)
      return nlohmann::json::from_msgpack(text, text + note.n_descsz);
  }
  return nullptr;
}

std::vector<std::string> parts_of(const std::string &target) {
  std::istringstream text(target);
  std::vector<std::string> parts;
  for (std::string part; std::getline(text, part, ':');)
    parts.push_back(part);
  return parts;
}

// Of the same processor, and of no setting that the device has otherwise: "gfx90a:xnack+" runs on
// "gfx90a:sramecc+:xnack+" only, "gfx90a" on each.
bool runs_on(const std::string &target, const std::string &device) {
  const auto wanted = parts_of(target), has = parts_of(device);
  return wanted.at(0) == "amdgcn-amd-amdhsa--" + has.at(0) &&
         std::all_of(wanted.begin() + 1, wanted.end(),
                     [&](const std::string &w) { return std::find(has.begin() + 1, has.end(), w) != has.end(); });
}

kernel_facts facts_of(const nlohmann::json &kernel) {
  kernel_facts facts;
  for (const auto &a : kernel.value(".args", nlohmann::json::array()))
    facts.arguments.push_back({a.at(".offset"), a.at(".size"), a.at(".value_kind")});
  facts.argument_bytes = kernel.at(".kernarg_segment_size");
  facts.max_group = kernel.at(".max_flat_workgroup_size");
  facts.group_memory = kernel.at(".group_segment_fixed_size");
  facts.private_memory = kernel.at(".private_segment_fixed_size");
  facts.wavefront = kernel.at(".wavefront_size");
  facts.required_group = kernel.value(".reqd_workgroup_size", std::vector<unsigned>());
  return facts;
}

bool is_hidden(const kernel_facts::argument &a) { return a.kind.compare(0, 7, "hidden_") == 0; }

// What the runtime gives as a hidden argument. False: one that this double does not know.
bool hidden_value(const std::string &kind, const launch &given, std::uint64_t &value) {
  // For what kernels of SYCL have no use: null here.
  static const std::set<std::string> services{"hidden_hostcall_buffer",   "hidden_multigrid_sync_arg",
                                              "hidden_heap_v1",           "hidden_default_queue",
                                              "hidden_completion_action", "hidden_queue_ptr"};
  value = 0;
  if (services.count(kind))
    return true;
  if (kind == "hidden_grid_dims")
    value = given.grid[2] * given.block[2] > 1 ? 3 : given.grid[1] * given.block[1] > 1 ? 2 : 1;
  else if (kind == "hidden_dynamic_lds_size")
    value = given.shared;
  else if (kind.compare(0, 19, "hidden_block_count_") == 0)
    value = given.grid[kind.back() - 'x'];
  else if (kind.compare(0, 18, "hidden_group_size_") == 0)
    value = given.block[kind.back() - 'x'];
  else // groups are whole, and offsets are arguments of the kernel's own
    return kind.compare(0, 17, "hidden_remainder_") == 0 || kind.compare(0, 21, "hidden_global_offset_") == 0;
  return true;
}

bool fits(const kernel_facts &facts, const launch &given) {
  std::uint64_t items = 1;
  for (int d = 0; d < 3; ++d) {
    items *= given.block[d];
    if (std::uint64_t(given.block[d]) * given.grid[d] > UINT32_MAX || given.block[d] * given.grid[d] == 0)
      return false;
  }
  const std::vector<unsigned> group(given.block, given.block + 3);
  return items <= facts.max_group && (facts.required_group.empty() || facts.required_group == group) &&
         facts.group_memory + given.shared <= 65536;
}

} // namespace

result read_image(opaque_module &to, const void *image, unsigned, const jit_option *, void **) {
  const nlohmann::json metadata = metadata_of(static_cast<const unsigned char *>(image));
  if (metadata.is_null())
    return result::invalid_image;
  const std::string target = metadata.at("amdhsa.target");
  the_state().images.insert(target);
  if (!runs_on(target, the_state().processor))
    return result::no_binary_for_gpu;
  for (const auto &kernel : metadata.at("amdhsa.kernels"))
    if (kernel.at(".wavefront_size") == the_state().wavefront)
      to.kernels[kernel.at(".name")] = facts_of(kernel);
  return result::success;
}

const kernel_facts *find_kernel(const opaque_module &module, const char *name) {
  const auto found = module.kernels.find(name);
  return found == module.kernels.end() ? nullptr : &found->second;
}

int attribute_of(const opaque_function &function, function_attribute attribute) {
  const kernel_facts &facts = function.facts;
  return static_cast<int>(attribute == function_attribute::max_threads_per_block ? facts.max_group
                          : attribute == function_attribute::local_size_bytes    ? facts.private_memory
                                                                                 : facts.group_memory);
}

result check_launch(const opaque_function &function, launch &given, void **parameters) {
  const kernel_facts &facts = function.facts;
  if (!fits(facts, given))
    return result::invalid_value;
  given.arguments.resize(facts.argument_bytes);
  for (const auto &a : facts.arguments) {
    std::uint64_t hidden = 0;
    const void *from = &hidden;
    if (!is_hidden(a))
      from = *parameters++;
    else if (!hidden_value(a.kind, given, hidden))
      return result::invalid_value;
    if (!from || a.offset + a.size > facts.argument_bytes)
      return result::invalid_value;
    std::memcpy(given.arguments.data() + a.offset, from, a.size);
    device_pointer pointer = 0;
    if (a.kind == "global_buffer" && std::memcpy(&pointer, from, sizeof pointer) && pointer && !is_known(pointer))
      return result::illegal_address;
  }
  return result::success;
}

std::vector<std::size_t> parameter_sizes(const opaque_function &function) {
  std::vector<std::size_t> sizes;
  for (const auto &a : function.facts.arguments)
    if (!is_hidden(a))
      sizes.push_back(a.size);
  return sizes;
}

result memcpy_async(device_pointer dst, device_pointer src, std::size_t bytes, int kind, stream_handle stream) {
  ENTER();
  if (kind != 4) // hipMemcpyDefault
    return result::invalid_value;
  return enqueue(stream, [=] { std::memcpy(to_host(dst), to_host(src), bytes); });
}

#ifndef FAKE_GPU_WITHOUT_GRAPHS

result graph_exec_update(graph_exec_handle executable, graph_handle graph, node_handle *node, int *what) {
  ENTER();
  if (!graph || !node || !what || foreign(executable))
    return result::invalid_value;
  opaque_graph_exec changed = executable_of(*graph);
  if (changed.after != executable->after)
    return result::graph_exec_update_failure;
  *executable = std::move(changed); // launches that wait have the old nodes
  return result::success;
}

#endif

} // namespace fake_gpu
