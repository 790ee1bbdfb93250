// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state behind sycl::queue: the streams of its device, a pool of commands, and the fusion region if one is open.
#pragma once

#include "core/automatic/hold_timer.hpp"
#include "core/automatic/sequence_finder.hpp"
#include "core/devices/device_impl.hpp"
#include "core/feedback/statistics.hpp"
#include "core/memory/buffer_impl.hpp"
#include "core/memory/placeholders.hpp"
#include "core/process/env.hpp"
#include "core/queue/command_recorder.hpp"
#include "core/queue/deferred_list.hpp"
#include "core/queue/executable_graph.hpp"
#include "core/queue/streams.hpp"
#include "core/regions/fusion_region.hpp"
#include "core/regions/kept_commands.hpp"
#include "sycl/ext/codeplay/experimental/fusion_wrapper.hpp"
#include "sycl/queue.hpp"
#include "syclfuse/diagnostic.hpp"

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace sycl::detail {

// Gives a command back to its queue unless it was handed on.
class command_holder {
public:
  explicit command_holder(command *c) : command_(c) {}
  ~command_holder() {
    if (command_)
      release_command(command_);
  }
  command_holder(const command_holder &) = delete;
  command &operator*() const { return *command_; }
  command *operator->() const { return command_; }
  command *take() { return std::exchange(command_, nullptr); }

private:
  command *command_;
};

class queue_impl final : public event_owner, public kernel_holder, public std::enable_shared_from_this<queue_impl> {
public:
  queue_impl(const device &, const context *, async_handler, const property_list &);
  // Runs an open region, waits for the stream.
  ~queue_impl() override;

  // For a queue that shared pointers own, before it is used.
  void set_self() { self_ = weak_from_this(); }
  device_impl &dev() const { return *device_; }
  const sycl::context &ctx() const { return context_; }
  const property_list &properties() const { return properties_; }
  bool in_order() const { return in_order_; }
  const async_handler &handler() const { return handler_; }

  command *acquire();
  // For a command group: in a region that may be the one before again, the command that it had then.
  command *acquire_again();
  // Such a command is an ordinary one from now on, with the requirements that it has asked for.
  static void make_ordinary(command &) noexcept;
  // Takes it over, if it is what it was before and so is the region so far. Gives the event of the region, held; null:
  // it is an ordinary command, and still the caller's.
  event_impl *add_again(command &c) noexcept {
    if (is_as_before(c) && !(c.other_closure && any_placeholders.load(std::memory_order_relaxed))) {
      // If the region is still the one that the command was handed out for, then so is its event.
      event_impl *region = late_event_.load(std::memory_order_relaxed);
      std::uint64_t late = std::exchange(c.again, 0);
      if (late_.compare_exchange_strong(late, late + 1, std::memory_order_acq_rel, std::memory_order_relaxed))
        return region;
    }
    make_ordinary(c);
    return nullptr;
  }
  void release(command *) noexcept;
  // Memory for a command, of which nobody needs the contents afterwards: kept for later commands.
  std::shared_ptr<buffer_impl> scratch(std::size_t bytes);
  // Takes the command over.
  event submit(command *);
  // Executes the graph as a command without dependencies of its own, if its last execution was in this queue and
  // nothing has come in between that the graph has to wait for: the event of that execution, which nobody holds, is
  // then that of this one. False: nothing has happened.
  bool execute_again(const executable_graph &, ref<event_impl> &result);
  // For everything submitted before, deferred commands included. Throws the first error of a deferred command unless
  // there is a handler.
  void wait();
  // Gives the errors that were kept to the handler of the queue or its context; throws the first one if there is
  // neither.
  void throw_asynchronous() override;
  driver_stream &first_stream() const { return streams_.first(); }

  // Recording: what is submitted goes to the recorder. False if there is one already, or the queue is in fusion mode.
  bool start_recording(const std::shared_ptr<command_recorder> &);
  void end_recording();
  // Null if there is none, or none any more.
  std::shared_ptr<command_recorder> recorder() const;
  bool records() const noexcept { return records_.load(std::memory_order_acquire); } // or did
  // The recorder of a command that is submitted now: of the queue, or of what the command depends on.
  std::shared_ptr<command_recorder> recorder_for(const command &c) {
    return records() || !c.dependencies.empty() ? find_recorder(c) : nullptr;
  }
  // Completes a kernel and checks it against the device.
  void prepare(command &);
  // The variant that a region is to run with, as for a completed region of fusion mode. `reported`: the user knows
  // already why it cannot be fused.
  void choose_segments(fusion_region &, syclfuse::diag reason, bool reported = false);
  // Chooses what a sequence runs and has the driver prepare it. `before`: an earlier form of it, or null; what that has
  // prepared may become part of the new one. Whatever fails is left to the executions. Then calls `then`, if there is
  // one, with the sequence's locks.
  void prepare_sequence(command_sequence &, command_sequence *before, const std::function<void()> &then = {});

  // Fusion mode.
  bool fusion_enabled() const { return fusion_; }
  bool in_fusion_mode() const noexcept { return collecting_.load(std::memory_order_acquire) == collecting::a_region; }
  using fusion_mode = ext::codeplay::experimental::fusion_mode;
  // Gives the event of the region; if the mode is off, one that has finished and only tells the region from others.
  void start_fusion(fusion_mode, const source_location &, ref<event_impl> *region = nullptr);
  // The region that was started is completed as if with property::trusted.
  void trust_region();
  void cancel_fusion();
  // If that is the open region, or the one that is not collected.
  void cancel_region(const event_impl &of);
  event complete_fusion(region_promises);
  // Cancels the open region if its event is `of` (null: whichever is open), with `words` as the
  // warning; null: none.
  void abort_region(const event_impl *of, syclfuse::diag reason, const std::string &words);
  void abort_region(const event_impl *of); // for synchronization
  void abort_region_with(const event_impl &, const char *words) override;
  void enter_late() override;

  // Automatic fusion (holding.cpp): kernels that a sequence may begin with are held, as the commands of a region that
  // nobody has asked for. Launches what is held; errors of that are asynchronous ones.
  void end_holding(end_of_holding);
  void end_holding(const event_impl &) override;
  void end_episode(std::uint64_t episode, bool if_idle) noexcept override;
  // Outcome and reason, as codes.
  std::pair<int, int> last_fusion() const noexcept {
    const fusion_result last = last_fusion_.load(std::memory_order_relaxed);
    return {last.outcome, last.reason};
  }

private:
  // Fixes the place of a command in the order of all commands: collects what it waits for, enters it into its buffers.
  // Gives the event of an open region that has to be cancelled first, in which case nothing has happened. `deferred` of
  // a command of an open region is null.
  ref<event_impl> enter(command &, const ref<event_impl> &event, const event_impl *own_region, prerequisites &,
                        std::shared_ptr<deferred_task> *deferred);
  // The same with graph_mutex() held, of commands that nobody enters late.
  ref<event_impl> enter_now(command &, const ref<event_impl> &event, const event_impl *own_region, prerequisites &,
                            std::shared_ptr<deferred_task> *deferred);
  // With graph_mutex() held: whether what is to be `event` has to be left to a thread of the runtime, as enter() and
  // close_region() decide when they register it. `everything`: it follows all that is deferred.
  std::shared_ptr<deferred_task> defer(const ref<event_impl> &event, prerequisites &, bool everything, bool always);
  // Adds what comes in order before a command: the fence of the queue, for in-order queues and fences also what is
  // deferred.
  void follow_queue(bool everything, prerequisites &);
  // Under graph_mutex(): what the device has by now comes before later commands without our help.
  void forget_started();
  ref<event_impl> make_event(event_impl::state);
  event run(command_holder &);
  std::shared_ptr<command_recorder> find_recorder(const command &);
  // `recorded`: what the command's event is then enqueued with, also if this throws: what it needs may be on its way to
  // the device already. Null: the command has finished, or has no event.
  void run_now(command &, const ref<event_impl> &, const prerequisites &, std::shared_ptr<driver_event> &recorded);
  // On a thread of the runtime, when what it follows has been enqueued. Takes the command over.
  void run_later(std::shared_ptr<deferred_task>, command *, const ref<event_impl> &);
  // Runs `f` with the lock of the streams held, which gives the current stream what `e` stands for.
  template <class F> void enqueue(const ref<event_impl> &e, std::shared_ptr<driver_event> &recorded, F f);
  void run_host_task(command &, const ref<event_impl> &event, const prerequisites &);
  // An event after all that the stream has.
  ref<event_impl> run_barrier();
  void keep_error(std::exception_ptr) noexcept;
  void report_errors() noexcept;
  bool handles_errors() const;
  bool add_to_region(command *, event &result);
  ref<event_impl> enter_region(command *, event &result);

  // For a region that has done the same as the previous one so far (repeats.cpp).
  void make_region_event(); // with region_mutex_ held
  bool begin_event_again(event_impl &, event_impl::state);
  // With graph_mutex() held, of the open region:
  bool can_be_late();
  void begin_late();
  std::uint64_t end_late();            // what late_ was
  std::size_t commands_so_far() const; // of the open region
  void stop_repeating();
  // True if the closed region comes to the very launch that the one before came to.
  bool can_run_again(const fusion_region &, region_promises) const;
  void run_again(std::unique_ptr<fusion_region>); // with region_mutex_ held
  // The same of kernels that were held: the sequence is complete, comes behind nothing that streams do not order, and
  // the one before was chosen for as it would be. The lock is that of region_mutex_.
  bool can_launch_now(const fusion_region &) const;
  void launch_now(std::unique_ptr<fusion_region>, std::unique_lock<light_mutex> &);
  // With the lock of the streams held: selects the one for the region.
  void select_for(const fusion_region &);
  void launch_again(fusion_region &);
  void end_after_failure(fusion_region &) noexcept;
  bool keep_commands(fusion_region &) noexcept;
  static void end_of_region(fusion_region &, const std::shared_ptr<driver_event> &recorded) noexcept;
  // A closed region. In the end, whatever happens, its event has ended and its commands are back in their place.
  struct ending_region {
    queue_impl &queue;
    std::unique_ptr<fusion_region> region; // null: it was handed on
    std::shared_ptr<driver_event> recorded;
    ~ending_region();
    fusion_region *operator->() const { return region.get(); }
    fusion_region &operator*() const { return *region; }
  };

  // Holds it, and launches what is complete by that; the event is that of all that is held. False: it is the caller's,
  // and nothing is held that comes before it.
  bool hold_kernel(command *, event &result);
  bool can_be_held(const command &) const;
  void end_run(end_of_holding); // and what comes next does not follow what was submitted before
  // With region_mutex_ held:
  // What is done with the next kernel: it is not held; it is held with those before; and with it they are complete.
  struct hold_step {
    enum { launch, hold, complete } what;
    automaton::place to = automaton::nothing;
  };
  hold_step step_of(std::uint64_t kernel);
  void begin_holding();
  void judge_holding(const fusion_region &); // which has been launched
  // Among what is submitted, where that is asked for. 0: what was submitted has to be launched here.
  void find_sequences(std::uint64_t kernel) {
    if (finds_sequences_)
      add_to_run(kernel);
  }
  void add_to_run(std::uint64_t kernel);
  std::unique_ptr<fusion_region> close_held_now();
  // Without it. Null if nothing is held, or not this.
  std::unique_ptr<fusion_region> close_held(const event_impl *of = nullptr, std::uint64_t episode = 0);
  void launch_held(std::unique_ptr<fusion_region>, end_of_holding) noexcept;
  bool is_idle();

  // Before a command that is no part of the open region and runs at once: ends the region if the order of the queue
  // puts the command behind its kernels.
  void stand_beside_region(const command &);

  // The states of a region, in region_states.cpp: docs/runtime.md has them. Takes the open region away, so that no
  // command enters it any more. Null if there is none (or another one than `of`).
  std::unique_ptr<fusion_region> close_region(const event_impl *of);
  // With region_mutex_ held. Of a region that repeats, one handle is the caller's. The queue stays in fusion mode, so
  // that other threads wait for region_mutex_, until the caller has locked the streams to launch the region or has
  // called begin_closing().
  std::unique_ptr<fusion_region> close_region_now(const event_impl *of);
  // Between the two, the closed region is a deferred command: wait() waits for it, and what comes behind it in order is
  // deferred, too. Other threads thus see the end of a region as one step, and none of them blocks in a submission.
  void begin_closing(fusion_region &);          // with region_mutex_ held
  void end_closing(event_impl &);               // of a region that has been enqueued
  bool end_of_off_region(const event_impl *of); // as close_region()
  event complete_no_region();                   // only warns
  void complete_anew(std::unique_ptr<fusion_region>, region_promises);
  // Runs a closed region and ends its event. `reason`: why unfused; none: try to fuse.
  void finish_region(std::unique_ptr<fusion_region>, syclfuse::diag reason);
  void choose_for(region_segment &segment, syclfuse::diag reason, bool reported);
  void choose_known(fusion_region &, syclfuse::diag reason, bool reported);
  choice decide(region_segment &segment);
  // The worst outcome of its segments.
  static choice outcome_of_segments(fusion_region &);
  void record_outcome(const choice &) noexcept;
  static void count_segments(fusion_region &); // for SYCL_FUSE_STATS
  // As run_now().
  void run_region(fusion_region &, std::shared_ptr<driver_event> &recorded);
  // With the lock of the streams held.
  void run_segment(region_segment &);
  void release_commands(region_segment &segment) noexcept;
  void give_back(std::unique_ptr<fusion_region>) noexcept;

  // As run_now(), for an executable graph.
  void run_sequence(command &, const ref<event_impl> &, const prerequisites &, std::shared_ptr<driver_event> &recorded);
  void run_with_host_tasks(const command &, const ref<event_impl> &, const prerequisites &,
                           std::shared_ptr<driver_event> &recorded);
  // Under the locks of the sequence:
  bool is_prepared(const command_sequence &) const;
  void make_ready(command_sequence &, command_sequence *before);
  void collect(command_sequence &, command_sequence *before);
  void collect_steps(const flat_sequence &, std::size_t begin, std::size_t end, bool in_a_row,
                     std::unique_ptr<driver_collector> &);
  bool can_be_collected(const sequence_step &, driver_collector &) const;
  template <class F> void with_steps(command_sequence &, std::size_t begin, std::size_t end, F f);
  // For an execution without a command: gives its event, null if nobody will ask for it.
  bool can_execute_again(const executable_graph &, const command_sequence &, ref<event_impl> &);
  void run_steps(const command_sequence &, std::size_t begin, std::size_t end);
  void run_task_of(const command &whole, command &task);
  void launch_steps(const flat_sequence &, std::size_t begin, std::size_t end);
  // Runs `f` as a command of its own and waits for it.
  template <class F> void enqueue_and_wait(F f);

  // Waits on the host until the stream can go on by itself. Before the lock of the stream is taken.
  void await_enqueued(const prerequisites &);
  // With the lock of the streams held.
  driver_commands &stream() const {
    return collector_ ? static_cast<driver_commands &>(*collector_) : streams_.current();
  }
  void start(const prerequisites &, const event_impl *own = nullptr); // as stream_set::select
  choice choose_alone(command &);
  void launch_kernel(command &);
  void launch_alone(command &); // of a region, without those that follow it
  void launch_chosen(const choice &, command &, kept_launch &);
  // `again`: as the segment's fused kernel was just now, with the same requests as before.
  void launch_followers(region_segment &segment, bool again);
  // False if it needs more of a work-group's resources than the device has, which its kernels one by one may not.
  bool launch_fused(region_segment &, const choice &);
  // The request points into its arguments, the commands and the choice.
  void make_request(const choice &, command_span, kept_launch &);
  void launch_host_loop(command &);
  void execute(command &);
  void copy(const command &);
  void fill(const command &);

  device_impl *device_;
  sycl::context context_;
  async_handler handler_;
  property_list properties_;
  bool in_order_, profiling_, fusion_;
  const automatic_fusion automatic_; // what may be held
  const bool finds_sequences_;
  const bool watched_; // a variable asks for what becomes of each region

  // The queue itself; to make it anew of weak_from_this() costs a lock each time.
  std::weak_ptr<event_owner> self_;

  light_mutex stream_mutex_;
  stream_set streams_;
  kept_launch launch_;                    // of the single kernel in progress
  driver_collector *collector_ = nullptr; // takes the commands in place of the stream

  alignas(64) std::atomic<command *> spare_commands_[8] = {}; // of the pool: those that need no lock
  std::mutex pool_mutex_;
  std::vector<command *> pool_;
  std::size_t commands_ = 0; // of this queue, in the pool or not
  std::vector<std::shared_ptr<buffer_impl>> scratch_;

  std::atomic<bool> records_{false}; // whether there may be a recorder
  mutable std::mutex recorder_mutex_;
  std::weak_ptr<command_recorder> recorder_;

  light_mutex region_mutex_;              // locked before stream_mutex_, and that before graph_mutex()
  std::atomic<bool> has_deferred_{false}; // whether there is one of the next two
  // Under graph_mutex(): deferred commands, and regions that are being closed, that the device does not have yet, and
  // the last barrier if it is one of them.
  deferred_list deferred_;
  ref<event_impl> fence_;

  std::atomic<bool> has_errors_{false};
  std::mutex errors_mutex_;
  std::vector<std::exception_ptr> errors_;

  // Changed under region_mutex_. no_region: between a start and the end of a region with fusion_mode::off; held:
  // kernels that nobody has asked to be fused.
  enum class collecting : unsigned { nothing, a_region, no_region, held };
  bool holds() const noexcept { return collecting_.load(std::memory_order_acquire) == collecting::held; }
  // Under region_mutex_: the place in the sequences that are looked for.
  struct {
    std::shared_ptr<const automaton> sequences;
    std::uint64_t version = 0; // of the sequences; 0: none yet
    bool watched = false;      // by the timer
    automaton::place at = automaton::nothing;
    sequence_finder finder; // where frequent sequences are looked for
    std::uint32_t chance = 1;
  } holding_;
  std::atomic<collecting> collecting_{collecting::nothing};
  std::unique_ptr<fusion_region> region_, spare_;
  kept_commands kept_commands_;
  std::uint64_t kept_ = 0;       // how often something was kept
  ref<event_impl> region_event_; // of the last region
  // If this is the late_owner: the number of the open region, and in the last byte how many commands it has; else 0.
  // Commands enter such a region one after the other without a lock, until a holder of graph_mutex() ends that.
  std::atomic<std::uint64_t> late_{0};
  static constexpr std::uint64_t index_mask = 0xff;
  std::atomic<event_impl *> late_event_{nullptr}; // which has handles for all commands that are still to come
  std::uint64_t late_number_ = 0;                 // of the last one
  bool trusted_from_start_ = false;               // the region that was started last
  ref<event_impl> off_region_;                    // as start_fusion() gave it
  struct fusion_result {
    int outcome, reason;
  };
  std::atomic<fusion_result> last_fusion_{fusion_result{0, 0}};
};

template <class F> void queue_impl::enqueue(const ref<event_impl> &e, std::shared_ptr<driver_event> &recorded, F f) {
  std::lock_guard<light_mutex> lock(stream_mutex_);
  try {
    f();
  } catch (...) {
    if (e)
      try {
        recorded = streams_.record(e);
      } catch (const std::exception &) { // the first failure is the one to report
      }
    throw;
  }
  if (e)
    recorded = streams_.record(e);
}

} // namespace sycl::detail
