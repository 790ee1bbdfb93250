// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "buffer_memory.hpp"

#include <algorithm>
#include <cstring>
#include <sys/mman.h>

namespace sycl::detail::opencl {

namespace {

// With the end, which is an address too.
std::size_t reserved_bytes(std::size_t bytes) { return bytes + 1; }

// Bits in OpenCL, and at least those of a byte.
std::size_t alignment_of(const api &f, device_handle device) {
  return std::max<std::size_t>(f.device_value<number>(device, device_info::mem_base_addr_align) / 8, 1);
}

} // namespace

buffer_memory::buffer_memory(std::shared_ptr<const api> functions, device_handle device)
    : memory(std::move(functions)), alignment_(alignment_of(*api_, device)) {}

buffer_memory::~buffer_memory() {
  for (const auto &[begin, b] : buffers_)
    release(begin, b);
}

void *buffer_memory::take(context_handle context, std::size_t bytes, std::size_t, usm_kind kind) {
  if (kind != usm_kind::device || reserved_bytes(bytes) == 0)
    return nullptr;
  void *begin = ::mmap(nullptr, reserved_bytes(bytes), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (begin == MAP_FAILED)
    return nullptr;
  buffer b;
  b.bytes = bytes;
  result r = result::success;
  b.handle = api_->clCreateBuffer(context, mem_read_write, bytes, nullptr, &r);
  if (!b.handle) {
    ::munmap(begin, reserved_bytes(bytes));
    return nullptr;
  }
  std::lock_guard lock(mutex_);
  buffers_[reinterpret_cast<std::uintptr_t>(begin)] = std::move(b);
  return begin;
}

// Commands keep their buffers until they have finished.
void buffer_memory::give(context_handle, void *pointer) {
  std::unique_lock lock(mutex_);
  const auto freed = buffers_.extract(reinterpret_cast<std::uintptr_t>(pointer));
  lock.unlock();
  release(freed.key(), freed.mapped());
}

void buffer_memory::release(std::uintptr_t begin, const buffer &b) const noexcept {
  for (const auto &[offset, handle] : b.parts)
    drop_release_error(api_->clReleaseMemObject(handle));
  drop_release_error(api_->clReleaseMemObject(b.handle));
  ::munmap(reinterpret_cast<void *>(begin), reserved_bytes(b.bytes));
}

buffer_memory::position buffer_memory::locked_find(const void *pointer) {
  const auto at = reinterpret_cast<std::uintptr_t>(pointer);
  auto behind = buffers_.upper_bound(at);
  if (behind == buffers_.begin() || at - std::prev(behind)->first > std::prev(behind)->second.bytes)
    return {};
  --behind;
  return {&behind->second, at - behind->first};
}

buffer_memory::position buffer_memory::find(const void *pointer) {
  std::lock_guard lock(mutex_);
  return locked_find(pointer); // it stays until its owner gives it back
}

// With the lock held. Null at the end, where nothing is accessed.
buffer_handle buffer_memory::part(const position &at) {
  if (at.offset == 0 || at.offset == at.in->bytes)
    return at.offset == 0 ? at.in->handle : nullptr;
  if (at.offset % alignment_ != 0)
    throw exception(
        make_error_code(errc::invalid),
        "an argument of a kernel begins " + std::to_string(at.offset) +
            " bytes into a buffer: the device, which has buffers alone, takes parts of them at multiples of " +
            std::to_string(alignment_) + " bytes (info::device::mem_base_addr_align)");
  buffer_handle &made = at.in->parts[at.offset];
  if (!made) {
    const buffer_region region{at.offset, at.in->bytes - at.offset};
    result r = result::success;
    made = api_->clCreateSubBuffer(at.in->handle, mem_read_write, buffer_create_type_region, &region, &r);
    if (!made) {
      at.in->parts.erase(at.offset);
      fail("clCreateSubBuffer", r);
    }
  }
  return made;
}

void buffer_memory::set_argument(kernel_handle kernel, number index, const void *pointer) {
  std::lock_guard lock(mutex_);
  const position at = locked_find(pointer);
  if (pointer && !at.in)
    throw exception(make_error_code(errc::kernel_argument),
                    "a kernel is given a pointer that is no buffer's: the device has buffers alone");
  const buffer_handle handle = at.in ? part(at) : nullptr;
  require("clSetKernelArg", api_->clSetKernelArg(kernel, index, sizeof handle, &handle));
}

void buffer_memory::check_structure(const void *bytes, std::size_t size) {
  std::lock_guard lock(mutex_);
  for (std::size_t at = 0; at + sizeof(void *) <= size; at += sizeof(void *)) {
    const void *word;
    std::memcpy(&word, static_cast<const char *>(bytes) + at, sizeof word);
    if (word && locked_find(word).in)
      throw exception(make_error_code(errc::kernel_argument),
                      "a kernel is given a pointer in a structure: the device has buffers alone");
  }
}

void buffer_memory::copy(const command_slot &at, void *to, const void *from, std::size_t bytes) {
  const position target = find(to), source = find(from);
  const bool overlap = target.in && target.in == source.in &&
                       std::max(target.offset, source.offset) - std::min(target.offset, source.offset) < bytes;
  if (overlap)
    throw exception(make_error_code(errc::invalid), "a copy within a buffer overlaps itself");
  if (target.in && source.in)
    require("clEnqueueCopyBuffer", api_->clEnqueueCopyBuffer(at.queue, source.handle(), target.handle(), source.offset,
                                                             target.offset, bytes, 0, nullptr, at.event));
  else if (target.in)
    require("clEnqueueWriteBuffer",
            api_->clEnqueueWriteBuffer(at.queue, target.handle(), 0, target.offset, bytes, from, 0, nullptr, at.event));
  else
    require("clEnqueueReadBuffer",
            api_->clEnqueueReadBuffer(at.queue, source.handle(), 0, source.offset, bytes, to, 0, nullptr, at.event));
}

void buffer_memory::fill(const command_slot &at, void *to, const void *pattern, std::size_t size, std::size_t bytes) {
  const position target = find(to);
  require("clEnqueueFillBuffer", api_->clEnqueueFillBuffer(at.queue, target.handle(), pattern, size, target.offset,
                                                           bytes, 0, nullptr, at.event));
}

} // namespace sycl::detail::opencl
