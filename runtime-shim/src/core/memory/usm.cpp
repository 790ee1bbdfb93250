// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/usm.hpp"
#include "core/automatic/hold_timer.hpp"
#include "core/devices/device_impl.hpp"
#include "core/process/errors.hpp"
#include "core/process/forks.hpp"
#include "core/process/usm_blocks.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <mutex>

namespace sycl {
namespace {

struct block {
  std::size_t bytes;
  detail::device_impl *device;
  usm::alloc kind;
  void *base; // what the driver gave, if it was not aligned enough
};
// By their addresses, under process_lock::usm.
using blocks = std::map<const char *, block>;
blocks &all() {
  static auto *b = new blocks; // memory may be freed from destructors of static objects
  return *b;
}
detail::usm_kind to_kind(usm::alloc a) {
  return a == usm::alloc::host     ? detail::usm_kind::host
         : a == usm::alloc::device ? detail::usm_kind::device
                                   : detail::usm_kind::shared;
}
// With the lock held. End if the pointer lies in no block.
blocks::iterator find(blocks &b, const void *pointer) {
  auto p = static_cast<const char *>(pointer);
  auto it = b.upper_bound(p);
  if (it == b.begin())
    return b.end();
  --it;
  return p < it->first + it->second.bytes ? it : b.end();
}
std::string address(const void *pointer) {
  char text[32];
  std::snprintf(text, sizeof(text), "%p", pointer);
  return text;
}

bool is_in(const block &b, const context &c) {
  const auto &devices = c.impl()->devices;
  return std::find_if(devices.begin(), devices.end(), [&](const device &d) { return d.impl() == b.device; }) !=
         devices.end();
}
std::string belongs_elsewhere(const void *pointer, const block &b) {
  return address(pointer) + " was allocated for '" + b.device->properties().name + "', which is not in the context";
}

// Memory and what to give back for it. Drivers need not align to more than they always do.
std::pair<void *, void *> allocate_aligned(detail::device_impl &d, std::size_t bytes, std::size_t alignment,
                                           detail::usm_kind kind) {
  void *p = d.driver->allocate(bytes, alignment, kind);
  auto misaligned = [&] { return alignment != 0 ? reinterpret_cast<std::uintptr_t>(p) & (alignment - 1) : 0; };
  if (p && !misaligned())
    return {p, p};
  if (p)
    d.driver->deallocate(p, kind);
  else if (alignment == 0)
    return {nullptr, nullptr};
  std::size_t more = 0;
  p = __builtin_add_overflow(bytes, alignment, &more) ? nullptr : d.driver->allocate(more, 0, kind);
  if (!p)
    return {nullptr, nullptr};
  return {static_cast<char *>(p) + (misaligned() ? alignment - misaligned() : 0), p};
}

} // namespace

namespace detail {
std::optional<usm_block> usm_block_of(const void *pointer) {
  std::lock_guard<std::mutex> lock(detail::process_mutex(detail::process_lock::usm));
  auto it = find(all(), pointer);
  if (it == all().end())
    return std::nullopt;
  return usm_block{const_cast<char *>(it->first), it->second.bytes};
}

usm_extent usm_extent_of(const void *pointer) {
  // Allocations begin at even addresses.
  const auto b = usm_block_of(pointer);
  if (!b)
    return {reinterpret_cast<void *>(std::uintptr_t{1}), 0};
  return {b->begin + 1, static_cast<std::size_t>(b->begin + b->bytes - static_cast<const char *>(pointer))};
}

void check_usm(const context &c, const char *what, const void *pointer, std::size_t count, std::size_t size) {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes))
    throw_error(errc::invalid, std::string(what) + ": " + std::to_string(count) + " elements of " +
                                   std::to_string(size) + " bytes do not fit 64 bits");
  if (bytes == 0)
    return;
  if (!pointer)
    throw_error(errc::invalid, std::string(what) + ": " + std::to_string(bytes) + " bytes at a null pointer");
  std::lock_guard<std::mutex> lock(detail::process_mutex(detail::process_lock::usm));
  auto it = find(all(), pointer);
  if (it == all().end())
    return; // memory of the host, which may lie where a device's lay before it was freed
  const auto offset = static_cast<std::size_t>(static_cast<const char *>(pointer) - it->first);
  if (bytes > it->second.bytes - offset)
    throw_error(errc::invalid, std::string(what) + ": " + std::to_string(bytes) + " bytes from byte " +
                                   std::to_string(offset) + " of an allocation of " + std::to_string(it->second.bytes));
  // What the host reaches, any device does.
  if (it->second.kind == usm::alloc::device && !is_in(it->second, c))
    throw_error(errc::invalid, std::string(what) + ": " + belongs_elsewhere(pointer, it->second));
}

