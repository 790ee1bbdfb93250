// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inside of the doubles: what fake_gpu.cpp shares with fake_cuda.cpp and fake_hip.cpp. A function of the vendor's library
// has the name of its row in Symbols.def here, and the vendor's name in the library.
#pragma once

#include "fake_gpu.hpp"
#ifndef FAKE_HIP
#include "drivers/cuda/api.hpp"
#endif

#include <algorithm>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>

namespace sycl::detail::gpu {
struct opaque_context {
  int device;
};
// What a code object says of one of its kernels; the double of libcuda knows only its name.
struct kernel_facts {
  struct argument {
    std::size_t offset, size;
    std::string kind; // "by_value", "hidden_block_count_x" …
  };
  std::vector<argument> arguments;
  std::size_t argument_bytes = 0, max_group = 0, group_memory = 0, private_memory = 0, wavefront = 0;
  std::vector<unsigned> required_group; // empty: none
};
struct opaque_function {
  std::string name;
  context_handle owner;
  kernel_facts facts;
};
struct opaque_module {
  std::string image;
  context_handle owner;
  std::map<std::string, kernel_facts> kernels;
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
} // namespace sycl::detail::gpu

namespace fake_gpu {

#define SF_DOUBLE_SYMBOL(Name, Exported, Parameters)                                                                   \
  __attribute__((visibility("default"))) result Name Parameters __asm__(#Exported);
#ifdef FAKE_HIP
#define SF_GPU_SYMBOL(Name, Cuda, Hip, Parameters) SF_DOUBLE_SYMBOL(Name, Hip, Parameters)
#define SF_HIP_SYMBOL SF_DOUBLE_SYMBOL
#include "drivers/gpu/Symbols.def"

#include "drivers/hip/Symbols.def"
#else
#define SF_GPU_SYMBOL(Name, Cuda, Hip, Parameters) SF_DOUBLE_SYMBOL(Name, Cuda, Parameters)
#define SF_CUDA_SYMBOL SF_DOUBLE_SYMBOL
using sycl::detail::cuda::graph_update_info;
#include "drivers/gpu/Symbols.def"

#include "drivers/cuda/Symbols.def"
#endif

extern std::recursive_mutex mutex;
extern opaque_context contexts[4];
extern thread_local context_handle current;

state &the_state();

// Everything ever created: a broken driver releases nothing, and events point to destroyed streams.
std::vector<std::shared_ptr<void>> &arena();
template <class T> T *create(T value) {
  auto owned = std::make_shared<T>(std::move(value));
  arena().push_back(owned);
  return owned.get();
}

// Counts the call; what it is scripted to give. `name`: of a row in Symbols.def.
result enter(const char *name, bool needs_context = true);

#define ENTER(...)                                                                                                     \
  std::lock_guard lock(mutex);                                                                                         \
  if (const result scripted = enter(__func__, ##__VA_ARGS__); scripted != result::success)                             \
  return scripted

// Streams, kernels and events belong to the context they were made in, and are used with that one current.
template <class T> bool foreign(T *object) { return object && object->owner && object->owner != current; }

// `at_launch`: at once, or when the graph is launched that the stream is captured for.
result enqueue(stream_handle stream, std::function<void()> command, std::function<void()> at_launch = nullptr);

bool is_known(device_pointer pointer);

opaque_graph_exec executable_of(const opaque_graph &graph);

// Of each library: reads an image, which may be refused with a text in the options; the kernel of a module, or null;
// refuses a launch, or completes the record of it; the bytes of each parameter of a kernel, where they are known.
result read_image(opaque_module &to, const void *image, unsigned count, const jit_option *options, void **values);
const kernel_facts *find_kernel(const opaque_module &module, const char *name);
int attribute_of(const opaque_function &function, function_attribute which);
result check_launch(const opaque_function &function, launch &given, void **parameters);
std::vector<std::size_t> parameter_sizes(const opaque_function &function);

} // namespace fake_gpu
