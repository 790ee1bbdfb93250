// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/device_globals.hpp"
#include "core/process/errors.hpp"
#include "syclfuse/device_globals.hpp"

#include <mutex>
#include <utility>
#include <vector>

namespace sycl::detail {
namespace {

struct variable {
  std::uint64_t key;
  void *object;
  std::size_t bytes;
  unsigned notes;                 // one for each library that has the object
  std::vector<char> initial = {}; // once it is used
};
struct copy {
  const void *object; // null: of none any more
  device_impl *device;
  void *memory;
};
// A program has few, and few devices.
struct variables {
  std::mutex mutex;
  std::vector<variable> list;
  std::vector<copy> copies;
  template <class F> variable *find(F f) {
    for (variable &v : list)
      if (f(v))
        return &v;
    return nullptr;
  }
};
variables &all() {
  static auto *v = new variables; // kernels run until the process ends
  return *v;
}

// With the lock held. Not when a library is closed, since that may be the end of the process and of the drivers.
void give_back() {
  auto &copies = all().copies;
  for (std::size_t i = copies.size(); i-- > 0;)
    if (const copy c = copies[i]; !c.object) {
      copies[i] = copies.back();
      copies.pop_back();
      c.device->driver->deallocate(c.memory, usm_kind::device);
    }
}

// With the lock held.
void *copy_of(const variable &v, device_impl &device) {
  auto &copies = all().copies;
  for (const copy &c : copies)
    if (c.object == v.object && c.device == &device)
      return c.memory;
  give_back();
  void *memory = device.driver->allocate(v.bytes, 0, usm_kind::device);
  if (!memory)
    throw_error(errc::memory_allocation, "device_global: the device has no memory for it");
  copies.push_back({nullptr, &device, memory});
  device.transfer(memory, v.initial.data(), v.bytes);
  copies.back().object = v.object;
  return memory;
}

// With the lock held.
void *memory_of(variable &v, device_impl &device) {
  if (all().find([&](const variable &other) { return other.key == v.key && other.object != v.object; }))
    throw_error(errc::invalid, "device_global: two libraries of the program have a variable of one name");
  auto *object = static_cast<const char *>(v.object);
  if (v.initial.empty())
    v.initial.assign(object, object + v.bytes);
  return device.host_memory ? v.object : copy_of(v, device);
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

extern "C" {
SYCL_FUSE_API void sycl_fuse_note_device_global(void *object, std::uint64_t key, std::uint64_t bytes) {
  auto &all = sycl::detail::all();
  std::lock_guard lock(all.mutex);
  if (auto *known = all.find([=](const auto &v) { return v.key == key && v.object == object; }))
    ++known->notes;
  else
    all.list.push_back({key, object, bytes, 1});
}
SYCL_FUSE_API void sycl_fuse_forget_device_global(void *object, std::uint64_t key) {
  auto &all = sycl::detail::all();
  std::lock_guard lock(all.mutex);
  auto *known = all.find([=](const auto &v) { return v.key == key && v.object == object; });
  if (!known || --known->notes)
    return;
  for (auto &copy : all.copies)
    if (copy.object == object)
      copy.object = nullptr;
  std::swap(*known, all.list.back());
  all.list.pop_back();
}
}
