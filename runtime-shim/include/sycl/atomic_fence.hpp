// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::atomic_fence (SYCL 2020, 4.15.1), in kernels and on the host.
#pragma once

#include "sycl/memory_enums.hpp"

namespace sycl {

namespace detail {
constexpr int atomic_order(memory_order o) {
  switch (o) {
  case memory_order::relaxed:
    return __ATOMIC_RELAXED;
  case memory_order::acquire:
    return __ATOMIC_ACQUIRE;
  case memory_order::release:
    return __ATOMIC_RELEASE;
  case memory_order::acq_rel:
    return __ATOMIC_ACQ_REL;
  default:
    return __ATOMIC_SEQ_CST;
  }
}
} // namespace detail

inline void atomic_fence(memory_order order, [[maybe_unused]] memory_scope scope) {
  const int o = detail::atomic_order(order);
#ifdef __SYCL_DEVICE_ONLY__
  // The scope has to be a constant of the built-in.
  switch (scope) {
  case memory_scope::work_item:
    return __scoped_atomic_thread_fence(o, __MEMORY_SCOPE_SINGLE);
  case memory_scope::sub_group:
    return __scoped_atomic_thread_fence(o, __MEMORY_SCOPE_WVFRNT);
  case memory_scope::work_group:
    return __scoped_atomic_thread_fence(o, __MEMORY_SCOPE_WRKGRP);
  case memory_scope::device:
    return __scoped_atomic_thread_fence(o, __MEMORY_SCOPE_DEVICE);
  default:
    return __scoped_atomic_thread_fence(o, __MEMORY_SCOPE_SYSTEM);
  }
#else
  __atomic_thread_fence(o);
#endif
}

} // namespace sycl
