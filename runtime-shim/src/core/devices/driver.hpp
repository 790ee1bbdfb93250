// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface of drivers. Each has a folder under drivers/ with the same file names; drivers/null is the one to copy.
// Functions throw sycl::exception on failure unless noted, with the driver's own text; nothing throws through a C
// interface.
#pragma once

#include "syclfuse/bundle.hpp"
#include "syclfuse/diagnostic.hpp"
#include "syclfuse/native_abi.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace sycl::detail {

enum class usm_kind : std::uint8_t { host, device, shared };

// Numbers as of info::device_type.
enum class device_kind : std::uint8_t { cpu, gpu, accelerator };

struct device_properties {
  std::string name, vendor, driver_version;
  device_kind kind = device_kind::cpu;
  unsigned platform = 0; // of the driver's platforms, which follow each other in its list of devices
  unsigned compute_units = 1;
  std::size_t max_work_group_size = 1, max_work_item_sizes[3] = {1, 1, 1}; // SYCL order
  std::uint64_t global_memory = 0, local_memory = 0;                       // bytes
  // x86-64 level, compute capability as 90, processor as 0x90a (variant_record), SPIR-V version as 12 (0: SPIR)
  unsigned arch = 0;
  // At least one: those that a kernel may require; the largest is that of kernels that require none. 1: a work-item is
  // a sub-group for itself.
  std::vector<std::size_t> sub_group_sizes{1};
  bool fp16 = false, fp64 = true, atomic64 = true, usm_device = true, usm_host = true, usm_shared = true;
};

// A kernel made ready on one device. Owned by the device's cache, valid as long as the device.
class driver_kernel {
public:
  virtual ~driver_kernel() = default;
  struct limits {
    std::size_t group_size = 0;       // work-items of a work-group; 0: those of the device
    std::uint64_t private_memory = 0; // bytes of a work-item beside registers; 0 where it is not known
  };
  virtual limits of_device() const { return {}; }
};

struct launch_request {
  const driver_kernel *kernel = nullptr;
  const syclfuse::bundle::variant_record *variant = nullptr;
  // args[i] points to the bytes of argument i of the variant; read before the call returns. A collector needs their
  // sizes too; null: they stay where they are.
  const void *const *args = nullptr;
  const std::uint32_t *arg_sizes = nullptr;
  std::uint32_t arg_count = 0;
  // SPIR-V order. local_size 0: plain range, the driver chooses the groups.
  syclfuse::launch_sizes range;
  std::uint32_t local_memory = 0; // bytes per work-group, in addition to the variant's own
  std::uint64_t footprint = 0;    // bytes of memory that the launch can touch; 0: not known
};

// Completion of what was in a stream when it was recorded, and perhaps of commands that came after it
// (driver_stream::record).
class driver_event {
public:
  virtual ~driver_event() = default;
  virtual void wait() = 0;
  virtual bool complete() = 0;
  // True only if complete() would be true, and that is known without asking the driver.
  virtual bool known_complete() const noexcept = 0;
  // From now on the event stands for no later command. Called before the stream's next command.
  virtual void mark() = 0;
  // Nanoseconds of the device's clock; 0 unless the stream was created with profiling.
  virtual std::uint64_t start_ns() const { return 0; }
  virtual std::uint64_t end_ns() const { return 0; }
};

// The driver's own objects, for host tasks. Null: it has none.
struct native_handles {
  void *queue = nullptr, *context = nullptr;
  int device = 0;
};

// Takes commands, to run or to collect them.
class driver_commands {
public:
  virtual ~driver_commands() = default;
  virtual void launch(const launch_request &request) = 0;
  // Host, device and USM memory on either side, which stay as they are until it has finished.
  virtual void copy(void *dst, const void *src, std::size_t bytes) = 0;
  virtual void fill(void *dst, const void *pattern, std::size_t pattern_size, std::size_t count) = 0;
  // Hints for shared USM that the device need not take: it is about to use the bytes; an advice of CUmem_advise, 0:
  // none any more. advise throws errc::invalid for what it does not know.
  virtual void prefetch(const void *, std::size_t) {}
  virtual void advise(const void *, std::size_t, int) {}
};

// Commands that were collected, with all that a launch needs. Not used by two threads at a time, and never running
// twice at a time. Its owner may end it while it runs.
class driver_replay {
public:
  virtual ~driver_replay() = default;
};

// A driver's prepared data for a launch that is repeated often.
class driver_launch {
public:
  virtual ~driver_launch() = default;
};

// Collects commands that run many times, in steps: the commands of a step come one after the other, behind those of the
// steps that it names; others may run side by side. Used by one thread.
class driver_collector : public driver_commands {
public:
  // True if copies and fills of this memory can be collected. prefetch and advise cannot.
  virtual bool reaches(const void *pointer) = 0;
  // Ends the last step. `after`: numbers of steps, which count from 0.
  virtual void begin_step(const std::vector<std::size_t> &after) = 0;
  // True if all steps would be faster one after the other, each behind the one before.
  virtual bool better_in_a_row() = 0;
  // `before` (or null) came of the same steps in an earlier form and will not run any more: it may become the new one.
  virtual std::unique_ptr<driver_replay> finish(std::unique_ptr<driver_replay> before) = 0;
};

