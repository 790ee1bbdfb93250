// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The devices of this process, in the order of drivers, filtered by ONEAPI_DEVICE_SELECTOR.
#pragma once

#include "core/devices/driver.hpp"
#include "sycl/context.hpp"

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace sycl::detail {

struct platform_impl;
struct context_impl;

struct device_impl {
  driver_device *driver = nullptr;
  const platform_impl *platform = nullptr;
  unsigned index = 0; // among all devices of the process
  bool host_memory = false;

  const device_properties &properties() const { return driver->properties(); }
  // A copy that belongs to no queue, and its end.
  void transfer(void *to, const void *from, std::size_t bytes);

private:
  std::mutex transfer_mutex_;
  std::unique_ptr<driver_stream> transfer_;
};

struct context_impl {
  std::vector<device> devices;
  async_handler handler;
};

struct platform_impl {
  std::shared_ptr<detail::driver> driver;
  unsigned number = 0; // of the driver's platforms
  backend kind = backend::ext_oneapi_native_cpu;
  std::vector<device_impl *> devices; // those that the selector accepts
  // The context of queues that are given none, with all devices.
  const std::shared_ptr<context_impl> default_context = std::make_shared<context_impl>();
};

struct platforms {
  std::vector<std::unique_ptr<platform_impl>> list;
  std::vector<std::unique_ptr<device_impl>> devices;
  // "native_cpu: AMD EPYC; cuda: libcuda.so.1 was not found": for messages.
  std::string found;
};

// Loads the drivers at the first call. Lives until the process ends.
const platforms &all_platforms();

} // namespace sycl::detail
