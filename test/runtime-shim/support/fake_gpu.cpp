// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fake_gpu_parts.hpp"

#include <cstdlib>
#include <sstream>

namespace fake_gpu {

std::recursive_mutex mutex;
opaque_context contexts[4] = {{0}, {1}, {2}, {3}};
#ifdef FAKE_HIP
thread_local context_handle current = &contexts[0];
#else
thread_local context_handle current = nullptr;
#endif

std::vector<std::shared_ptr<void>> &arena() {
  static auto &all = *new std::vector<std::shared_ptr<void>>;
  return all;
}

namespace {

opaque_stream default_stream;
double device_clock = 0; // milliseconds; every command takes one

void script_from_environment(state &s) {
  const char *script = std::getenv("FAKE_GPU_FAIL");
  std::istringstream entries(script ? script : "");
  for (std::string entry; std::getline(entries, entry, ',');)
    if (const std::size_t equal = entry.find('='); equal != std::string::npos)
      s.always[entry.substr(0, equal)] = static_cast<result>(std::atoi(entry.c_str() + equal + 1));
}

// As the vendor's documentation writes it. The runtime's threads may call a driver while the process ends: the map stays.
std::string documented(const char *name) {
  static const auto &names = *new std::map<std::string, std::string>{
#ifdef FAKE_HIP
#define SF_GPU_SYMBOL(Name, Cuda, Hip, Parameters) {#Name, #Hip},
#define SF_HIP_SYMBOL(Name, Exported, Parameters) {#Name, #Exported},
#include "drivers/gpu/Symbols.def"

#include "drivers/hip/Symbols.def"
#else
#define SF_GPU_SYMBOL(Name, Cuda, Hip, Parameters) {#Name, #Cuda},
#define SF_CUDA_SYMBOL(Name, Exported, Parameters) {#Name, #Exported},
#include "drivers/gpu/Symbols.def"

#include "drivers/cuda/Symbols.def"
#endif
  };
  const std::string exported = names.at(name);
  return exported.substr(0, exported.find("_v2"));
}

opaque_stream &stream_of(stream_handle stream) { return stream ? *stream : default_stream; }

result allocate(device_pointer *pointer, std::size_t bytes) {
  if (bytes == 0)
    return result::invalid_value;
  std::shared_ptr<void> block(std::aligned_alloc(256, (bytes + 255) / 256 * 256), std::free);
  *pointer = to_device(block.get());
  arena().push_back(std::move(block));
  the_state().allocations[*pointer] = bytes;
  return result::success;
}

result release(device_pointer pointer) {
  if (the_state().allocations.erase(pointer) == 0)
#ifdef FAKE_HIP
    return result::invalid_device_pointer;
#else
    return result::invalid_value;
#endif
  return result::success;
}

template <class T> result set(device_pointer dst, T value, std::size_t count, stream_handle stream) {
  if (dst % sizeof(T) != 0 || !is_known(dst))
    return result::invalid_value;
  return enqueue(stream, [=] {
    for (std::size_t i = 0; i < count; ++i)
      std::memcpy(to_host(dst + i * sizeof(T)), &value, sizeof(T));
  });
}

} // namespace

state &the_state() {
  static state *s = [] {
    auto *created = new state; // outlives everything that may call late
    script_from_environment(*created);
    return created;
  }();
  return *s;
}

result enter(const char *name, bool needs_context) {
  const std::string function = documented(name);
  state &s = the_state();
  ++s.calls[function];
  if (const auto found = s.always.find(function); found != s.always.end())
    return found->second;
  if (const auto all = s.always.find("*"); all != s.always.end())
    return all->second;
  if (s.sticky != result::success)
    return s.sticky;
  return needs_context && !current ? result::invalid_context : result::success;
}

result enqueue(stream_handle stream, std::function<void()> command, std::function<void()> at_launch) {
  if (foreign(stream))
    return result::invalid_handle;
  if (opaque_stream &s = stream_of(stream); s.capture) {
    node_handle n = create(opaque_node{s.last, command, std::move(at_launch)});
    s.capture->nodes.push_back(n);
    s.last = {n};
    return result::success;
  }
  if (at_launch)
    at_launch();
  device_clock += 1;
  stream_of(stream).pending.push_back(command);
  return result::success;
}

bool is_known(device_pointer pointer) {
  auto after = the_state().allocations.upper_bound(pointer);
  return after != the_state().allocations.begin() && pointer < (--after)->first + after->second;
}

result init(unsigned) {
  ENTER(false);
  return result::success;
}
result driver_get_version(int *version) {
  ENTER(false);
#ifdef FAKE_HIP
  *version = 50221153; // as Debian's library of HIP 5.2.3
#else
  *version = 13000;
#endif
  return result::success;
}
result device_get_count(int *count) {
  ENTER(false);
  *count = the_state().devices;
  return result::success;
}
result device_get(device_id *device, int ordinal) {
  ENTER(false);
  *device = ordinal;
  return result::success;
}
result device_get_name(char *name, int size, device_id) {
  ENTER(false);
  std::strncpy(name, "Fake GPU", static_cast<std::size_t>(size));
  return result::success;
}
result device_total_mem(std::size_t *bytes, device_id) {
  ENTER(false);
  *bytes = std::size_t(1) << 30;
  return result::success;
}
result mem_get_info(std::size_t *free, std::size_t *total) {
  ENTER(true);
  *free = std::size_t(3) << 28;
  *total = std::size_t(1) << 30;
  return result::success;
}
result module_load_data(module_handle *module, const void *image, unsigned count, jit_option *options, void **values) {
  ENTER();
  opaque_module read{{}, current, {}};
  if (const result r = read_image(read, image, count, options, values); r != result::success)
    return r;
  *module = create(std::move(read));
  ++the_state().live_modules;
  return result::success;
}
result module_unload(module_handle) {
  ENTER();
  --the_state().live_modules;
  return result::success;
}
result module_get_function(function_handle *function, module_handle module, const char *name) {
  ENTER();
  const kernel_facts *facts = find_kernel(*module, name);
  if (!facts)
    return result::not_found;
  *function = create(opaque_function{name, module->owner, *facts});
  return result::success;
}
result func_get_attribute(int *value, function_attribute attribute, function_handle function) {
  ENTER();
  *value = attribute_of(*function, attribute);
  return result::success;
}
result active_blocks(int *blocks, function_handle, int block_size, std::size_t) {
  ENTER();
  const auto own = the_state().active_blocks.find(block_size);
  *blocks = own == the_state().active_blocks.end() ? 2048 / block_size : own->second;
  return result::success;
}
// With copies of its parameters.
static result capture_kernel(stream_handle stream, const std::function<void(void **)> &kernel,
                             const std::vector<std::size_t> &sizes, void **parameters,
                             std::function<void()> at_launch) {
  if (sizes.empty())
    return result::invalid_value;
  std::vector<std::vector<char>> kept;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    kept.emplace_back(static_cast<char *>(parameters[i]), static_cast<char *>(parameters[i]) + sizes[i]);
  return enqueue(
      stream,
      [kernel, kept]() mutable {
        std::vector<void *> pointers;
        for (auto &bytes : kept)
          pointers.push_back(bytes.data());
        kernel(pointers.data());
      },
      std::move(at_launch));
}

result launch_kernel(function_handle function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                     unsigned bz, unsigned shared, stream_handle stream, void **parameters, void **) {
  ENTER();
  if (foreign(function) || foreign(stream))
    return result::invalid_handle;
  launch given{function->name, {gx, gy, gz}, {bx, by, bz}, shared, {}};
  if (const result r = check_launch(*function, given, parameters); r != result::success)
    return r;
  const auto at_launch = [given] { the_state().launches.push_back(given); };
  const auto kernel = the_state().kernels.find(function->name);
  if (kernel == the_state().kernels.end())
    return enqueue(stream, [] {}, at_launch);
  if (stream_of(stream).capture)
    return capture_kernel(stream, kernel->second, parameter_sizes(*function), parameters, at_launch);
  stream_of(stream).drain(); // its parameters are gone later
  kernel->second(parameters);
  return enqueue(stream, [] {}, at_launch);
}

result mem_alloc(device_pointer *pointer, std::size_t bytes) {
  ENTER();
  return allocate(pointer, bytes);
}
result mem_free(device_pointer pointer) {
  ENTER();
  return release(pointer);
}
result mem_host_alloc(void **pointer, std::size_t bytes, unsigned flags) {
  ENTER();
  if (flags != host_alloc_default)
    return result::invalid_value;
  device_pointer p = 0;
  const result r = allocate(&p, bytes);
  *pointer = to_host(p);
  return r;
}
result mem_free_host(void *pointer) {
  ENTER();
  return release(to_device(pointer));
}
result mem_alloc_managed(device_pointer *pointer, std::size_t bytes, unsigned flags) {
  ENTER();
  return flags == mem_attach_global ? allocate(pointer, bytes) : result::invalid_value;
}
result pointer_get_attribute(void *value, pointer_attribute, device_pointer pointer) {
  ENTER();
  if (!is_known(pointer))
    return result::invalid_value;
  *static_cast<unsigned *>(value) = 2;
  return result::success;
}
result mem_prefetch(device_pointer pointer, std::size_t bytes, device_id device, stream_handle) {
  ENTER();
  if (!is_known(pointer))
    return result::invalid_value;
  the_state().hints.push_back({pointer, bytes, 0, device});
  return result::success;
}
result mem_advise(device_pointer pointer, std::size_t bytes, mem_advice advice, device_id device) {
  ENTER();
  if (!is_known(pointer))
    return result::invalid_value;
  the_state().hints.push_back({pointer, bytes, static_cast<int>(advice), device});
  return result::success;
}
result memset_d8(device_pointer dst, unsigned char value, std::size_t count, stream_handle stream) {
  ENTER();
  return set(dst, value, count, stream);
}
result memset_d16(device_pointer dst, unsigned short value, std::size_t count, stream_handle stream) {
  ENTER();
  return set(dst, value, count, stream);
}
result memset_d32(device_pointer dst, unsigned value, std::size_t count, stream_handle stream) {
  ENTER();
  return set(dst, value, count, stream);
}

result stream_create(stream_handle *stream, unsigned) {
  ENTER();
  *stream = create(opaque_stream{current, {}, 0, nullptr, false, {}});
  ++the_state().live_streams;
  return result::success;
}
result stream_destroy(stream_handle stream) {
  ENTER();
  stream->drain();
  --the_state().live_streams;
  return result::success;
}
result stream_synchronize(stream_handle stream) {
  ENTER();
  if (stream_of(stream).capture) {
    stream->broken_capture = true;
    return result::stream_capture_unsupported;
  }
  stream_of(stream).drain();
  return result::success;
}
result stream_wait_event(stream_handle stream, event_handle event, unsigned) {
  ENTER();
  return enqueue(stream, [other = event->stream, after = event->after] { other->drain(after); });
}
result event_create(event_handle *event, unsigned) {
  ENTER();
  *event = create(opaque_event{current});
  ++the_state().live_events;
  return result::success;
}
result event_destroy(event_handle) {
  ENTER();
  --the_state().live_events;
  return result::success;
}
result event_record(event_handle event, stream_handle stream) {
  ENTER();
  if (foreign(stream) || foreign(event) || stream_of(stream).capture)
    return result::invalid_handle;
  opaque_stream &s = stream_of(stream);
  *event = {event->owner, &s, s.executed + s.pending.size(), device_clock};
  return result::success;
}
result event_query(event_handle event) {
  ENTER();
  return event->stream->executed >= event->after ? result::success : result::not_ready;
}
result event_synchronize(event_handle event) {
  ENTER();
  if (event->stream)
    event->stream->drain(event->after);
  return result::success;
}
result event_elapsed_time(float *milliseconds, event_handle start, event_handle end) {
  ENTER();
  if (end->stream->executed < end->after)
    return result::not_ready;
  *milliseconds = static_cast<float>(end->milliseconds - start->milliseconds);
  return result::success;
}

#ifndef FAKE_GPU_WITHOUT_GRAPHS // as drivers before CUDA 12

static bool is_in(const opaque_graph &graph, node_handle node) {
  return std::find(graph.nodes.begin(), graph.nodes.end(), node) != graph.nodes.end();
}

result stream_begin_capture(stream_handle stream, capture_mode mode) {
  ENTER();
  if (!stream || foreign(stream) || stream->capture || mode != capture_mode::relaxed || !stream->pending.empty())
    return result::invalid_value;
  stream->capture = create(opaque_graph{});
  stream->last.clear();
  return result::success;
}
result stream_end_capture(stream_handle stream, graph_handle *graph) {
  ENTER();
  if (!stream || !stream->capture)
    return result::invalid_value;
  *graph = stream->capture;
  stream->capture = nullptr;
  if (stream->broken_capture) {
    *graph = nullptr;
    stream->broken_capture = false;
    return result::stream_capture_invalidated;
  }
  ++the_state().live_graphs;
  return result::success;
}
result stream_get_capture_info(stream_handle stream, capture_status *status, std::uint64_t *id, graph_handle *graph,
                               const node_handle **dependencies, std::size_t *count) {
  ENTER();
  *status = !stream->capture         ? capture_status::none
            : stream->broken_capture ? capture_status::invalidated
                                     : capture_status::active;
  *id = 1;
  if (graph)
    *graph = stream->capture;
  *dependencies = stream->last.data();
  *count = stream->last.size();
  return result::success;
}
result stream_update_capture_dependencies(stream_handle stream, node_handle *nodes, std::size_t count, unsigned flags) {
  ENTER();
  if (!stream || !stream->capture || flags != set_capture_dependencies)
    return result::invalid_value;
  for (std::size_t i = 0; i < count; ++i)
    if (!is_in(*stream->capture, nodes[i]) || std::find(nodes, nodes + i, nodes[i]) != nodes + i)
      return result::invalid_value;
  stream->last.assign(nodes, nodes + count);
  return result::success;
}

opaque_graph_exec executable_of(const opaque_graph &graph) {
  opaque_graph_exec made{current, std::make_shared<std::vector<opaque_node>>(), {}};
  std::vector<std::size_t> counts;
  for (node_handle n : graph.nodes) {
    made.nodes->push_back(*n);
    made.after.emplace_back();
    for (node_handle before : n->after)
      made.after.back().push_back(
          static_cast<std::size_t>(std::find(graph.nodes.begin(), graph.nodes.end(), before) - graph.nodes.begin()));
    counts.push_back(n->after.size());
  }
  the_state().graphs.push_back(counts);
  return made;
}

result graph_instantiate(graph_exec_handle *executable, graph_handle graph, unsigned long long flags) {
  ENTER();
  if (!graph || flags != 0)
    return result::invalid_value;
  *executable = create(executable_of(*graph));
  ++the_state().live_executable_graphs;
  return result::success;
}
// The newest of those that may run, again and again.
static void run_nodes(std::vector<opaque_node> &nodes, const std::vector<std::vector<std::size_t>> &after) {
  std::vector<bool> done(nodes.size());
  for (std::size_t left = nodes.size(); left != 0; --left) {
    std::size_t next = nodes.size();
    const auto is_done = [&](std::size_t n) { return done[n]; };
    while (next-- != 0)
      if (!done[next] && std::all_of(after[next].begin(), after[next].end(), is_done))
        break;
    done[next] = true;
    nodes[next].command();
  }
}

result graph_launch(graph_exec_handle executable, stream_handle stream) {
  ENTER();
  if (!executable || foreign(executable) || stream_of(stream).capture)
    return result::invalid_handle;
  for (const opaque_node &n : *executable->nodes)
    if (n.at_launch)
      n.at_launch();
  return enqueue(stream, [nodes = executable->nodes, after = executable->after] { run_nodes(*nodes, after); });
}
result graph_destroy(graph_handle graph) {
  ENTER();
  if (!graph)
    return result::invalid_value;
  --the_state().live_graphs;
  return result::success;
}
result graph_exec_destroy(graph_exec_handle executable) {
  ENTER();
  if (foreign(executable))
    return result::invalid_handle;
  --the_state().live_executable_graphs;
  return result::success;
}

#endif // FAKE_GPU_WITHOUT_GRAPHS

} // namespace fake_gpu

extern "C" __attribute__((visibility("default"))) fake_gpu::state *fake_gpu_state() { return &fake_gpu::the_state(); }
