// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers of both passes.
#pragma once

#include "sycl/detail/spirv.hpp"
#include "sycl/memory_enums.hpp"

namespace sycl::detail {

// A host-compiled kernel runs its work-items one after the other: throws (SF6002), unless the group has one work-item.
SYCL_FUSE_API void host_barrier(std::size_t work_items);
// Throws (SF6002): local memory that a kernel asks for is of no use without a barrier.
[[noreturn]] SYCL_FUSE_API void throw_no_local_allocation();

// `alone`: a constant. One work-item does the work of the group (hierarchical_kernel.hpp), and waits for nobody.
inline void work_group_barrier([[maybe_unused]] std::size_t work_items, [[maybe_unused]] memory_scope fence,
                               [[maybe_unused]] bool alone = false) {
#ifdef __SYCL_DEVICE_ONLY__
  if (alone)
    return;
  // The fence covers local and global memory, as SYCL 2020 asks of group_barrier.
  int memory = fence == memory_scope::device || fence == memory_scope::system ? spirv::device : spirv::workgroup;
  __spirv_ControlBarrier(spirv::workgroup, memory,
                         spirv::sequentially_consistent | spirv::workgroup_memory | spirv::crossworkgroup_memory);
#else
  host_barrier(work_items);
#endif
}

#ifdef __SYCL_DEVICE_ONLY__
inline void sub_group_barrier(memory_scope fence) {
  int memory = fence == memory_scope::device || fence == memory_scope::system ? spirv::device
               : fence == memory_scope::work_group                            ? spirv::workgroup
                                                                              : spirv::subgroup;
  __spirv_ControlBarrier(spirv::subgroup, memory,
                         spirv::sequentially_consistent | spirv::workgroup_memory | spirv::crossworkgroup_memory);
}
#endif

} // namespace sycl::detail
