// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device.hpp"

#include "replay.hpp"
#include "stream.hpp"

#include <algorithm>
#include <utility>

namespace sycl::detail::cuda {

namespace {

constexpr std::size_t guaranteed_alignment = 256;

bool alignment_supported(std::size_t alignment) {
  return (alignment & (alignment - 1)) == 0 && alignment <= guaranteed_alignment;
}

} // namespace

device::device(std::shared_ptr<const api> functions, int ordinal) : api_(std::move(functions)) {
  api_->require(api_->cuDeviceGet, &id_, ordinal);
  read_limits();
  read_properties();
}

int device::attribute(device_attribute which, int offset) const {
  int value = 0;
  api_->require(api_->cuDeviceGetAttribute, &value, static_cast<device_attribute>(static_cast<int>(which) + offset),
                id_);
  return value;
}

void device::read_limits() {
  limits_.max_block_size = attribute(device_attribute::max_threads_per_block);
  for (int d = 0; d < 3; ++d) {
    limits_.max_block[d] = attribute(device_attribute::max_block_dim_x, d);
    limits_.max_grid[d] = attribute(device_attribute::max_grid_dim_x, d);
  }
  limits_.shared_memory = attribute(device_attribute::max_shared_memory_per_block);
  limits_.moves_managed = attribute(device_attribute::concurrent_managed_access) != 0;
  limits_.shared_memory_optin =
      std::max<std::uint64_t>(limits_.shared_memory, attribute(device_attribute::max_shared_memory_per_block_optin));
}

void device::read_properties() {
  char name[256] = {};
  api_->require(api_->cuDeviceGetName, name, static_cast<int>(sizeof name - 1), id_);
  std::size_t memory = 0;
  api_->require(api_->cuDeviceTotalMem, &memory, id_);
  int version = 0;
  api_->require(api_->cuDriverGetVersion, &version);
  properties_.name = name;
  properties_.vendor = "NVIDIA Corporation";
  properties_.driver_version = "CUDA " + std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
  properties_.gpu = true;
  properties_.compute_units = attribute(device_attribute::multiprocessor_count);
  properties_.max_work_group_size = limits_.max_block_size;
  for (int d = 0; d < 3; ++d)
    properties_.max_work_item_sizes[d] = limits_.max_block[2 - d];
  properties_.global_memory = memory;
  properties_.local_memory = limits_.shared_memory_optin;
  properties_.arch = attribute(device_attribute::compute_capability_major) * 10 +
                     attribute(device_attribute::compute_capability_minor);
  properties_.fp16 = properties_.arch >= 53;
  properties_.fp64 = true;
  properties_.usm_shared = attribute(device_attribute::managed_memory) != 0;
}

const std::shared_ptr<context> &device::primary_context() {
  std::lock_guard lock(mutex_);
  if (!context_)
    context_ = std::make_shared<context>(api_, id_);
  return context_;
}

bool device::accepts(const syclfuse::bundle::variant_record &variant) const noexcept {
  return runs_on(variant, properties_.arch);
}

driver_kernel *device::load(const syclfuse::bundle::view &bundle, const syclfuse::bundle::variant_record &variant,
                            const sycl_fuse_registration &, std::string &error) {
  return kernels_.load(bundle, variant, error,
                       [&](syclfuse::bundle::array_view<unsigned char> image, const std::string &name) {
                         return std::make_unique<kernel>(primary_context(), image, name, variant.group_size);
                       });
}

std::unique_ptr<driver_stream> device::create_stream(bool profiling) {
  return std::make_unique<stream>(primary_context(), limits_, profiling);
}

std::unique_ptr<driver_collector> device::create_collector() { return collector::make(primary_context(), limits_); }

void *device::allocate(std::size_t bytes, std::size_t alignment, usm_kind kind) {
  if (!alignment_supported(alignment))
    return nullptr;
  const api &f = primary_context()->current();
  const std::size_t size = std::max<std::size_t>(bytes, 1); // the driver refuses 0
  device_pointer pointer = 0;
  void *host = nullptr;
  const char *function = nullptr;
  result r = result::success;
  switch (kind) {
  case usm_kind::device:
    function = f.cuMemAlloc.name;
    r = f.cuMemAlloc(&pointer, size);
    break;
  case usm_kind::shared:
    function = f.cuMemAllocManaged.name;
    r = f.cuMemAllocManaged(&pointer, size, mem_attach_global);
    break;
  case usm_kind::host:
    function = f.cuMemAllocHost.name;
    r = f.cuMemAllocHost(&host, size);
    break;
  }
  if (r == result::out_of_memory)
    return nullptr;
  if (r != result::success)
    f.fail(function, r);
  return kind == usm_kind::host ? host : to_host(pointer);
}

std::uint64_t device::free_memory() {
  const api &f = primary_context()->current();
  std::size_t free = 0, total = 0;
  f.require(f.cuMemGetInfo, &free, &total);
  return free;
}

void device::deallocate(void *pointer, usm_kind kind) {
  if (!pointer)
    return;
  const api *f = primary_context()->current_or_null();
  if (!f)
    return; // the driver was shut down, and its memory with it
  const result r = kind == usm_kind::host ? f->cuMemFreeHost(pointer) : f->cuMemFree(to_device(pointer));
  if (r == result::invalid_value)
    f->fail(kind == usm_kind::host ? f->cuMemFreeHost.name : f->cuMemFree.name, r);
  drop_release_error(r);
}

void *device::take_host_memory(std::size_t bytes) {
  const auto &owner = primary_context();
  return owner->pinned().take(owner->current(), bytes);
}

void device::give_host_memory(void *pointer, std::size_t bytes) {
  const auto &owner = primary_context();
  if (const api *f = owner->current_or_null())
    owner->pinned().give(*f, pointer, bytes);
}

} // namespace sycl::detail::cuda
