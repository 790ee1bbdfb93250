// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "drivers/null/device.hpp"

#include "core/process/host_memory.hpp"
#include "drivers/null/stream.hpp"

namespace sycl::detail::null {

// Asked of the vendor's library, once. What is asked for rarely is given by driver_device::answer().
device::device() {
  properties_.name = "null device";
  properties_.vendor = "sycl-fuse";
  properties_.driver_version = "0";
  properties_.max_work_group_size = 1;
}

// Compares target, format and architecture, as drivers/cuda/device.cpp does; this device runs nothing.
bool device::accepts(const syclfuse::bundle::variant_record &) const noexcept { return false; }

// Gives the vendor's library the image, under a lock, keeps the kernel by the address of the record, and gives the same
// one for the same record.
driver_kernel *device::load(const syclfuse::bundle::view &, const syclfuse::bundle::variant_record &,
                            const sycl_fuse_registration &, std::string &error) {
  error = "the null device runs no kernels";
  return nullptr;
}

std::unique_ptr<driver_stream> device::create_stream(bool) { return std::make_unique<stream>(); }

// By kind: memory of the device, memory of the host that the device reaches, or memory that moves between them.
void *device::allocate(std::size_t bytes, std::size_t alignment, usm_kind) { return allocate_host(bytes, alignment); }
void device::deallocate(void *pointer, usm_kind) { free_host(pointer); }

} // namespace sycl::detail::null
