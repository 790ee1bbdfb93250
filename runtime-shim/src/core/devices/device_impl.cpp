// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/devices/device_impl.hpp"
#include "core/devices/selector_filter.hpp"
#include "core/process/env.hpp"
#include "core/process/forks.hpp"
#include "core/process/log.hpp"

#include <cstdlib>
#include <unistd.h>

namespace sycl::detail {
namespace {

struct driver_entry {
  const char *name;
  backend kind;
  std::unique_ptr<driver> (*make)();
  const char *variable = nullptr; // of the environment, names the vendor's library
};
// Native first, so that it is found without asking the others.
const driver_entry drivers[] = {
    {"native_cpu", backend::ext_oneapi_native_cpu, make_native_driver},
#ifdef SYCL_FUSE_HAVE_CUDA
    {"cuda", backend::ext_oneapi_cuda, make_cuda_driver, "SYCL_FUSE_CUDA_LIBRARY"},
#endif
#ifdef SYCL_FUSE_HAVE_HIP
    {"hip", backend::ext_oneapi_hip, make_hip_driver, "SYCL_FUSE_HIP_LIBRARY"},
#endif
#ifdef SYCL_FUSE_HAVE_OPENCL
    {"opencl", backend::opencl, make_opencl_driver, "SYCL_FUSE_OPENCL_LIBRARY"},
#endif
};

void add_found(platforms &out, const driver_entry &entry, const std::string &what) {
  out.found.append(out.found.empty() ? "" : "; ").append(entry.name).append(": ").append(what);
}

// Programs are used where no GPU is. Who names a driver is told.
void warn_if_named(const driver_entry &entry, const std::string &unavailable) {
  if (const char *library = entry.variable && !unavailable.empty() ? ::secure_getenv(entry.variable) : nullptr)
    log(log_level::warn, std::string(entry.variable) + "=" + library + ": " + unavailable);
}

platform_impl &add_platform(platforms &out, const driver_entry &entry, const std::shared_ptr<driver> &found,
                            unsigned number) {
  auto p = std::make_unique<platform_impl>();
  p->driver = found;
  p->number = number;
  p->kind = entry.kind;
  out.list.push_back(std::move(p));
  return *out.list.back();
}

void add_devices(platforms &out, const driver_entry &entry, const selector_filter &filter) {
  const std::shared_ptr<driver> found = entry.make();
  warn_if_named(entry, found->unavailable());
  std::string names;
  unsigned index = 0;
  platform_impl *p = nullptr;
  for (driver_device *d : found->devices()) {
    names += (names.empty() ? "" : ", ") + d->properties().name;
    if (!p || p->number != d->properties().platform)
      p = &add_platform(out, entry, found, d->properties().platform);
    if (!filter.accepts(entry.name, d->properties().kind, index++))
      continue;
    auto impl = std::make_unique<device_impl>();
    impl->driver = d;
    impl->platform = p;
    impl->index = static_cast<unsigned>(out.devices.size());
    impl->host_memory = d->uses_host_memory();
    p->default_context->devices.emplace_back(impl.get());
    p->devices.push_back(impl.get());
    out.devices.push_back(std::move(impl));
  }
  add_found(out, entry, names.empty() ? found->unavailable() : names);
}

// By a program whose user has not named it. Loading the implementations of OpenCL takes a tenth of a second, for
// devices that most programs have no code for; HIP needs the driver of AMD's GPUs.
bool worth_asking(backend kind) {
  return kind != backend::opencl && (kind != backend::ext_oneapi_hip || ::access("/dev/kfd", F_OK) == 0);
}

platforms *load_platforms() {
  auto all = std::make_unique<platforms>();
  selector_filter filter(env().selector);
  for (const driver_entry &entry : drivers)
    if (!worth_asking(entry.kind) && !filter.names_backend(entry.name))
      add_found(*all, entry, "not asked, ONEAPI_DEVICE_SELECTOR does not name it");
    else if (filter.accepts_backend(entry.name))
      add_devices(*all, entry, filter);
    else
      add_found(*all, entry, "excluded by ONEAPI_DEVICE_SELECTOR");
  log(log_level::info, "devices: " + all->found);
  return all.release();
}

} // namespace

const platforms &all_platforms() {
  // Queues and buffers in static storage use devices until the very end.
  static std::atomic<const platforms *> made{nullptr};
  return made_once(made, process_lock::devices, load_platforms);
}

void device_impl::transfer(void *to, const void *from, std::size_t bytes) {
  std::lock_guard<std::mutex> lock(transfer_mutex_);
  if (!transfer_)
    transfer_ = driver->create_stream(false);
  transfer_->copy(to, from, bytes);
  transfer_->synchronize();
}

} // namespace sycl::detail
