// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/device_impl.hpp"
#include "core/errors.hpp"
#include "sycl/usm.hpp"

#include <map>
#include <mutex>

namespace sycl {
namespace {

struct block {
  std::size_t bytes;
  detail::device_impl *device;
  usm::alloc kind;
};
struct blocks {
  std::mutex mutex;
  std::map<const char *, block> by_address;
};
blocks &all() {
  static auto *b = new blocks; // memory may be freed from destructors of static objects
  return *b;
}
detail::usm_kind to_kind(usm::alloc a) {
  return a == usm::alloc::host ? detail::usm_kind::host
                               : a == usm::alloc::device ? detail::usm_kind::device : detail::usm_kind::shared;
}
// With the lock held. End if the pointer lies in no block.
std::map<const char *, block>::iterator find(blocks &b, const void *pointer) {
  auto p = static_cast<const char *>(pointer);
  auto it = b.by_address.upper_bound(p);
  if (it == b.by_address.begin())
    return b.by_address.end();
  --it;
  return p < it->first + it->second.bytes ? it : b.by_address.end();
}

} // namespace

void *aligned_alloc(std::size_t alignment, std::size_t bytes, const device &d, const context &c, usm::alloc kind) {
  if (kind == usm::alloc::unknown)
    detail::throw_error(errc::invalid, "aligned_alloc: unknown is no kind of memory");
  if (alignment & (alignment - 1))
    return nullptr;
  if (kind == usm::alloc::shared && !d.impl()->properties().usm_shared)
    detail::throw_error(errc::feature_not_supported, d.impl()->properties().name + " has no shared USM");
  if (bytes == 0)
    return nullptr;
  void *p = d.impl()->driver->allocate(bytes, alignment, to_kind(kind));
  if (!p)
    return nullptr;
  std::lock_guard<std::mutex> lock(all().mutex);
  all().by_address[static_cast<const char *>(p)] = {bytes, d.impl(), kind};
  return p;
}

void free(void *pointer, const context &) {
  if (!pointer)
    return;
  block found;
  {
    std::lock_guard<std::mutex> lock(all().mutex);
    auto it = all().by_address.find(static_cast<const char *>(pointer));
    if (it == all().by_address.end())
      detail::throw_error(errc::invalid, "free: the pointer was not allocated by SYCL, or is free already");
    found = it->second;
    all().by_address.erase(it);
  }
  found.device->driver->deallocate(pointer, to_kind(found.kind));
}

usm::alloc get_pointer_type(const void *pointer, const context &) {
  std::lock_guard<std::mutex> lock(all().mutex);
  auto it = find(all(), pointer);
  return it == all().by_address.end() ? usm::alloc::unknown : it->second.kind;
}

device get_pointer_device(const void *pointer, const context &) {
  std::lock_guard<std::mutex> lock(all().mutex);
  auto it = find(all(), pointer);
  if (it == all().by_address.end())
    detail::throw_error(errc::invalid, "get_pointer_device: the pointer is not USM");
  return device(it->second.device);
}

} // namespace sycl
