// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state behind sycl::buffer: one copy of the data on the host, one on each device that does not use host memory, which of them
// are valid, and the commands that used it last.
#pragma once

#include "core/driver.hpp"
#include "core/event_impl.hpp"
#include "sycl/buffer.hpp"
#include "sycl/detail/command.hpp"

#include <atomic>
#include <mutex>
#include <vector>

namespace sycl::detail {

struct device_impl;

// A copy that has to happen before a command may start.
struct transfer {
  buffer_impl *buffer;
  device_impl *from; // null: the host
  void *destination; // null: the host
};

class buffer_impl {
public:
  buffer_impl(std::size_t bytes, const buffer_source &source);
  // Waits, cancels regions, writes back. Errors are reported to the log: a destructor does not throw.
  ~buffer_impl();
  buffer_impl(const buffer_impl &) = delete;

  std::size_t bytes() const { return bytes_; }
  // The memory that commands of a device use. Allocates it; throws errc::memory_allocation.
  void *memory(device_impl &, bool writes);
  // Of a device with memory of its own, with graph_mutex() held.
  void *memory_locked(device_impl &);
  // Addresses for accessors of a buffer that has no memory on `device` and holds nothing but what went to these addresses; they stay
  // until the buffer ends. Null if it holds something else, has memory, or `device` uses the host's.
  void *reserve(device_impl &device);
  void *reserved() const { return reserved_; }
  // The memory of a buffer that commands on `device` write, which they had only reserved before.
  void *place(device_impl &device);
  // If there is still no memory: what was written to the buffer is gone.
  void forget_unplaced();
  // Waits for what uses the buffer, makes the host copy valid, and holds back later commands until `hold` is complete.
  void *host_access(access_mode, bool no_init, ref<event_impl> *hold);

  // Under graph_mutex():
  // The first command that has to finish before one with this access, and is still in an open region. Null: none.
  event_impl *pending(bool writes, const event_impl *own_region) const;
  // Enters `e` as a user and appends what it has to wait for. `exclusive`: it changes some copy of the data.
  // `related`: set to a command that reads the buffer at the same time, if there is one.
  void enter(const ref<event_impl> &e, bool exclusive, std::vector<ref<event_impl>> &wait_for, ref<event_impl> &related);
  // Whether a command on `device` (null: the host, also for devices that use its memory) that reads finds no valid copy there.
  bool moves(const device_impl *device, bool reads) const;
  // Declares the access of a command on `device` and appends the copy it needs.
  void plan(device_impl *device, void *memory, bool reads, bool writes, std::vector<transfer> &transfers);

  // Whether no command uses it.
  bool idle() const;

  void set_final_data(write_back_function f);
  void set_write_back(bool on) { write_back_ = on; }
  // Of property use_mutex; null: none. Set before the buffer is used.
  void set_user_mutex(std::mutex *m) { user_mutex_ = m; }
  std::mutex *user_mutex() const { return user_mutex_; }
  // Device to host, blocking. The device copy must be idle and valid.
  void fetch(device_impl &from);
  void *host_memory(bool writes) { return host_memory(writes, nullptr); }

private:
  // `for_copies`: with which device it is exchanged first, if that is known.
  void *host_memory(bool writes, driver_device *for_copies);

  struct device_copy {
    device_impl *device;
    void *memory;
    bool valid;
  };
  const device_copy *find(const device_impl &) const;
  // The device to fetch the contents from; null: the host has them. Under graph_mutex().
  device_impl *holder() const;
  // Commands that write, and with `write` also those that read; cancels the regions they are in.
  void wait_for_users(bool write);
  // Under graph_mutex():
  // Whether a command uses it that a host accessor has to wait for.
  bool in_use(bool write) const;
  // Those that have finished, and those behind which another one comes in the same stream: buffers that are only ever read would
  // collect readers without end.
  void forget_readers();
  // Enters the host accessor that begins now; `fetched`: what has to be complete before others may rely on the host's copy, or null.
  ref<event_impl> hold_back(bool write, const ref<event_impl> &fetched);
  void write_back() noexcept;

  std::size_t bytes_;
  std::atomic<void *> host_{nullptr};
  const void *constant_ = nullptr; // the user's, until the buffer is written
  bool owned_ = false;
  driver_device *owned_from_ = nullptr; // whose host memory it is
  std::shared_ptr<const void> keep_;
  void *write_back_to_ = nullptr;
  bool write_back_ = true, dirty_ = false;
  bool has_final_ = false;
  write_back_function final_;
  std::mutex *user_mutex_ = nullptr;
  std::mutex mutex_;      // allocation
  std::mutex host_mutex_; // of several host accessors that are made at once, one brings the data. Before graph_mutex()

  // Under graph_mutex().
  // Addresses of a buffer whose contents, if the host does not have them, are or will be on this device.
  void *reserved_ = nullptr;
  device_impl *reserved_for_ = nullptr;
  bool initialised_, host_valid_ = true;
  std::vector<device_copy> copies_;
  ref<event_impl> writer_;
  std::vector<ref<event_impl>> readers_;
  std::size_t many_readers_ = 8; // time to look which of them can go
};

} // namespace sycl::detail
