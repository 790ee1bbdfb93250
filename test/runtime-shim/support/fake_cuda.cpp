// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fake_cuda.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <sstream>

#define FAKE_API extern "C" __attribute__((visibility("default"))) result

namespace sycl::detail::cuda {
struct opaque_context {
  int device;
};
struct opaque_function {
  std::string name;
  context_handle owner;
};
struct opaque_module {
  std::string image;
  context_handle owner;
};
struct opaque_node {
  std::vector<node_handle> after;
  std::function<void()> command;
  std::function<void()> at_launch; // of its graph
};
struct opaque_graph {
  std::vector<node_handle> nodes;
};
struct opaque_graph_exec {
  context_handle owner;
  std::shared_ptr<std::vector<opaque_node>> nodes; // `after` points into the graph that they came from
  std::vector<std::vector<std::size_t>> after;
};
struct opaque_stream {
  context_handle owner = nullptr;
  std::deque<std::function<void()>> pending;
  std::size_t executed = 0; // commands, ever
  graph_handle capture = nullptr;
  bool broken_capture = false;
  std::vector<node_handle> last; // of the capture
  // Up to command `count` of the stream.
  void drain(std::size_t count) {
    while (executed < count && !pending.empty()) {
      auto command = std::move(pending.front());
      pending.pop_front();
      ++executed;
      command();
    }
  }
  void drain() { drain(executed + pending.size()); }
};
struct opaque_event {
  context_handle owner = nullptr;
  opaque_stream *stream = nullptr;
  std::size_t after = 0;   // commands of the stream
  double milliseconds = 0; // at its recording
};
} // namespace sycl::detail::cuda

using namespace fake_cuda;

