// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::interop_handle (SYCL 2020, 4.10.2): what a host task may ask about its queue, in the terms of the back end.
#pragma once

#include "sycl/accessor.hpp"
#include "sycl/backend.hpp"

#include <cstddef>
#include <type_traits>

namespace sycl {

namespace detail {
class queue_impl;
// CUstream, CUcontext, CUdevice of the CUDA back end; hipStream_t, null and hipDevice_t of HIP; the native back end has
// none: throws errc::backend_mismatch.
SYCL_FUSE_API void *native_queue(const queue_impl &, backend);
SYCL_FUSE_API void *native_context(const queue_impl &, backend);
SYCL_FUSE_API int native_device(const queue_impl &, backend);
SYCL_FUSE_API backend backend_of(const queue_impl &) noexcept;
} // namespace detail

// Valid while the host task runs. The host task must wait for work that it gives to the native queue before it returns.
class interop_handle {
public:
  backend get_backend() const noexcept { return detail::backend_of(queue_); }
  // Opaque: cast to CUstream and CUcontext, or hipStream_t; the CUdevice and hipDevice_t are an int.
  template <backend B> void *get_native_queue() const { return detail::native_queue(queue_, B); }
  template <backend B> void *get_native_context() const { return detail::native_context(queue_, B); }
  template <backend B> int get_native_device() const { return detail::native_device(queue_, B); }
  // The memory that the accessor accesses: the device's for target::device, the host's for target::host_task.
  template <backend B, class T, int D, access_mode M, target G, access::placeholder P>
  auto get_native_mem(const accessor<T, D, M, G, P> &a) const {
    return const_cast<std::remove_const_t<T> *>(a.raw_pointer());
  }

  // Not for users.
  explicit interop_handle(detail::queue_impl &q) : queue_(q) {}

private:
  detail::queue_impl &queue_;
};

} // namespace sycl
