// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl_ext_intel_usm_address_spaces: pointers into USM memory of the device, and of the host. No target here has
// instructions of its own for either: both are global memory, and the names only say which is meant.
#pragma once

#include "sycl/multi_ptr.hpp"

#define SYCL_EXT_INTEL_USM_ADDRESS_SPACES 2

namespace sycl::ext::intel {

#define SYCL_FUSE_POINTER(Name)                                                                                        \
  template <class T, access::decorated D = access::decorated::legacy>                                                  \
  using Name##_ptr = multi_ptr<T, access::address_space::ext_intel_global_##Name##_space, D>;                          \
  template <class T> using raw_##Name##_ptr = Name##_ptr<T, access::decorated::no>;                                    \
  template <class T> using decorated_##Name##_ptr = Name##_ptr<T, access::decorated::yes>;
SYCL_FUSE_POINTER(device)
SYCL_FUSE_POINTER(host)
#undef SYCL_FUSE_POINTER

} // namespace sycl::ext::intel
