// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/device_globals.hpp"
#include "core/process/errors.hpp"
#include "syclfuse/device_globals.hpp"

#include <algorithm>
#include <mutex>
#include <vector>

namespace sycl::detail {
namespace {

struct variable {
  std::uint64_t key;
  void *object;
  std::size_t bytes;
  bool ambiguous = false;
  std::vector<char> initial = {}; // once it is used
  std::vector<std::pair<const device_impl *, void *>> copies = {};
};
// A program has few, and few devices.
struct variables {
  std::mutex mutex;
  std::vector<variable> list;
  template <class F> variable *find(F f) {
    const auto found = std::find_if(list.begin(), list.end(), f);
    return found == list.end() ? nullptr : &*found;
  }
};
variables &all() {
  static auto *v = new variables; // kernels run until the process ends
  return *v;
}

// With the lock held.
void *memory_of(variable &v, device_impl &device) {
  if (v.ambiguous)
    throw_error(errc::invalid, "device_global: two libraries of the program have a variable of one name");
  auto *object = static_cast<const char *>(v.object);
  if (v.initial.empty())
    v.initial.assign(object, object + v.bytes);
  if (device.host_memory)
    return v.object;
  for (const auto &[d, copy] : v.copies)
    if (d == &device)
      return copy;
  void *memory = device.driver->allocate(v.bytes, 0, usm_kind::device);
  if (!memory)
    throw_error(errc::memory_allocation, "device_global: the device has no memory for it");
  std::lock_guard lock(device.transfer_mutex);
  device.transfer_stream().copy(memory, v.initial.data(), v.bytes);
  device.transfer_stream().synchronize();
  v.copies.push_back({&device, memory});
  return memory;
}

} // namespace

void *device_global_memory(device_impl &device, std::uint64_t key) {
  std::lock_guard lock(all().mutex);
  variable *found = all().find([=](const variable &v) { return v.key == key; });
  if (!found)
    throw_error(errc::invalid, "device_global: a kernel uses a variable that no file compiled with the plugin defines");
  return memory_of(*found, device);
}

void *device_global_memory(device_impl &device, const void *object, std::size_t bytes, std::size_t offset,
                           std::size_t total) {
  if (offset > total || bytes > total - offset)
    throw_error(errc::invalid, "device_global: a copy beyond the end of the variable");
  auto *memory = static_cast<char *>(const_cast<void *>(object));
  std::lock_guard lock(all().mutex);
  if (variable *found = all().find([=](const variable &v) { return v.object == object; }))
    return static_cast<char *>(memory_of(*found, device)) + offset;
  if (!device.host_memory) // no kernel can use it, and there is nothing to copy
    throw_error(errc::invalid, "device_global: the variable was not compiled with the plugin");
  return memory + offset;
}

} // namespace sycl::detail

extern "C" SYCL_FUSE_API void sycl_fuse_note_device_global(void *object, std::uint64_t key, std::uint64_t bytes) {
  auto &all = sycl::detail::all();
  std::lock_guard lock(all.mutex);
  if (auto *known = all.find([=](const auto &v) { return v.key == key; }))
    known->ambiguous |= known->object != object;
  else
    all.list.push_back({key, object, bytes});
}
