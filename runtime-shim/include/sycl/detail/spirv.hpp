// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions that device code may call; the fuser lowers them for each target (docs/design.md, "Generic device IR").
// Indices are in SPIR-V order: 0 is the fastest dimension, SYCL's last.
#pragma once

#include "sycl/detail/export.hpp"

#include <cstddef>

#ifdef __SYCL_DEVICE_ONLY__
// const: a query has no effect, so that an unused one disappears.
#define SYCL_FUSE_QUERY __attribute__((const, nothrow))
SYCL_FUSE_QUERY std::size_t __spirv_BuiltInGlobalInvocationId(int);
SYCL_FUSE_QUERY std::size_t __spirv_BuiltInGlobalSize(int);
SYCL_FUSE_QUERY std::size_t __spirv_BuiltInGlobalOffset(int);
SYCL_FUSE_QUERY std::size_t __spirv_BuiltInLocalInvocationId(int);
SYCL_FUSE_QUERY std::size_t __spirv_BuiltInWorkgroupId(int);
SYCL_FUSE_QUERY std::size_t __spirv_BuiltInWorkgroupSize(int);
SYCL_FUSE_QUERY std::size_t __spirv_BuiltInNumWorkgroups(int);
// Sub-groups.
SYCL_FUSE_QUERY unsigned __spirv_BuiltInSubgroupSize();
SYCL_FUSE_QUERY unsigned __spirv_BuiltInSubgroupMaxSize();
SYCL_FUSE_QUERY unsigned __spirv_BuiltInSubgroupId();
SYCL_FUSE_QUERY unsigned __spirv_BuiltInNumSubgroups();
SYCL_FUSE_QUERY unsigned __spirv_BuiltInSubgroupLocalInvocationId();
#undef SYCL_FUSE_QUERY
__attribute__((convergent, nothrow)) void __spirv_ControlBarrier(int, int, int);
__attribute__((nothrow)) void __spirv_MemoryBarrier(int, int);
// Base of the work-group's local memory; a local accessor adds its byte offset.
extern "C" __attribute__((const, nothrow, address_space(3))) void *__sycl_fuse_local_memory();
// A kernel that adds up shares of elements is two kernels for the fuser (docs/passes.md, sycl-element-shares): where
// per_element() is 1, it is what one work-item does for one element, and puts its values; where it is 0, the loop over
// a share, in which do_element() stands for all kernels that are fused with it, and which then takes the values.
extern "C" {
__attribute__((const, nothrow)) unsigned __sycl_fuse_per_element();
__attribute__((nothrow, noduplicate)) void __sycl_fuse_do_element(std::size_t);
__attribute__((nothrow)) void __sycl_fuse_put_value(unsigned, unsigned long);
__attribute__((nothrow)) unsigned long __sycl_fuse_take_value(unsigned);
}
#endif

namespace sycl::detail::spirv {
// Scope and memory semantics as numbered by the SPIR-V specification, 3.27 and 3.25.
enum scope : int { device = 1, workgroup = 2, subgroup = 3, invocation = 4 };
enum semantics : int { sequentially_consistent = 0x10, workgroup_memory = 0x100, crossworkgroup_memory = 0x200 };
} // namespace sycl::detail::spirv
