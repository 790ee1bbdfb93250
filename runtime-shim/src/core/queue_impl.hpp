// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state behind sycl::queue: an in-order stream of its device, a pool of commands, and the fusion region if one is open.
#pragma once

#include "core/buffer_impl.hpp"
#include "core/device_impl.hpp"
#include "core/driver.hpp"
#include "core/event_impl.hpp"
#include "core/variants.hpp"
#include "syclfuse/fused_range.hpp"
#include "sycl/queue.hpp"
#include "syclfuse/diagnostic.hpp"

#include <memory>
#include <mutex>
#include <vector>

namespace sycl::detail {

// What the commands of one region, or one command alone, need before they may start.
struct prerequisites {
  std::vector<ref<event_impl>> events;
  std::vector<transfer> transfers;
  void clear() {
    events.clear();
    transfers.clear();
  }
};

struct fusion_region {
  std::vector<command *> commands;
  ref<event_impl> event;
  prerequisites needs;
  bool barriers = true;
  std::vector<syclfuse::submitted_range> ranges; // storage of different_ranges
};

class queue_impl : public std::enable_shared_from_this<queue_impl> {
public:
  queue_impl(const device &, const context *, async_handler, const property_list &);
  // Runs an open region, waits for the stream.
  ~queue_impl();

  device_impl &dev() const { return *device_; }
  const sycl::context &ctx() const { return context_; }
  const property_list &properties() const { return properties_; }
  bool in_order() const { return in_order_; }
  const async_handler &handler() const { return handler_; }

  command *acquire();
  void release(command *) noexcept;
  // Takes the command over.
  event submit(command *);
  void wait();

  // Fusion mode.
  bool fusion_enabled() const { return fusion_; }
  bool in_fusion_mode() noexcept;
  void start_fusion();
  void cancel_fusion();
  event complete_fusion(bool barriers);
  // Cancels the open region if its event is `of` (null: whichever is open), with the warnings of document 000.
  void abort_region(const event_impl *of, syclfuse::diag reason);
  std::pair<int, int> last_fusion() noexcept;

private:
  // Fixes the place of a command in the order of all commands: collects what it waits for, enters it into its buffers. Gives the event
  // of an open region that has to be cancelled first, in which case nothing has happened.
  ref<event_impl> enter(command &, const ref<event_impl> &event, const event_impl *own_region, prerequisites &);
  ref<event_impl> make_event(event_impl::state);
  event run(command &);
  bool add_to_region(command *, event &result);

  // Takes the open region away, so that no command enters it any more. Null if there is none (or another one than `of`).
  std::unique_ptr<fusion_region> close_region(const event_impl *of);
  // Runs a closed region and ends its event. `reason`: why unfused; none: try to fuse.
  void finish_region(std::unique_ptr<fusion_region>, syclfuse::diag reason);
  choice match(fusion_region &, std::string &name);
  choice choose_for(fusion_region &, const variant_list &);
  void give_back(std::unique_ptr<fusion_region>) noexcept;

  // Waits on the host until the stream can go on by itself. Before the lock of the stream is taken.
  void await_enqueued(const prerequisites &);
  // With the lock of the stream held.
  void start(const prerequisites &);
  void launch_kernel(command &);
  // False if it needs more of a work-group's resources than the device has, which its kernels one by one may not.
  bool launch_fused(fusion_region &, const choice &, const std::string &name);
  void launch(const choice &, command_span);
  void launch_host_loop(command &);
  void execute(command &);
  void copy(const command &);
  void fill(const command &);

  device_impl *device_;
  sycl::context context_;
  async_handler handler_;
  property_list properties_;
  bool in_order_, profiling_, fusion_;

  std::mutex stream_mutex_;
  std::unique_ptr<driver_stream> stream_;
  // Of the launch in progress.
  std::vector<const void *> arguments_;
  std::vector<std::uint64_t> local_offsets_;

  std::mutex pool_mutex_;
  std::vector<command *> pool_;

  std::mutex region_mutex_; // locked before graph_mutex(), never together with stream_mutex_
  std::unique_ptr<fusion_region> region_, spare_;
  ref<event_impl> region_event_; // of the last region
  int last_outcome_ = 0, last_reason_ = 0;
};

// Gives a command back to its queue unless it was handed on.
class command_holder {
public:
  explicit command_holder(command *c) : command_(c) {}
  ~command_holder() {
    if (command_)
      command_->queue->release(command_);
  }
  command_holder(const command_holder &) = delete;
  command &operator*() const { return *command_; }
  command *operator->() const { return command_; }
  command *take() { return std::exchange(command_, nullptr); }

private:
  command *command_;
};

} // namespace sycl::detail
