// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the OpenCL of this machine does not do, on top of what it does: functions that are not defined here are those of
// libOpenCL, which this library links to. With LD_PRELOAD it is what a program opens as libOpenCL.so.1.
// Words in FAKE_OPENCL say what is different:
//   none         a program opens nothing
//   il           SPIR-V 1.0 to 1.2 is taken, as the SPIR 1.2 that llvm-spirv makes of it
//   gpu          devices are GPUs
//   usm          the memory is cl_intel_unified_shared_memory (on shared virtual memory)
//   coarse       shared virtual memory that host and device cannot use at the same time
//   no-pointers  there is neither: buffers alone
//   full         no memory and no registers are left
//   slow         kernels take time to be enqueued
//   platforms    there is another platform, which fails
// FAKE_OPENCL_FAILS, such as "clFinish=-36 clBuildProgram=-11", names functions that fail; "all=-2": all that can;
// "run=-5": what is enqueued meanwhile fails when it runs.
// Kernels whose list of shared virtual memory has any that is free are refused.
#include "fake_opencl.hpp"

#include <atomic>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

using namespace fake_opencl;

namespace {

bool mode(const char *name) { return has_word("FAKE_OPENCL", name); }

result failure_of(const char *function) {
  const char *all = std::getenv("FAKE_OPENCL_FAILS");
  const std::string name = all && std::strncmp(all, "all=", 4) == 0 ? "all=" : function + std::string("=");
  const char *found = all ? std::strstr(all, name.c_str()) : nullptr;
  return static_cast<result>(found ? std::atoi(found + name.size()) : 0);
}

std::atomic<int> objects{0}; // of all kinds that are released

// Calls the real function, if it does not fail.
template <class F, class... A> result call(F function, const char *name, A... arguments) {
  const result failed = failure_of(name);
  return failed != result::success ? failed : real(function, name)(arguments...);
}
// One that makes an object; the place for the error is the last argument.
template <class F, class... A> auto make(F function, const char *name, A... arguments) {
  result &error = *std::get<sizeof...(A) - 1>(std::tie(arguments...));
  error = failure_of(name);
  auto made = error == result::success ? real(function, name)(arguments...) : nullptr;
  objects += made != nullptr;
  return made;
}
template <class F, class H> result release(F function, const char *name, H handle) {
  --objects;
  return real(function, name)(handle);
}
struct {
  std::mutex mutex;
  std::map<event_handle, result> events; // what each ends with
} failed;

struct {
  std::mutex mutex;
  std::set<queue_handle> all;
} queues;

result end_of(event_handle event) {
  std::lock_guard lock(failed.mutex);
  const auto found = failed.events.find(event);
  return found == failed.events.end() ? result::success : found->second;
}

// One whose last argument is the place for an event.
template <class F, class... A> result enqueue(F function, const char *name, A... arguments) {
  const result r = call(function, name, arguments...);
  event_handle *made = std::get<sizeof...(A) - 1>(std::tie(arguments...));
  objects += r == result::success && made;
  if (r == result::success && made) {
    std::lock_guard lock(failed.mutex);
    failed.events[*made] = failure_of("run");
  }
  return r;
}

struct {
  std::mutex mutex;
  std::set<const void *> live;
  std::map<kernel_handle, std::vector<const void *>> used;
} memory;

std::vector<unsigned char> contents(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// What llvm-spirv makes of SPIR-V; empty: it cannot.
std::vector<unsigned char> spir_of(const void *image, std::size_t size) {
  std::string folder = std::filesystem::temp_directory_path() / "fake-opencl-XXXXXX";
  if (!::mkdtemp(folder.data()))
    return {};
  const std::string from = folder + "/spv", to = folder + "/bc";
  std::ofstream(from, std::ios::binary).write(static_cast<const char *>(image), static_cast<std::streamsize>(size));
  const bool made = std::system((LLVM_SPIRV " -r " + from + " -o " + to + " 2> /dev/null").c_str()) == 0;
  const auto spir = made ? contents(to) : std::vector<unsigned char>();
  std::filesystem::remove_all(folder);
  return spir;
}

struct {
  std::mutex mutex;
  std::set<program_handle> all;
} of_il;

} // namespace

#pragma GCC visibility push(default)
extern "C" {
result clGetContextInfo(context_handle context, number which, std::size_t size, void *value, std::size_t *needed);

// Of the program that this library was loaded before.
void *dlopen(const char *name, int flags) {
  static const auto next = reinterpret_cast<decltype(&dlopen)>(::dlsym(RTLD_NEXT, "dlopen"));
  Dl_info here;
  if (name && std::strcmp(name, "libOpenCL.so.1") == 0 && ::dladdr(reinterpret_cast<void *>(&spir_of), &here))
    name = mode("none") ? "libOpenCL-that-is-missing.so.1" : here.dli_fname;
  return next(name, flags);
}

// How many contexts, queues, programs, kernels and events have not been released.
int fake_opencl_objects() { return objects; }

context_handle clCreateContext(const std::intptr_t *properties, number count, const device_handle *devices,
                               void *notify, void *data, result *error) {
  return make(&clCreateContext, "clCreateContext", properties, count, devices, notify, data, error);
}
result clReleaseContext(context_handle context) { return release(&clReleaseContext, "clReleaseContext", context); }
queue_handle clCreateCommandQueue(context_handle context, device_handle device, bitfield properties, result *error) {
  queue_handle made = make(&clCreateCommandQueue, "clCreateCommandQueue", context, device, properties, error);
  std::lock_guard lock(queues.mutex);
  if (made)
    queues.all.insert(made);
  return made;
}
result clReleaseCommandQueue(queue_handle queue) {
  std::lock_guard lock(queues.mutex);
  queues.all.erase(queue);
  return release(&clReleaseCommandQueue, "clReleaseCommandQueue", queue);
}
program_handle clCreateProgramWithBinary(context_handle context, number count, const device_handle *devices,
                                         const std::size_t *sizes, const unsigned char **images, result *states,
                                         result *error) {
  return make(&clCreateProgramWithBinary, "clCreateProgramWithBinary", context, count, devices, sizes, images, states,
              error);
}
program_handle clCreateProgramWithIL(context_handle context, const void *image, std::size_t size, result *error) {
  const auto spir = spir_of(image, size);
  *error = spir.empty() ? result::invalid_value : failure_of("clCreateProgramWithIL");
  constexpr number devices_of_context = 0x1081;
  device_handle device = nullptr;
  if (*error == result::success)
    *error = real(&clGetContextInfo, "clGetContextInfo")(context, devices_of_context, sizeof device, &device, nullptr);
  if (*error != result::success)
    return nullptr;
  const std::size_t bytes = spir.size();
  const unsigned char *first = spir.data();
  result state = result::success;
  program_handle made = clCreateProgramWithBinary(context, 1, &device, &bytes, &first, &state, error);
  std::lock_guard lock(of_il.mutex);
  if (made)
    of_il.all.insert(made);
  return made;
}
result clReleaseProgram(program_handle program) {
  std::lock_guard lock(of_il.mutex);
  of_il.all.erase(program);
  return release(&clReleaseProgram, "clReleaseProgram", program);
}
kernel_handle clCreateKernel(program_handle program, const char *name, result *error) {
  return make(&clCreateKernel, "clCreateKernel", program, name, error);
}
result clReleaseKernel(kernel_handle kernel) {
  std::lock_guard lock(memory.mutex);
  memory.used.erase(kernel);
  return release(&clReleaseKernel, "clReleaseKernel", kernel);
}
result clRetainEvent(event_handle event) {
  const result r = call(&clRetainEvent, "clRetainEvent", event);
  objects += r == result::success;
  return r;
}
result clReleaseEvent(event_handle event) { return release(&clReleaseEvent, "clReleaseEvent", event); }

result clBuildProgram(program_handle program, number count, const device_handle *devices, const char *options,
                      void *notify, void *data) {
  {
    std::lock_guard lock(of_il.mutex);
    if (of_il.all.count(program)) // what Intel's and newer PoCL's take for SPIR-V: none
      options = *options ? "-no-such-option" : "-x spir -spir-std=1.2";
  }
  return call(&clBuildProgram, "clBuildProgram", program, count, devices, options, notify, data);
}
result clGetProgramBuildInfo(program_handle program, device_handle device, program_build_info which, std::size_t size,
                             void *value, std::size_t *needed) {
  const std::string log = "line 1: a word that nobody knows\n";
  return failure_of("clBuildProgram") == result::success
             ? real(&clGetProgramBuildInfo, "clGetProgramBuildInfo")(program, device, which, size, value, needed)
             : answer(log.c_str(), log.size() + 1, size, value, needed);
}
result clFlush(queue_handle queue) { return call(&clFlush, "clFlush", queue); }
result clFinish(queue_handle queue) { return call(&clFinish, "clFinish", queue); }
result clWaitForEvents(number count, const event_handle *events) {
  for (number i = 0; i < count; ++i)
    if (end_of(events[i]) != result::success)
      return result::exec_status_error;
  return call(&clWaitForEvents, "clWaitForEvents", count, events);
}
result clGetEventInfo(event_handle event, event_info which, std::size_t size, void *value, std::size_t *needed) {
  if (const result end = end_of(event); end != result::success)
    return answer(&end, sizeof end, size, value, needed);
  return call(&clGetEventInfo, "clGetEventInfo", event, which, size, value, needed);
}
result clGetEventProfilingInfo(event_handle event, profiling_info which, std::size_t size, void *value,
                               std::size_t *needed) {
  return call(&clGetEventProfilingInfo, "clGetEventProfilingInfo", event, which, size, value, needed);
}
result clEnqueueMarkerWithWaitList(queue_handle queue, number count, const event_handle *events, event_handle *event) {
  return enqueue(&clEnqueueMarkerWithWaitList, "clEnqueueMarkerWithWaitList", queue, count, events, event);
}
result clEnqueueBarrierWithWaitList(queue_handle queue, number count, const event_handle *events, event_handle *event) {
  return enqueue(&clEnqueueBarrierWithWaitList, "clEnqueueBarrierWithWaitList", queue, count, events, event);
}

void *clSVMAlloc(context_handle context, bitfield flags, std::size_t size, unsigned alignment) {
  void *pointer =
      mode("full") || mode("no-pointers") ? nullptr : real(&clSVMAlloc, "clSVMAlloc")(context, flags, size, alignment);
  std::lock_guard lock(memory.mutex);
  if (pointer)
    memory.live.insert(pointer);
  return pointer;
}
void clSVMFree(context_handle context, void *pointer) {
  {
    std::lock_guard lock(memory.mutex);
    memory.live.erase(pointer);
  }
  real(&clSVMFree, "clSVMFree")(context, pointer);
}

// Buffers.
buffer_handle clCreateBuffer(context_handle context, bitfield flags, std::size_t size, void *host, result *error) {
  *error = result::mem_object_allocation_failure;
  return mode("full") ? nullptr : make(&clCreateBuffer, "clCreateBuffer", context, flags, size, host, error);
}
buffer_handle clCreateSubBuffer(buffer_handle buffer, bitfield flags, number type, const void *region, result *error) {
  return make(&clCreateSubBuffer, "clCreateSubBuffer", buffer, flags, type, region, error);
}
result clReleaseMemObject(buffer_handle buffer) { return release(&clReleaseMemObject, "clReleaseMemObject", buffer); }
result clEnqueueReadBuffer(queue_handle queue, buffer_handle from, number blocking, std::size_t offset,
                           std::size_t size, void *to, number count, const event_handle *events, event_handle *event) {
  return enqueue(&clEnqueueReadBuffer, "clEnqueueReadBuffer", queue, from, blocking, offset, size, to, count, events,
                 event);
}
result clEnqueueWriteBuffer(queue_handle queue, buffer_handle to, number blocking, std::size_t offset, std::size_t size,
                            const void *from, number count, const event_handle *events, event_handle *event) {
  return enqueue(&clEnqueueWriteBuffer, "clEnqueueWriteBuffer", queue, to, blocking, offset, size, from, count, events,
                 event);
}
result clEnqueueCopyBuffer(queue_handle queue, buffer_handle from, buffer_handle to, std::size_t from_offset,
                           std::size_t to_offset, std::size_t size, number count, const event_handle *events,
                           event_handle *event) {
  return enqueue(&clEnqueueCopyBuffer, "clEnqueueCopyBuffer", queue, from, to, from_offset, to_offset, size, count,
                 events, event);
}
result clEnqueueFillBuffer(queue_handle queue, buffer_handle to, const void *pattern, std::size_t pattern_size,
                           std::size_t offset, std::size_t size, number count, const event_handle *events,
                           event_handle *event) {
  return enqueue(&clEnqueueFillBuffer, "clEnqueueFillBuffer", queue, to, pattern, pattern_size, offset, size, count,
                 events, event);
}

result clEnqueueNDRangeKernel(queue_handle queue, kernel_handle kernel, number dimensions, const std::size_t *offset,
                              const std::size_t *global, const std::size_t *local, number count,
                              const event_handle *events, event_handle *event) {
  if (mode("full"))
    return result::out_of_resources;
  if (mode("slow"))
    std::this_thread::sleep_for(std::chrono::microseconds(300));
  {
    std::lock_guard lock(memory.mutex);
    for (const void *used : memory.used[kernel])
      if (memory.live.count(used) == 0)
        return result::invalid_value;
  }
  return enqueue(&clEnqueueNDRangeKernel, "clEnqueueNDRangeKernel", queue, kernel, dimensions, offset, global, local,
                 count, events, event);
}

result clGetPlatformIDs(number count, platform_handle *platforms, number *found) {
  number real_ones = 0;
  const bool another = mode("platforms");
  const result r = real(&clGetPlatformIDs, "clGetPlatformIDs")(another && count ? count - 1 : count,
                                                               platforms ? platforms + another : nullptr, &real_ones);
  if (platforms && another)
    platforms[0] = nullptr;
  if (found)
    *found = real_ones + another;
  return r;
}
result clGetDeviceIDs(platform_handle platform, bitfield type, number count, device_handle *devices, number *found) {
  if (!platform && mode("platforms")) { // it knows of one, which is gone
    if (found)
      *found = 1;
    return devices ? result::out_of_host_memory : result::success;
  }
  return real(&clGetDeviceIDs, "clGetDeviceIDs")(platform, type, count, devices, found);
}

result clGetDeviceInfo(device_handle device, device_info which, std::size_t size, void *value, std::size_t *needed) {
  const bitfield none = 0, access = 1, coarse = svm_coarse_grain_buffer;
  const std::string extensions = "cl_khr_spir cl_khr_fp64 cl_intel_unified_shared_memory ";
  const std::string versions = "SPIR-V_1.0 SPIR-V_1.1 SPIR-V_1.2 ";
  const bitfield gpu = device_type_gpu;
  if (which == device_info::type && mode("gpu"))
    return answer(&gpu, sizeof gpu, size, value, needed);
  if (which == device_info::il_version && mode("il"))
    return answer(versions.c_str(), versions.size() + 1, size, value, needed);
  if (which == device_info::svm_capabilities && (mode("usm") || mode("no-pointers")))
    return answer(&none, sizeof none, size, value, needed);
  if (which == device_info::svm_capabilities && mode("coarse"))
    return answer(&coarse, sizeof coarse, size, value, needed);
  if (mode("usm"))
    switch (which) {
    case device_info::extensions:
      return answer(extensions.c_str(), extensions.size() + 1, size, value, needed);
    case device_info::host_mem_capabilities_intel:
    case device_info::device_mem_capabilities_intel:
    case device_info::single_device_shared_mem_capabilities_intel:
      return answer(&access, sizeof access, size, value, needed);
    default:
      break;
    }
  return real(&clGetDeviceInfo, "clGetDeviceInfo")(device, which, size, value, needed);
}

result clSetKernelArgSVMPointer(kernel_handle kernel, number index, const void *pointer) {
  return mode("usm") || mode("no-pointers")
             ? result::invalid_value
             : real(&clSetKernelArgSVMPointer, "clSetKernelArgSVMPointer")(kernel, index, pointer);
}

result clSetKernelExecInfo(kernel_handle kernel, exec_info which, std::size_t size, const void *value) {
  if (mode("no-pointers"))
    return result::invalid_value;
  if (mode("usm"))
    return which == exec_info::svm_ptrs || size != sizeof(number) ? result::invalid_value : result::success;
  const result r = call(&clSetKernelExecInfo, "clSetKernelExecInfo", kernel, which, size, value);
  if (which == exec_info::svm_ptrs && r == result::success) {
    const auto *first = static_cast<const void *const *>(value);
    std::lock_guard lock(memory.mutex);
    memory.used[kernel].assign(first, first + size / sizeof(void *));
  }
  return r;
}

static void *allocate(context_handle context, std::size_t size, number alignment, result *error) {
  void *pointer = clSVMAlloc(context, mem_read_write | mem_svm_fine_grain_buffer, size, alignment);
  *error = pointer ? result::success : result::out_of_resources;
  return pointer;
}

void *clHostMemAllocINTEL(context_handle context, const bitfield *, std::size_t size, number alignment, result *error) {
  return allocate(context, size, alignment, error);
}
void *clDeviceMemAllocINTEL(context_handle context, device_handle, const bitfield *, std::size_t size, number alignment,
                            result *error) {
  return allocate(context, size, alignment, error);
}
void *clSharedMemAllocINTEL(context_handle context, device_handle, const bitfield *, std::size_t size, number alignment,
                            result *error) {
  return allocate(context, size, alignment, error);
}
result clMemBlockingFreeINTEL(context_handle context, void *pointer) {
  {
    std::lock_guard lock(queues.mutex);
    for (queue_handle queue : queues.all)
      real(&clFinish, "clFinish")(queue);
  }
  clSVMFree(context, pointer);
  return result::success;
}
result clSetKernelArgMemPointerINTEL(kernel_handle kernel, number index, const void *pointer) {
  return real(&clSetKernelArgSVMPointer, "clSetKernelArgSVMPointer")(kernel, index, pointer);
}
result clEnqueueSVMMemcpy(queue_handle queue, number blocking, void *to, const void *from, std::size_t size,
                          number count, const event_handle *events, event_handle *event) {
  return mode("usm") || mode("no-pointers") ? result::invalid_value
                                            : enqueue(&clEnqueueSVMMemcpy, "clEnqueueSVMMemcpy", queue, blocking, to,
                                                      from, size, count, events, event);
}
result clEnqueueMemcpyINTEL(queue_handle queue, number blocking, void *to, const void *from, std::size_t size,
                            number count, const event_handle *events, event_handle *event) {
  return enqueue(&clEnqueueSVMMemcpy, "clEnqueueSVMMemcpy", queue, blocking, to, from, size, count, events, event);
}
result clEnqueueSVMMemFill(queue_handle queue, void *to, const void *pattern, std::size_t pattern_size,
                           std::size_t size, number count, const event_handle *events, event_handle *event) {
  return mode("usm") || mode("no-pointers") ? result::invalid_value
                                            : enqueue(&clEnqueueSVMMemFill, "clEnqueueSVMMemFill", queue, to, pattern,
                                                      pattern_size, size, count, events, event);
}
result clEnqueueMemFillINTEL(queue_handle queue, void *to, const void *pattern, std::size_t pattern_size,
                             std::size_t size, number count, const event_handle *events, event_handle *event) {
  return enqueue(&clEnqueueSVMMemFill, "clEnqueueSVMMemFill", queue, to, pattern, pattern_size, size, count, events,
                 event);
}

void *clGetExtensionFunctionAddressForPlatform(platform_handle platform, const char *name) {
  if (!mode("usm"))
    return real(&clGetExtensionFunctionAddressForPlatform, "clGetExtensionFunctionAddressForPlatform")(platform, name);
  const struct {
    const char *name;
    void *function;
  } all[] = {{"clHostMemAllocINTEL", reinterpret_cast<void *>(&clHostMemAllocINTEL)},
             {"clDeviceMemAllocINTEL", reinterpret_cast<void *>(&clDeviceMemAllocINTEL)},
             {"clSharedMemAllocINTEL", reinterpret_cast<void *>(&clSharedMemAllocINTEL)},
             {"clMemBlockingFreeINTEL", reinterpret_cast<void *>(&clMemBlockingFreeINTEL)},
             {"clSetKernelArgMemPointerINTEL", reinterpret_cast<void *>(&clSetKernelArgMemPointerINTEL)},
             {"clEnqueueMemcpyINTEL", reinterpret_cast<void *>(&clEnqueueMemcpyINTEL)},
             {"clEnqueueMemFillINTEL", reinterpret_cast<void *>(&clEnqueueMemFillINTEL)}};
  for (const auto &one : all)
    if (std::strcmp(one.name, name) == 0)
      return one.function;
  return nullptr;
}
}
#pragma GCC visibility pop
