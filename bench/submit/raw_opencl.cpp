// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library to load in place of OpenCL (SYCL_FUSE_OPENCL_LIBRARY): everything in it is that of libOpenCL.so.1, which it
// links to, but clEnqueueNDRangeKernel, which hands a launch to a benchmark that asked for it. The benchmark then
// repeats the very same launch as a program would that is written for OpenCL: its arguments are set, it is enqueued
// without an event, and the queue is flushed.
#include <dlfcn.h>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>
#include <vector>

namespace {

template <class F> F *real(const char *name) {
  static void *const library = dlopen("libOpenCL.so.1", RTLD_NOW);
  return reinterpret_cast<F *>(dlsym(library, name));
}

using launch_step = int(void *context);
using measurement = void (*)(void *user, launch_step *launch, launch_step *wait, void *context);
std::atomic<measurement> next_measurement{nullptr};
std::atomic<void *> next_user{nullptr};

std::atomic<bool> recording{false};

struct argument {
  bool pointer = false;
  const void *value = nullptr; // the pointer itself
  std::size_t size = 0;
  std::vector<char> bytes; // none: local memory
};
struct {
  std::mutex mutex;
  std::map<void *, std::map<std::uint32_t, argument>> of_kernel;
} arguments;

using enqueue_function = int(void *, void *, std::uint32_t, const std::size_t *, const std::size_t *,
                             const std::size_t *, std::uint32_t, void *const *, void **);
using set_function = int(void *, std::uint32_t, std::size_t, const void *);
using set_pointer_function = int(void *, std::uint32_t, const void *);

struct raw_launch {
  void *queue, *kernel;
  std::uint32_t dimensions;
  const std::size_t *offset, *global, *local;
  std::map<std::uint32_t, argument> with;

  int run() const {
    static auto *const set = real<set_function>("clSetKernelArg");
    static auto *const set_pointer = real<set_pointer_function>("clSetKernelArgSVMPointer");
    static auto *const enqueue = real<enqueue_function>("clEnqueueNDRangeKernel");
    static auto *const flush = real<int(void *)>("clFlush");
    int result = 0;
    for (const auto &[index, a] : with)
      result |= a.pointer ? set_pointer(kernel, index, a.value)
                          : set(kernel, index, a.size, a.bytes.empty() ? nullptr : a.bytes.data());
    result |= enqueue(queue, kernel, dimensions, offset, global, local, 0, nullptr, nullptr);
    return result | flush(queue);
  }
};

} // namespace

#pragma GCC visibility push(default)
extern "C" {

// At the next launch `m` is called instead, once, with what launches and what waits for the queue; both give OpenCL's
// result.
void measure_next_launch(measurement m, void *user) {
  next_user.store(user);
  next_measurement.store(m);
}

// Arguments are noted only while a benchmark says so, since that takes time.
void record_arguments(int on) { recording.store(on != 0); }

int clSetKernelArg(void *kernel, std::uint32_t index, std::size_t size, const void *value) {
  static auto *const set = real<set_function>("clSetKernelArg");
  if (recording.load(std::memory_order_relaxed)) {
    std::lock_guard lock(arguments.mutex);
    argument &a = arguments.of_kernel[kernel][index];
    a.size = size;
    a.bytes.assign(static_cast<const char *>(value), static_cast<const char *>(value) + (value ? size : 0));
  }
  return set(kernel, index, size, value);
}

int clSetKernelArgSVMPointer(void *kernel, std::uint32_t index, const void *pointer) {
  static auto *const set = real<set_pointer_function>("clSetKernelArgSVMPointer");
  if (recording.load(std::memory_order_relaxed)) {
    std::lock_guard lock(arguments.mutex);
    argument &a = arguments.of_kernel[kernel][index];
    a.pointer = true;
    a.value = pointer;
  }
  return set(kernel, index, pointer);
}

int clEnqueueNDRangeKernel(void *queue, void *kernel, std::uint32_t dimensions, const std::size_t *offset,
                           const std::size_t *global, const std::size_t *local, std::uint32_t count,
                           void *const *events, void **event) {
  static auto *const enqueue = real<enqueue_function>("clEnqueueNDRangeKernel");
  static auto *const finish = real<int(void *)>("clFinish");
  if (next_measurement.load(std::memory_order_relaxed) != nullptr) {
    std::unique_lock lock(arguments.mutex);
    raw_launch launch{queue, kernel, dimensions, offset, global, local, arguments.of_kernel[kernel]};
    lock.unlock();
    next_measurement.exchange(nullptr)(
        next_user.load(), [](void *c) { return static_cast<raw_launch *>(c)->run(); },
        [](void *c) { return finish(static_cast<raw_launch *>(c)->queue); }, &launch);
  }
  // The runtime wants an event.
  return enqueue(queue, kernel, dimensions, offset, global, local, count, events, event);
}
}
#pragma GCC visibility pop