bool usm_is_reached(const void *pointer, const device_impl &d, const context &c) {
  std::lock_guard<std::mutex> lock(detail::process_mutex(detail::process_lock::usm));
  const auto it = find(all(), pointer);
  return it != all().end() &&
         (it->second.device == &d || (it->second.kind == usm::alloc::host && is_in(it->second, c)));
}

usm::alloc usm_kind_of(const void *pointer) {
  std::lock_guard<std::mutex> lock(detail::process_mutex(detail::process_lock::usm));
  auto it = find(all(), pointer);
  return it == all().end() ? usm::alloc::unknown : it->second.kind;
}
} // namespace detail

void *aligned_alloc(std::size_t alignment, std::size_t bytes, const device &d, const context &c, usm::alloc kind,
                    const property_list &) {
  const std::string &name = d.impl()->properties().name;
  if (kind == usm::alloc::unknown)
    detail::throw_error(errc::invalid, "aligned_alloc: usm::alloc::unknown is no kind of memory");
  const auto &devices = c.impl()->devices;
  if (std::find(devices.begin(), devices.end(), d) == devices.end())
    detail::throw_error(errc::invalid, "aligned_alloc: the device '" + name + "' is not in the context");
  constexpr const char *kinds[] = {"host", "device", "shared"};
  constexpr aspect needed[] = {aspect::usm_host_allocations, aspect::usm_device_allocations,
                               aspect::usm_shared_allocations};
  if (const auto k = static_cast<std::size_t>(to_kind(kind)); !d.has(needed[k]))
    detail::throw_error(errc::feature_not_supported,
                        "aligned_alloc: '" + name + "' lacks aspect::usm_" + kinds[k] + "_allocations");
  if (bytes == 0 || (alignment & (alignment - 1)))
    return nullptr;
  const auto [p, base] = allocate_aligned(*d.impl(), bytes, alignment, to_kind(kind));
  if (!p)
    return nullptr;
  std::lock_guard<std::mutex> lock(detail::process_mutex(detail::process_lock::usm));
  all()[static_cast<const char *>(p)] = {bytes, d.impl(), kind, base};
  return p;
}

void free(void *pointer, const context &c) {
  if (!pointer)
    return;
  detail::end_all_holding(); // as if the kernels had been launched when they were submitted
  block found;
  {
    std::lock_guard<std::mutex> lock(detail::process_mutex(detail::process_lock::usm));
    auto it = find(all(), pointer);
    if (it == all().end())
      detail::throw_error(errc::invalid,
                          "free: nothing is allocated at " + address(pointer) + ", or it is free already");
    if (it->first != pointer)
      detail::throw_error(errc::invalid, "free: " + address(pointer) + " is " +
                                             std::to_string(static_cast<const char *>(pointer) - it->first) +
                                             " bytes into an allocation, not its begin");
    if (!is_in(it->second, c))
      detail::throw_error(errc::invalid, "free: " + belongs_elsewhere(pointer, it->second));
    found = it->second;
    all().erase(it);
  }
  found.device->driver->deallocate(found.base, to_kind(found.kind));
}

usm::alloc get_pointer_type(const void *pointer, const context &c) {
  std::lock_guard<std::mutex> lock(detail::process_mutex(detail::process_lock::usm));
  auto it = find(all(), pointer);
  return it == all().end() || !is_in(it->second, c) ? usm::alloc::unknown : it->second.kind;
}

device get_pointer_device(const void *pointer, const context &c) {
  std::lock_guard<std::mutex> lock(detail::process_mutex(detail::process_lock::usm));
  auto it = find(all(), pointer);
  if (it == all().end())
    detail::throw_error(errc::invalid, "get_pointer_device: " + address(pointer) + " is no USM pointer");
  if (!is_in(it->second, c))
    detail::throw_error(errc::invalid, "get_pointer_device: " + belongs_elsewhere(pointer, it->second));
  return it->second.kind == usm::alloc::host ? c.get_devices().front() : device(it->second.device);
}

} // namespace sycl