namespace {

std::recursive_mutex mutex;
opaque_context contexts[4];
opaque_stream default_stream;
// Everything ever created: a broken driver releases nothing, and events point to destroyed streams.
auto &arena = *new std::vector<std::shared_ptr<void>>;
template <class T> T *create(T value) {
  auto owned = std::make_shared<T>(std::move(value));
  arena.push_back(owned);
  return owned.get();
}
thread_local context_handle current = nullptr;
double device_clock = 0; // milliseconds; every command takes one

void script_from_environment(state &s) {
  const char *script = std::getenv("FAKE_CUDA_FAIL");
  std::istringstream entries(script ? script : "");
  for (std::string entry; std::getline(entries, entry, ',');)
    if (const std::size_t equal = entry.find('='); equal != std::string::npos)
      s.always[entry.substr(0, equal)] = static_cast<result>(std::atoi(entry.c_str() + equal + 1));
}

state &the_state() {
  static state *s = [] {
    auto *created = new state; // outlives everything that may call late
    script_from_environment(*created);
    return created;
  }();
  return *s;
}

// Counts the call; what it is scripted to give.
result enter(const char *function, bool needs_context = true) {
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

#define ENTER(...)                                                                                                     \
  std::lock_guard lock(mutex);                                                                                         \
  if (const result scripted = enter(__VA_ARGS__); scripted != result::success)                                         \
  return scripted

opaque_stream &stream_of(stream_handle stream) { return stream ? *stream : default_stream; }

// Streams, kernels and events belong to the context they were made in, and are used with that one current.
template <class T> bool foreign(T *object) { return object && object->owner && object->owner != current; }

template <class F> result enqueue(stream_handle stream, F command, std::function<void()> at_launch = nullptr) {
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

result allocate(device_pointer *pointer, std::size_t bytes) {
  if (bytes == 0)
    return result::invalid_value;
  std::shared_ptr<void> block(std::aligned_alloc(256, (bytes + 255) / 256 * 256), std::free);
  *pointer = to_device(block.get());
  arena.push_back(std::move(block));
  the_state().allocations[*pointer] = bytes;
  return result::success;
}

result release(device_pointer pointer) {
  if (the_state().allocations.erase(pointer) == 0)
    return result::invalid_value;
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

extern "C" __attribute__((visibility("default"))) state *fake_cuda_state() { return &the_state(); }

FAKE_API cuInit(unsigned) {
  ENTER("cuInit", false);
  return result::success;
}
FAKE_API cuDriverGetVersion(int *version) {
  ENTER("cuDriverGetVersion", false);
  *version = 13000;
  return result::success;
}
FAKE_API cuGetErrorName(result error, const char **text) {
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
FAKE_API cuGetErrorString(result error, const char **text) {
  *text = error == result::launch_failed ? "unspecified launch failure" : "text of the driver";
  return result::success;
}
FAKE_API cuDeviceGetCount(int *count) {
  ENTER("cuDeviceGetCount", false);
  *count = the_state().devices;
  return result::success;
}
FAKE_API cuDeviceGet(device_id *device, int ordinal) {
  ENTER("cuDeviceGet", false);
  *device = ordinal;
  return result::success;
}
FAKE_API cuDeviceGetName(char *name, int size, device_id) {
  ENTER("cuDeviceGetName", false);
  std::strncpy(name, "Fake GPU", static_cast<std::size_t>(size));
  return result::success;
}
FAKE_API cuDeviceTotalMem_v2(std::size_t *bytes, device_id) {
  ENTER("cuDeviceTotalMem", false);
  *bytes = std::size_t(1) << 30;
  return result::success;
}
FAKE_API cuMemGetInfo_v2(std::size_t *free, std::size_t *total) {
  ENTER("cuMemGetInfo", true);
  *free = std::size_t(3) << 28;
  *total = std::size_t(1) << 30;
  return result::success;
}
FAKE_API cuDeviceGetAttribute(int *value, device_attribute attribute, device_id) {
  ENTER("cuDeviceGetAttribute", false);
  static const std::map<int, int> values{{1, 1024},  {2, 1024},  {3, 1024}, {4, 64}, {5, 2147483647}, {6, 65535},
                                         {7, 65535}, {8, 49152}, {16, 132}, {83, 1}, {97, 232448}};
  if (attribute == device_attribute::compute_capability_major)
    *value = the_state().major;
  else if (attribute == device_attribute::compute_capability_minor)
    *value = the_state().minor;
  else if (attribute == device_attribute::concurrent_managed_access)
    *value = the_state().concurrent_managed;
  else
    *value = values.at(static_cast<int>(attribute));
  return result::success;
}

FAKE_API cuDevicePrimaryCtxRetain(context_handle *context, device_id device) {
  ENTER("cuDevicePrimaryCtxRetain", false);
  ++the_state().retained_contexts;
  *context = &contexts[device];
  return result::success;
}
FAKE_API cuDevicePrimaryCtxRelease_v2(device_id) {
  ENTER("cuDevicePrimaryCtxRelease", false);
  --the_state().retained_contexts;
  return result::success;
}
FAKE_API cuCtxGetCurrent(context_handle *context) {
  ENTER("cuCtxGetCurrent", false);
  *context = current;
  return result::success;
}
FAKE_API cuCtxSetCurrent(context_handle context) {
  ENTER("cuCtxSetCurrent", false);
  current = context;
  return result::success;
}

static bool is_cubin(const std::string &image) {
  return image.compare(0, 4,
                       "\x7f"
                       "ELF") == 0;
}

FAKE_API cuModuleLoadDataEx(module_handle *module, const void *image, unsigned count, jit_option *options,
                            void **values) {
  ENTER("cuModuleLoadDataEx");
  const std::string text(static_cast<const char *>(image));
  the_state().images.insert(text);
  // PTX may begin with comments.
  if (text.compare(0, 8, ".version") != 0 && text.find("\n.version") == std::string::npos && !is_cubin(text)) {
    for (unsigned i = 0; i < count; ++i)
      if (options[i] == jit_option::error_log_buffer)
        std::strcpy(static_cast<char *>(values[i]), "ptxas fatal   : missing .version\n");
    return result::invalid_ptx;
  }
  *module = create(opaque_module{text, current});
  ++the_state().live_modules;
  return result::success;
}
FAKE_API cuModuleUnload(module_handle) {
  ENTER("cuModuleUnload");
  --the_state().live_modules;
  return result::success;
}
FAKE_API cuModuleGetFunction(function_handle *function, module_handle module, const char *name) {
  ENTER("cuModuleGetFunction");
  // A cubin's names are behind its first zero.
  if (!is_cubin(module->image) && module->image.find(name) == std::string::npos)
    return result::not_found;
  *function = create(opaque_function{name, module->owner});
  return result::success;
}
FAKE_API cuFuncGetAttribute(int *value, function_attribute attribute, function_handle function) {
  ENTER("cuFuncGetAttribute");
  const auto own = the_state().static_shared_of.find(function->name);
  if (attribute == function_attribute::max_threads_per_block)
    *value = the_state().max_threads_of_kernel;
  else if (attribute == function_attribute::local_size_bytes)
    *value = the_state().local_bytes;
  else
    *value = own == the_state().static_shared_of.end() ? the_state().static_shared : own->second;
  return result::success;
}
FAKE_API cuFuncSetAttribute(function_handle, function_attribute, int) {
  ENTER("cuFuncSetAttribute");
  return result::success;
}
FAKE_API cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, function_handle, int block_size, std::size_t) {
  ENTER("cuOccupancyMaxActiveBlocksPerMultiprocessor");
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

FAKE_API cuLaunchKernel(function_handle function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                        unsigned bz, unsigned shared, stream_handle stream, void **parameters, void **) {
  ENTER("cuLaunchKernel");
  if (foreign(function) || foreign(stream))
    return result::invalid_handle;
  const launch given{function->name, {gx, gy, gz}, {bx, by, bz}, shared};
  const auto at_launch = [given] { the_state().launches.push_back(given); };
  const auto kernel = the_state().kernels.find(function->name);
  if (kernel == the_state().kernels.end())
    return enqueue(stream, [] {}, at_launch);
  if (stream_of(stream).capture)
    return capture_kernel(stream, kernel->second, the_state().parameters[function->name], parameters, at_launch);
  stream_of(stream).drain(); // its parameters are gone later
  kernel->second(parameters);
  return enqueue(stream, [] {}, at_launch);
}

FAKE_API cuMemAlloc_v2(device_pointer *pointer, std::size_t bytes) {
  ENTER("cuMemAlloc");
  return allocate(pointer, bytes);
}
FAKE_API cuMemFree_v2(device_pointer pointer) {
  ENTER("cuMemFree");
  return release(pointer);
}
FAKE_API cuMemAllocHost_v2(void **pointer, std::size_t bytes) {
  ENTER("cuMemAllocHost");
  device_pointer p = 0;
  const result r = allocate(&p, bytes);
  *pointer = to_host(p);
  return r;
}
FAKE_API cuMemFreeHost(void *pointer) {
  ENTER("cuMemFreeHost");
  return release(to_device(pointer));
}
FAKE_API cuMemAllocManaged(device_pointer *pointer, std::size_t bytes, unsigned flags) {
  ENTER("cuMemAllocManaged");
  return flags == mem_attach_global ? allocate(pointer, bytes) : result::invalid_value;
}
FAKE_API cuPointerGetAttribute(void *value, pointer_attribute, device_pointer pointer) {
  ENTER("cuPointerGetAttribute");
  if (!is_known(pointer))
    return result::invalid_value;
  *static_cast<unsigned *>(value) = 2;
  return result::success;
}
FAKE_API cuMemcpyAsync(device_pointer dst, device_pointer src, std::size_t bytes, stream_handle stream) {
  ENTER("cuMemcpyAsync");
  return enqueue(stream, [=] { std::memcpy(to_host(dst), to_host(src), bytes); });
}
FAKE_API cuMemPrefetchAsync(device_pointer pointer, std::size_t bytes, device_id device, stream_handle) {
  ENTER("cuMemPrefetchAsync");
  if (!is_known(pointer))
    return result::invalid_value;
  the_state().hints.push_back({pointer, bytes, 0, device});
  return result::success;
}
FAKE_API cuMemAdvise(device_pointer pointer, std::size_t bytes, mem_advice advice, device_id device) {
  ENTER("cuMemAdvise");
  if (!is_known(pointer))
    return result::invalid_value;
  the_state().hints.push_back({pointer, bytes, static_cast<int>(advice), device});
  return result::success;
}
FAKE_API cuMemsetD8Async(device_pointer dst, unsigned char value, std::size_t count, stream_handle stream) {
  ENTER("cuMemsetD8Async");
  return set(dst, value, count, stream);
}
FAKE_API cuMemsetD16Async(device_pointer dst, unsigned short value, std::size_t count, stream_handle stream) {
  ENTER("cuMemsetD16Async");
  return set(dst, value, count, stream);
}
FAKE_API cuMemsetD32Async(device_pointer dst, unsigned value, std::size_t count, stream_handle stream) {
  ENTER("cuMemsetD32Async");
  return set(dst, value, count, stream);
}

FAKE_API cuStreamCreate(stream_handle *stream, unsigned) {
  ENTER("cuStreamCreate");
  *stream = create(opaque_stream{current, {}, 0, nullptr, false, {}});
  ++the_state().live_streams;
  return result::success;
}
FAKE_API cuStreamDestroy_v2(stream_handle stream) {
  ENTER("cuStreamDestroy");
  stream->drain();
  --the_state().live_streams;
  return result::success;
}
FAKE_API cuStreamSynchronize(stream_handle stream) {
  ENTER("cuStreamSynchronize");
  if (stream_of(stream).capture) {
    stream->broken_capture = true;
    return result::stream_capture_unsupported;
  }
  stream_of(stream).drain();
  return result::success;
}
FAKE_API cuStreamWaitEvent(stream_handle stream, event_handle event, unsigned) {
  ENTER("cuStreamWaitEvent");
  return enqueue(stream, [other = event->stream, after = event->after] { other->drain(after); });
}
FAKE_API cuEventCreate(event_handle *event, unsigned) {
  ENTER("cuEventCreate");
  *event = create(opaque_event{current});
  ++the_state().live_events;
  return result::success;
}
FAKE_API cuEventDestroy_v2(event_handle) {
  ENTER("cuEventDestroy");
  --the_state().live_events;
  return result::success;
}
FAKE_API cuEventRecord(event_handle event, stream_handle stream) {
  ENTER("cuEventRecord");
  if (foreign(stream) || foreign(event) || stream_of(stream).capture)
    return result::invalid_handle;
  opaque_stream &s = stream_of(stream);
  *event = {event->owner, &s, s.executed + s.pending.size(), device_clock};
  return result::success;
}
FAKE_API cuEventQuery(event_handle event) {
  ENTER("cuEventQuery");
  return event->stream->executed >= event->after ? result::success : result::not_ready;
}
FAKE_API cuEventSynchronize(event_handle event) {
  ENTER("cuEventSynchronize");
  if (event->stream)
    event->stream->drain(event->after);
  return result::success;
}
FAKE_API cuEventElapsedTime(float *milliseconds, event_handle start, event_handle end) {
  ENTER("cuEventElapsedTime");
  if (end->stream->executed < end->after)
    return result::not_ready;
  *milliseconds = static_cast<float>(end->milliseconds - start->milliseconds);
  return result::success;
}

#ifndef FAKE_CUDA_WITHOUT_GRAPHS // as drivers before CUDA 12

static bool is_in(const opaque_graph &graph, node_handle node) {
  return std::find(graph.nodes.begin(), graph.nodes.end(), node) != graph.nodes.end();
}

FAKE_API cuStreamBeginCapture_v2(stream_handle stream, capture_mode mode) {
  ENTER("cuStreamBeginCapture");
  if (!stream || foreign(stream) || stream->capture || mode != capture_mode::relaxed || !stream->pending.empty())
    return result::invalid_value;
  stream->capture = create(opaque_graph{});
  stream->last.clear();
  return result::success;
}
FAKE_API cuStreamEndCapture(stream_handle stream, graph_handle *graph) {
  ENTER("cuStreamEndCapture");
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
FAKE_API cuStreamGetCaptureInfo_v2(stream_handle stream, capture_status *status, std::uint64_t *id, graph_handle *graph,
                                   const node_handle **dependencies, std::size_t *count) {
  ENTER("cuStreamGetCaptureInfo");
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
FAKE_API cuStreamUpdateCaptureDependencies(stream_handle stream, node_handle *nodes, std::size_t count,
                                           unsigned flags) {
  ENTER("cuStreamUpdateCaptureDependencies");
  if (!stream || !stream->capture || flags != set_capture_dependencies)
    return result::invalid_value;
  for (std::size_t i = 0; i < count; ++i)
    if (!is_in(*stream->capture, nodes[i]) || std::find(nodes, nodes + i, nodes[i]) != nodes + i)
      return result::invalid_value;
  stream->last.assign(nodes, nodes + count);
  return result::success;
}

static opaque_graph_exec executable_of(const opaque_graph &graph) {
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

FAKE_API cuGraphInstantiateWithFlags(graph_exec_handle *executable, graph_handle graph, unsigned long long flags) {
  ENTER("cuGraphInstantiate");
  if (!graph || flags != 0)
    return result::invalid_value;
  *executable = create(executable_of(*graph));
  ++the_state().live_executable_graphs;
  return result::success;
}
FAKE_API cuGraphExecUpdate_v2(graph_exec_handle executable, graph_handle graph, graph_update_info *info) {
  ENTER("cuGraphExecUpdate");
  if (!graph || !info || foreign(executable))
    return result::invalid_value;
  opaque_graph_exec changed = executable_of(*graph);
  if (changed.after != executable->after)
    return result::graph_exec_update_failure;
  *executable = std::move(changed); // launches that wait have the old nodes
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

FAKE_API cuGraphLaunch(graph_exec_handle executable, stream_handle stream) {
  ENTER("cuGraphLaunch");
  if (!executable || foreign(executable) || stream_of(stream).capture)
    return result::invalid_handle;
  for (const opaque_node &n : *executable->nodes)
    if (n.at_launch)
      n.at_launch();
  return enqueue(stream, [nodes = executable->nodes, after = executable->after] { run_nodes(*nodes, after); });
}
FAKE_API cuGraphDestroy(graph_handle graph) {
  ENTER("cuGraphDestroy");
  if (!graph)
    return result::invalid_value;
  --the_state().live_graphs;
  return result::success;
}
FAKE_API cuGraphExecDestroy(graph_exec_handle executable) {
  ENTER("cuGraphExecDestroy");
  if (foreign(executable))
    return result::invalid_handle;
  --the_state().live_executable_graphs;
  return result::success;
}

#endif // FAKE_CUDA_WITHOUT_GRAPHS
