// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device.hpp"

#include "replay.hpp"
#include "stream.hpp"

#include <algorithm>
#include <utility>

namespace sycl::detail::gpu {

namespace {

constexpr std::size_t guaranteed_alignment = 256;

bool alignment_supported(std::size_t alignment) {
  return (alignment & (alignment - 1)) == 0 && alignment <= guaranteed_alignment;
}

} // namespace

device::device(std::shared_ptr<const api> functions, int ordinal) : api_(std::move(functions)) {
  const api &f = *api_;
  f.require(f.device_get, &id_, ordinal);
  char name[256] = {};
  f.require(f.device_get_name, name, static_cast<int>(sizeof name - 1), id_);
  std::size_t memory = 0;
  f.require(f.device_total_mem, &memory, id_);
  properties_.name = name;
  properties_.kind = device_kind::gpu;
  properties_.sub_group_sizes = {32};
  properties_.global_memory = memory;
}

int device::attribute(int which) const {
  int value = 0;
  api_->require(api_->device_get_attribute, &value, which, id_);
  return value;
}

const std::shared_ptr<context> &device::shared_context() {
  std::lock_guard lock(mutex_);
  if (!context_)
    context_ = std::make_shared<context>(api_, id_);
  return context_;
}

driver_kernel *device::load(const syclfuse::bundle::view &bundle, const syclfuse::bundle::variant_record &variant,
                            const sycl_fuse_registration &, std::string &error) {
  return kernels_.load(
      bundle, variant, error, [&](syclfuse::bundle::array_view<unsigned char> image, const std::string &name) {
        return std::make_unique<kernel>(shared_context(), image, name, variant.group_size, limits_.warp);
      });
}

std::unique_ptr<driver_stream> device::create_stream(bool profiling) {
  return std::make_unique<stream>(shared_context(), limits_, profiling);
}

std::unique_ptr<driver_collector> device::create_collector() { return collector::make(shared_context(), limits_); }

void *device::allocate(std::size_t bytes, std::size_t alignment, usm_kind kind) {
  if (!alignment_supported(alignment))
    return nullptr;
  const api &f = shared_context()->current();
  const std::size_t size = std::max<std::size_t>(bytes, 1); // the driver refuses 0
  device_pointer pointer = 0;
  void *host = nullptr;
  const char *function = nullptr;
  result r = result::success;
  switch (kind) {
  case usm_kind::device:
    function = f.mem_alloc.name;
    r = f.mem_alloc(&pointer, size);
    break;
  case usm_kind::shared:
    function = f.mem_alloc_managed.name;
    r = f.mem_alloc_managed(&pointer, size, mem_attach_global);
    break;
  case usm_kind::host:
    function = f.mem_host_alloc.name;
    r = f.mem_host_alloc(&host, size, host_alloc_default);
    break;
  }
  if (r == result::out_of_memory)
    return nullptr;
  if (r != result::success)
    f.fail(function, r);
  return kind == usm_kind::host ? host : to_host(pointer);
}

std::uint64_t device::free_memory() {
  const api &f = shared_context()->current();
  std::size_t free = 0, total = 0;
  f.require(f.mem_get_info, &free, &total);
  return free;
}

void device::deallocate(void *pointer, usm_kind kind) {
  if (!pointer)
    return;
  const api *f = shared_context()->current_or_null();
  if (!f)
    return; // the driver was shut down, and its memory with it
  const result r = kind == usm_kind::host ? f->mem_free_host(pointer) : f->mem_free(to_device(pointer));
  if (r == result::invalid_value || r == result::invalid_device_pointer)
    f->fail(kind == usm_kind::host ? f->mem_free_host.name : f->mem_free.name, r);
  drop_release_error(r);
}

void *device::take_host_memory(std::size_t bytes) {
  const auto &owner = shared_context();
  return owner->pinned().take(owner->current(), bytes);
}

void device::give_host_memory(void *pointer, std::size_t bytes) {
  const auto &owner = shared_context();
  if (const api *f = owner->current_or_null())
    owner->pinned().give(*f, pointer, bytes);
}

} // namespace sycl::detail::gpu