// An in-order sequence of commands on one device. Used by one thread at a time (the queue's lock).
class driver_stream : public driver_commands {
public:
  // As launch(), of a request that stays what it is but for the bytes of its arguments. `prepared`: null the first
  // time; then what came of that, on a stream of the same device.
  virtual void launch_again(const launch_request &request, std::unique_ptr<driver_launch> & /*prepared*/) {
    launch(request);
  }
  // Runs all of it as one command. Of the same device.
  virtual void replay(driver_replay &) = 0;
  // Null: every command has finished when its call returns (native), so that there is nothing to wait for. Commands in
  // a row may be given the same event: telling them apart costs a call of the driver for each. So whoever waits for a
  // command may wait for small ones behind it too, unless the event is marked; never for one that counts (large, or
  // waiting for another stream). `idle`: an event that it gave before and nobody will ask for what came before any more
  // with `holders` of its references; without others it may be given again, now for what comes next. The result holds
  // until the next call.
  virtual const std::shared_ptr<driver_event> &record(const driver_event *idle = nullptr, long holders = 0) = 0;
  virtual void wait_for(driver_event &event) = 0; // later commands wait; the event may be another stream's
  virtual void synchronize() = 0;
  virtual native_handles native() const { return {}; }
};

class driver_device {
public:
  virtual ~driver_device() = default;
  virtual const device_properties &properties() const = 0;
  // The device's answer to a question of info::device (sycl/info.hpp) that its properties do not answer, in the form
  // of detail::number_of() and text_of() (sycl/device.hpp). False: what is usual (core/api/device_info.cpp).
  virtual bool answer(unsigned /*question*/, std::uint64_t & /*number*/) const { return false; }
  virtual bool answer(unsigned /*question*/, std::string & /*text*/) const { return false; }
  // Buffers live in host memory and need no copies.
  virtual bool uses_host_memory() const = 0;
  // True if this device can run the variant (target, architecture). Cheap, does not throw.
  virtual bool accepts(const syclfuse::bundle::variant_record &variant) const noexcept = 0;
  // Makes a variant of a bundle ready, once (thread-safe, cached by the address of the record). Null and a sentence in
  // `error` if the image is damaged or the driver refuses it. Throws errc::memory_allocation if memory ran out, which
  // is not remembered.
  virtual driver_kernel *load(const syclfuse::bundle::view &bundle, const syclfuse::bundle::variant_record &variant,
                              const sycl_fuse_registration &registration, std::string &error) = 0;
  // Makes a kernel that the host compiler made ready (kernel_info::host_loop). Null: the device cannot run host code.
  virtual driver_kernel *load_host(sycl_fuse_native_entry) { return nullptr; }
  virtual std::unique_ptr<driver_stream> create_stream(bool profiling) = 0;
  // Null: commands cannot be collected, each execution is made of its commands.
  virtual std::unique_ptr<driver_collector> create_collector() { return nullptr; }
  // Null if there is no memory. What is no usm_device memory is for buffers: an address in it is an argument of a
  // kernel, or a side of a copy or fill, and nowhere else. alignment 0: the device's default (at least 64 bytes).
  virtual void *allocate(std::size_t bytes, std::size_t alignment, usm_kind kind) = 0;
  virtual void deallocate(void *pointer, usm_kind kind) = 0;
  // Bytes of its memory that nobody has allocated at the moment; all of it where that is not known.
  virtual std::uint64_t free_memory() { return properties().global_memory; }
  // Host memory that this device copies to faster than to any other, for the runtime's own use; null: there is none, or
  // it does not pay. give_host_memory() takes the same number of bytes, when no copy uses the memory any more.
  virtual void *take_host_memory(std::size_t) { return nullptr; }
  virtual void give_host_memory(void *, std::size_t) {}
};

class driver {
public:
  virtual ~driver() = default;
  virtual const char *name() const = 0; // as in ONEAPI_DEVICE_SELECTOR: "native_cpu", "cuda"
  virtual const std::vector<driver_device *> &devices() const = 0;
  // A platform's answer to a question of info::platform. False: the answer is that of its first device.
  virtual bool answer(unsigned /*platform*/, unsigned /*question*/, std::string & /*text*/) const { return false; }
  // A sentence that says why there is no device; empty if there is one.
  virtual const std::string &unavailable() const = 0;
};

// Each driver's only entry point. Called once, when devices are first asked for.
std::unique_ptr<driver> make_native_driver();
std::unique_ptr<driver> make_cuda_driver();
std::unique_ptr<driver> make_opencl_driver(); // in a library of its own: driver_module.cpp
std::unique_ptr<driver> make_hip_driver();    // likewise

// Settings for a driver in a library of its own.
struct driver_options {
  std::string library;         // of the vendor, to open
  std::string cache_directory; // for what it builds (syclfuse/jit_cache.hpp); empty: it keeps nothing
  std::uint64_t cache_bytes = 0;
  void (*report)(syclfuse::diag, const std::vector<std::string> &arguments) = nullptr; // for the user; thread-safe
};

// Goes up with each change of this file: a driver in a library of its own must have been compiled with the same. Its
// entry point is sycl_fuse_make_driver(driver_interface, address of driver_options); null: they differ, or there is no
// memory.
inline constexpr unsigned driver_interface = 7;

} // namespace sycl::detail
