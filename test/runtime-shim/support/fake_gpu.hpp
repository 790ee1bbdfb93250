// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A double of libcuda.so.1, and one of libamdhip64.so, for what hardware does on bad days: no device, refused images, failing launches, a context
// that is unusable afterwards, a driver that is gone. Memory is host memory. Commands of a stream run when somebody
// waits for it, as late as a real device may run them, so that missing synchronization shows. Of the nodes of a graph
// that may run, the newest does, so that missing edges show. Programs under test load the library by its path, tests reach its state through fake_gpu_state().
// FAKE_GPU_FAIL="cuLaunchKernel=719,…" scripts failures from outside.
#pragma once

#include "drivers/gpu/types.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace fake_gpu {

using namespace sycl::detail::gpu;

struct launch {
  std::string entry;
  unsigned grid[3], block[3], shared;
  std::vector<unsigned char> arguments; // HIP: as the kernel finds them, by its code object
};

struct hint { // cuMemPrefetchAsync: advice 0
  device_pointer pointer;
  std::size_t bytes;
  int advice, device;
};

struct state {
  int devices = 1, major = 9, minor = 0;
  int max_threads_of_kernel = 1024, static_shared = 0, local_bytes = 0;
  int concurrent_managed = 1;
  std::string processor = "gfx90a:sramecc+:xnack-"; // HIP: gcnArchName
  int wavefront = 64;                               // HIP
  // Blocks of a size that are on a multiprocessor at a time; others: as many as 2048 threads make.
  std::map<int, int> active_blocks;
  std::map<std::string, int> static_shared_of; // by entry, where it differs
  // Results of the next calls by entry point; `always` until it is erased.
  std::map<std::string, result> always;
  result sticky = result::success; // of every call but cuInit and the error texts
  // What a kernel does, by its entry; called with kernelParams.
  std::map<std::string, std::function<void(void **)>> kernels;
  // The bytes of each parameter of such a kernel, which a real driver knows; only of kernels in graphs.
  std::map<std::string, std::vector<std::size_t>> parameters;

  std::vector<launch> launches; // also of graphs, when they are launched
  std::vector<hint> hints;
  std::map<std::string, int> calls; // by entry point
  std::set<std::string> images;     // as the driver got them, up to the zero (PTX); of code objects the target
  std::map<device_pointer, std::size_t> allocations;
  int live_modules = 0, live_streams = 0, live_events = 0, retained_contexts = 0;
  int live_graphs = 0, live_executable_graphs = 0;
  // Of each graph that was instantiated or updated: how many nodes each node comes behind, in the order of capture.
  std::vector<std::vector<std::size_t>> graphs;
};

} // namespace fake_gpu

extern "C" fake_gpu::state *fake_gpu_state();
