// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "drivers/native/device.hpp"
#include "core/process/env.hpp"
#include "core/process/forks.hpp"
#include "core/process/host_memory.hpp"
#include "drivers/native/isa.hpp"
#include "drivers/native/replay.hpp"
#include "drivers/native/stream.hpp"
#include "drivers/native/workers.hpp"

#include "syclfuse/native_abi.h"

#include <unistd.h>

namespace sycl::detail::native {

device::device() {
  properties_.name = processor_name();
  properties_.vendor = processor_vendor();
  properties_.arch = isa_level();
  properties_.driver_version = "x86-64-v" + std::to_string(properties_.arch);
  properties_.sub_group_sizes = {32, 16, 8, 4};
  properties_.fp16 = true; // in software where the processor has none
  properties_.compute_units = thread_count();
  // As GPUs have it. Programs make groups of as many work-items as they may and reduce them in two steps, the second of
  // which is for 32 sub-groups of 32.
  properties_.max_work_group_size = SYCL_FUSE_NATIVE_MAX_GROUP;
  for (std::size_t &s : properties_.max_work_item_sizes)
    s = properties_.max_work_group_size;
  properties_.global_memory =
      static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  properties_.local_memory = 256 << 10; // stays in a core's own cache
  stream_threshold_ = env().native_stream ? env().native_stream : last_level_cache();
}

std::uint64_t device::free_memory() {
  return static_cast<std::uint64_t>(sysconf(_SC_AVPHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

bool device::accepts(const syclfuse::bundle::variant_record &v) const noexcept {
  return v.target == syclfuse::target_kind::native && v.arch <= properties_.arch &&
         (v.native_entry != syclfuse::bundle::no_index || v.flags & syclfuse::bundle::variant_unprofitable);
}

driver_kernel *device::load(const syclfuse::bundle::view &, const syclfuse::bundle::variant_record &v,
                            const sycl_fuse_registration &r, std::string &error) {
  if (v.native_entry >= r.native_entry_count || !r.native_entries[v.native_entry]) {
    error = "native entry " + std::to_string(v.native_entry) + " is missing, there are " +
            std::to_string(r.native_entry_count);
    return nullptr;
  }
  return load_host(r.native_entries[v.native_entry]);
}

driver_kernel *device::load_host(sycl_fuse_native_entry e) {
  std::lock_guard<std::mutex> lock(process_mutex(process_lock::native_codes));
  auto &k = kernels_[e];
  if (!k)
    k = std::make_unique<kernel>(e);
  return k.get();
}

std::unique_ptr<driver_stream> device::create_stream(bool) { return std::make_unique<stream>(stream_threshold_); }
std::unique_ptr<driver_collector> device::create_collector() { return std::make_unique<collector>(stream_threshold_); }

void *device::allocate(std::size_t bytes, std::size_t alignment, usm_kind) { return allocate_host(bytes, alignment); }
void device::deallocate(void *pointer, usm_kind) { free_host(pointer); }

} // namespace sycl::detail::native
