// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state behind sycl::buffer: one copy of the data on the host, one on each device that does not use host memory,
// and its parts (buffer_part.hpp): which copies are valid, and the commands that used them last.
#pragma once

#include "core/devices/driver.hpp"
#include "core/events/event_impl.hpp"
#include "core/memory/buffer_part.hpp"
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
  void *destination; // of the first byte; null: the host
  byte_range bytes;
};

// One use of a buffer by a command.
struct buffer_access {
  device_impl *device; // null: the host, also for devices that use its memory
  bool reads, writes;
  byte_range bytes;
};

// Under graph_mutex(): how often commands or the host came to use a buffer, and with it got to know of events. As long
// as it stays, every buffer is as it was.
extern std::uint64_t uses_of_buffers;

class buffer_impl {
public:
  buffer_impl(std::size_t bytes, const buffer_source &source);
  // Waits, cancels regions, writes back. Errors are reported to the log: a destructor does not throw.
  ~buffer_impl();
  buffer_impl(const buffer_impl &) = delete;

  std::size_t bytes() const { return bytes_; }
  // The memory that commands of a device use. Allocates it; throws errc::memory_allocation.
  void *memory(device_impl &d, bool writes) {
    void *known = first_device_.load(std::memory_order_acquire) == &d ? first_memory_ : nullptr;
    return known ? known : find_memory(d, writes);
  }
  // For a device with memory of its own, with graph_mutex() held.
  void *memory_locked(device_impl &);
  // Addresses for accessors of a buffer that has no memory on `device` and holds nothing but what went to these
  // addresses; they stay until the buffer ends. Null if it holds something else, has memory, or `device` uses the
  // host's.
  void *reserve(device_impl &device);
  void *reserved() const { return reserved_; }
  // The memory of a buffer that commands on `device` write, which they had only reserved before.
  void *memory_for_reserved(device_impl &device);
  // If there is still no memory: what was written to the buffer is gone.
  void forget_unplaced();
  // Waits for what uses these bytes, makes the host copy of them valid, and holds back later commands until the events
  // of `hold` are complete. Gives the begin of the whole copy.
  void *host_access(byte_range, access_mode, bool no_init, host_hold *hold);

  // Under graph_mutex():
  // The first command that has to finish before one with this access, and is still in an open region. Null: none.
  event_impl *pending(const buffer_access &, const event_impl *own_region);
  // Enters `e` as a user, declares what it does, and appends what it has to wait for and the copies it needs. `memory`:
  // the buffer's on the device; made here if it is null and something has to be copied there. `related`: as for
  // buffer_part.
  void enter(const ref<event_impl> &e, const buffer_access &, void *&memory, std::vector<ref<event_impl>> &wait_for,
             ref<event_impl> &related, std::vector<transfer> &transfers);

  // Under graph_mutex(): how often its parts refer to the event.
  unsigned references_to(const event_impl &);

  // True if no command uses it.
  bool idle();

  void set_final_data(write_back_function f);
  void set_write_back(bool on) { write_back_ = on; }
  // True if its end brings data to the user's memory, if there is new data.
  bool writes_back() const { return write_back_ && (has_final_ ? final_ != nullptr : write_back_to_ != nullptr); }
  // The mutex of property use_mutex; null: none. Set before the buffer is used.
  void set_user_mutex(std::mutex *m) { user_mutex_ = m; }
  std::mutex *user_mutex() const { return user_mutex_; }
  byte_range all() const { return {0, bytes_}; }
  // Device to host, blocking. The bytes of the device's copy must be idle and valid.
  void fetch(device_impl &from, byte_range);
  void *host_memory(bool writes) {
    void *p = host_.load(std::memory_order_acquire);
    return p ? p : host_memory(writes, nullptr);
  }

private:
  void *find_memory(device_impl &, bool writes);
  // `for_copies`: with which device it is exchanged first, if that is known.
  void *host_memory(bool writes, driver_device *for_copies);

  struct device_copy {
    device_impl *device;
    void *memory;
  };
  static constexpr unsigned no_copy = ~0u;
  unsigned find(const device_impl &) const; // in copies_
  // Commands that write, and with `write` also those that read; cancels the regions they are in.
  void wait_for_users(byte_range, bool write);

  // Under graph_mutex():
  struct part_span {
    buffer_part *first, *last;
    buffer_part *begin() const { return first; }
    buffer_part *end() const { return last; }
  };
  part_span parts() {
    return parts_.empty() ? part_span{&whole_, &whole_ + 1} : part_span{parts_.data(), parts_.data() + parts_.size()};
  }
  // Returns the parts of a range; the last one ends where the range does. Valid until the next call.
  part_span parts_of(byte_range range) { return range.size() == bytes_ ? parts() : divide(range); }
  part_span divide(byte_range);
  // The part that begins at byte `at`; an existing one is divided if need be.
  std::size_t begin_part(std::size_t at);
  // Puts neighbours together between which nothing differs any more.
  void join_parts();
  // The device to fetch the contents from; null: the host has them.
  device_impl *holder(const buffer_part &) const;
  // True if a command on `device` (null: the host) that reads finds no valid copy there.
  bool moves(const buffer_part &part, const device_impl *device, bool reads) const {
    return reads && part.initialised && (device ? !on_device(part, *device) : !part.host_valid);
  }
  bool on_device(const buffer_part &, const device_impl &) const;
  bool in_use(byte_range, bool write);
  void add_transfer(std::vector<transfer> &, const buffer_part &, const device_impl *to, void *memory);

  void write_back() noexcept;

  std::size_t bytes_;
  std::atomic<void *> host_{nullptr};
  const void *constant_ = nullptr; // the user's, until the buffer is written
  bool owned_ = false;
  driver_device *owned_from_ = nullptr; // whose host memory it is
  std::shared_ptr<const void> keep_;
  void *write_back_to_ = nullptr;
  bool write_back_ = true;
  bool dirty_ = false; // under graph_mutex()
  bool has_final_ = false;
  write_back_function final_;
  std::mutex *user_mutex_ = nullptr;
  std::mutex mutex_;      // allocation
  std::mutex host_mutex_; // of several host accessors that are made at once, one brings the data. Before graph_mutex()

  // Under graph_mutex().
  // Addresses of a buffer whose contents, if the host does not have them, are or will be on this device.
  void *reserved_ = nullptr;
  device_impl *reserved_for_ = nullptr;
  std::vector<device_copy> copies_;
  // The device of the first copy, which stays, for readers without a lock.
  std::atomic<const device_impl *> first_device_{nullptr};
  void *first_memory_ = nullptr;
  buffer_part whole_;              // of a buffer that was never divided
  std::vector<buffer_part> parts_; // else
  std::size_t many_parts_ = 64;    // time to look which of them can be joined
};

} // namespace sycl::detail
