// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the OpenCL of this machine does not do, on top of what it does: functions that are not defined here are those of
// libOpenCL, which this library links to. FAKE_OPENCL says what is different: "usm": the memory is
// cl_intel_unified_shared_memory (on shared virtual memory); "coarse": shared virtual memory that host and device cannot
// use at the same time; "no-pointers": there is neither; "full": no memory and no registers are left.
#include "drivers/opencl/types.hpp"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <string>

using namespace sycl::detail::opencl;

namespace {

bool mode(const char *name) {
  const char *given = std::getenv("FAKE_OPENCL");
  return given && std::strcmp(given, name) == 0;
}

// Found by the symbol of the function that is defined here.
template <class F> F real(F, const char *name) {
  static void *const library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
  return reinterpret_cast<F>(dlsym(library, name));
}

result answer(const void *bytes, std::size_t size, std::size_t room, void *value, std::size_t *needed) {
  if (needed)
    *needed = size;
  if (value && room < size)
    return result::invalid_value;
  if (value)
    std::memcpy(value, bytes, size);
  return result::success;
}

} // namespace

#pragma GCC visibility push(default)
extern "C" {

void *clSVMAlloc(context_handle context, bitfield flags, std::size_t size, unsigned alignment) {
  return mode("full") ? nullptr : real(&clSVMAlloc, "clSVMAlloc")(context, flags, size, alignment);
}

result clEnqueueNDRangeKernel(queue_handle queue, kernel_handle kernel, number dimensions, const std::size_t *offset,
                              const std::size_t *global, const std::size_t *local, number count,
                              const event_handle *events, event_handle *event) {
  return mode("full") ? result::out_of_resources
                      : real(&clEnqueueNDRangeKernel, "clEnqueueNDRangeKernel")(queue, kernel, dimensions, offset,
                                                                                global, local, count, events, event);
}

result clGetDeviceInfo(device_handle device, device_info which, std::size_t size, void *value, std::size_t *needed) {
  const bitfield none = 0, access = 1, coarse = svm_coarse_grain_buffer;
  const std::string extensions = "cl_khr_spir cl_khr_fp64 cl_intel_unified_shared_memory ";
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
  return mode("usm") ? result::invalid_value
                     : real(&clSetKernelArgSVMPointer, "clSetKernelArgSVMPointer")(kernel, index, pointer);
}

result clSetKernelExecInfo(kernel_handle kernel, exec_info which, std::size_t size, const void *value) {
  if (mode("usm"))
    return which == exec_info::svm_ptrs || size != sizeof(number) ? result::invalid_value : result::success;
  return real(&clSetKernelExecInfo, "clSetKernelExecInfo")(kernel, which, size, value);
}

static void *allocate(context_handle context, std::size_t size, number alignment, result *error) {
  void *pointer = real(&clSVMAlloc, "clSVMAlloc")(context, mem_read_write | mem_svm_fine_grain_buffer, size, alignment);
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
void clSVMFree(context_handle context, void *pointer) { real(&clSVMFree, "clSVMFree")(context, pointer); }
result clMemBlockingFreeINTEL(context_handle context, void *pointer) {
  clSVMFree(context, pointer);
  return result::success;
}
result clSetKernelArgMemPointerINTEL(kernel_handle kernel, number index, const void *pointer) {
  return real(&clSetKernelArgSVMPointer, "clSetKernelArgSVMPointer")(kernel, index, pointer);
}
result clEnqueueSVMMemcpy(queue_handle queue, number blocking, void *to, const void *from, std::size_t size,
                          number count, const event_handle *events, event_handle *event) {
  return mode("usm")
             ? result::invalid_value
             : real(&clEnqueueSVMMemcpy, "clEnqueueSVMMemcpy")(queue, blocking, to, from, size, count, events, event);
}
result clEnqueueMemcpyINTEL(queue_handle queue, number blocking, void *to, const void *from, std::size_t size,
                            number count, const event_handle *events, event_handle *event) {
  return real(&clEnqueueSVMMemcpy, "clEnqueueSVMMemcpy")(queue, blocking, to, from, size, count, events, event);
}
result clEnqueueSVMMemFill(queue_handle queue, void *to, const void *pattern, std::size_t pattern_size,
                           std::size_t size, number count, const event_handle *events, event_handle *event) {
  return mode("usm") ? result::invalid_value
                     : real(&clEnqueueSVMMemFill, "clEnqueueSVMMemFill")(queue, to, pattern, pattern_size, size, count,
                                                                         events, event);
}
result clEnqueueMemFillINTEL(queue_handle queue, void *to, const void *pattern, std::size_t pattern_size,
                             std::size_t size, number count, const event_handle *events, event_handle *event) {
  return real(&clEnqueueSVMMemFill, "clEnqueueSVMMemFill")(queue, to, pattern, pattern_size, size, count, events,
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
