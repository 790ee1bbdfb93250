// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory.hpp"

#include <algorithm>

namespace sycl::detail::opencl {

void *memory::allocate(context_handle context, std::size_t bytes, std::size_t alignment, usm_kind kind) {
  if (alignment > most_alignment || (alignment & (alignment - 1)) != 0)
    return nullptr;
  const std::size_t size = std::max<std::size_t>(bytes, 1); // OpenCL refuses 0
  void *pointer = take(context, size, std::max(alignment, default_alignment), kind);
  if (!pointer)
    return nullptr;
  std::lock_guard lock(mutex_);
  allocations_[reinterpret_cast<std::uintptr_t>(pointer)] = size;
  ++changes_;
  return pointer;
}

void memory::remove(context_handle context, void *pointer) {
  {
    std::lock_guard lock(mutex_);
    if (allocations_.erase(reinterpret_cast<std::uintptr_t>(pointer)) == 0)
      throw exception(make_error_code(errc::invalid), "the pointer is not the begin of an allocation of this device");
    ++changes_;
  }
  give(context, pointer);
}

bool memory::knows(const void *pointer) {
  const auto at = reinterpret_cast<std::uintptr_t>(pointer);
  std::lock_guard lock(mutex_);
  const auto behind = allocations_.upper_bound(at);
  return behind != allocations_.begin() && at - std::prev(behind)->first < std::prev(behind)->second;
}

} // namespace sycl::detail::opencl
