// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/devices/device_impl.hpp"
#include "core/devices/selector_filter.hpp"
#include "core/process/env.hpp"
#include "core/process/forks.hpp"
#include "core/process/log.hpp"

namespace sycl::detail {
namespace {

struct driver_entry {
  const char *name;
  backend kind;
  std::unique_ptr<driver> (*make)();
};
// Native first, so that it is found without asking the others.
const driver_entry drivers[] = {
    {"native_cpu", backend::ext_oneapi_native_cpu, make_native_driver},
#ifdef SYCL_FUSE_HAVE_CUDA
    {"cuda", backend::ext_oneapi_cuda, make_cuda_driver},
#endif
#ifdef SYCL_FUSE_HAVE_OPENCL
    {"opencl", backend::opencl, make_opencl_driver},
#endif
};

void add_platform(platforms &out, const driver_entry &entry, const selector_filter &filter) {
  auto p = std::make_unique<platform_impl>();
  p->driver = entry.make();
  p->kind = entry.kind;
  std::string names;
  unsigned index = 0;
  for (driver_device *d : p->driver->devices()) {
    names += (names.empty() ? "" : ", ") + d->properties().name;
    if (!filter.accepts(entry.name, d->properties().gpu, index++))
      continue;
    auto impl = std::make_unique<device_impl>();
    impl->driver = d;
    impl->platform = p.get();
    impl->index = static_cast<unsigned>(out.devices.size());
    impl->host_memory = d->uses_host_memory();
    p->default_context->devices.emplace_back(impl.get());
    p->devices.push_back(impl.get());
    out.devices.push_back(std::move(impl));
  }
  out.found += std::string(out.found.empty() ? "" : "; ") + entry.name + ": " +
               (names.empty() ? p->driver->unavailable() : names);
  if (!p->devices.empty() || !p->driver->devices().empty())
    out.list.push_back(std::move(p));
}

platforms *load_platforms() {
  auto all = std::make_unique<platforms>();
  selector_filter filter(env().selector);
  for (const driver_entry &entry : drivers)
    if (entry.kind == backend::opencl && !filter.names_backend(entry.name))
      // Loading the implementations of OpenCL takes a tenth of a second, for devices that most programs have no code
      // for.
      all->found += std::string("; ") + entry.name + ": not asked, ONEAPI_DEVICE_SELECTOR does not name it";
    else if (filter.accepts_backend(entry.name))
      add_platform(*all, entry, filter);
    else
      all->found += std::string(all->found.empty() ? "" : "; ") + entry.name + ": excluded by ONEAPI_DEVICE_SELECTOR";
  log(log_level::info, "devices: " + all->found);
  return all.release();
}

} // namespace

const platforms &all_platforms() {
  // Queues and buffers in static storage use devices until the very end.
  static std::atomic<const platforms *> made{nullptr};
  return made_once(made, process_lock::devices, load_platforms);
}

driver_stream &device_impl::transfer_stream() {
  if (!transfer_)
    transfer_ = driver->create_stream(false);
  return *transfer_;
}

} // namespace sycl::detail
