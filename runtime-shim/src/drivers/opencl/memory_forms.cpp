// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory_forms.hpp"

#include "buffer_memory.hpp"

namespace sycl::detail::opencl {

namespace {

bool has_usm(const api &f, device_handle device) {
  return f.has_extension(device, "cl_intel_unified_shared_memory") &&
         (f.device_value<bitfield>(device, device_info::device_mem_capabilities_intel) & usm_access);
}

// 0 where the functions are missing.
bitfield svm_of(const api &f, device_handle device) {
  const bool complete = f.clSVMAlloc && f.clSVMFree && f.clSetKernelArgSVMPointer && f.clEnqueueSVMMemcpy &&
                        f.clEnqueueSVMMemFill && f.clSetKernelExecInfo;
  return complete ? f.device_value<bitfield>(device, device_info::svm_capabilities) : 0;
}

class svm_memory final : public memory {
public:
  svm_memory(std::shared_ptr<const api> functions, bool fine) : memory(std::move(functions)), fine_(fine) {}
  ~svm_memory() override {
    if (placeholder_)
      give(placed_in_, placeholder_);
  }

  void set_argument(kernel_handle kernel, number index, const void *pointer) override {
    require("clSetKernelArgSVMPointer", api_->clSetKernelArgSVMPointer(kernel, index, pointer));
  }
  void copy(const command_slot &at, void *to, const void *from, std::size_t bytes) override {
    require("clEnqueueSVMMemcpy", api_->clEnqueueSVMMemcpy(at.queue, 0, to, from, bytes, 0, nullptr, at.event));
  }
  void fill(const command_slot &at, void *to, const void *pattern, std::size_t size, std::size_t bytes) override {
    require("clEnqueueSVMMemFill", api_->clEnqueueSVMMemFill(at.queue, to, pattern, size, bytes, 0, nullptr, at.event));
  }
  // The specification wants a list of all allocations that are not arguments themselves. Before OpenCL 3.0 it cannot
  // be made empty again.
  void allow_indirect(context_handle context, kernel_handle kernel, std::uint64_t &seen) override {
    if (seen == changes())
      return;
    std::lock_guard lock(mutex_);
    if (seen == 0 && allocations_.empty())
      return;
    std::vector<void *> all;
    for (const auto &[begin, bytes] : allocations_)
      all.push_back(reinterpret_cast<void *>(begin));
    if (all.empty())
      all.push_back(placeholder(context));
    require("clSetKernelExecInfo",
            api_->clSetKernelExecInfo(kernel, exec_info::svm_ptrs, all.size() * sizeof(void *), all.data()));
    seen = changes_;
  }

private:
  // Coarse memory is the device's between two commands: the host never looks into usm_kind::device.
  void *take(context_handle context, std::size_t bytes, std::size_t alignment, usm_kind kind) override {
    if (kind != usm_kind::device && !fine_)
      return nullptr;
    const bitfield flags = mem_read_write | (kind == usm_kind::device ? 0 : mem_svm_fine_grain_buffer);
    return api_->clSVMAlloc(context, flags, bytes, static_cast<unsigned>(alignment));
  }
  void give(context_handle context, void *pointer) override { api_->clSVMFree(context, pointer); }
  bool is_given_back_at_once() const override { return true; }

  void *placeholder(context_handle context) {
    if (!placeholder_)
      placeholder_ = take(placed_in_ = context, 1, default_alignment, usm_kind::device);
    if (!placeholder_)
      throw exception(make_error_code(errc::memory_allocation), "there is no memory for the list of a kernel's memory");
    return placeholder_;
  }

  const bool fine_;
  context_handle placed_in_ = nullptr;
  void *placeholder_ = nullptr; // under mutex_
};

class usm_memory final : public memory {
public:
  usm_memory(std::shared_ptr<const api> functions, platform_handle platform, device_handle device)
      : memory(std::move(functions)), usm_(*api_, platform), device_(device) {}
  bool complete() const { return usm_.complete(); }

  void set_argument(kernel_handle kernel, number index, const void *pointer) override {
    require("clSetKernelArgMemPointerINTEL", usm_.clSetKernelArgMemPointerINTEL(kernel, index, pointer));
  }
  void copy(const command_slot &at, void *to, const void *from, std::size_t bytes) override {
    require("clEnqueueMemcpyINTEL", usm_.clEnqueueMemcpyINTEL(at.queue, 0, to, from, bytes, 0, nullptr, at.event));
  }
  void fill(const command_slot &at, void *to, const void *pattern, std::size_t size, std::size_t bytes) override {
    require("clEnqueueMemFillINTEL",
            usm_.clEnqueueMemFillINTEL(at.queue, to, pattern, size, bytes, 0, nullptr, at.event));
  }
  void allow_indirect(context_handle, kernel_handle kernel, std::uint64_t &seen) override {
    if (seen != 0 || !api_->clSetKernelExecInfo)
      return;
    const number yes = 1;
    for (exec_info kind : {exec_info::indirect_host_access_intel, exec_info::indirect_device_access_intel,
                           exec_info::indirect_shared_access_intel})
      require("clSetKernelExecInfo", api_->clSetKernelExecInfo(kernel, kind, sizeof yes, &yes));
    seen = 1;
  }

private:
  void *take(context_handle context, std::size_t bytes, std::size_t alignment, usm_kind kind) override {
    result r = result::success;
    const auto align = static_cast<number>(alignment);
    switch (kind) {
    case usm_kind::host:
      return usm_.clHostMemAllocINTEL(context, nullptr, bytes, align, &r);
    case usm_kind::shared:
      return usm_.clSharedMemAllocINTEL(context, device_, nullptr, bytes, align, &r);
    case usm_kind::device:
      break;
    }
    return usm_.clDeviceMemAllocINTEL(context, device_, nullptr, bytes, align, &r);
  }
  void give(context_handle context, void *pointer) override {
    drop_release_error(usm_.clMemBlockingFreeINTEL(context, pointer));
  }

  usm_functions usm_;
  device_handle device_;
};

} // namespace

std::unique_ptr<memory> make_memory(const std::shared_ptr<const api> &f, platform_handle platform,
                                    device_handle device) {
  if (has_usm(*f, device))
    if (auto usm = std::make_unique<usm_memory>(f, platform, device); usm->complete())
      return usm;
  const bitfield svm = svm_of(*f, device);
  if (svm & (svm_coarse_grain_buffer | svm_fine_grain_buffer))
    return std::make_unique<svm_memory>(f, svm & svm_fine_grain_buffer);
  return std::make_unique<buffer_memory>(f, device);
}

memory_kinds kinds_of(const api &f, platform_handle platform, device_handle device) {
  if (has_usm(f, device) && usm_functions(f, platform).complete()) {
    const auto has = [&](device_info which) { return (f.device_value<bitfield>(device, which) & usm_access) != 0; };
    return {true, has(device_info::host_mem_capabilities_intel),
            has(device_info::single_device_shared_mem_capabilities_intel)};
  }
  const bitfield svm = svm_of(f, device);
  const bool fine = svm & svm_fine_grain_buffer;
  return {fine || (svm & svm_coarse_grain_buffer), fine, fine};
}

} // namespace sycl::detail::opencl
