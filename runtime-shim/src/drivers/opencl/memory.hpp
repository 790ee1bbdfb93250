// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The common part of all forms of memory (memory_forms.hpp).
#pragma once

#include "api.hpp"

#include "core/devices/driver.hpp"

#include <atomic>
#include <map>
#include <mutex>
#include <shared_mutex>

namespace sycl::detail::opencl {

// Allocations begin at multiples of this unless the program asks for more; beyond it drivers need not go.
inline constexpr std::size_t default_alignment = 64, most_alignment = 128;

// The queue that takes a command, and where the event of the command goes.
struct command_slot {
  queue_handle queue;
  event_handle *event;
};

// The memory of one context and device. Thread-safe.
class memory {
public:
  virtual ~memory() = default; // before its context is released

  // Null if there is none.
  void *allocate(context_handle, std::size_t bytes, std::size_t alignment, usm_kind);
  // `finish` waits for all commands: none may use memory that is given back.
  template <class Finish> void deallocate(context_handle owner, void *pointer, const Finish &finish) {
    std::unique_lock lock(keeping_);
    if (is_given_back_at_once())
      finish();
    remove(owner, pointer);
  }
  // While somebody has it, nothing is given back: from allow_indirect() until the kernel is enqueued.
  std::shared_lock<std::shared_mutex> keep() { return std::shared_lock(keeping_); }
  // True if it lies in an allocation; other memory is the host's alone.
  bool knows(const void *pointer);

  virtual void set_argument(kernel_handle, number index, const void *pointer) = 0;
  // For an argument with pointers inside. Throws errc::kernel_argument if they could not be used.
  virtual void check_structure(const void * /*bytes*/, std::size_t /*size*/) {}
  // True if copy() is for these. Else both are the host's.
  virtual bool reaches(const void * /*to*/, const void * /*from*/) { return true; }
  // Either side may be memory of the host.
  virtual void copy(const command_slot &, void *to, const void *from, std::size_t bytes) = 0;
  // Memory that it knows; a pattern of 1, 2, 4 … 128 bytes, of which `to` is a multiple.
  virtual void fill(const command_slot &, void *to, const void *pattern, std::size_t size, std::size_t bytes) = 0;
  // Another number after each change of the allocations, never 0. An address may be another one's then.
  std::uint64_t changes() const { return changes_.load(std::memory_order_acquire); }
  // A kernel may find pointers in memory or in structures. `seen`: as of this kernel's last call, at first 0.
  virtual void allow_indirect(context_handle, kernel_handle, std::uint64_t &seen) = 0;

private:
  void remove(context_handle, void *pointer);

protected:
  explicit memory(std::shared_ptr<const api> functions) : api_(std::move(functions)) {}
  virtual void *take(context_handle, std::size_t bytes, std::size_t alignment, usm_kind) = 0;
  virtual void give(context_handle, void *pointer) = 0;
  // True if give() does not wait for commands that use it.
  virtual bool is_given_back_at_once() const { return false; }

  const std::shared_ptr<const api> api_;
  std::shared_mutex keeping_; // locked before mutex_
  std::mutex mutex_;
  std::map<std::uintptr_t, std::size_t> allocations_; // begin, bytes
  std::atomic<std::uint64_t> changes_{1};             // of allocations_, under mutex_
};

} // namespace sycl::detail::opencl
