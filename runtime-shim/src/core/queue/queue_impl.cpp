// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/queue/queue_impl.hpp"
#include "core/bundles/kernel_title.hpp"
#include "core/bundles/ranges.hpp"
#include "core/bundles/registry.hpp"
#include "core/memory/memory_kernels.hpp"
#include "core/memory/placement.hpp"
#include "core/memory/user_mutexes.hpp"
#include "core/process/env.hpp"
#include "core/process/errors.hpp"
#include "core/process/log.hpp"
#include "sycl/detail/kernel_properties.hpp"

#include <algorithm>

namespace sycl::detail {

namespace {

bool watches_regions() {
  const environment &e = env();
  return !e.fuse.on || !e.fuse.off.patterns.empty() || e.check || e.times || e.stats.on || !e.record.text.empty() ||
         e.trace || e.warning_level != 0;
}

// In a queue of which programs look at the times, each kernel is to have its own.
automatic_fusion may_hold(const property_list &p) {
  const bool none = p.has(property_id::enable_profiling) || p.has(property_id::no_automatic_fusion) || !env().fuse.on;
  return none ? automatic_fusion::off : env().automatic;
}

} // namespace

queue_impl::queue_impl(const device &d, const context *c, async_handler h, const property_list &p)
    : device_(d.impl()), context_(c ? *c : context(d.impl()->platform->default_context)), handler_(std::move(h)),
      properties_(p), in_order_(p.has(property_id::in_order)), profiling_(p.has(property_id::enable_profiling)),
      fusion_(p.has(property_id::enable_fusion)), automatic_(may_hold(p)),
      finds_sequences_(automatic_ >= automatic_fusion::on ||
                       (automatic_ == automatic_fusion::built && !env().record.text.empty())),
      watched_(watches_regions()), streams_(*device_, in_order_, profiling_) {
  auto devices = context_.get_devices();
  if (std::find(devices.begin(), devices.end(), d) == devices.end())
    throw_error(errc::invalid, "queue: the device '" + device_->properties().name + "' is not in the context");
}

queue_impl::~queue_impl() {
  if (holding_.watched)
    unwatch(*this);
  try {
    end_holding(end_of_holding::program);
    abort_region(nullptr);
    std::lock_guard<light_mutex> lock(stream_mutex_);
    streams_.synchronize();
  } catch (const std::exception &e) {
    log(log_level::error, std::string("queue: ") + e.what());
  } catch (...) { // a kernel of the user
    log(log_level::error, "queue: an exception that is no std::exception");
  }
  report_errors();
  for (std::size_t i = 0; i != kept_commands::most; ++i)
    if (command *c = kept_commands_.put(i, nullptr))
      release(c);
  for (auto &spare : spare_commands_)
    if (command *c = spare.load(std::memory_order_acquire))
      pool_.push_back(c); // reserved by acquire()
  for (command *c : pool_) {
    ::operator delete(c->heap, std::align_val_t(std::max<std::size_t>(c->heap_align, 1)));
    delete c->needs;
    delete c;
  }
}

// What nobody asked for while there was time.
void queue_impl::report_errors() noexcept {
  try {
    throw_asynchronous();
  } catch (const std::exception &e) {
    log(log_level::error, std::string("queue: a command failed: ") + e.what());
  } catch (...) {
    log(log_level::error, "queue: a command failed with an exception that is no std::exception");
  }
}

command *queue_impl::acquire() {
  for (auto &spare : spare_commands_)
    if (spare.load(std::memory_order_relaxed))
      if (command *c = spare.exchange(nullptr, std::memory_order_acquire))
        return c;
  {
    std::lock_guard<std::mutex> lock(pool_mutex_);
    if (!pool_.empty()) {
      command *c = pool_.back();
      pool_.pop_back();
      return c;
    }
    if (pool_.capacity() == commands_) // so that release() never allocates
      pool_.reserve(2 * commands_ + 4);
    ++commands_;
  }
  auto c = std::make_unique<command>();
  c->needs = new prerequisites;
  c->queue = this;
  return c.release();
}

std::shared_ptr<buffer_impl> queue_impl::scratch(std::size_t bytes) {
  constexpr std::size_t most_kept = 16, most_waste = 4;
  std::lock_guard<std::mutex> lock(pool_mutex_);
  // Behind a running command of an in-order queue, the memory is free when its turn comes.
  auto free = [&](const std::shared_ptr<buffer_impl> &b) { return b.use_count() == 1 && (in_order_ || b->idle()); };
  for (const auto &b : scratch_)
    if (b->bytes() >= bytes && b->bytes() / most_waste <= std::max<std::size_t>(bytes, 4096) && free(b))
      return b;
  if (scratch_.size() >= most_kept)
    scratch_.erase(
        std::remove_if(scratch_.begin(), scratch_.end(), [](const auto &b) { return b.use_count() == 1 && b->idle(); }),
        scratch_.end());
  scratch_.push_back(std::make_shared<buffer_impl>(std::max<std::size_t>(bytes, 4096), buffer_source{}));
  return scratch_.back();
}

void queue_impl::release(command *c) noexcept {
  for (command *f : c->followers)
    release(f);
  c->followers.clear();
  c->scratch.clear();
  c->kind = command_kind::empty;
  c->kernel = nullptr;
  c->closure = nullptr;
  c->bytes = 0;
  c->local_memory = 0;
  c->again = 0;
  c->expected = c->expected_end = nullptr;
  c->placeholders = false;
  c->fusible = true;
  c->hierarchical = false;
  c->root_sync = false;
  c->has_mutex = false;
  c->kernel_form = false;
  c->has_more = false;
  c->not_in_graphs = nullptr;
  if (c->task)
    c->task = nullptr;
  c->requirements.clear();
  c->dependencies.clear();
  c->streams.clear();
  c->graph.reset();
  c->sequence.reset();
  c->dynamic_arguments.clear();
  c->pattern.clear();
  c->needs->clear();
  for (auto &spare : spare_commands_) {
    command *none = nullptr;
    if (!spare.load(std::memory_order_relaxed) &&
        spare.compare_exchange_strong(none, c, std::memory_order_acq_rel, std::memory_order_relaxed))
      return;
  }
  std::lock_guard<std::mutex> lock(pool_mutex_);
  pool_.push_back(c);
}

ref<event_impl> queue_impl::make_event(event_impl::state s) {
  auto e = ref<event_impl>::adopt(s == event_impl::state::pending ? new event_impl(s, self_) : new event_impl(s));
  e->of = device_->platform->kind;
  e->profiled = profiling_;
  if (profiling_)
    e->submit_ns = now_ns();
  return e;
}

namespace {

// The beginning of messages.
std::string kernel_says(const command &c) { return "kernel " + kernel_title(*c.kernel) + ": "; }

void check_nd_range(const command &c) {
  if (c.kernel->kind != syclfuse::range_kind::nd_range)
    return;
  for (int d = 0; d < 3; ++d)
    if (c.range.local_size[d] == 0 || c.range.global_size[d] % c.range.local_size[d] != 0)
      throw_error(errc::nd_range, kernel_says(c) + "the local size " + std::to_string(c.range.local_size[d]) +
                                      " does not divide the global size " + std::to_string(c.range.global_size[d]));
}

// The command group may have made some that its kernel does not have. Known of kernels that were built.
bool has_no_local_accessors(const command &c) {
  const kernel_node *node = registry::instance().find(*c.kernel);
  return node->known && node->local_accessors.empty();
}

void check_local_accessors(const command &c) {
  if (c.local_memory != 0 && c.kernel->kind != syclfuse::range_kind::nd_range &&
      !registry::instance().find(*c.kernel)->local_accessors.empty())
    throw_error(errc::kernel_argument,
                kernel_says(c) + "it has a local accessor, but no nd_range and so no work-groups");
}

// Work-items are counted in 64 bits everywhere. A product of sizes, each at least 1, that does not exceed the global
// one fits too.
void check_work_items(const command &c) {
  std::uint64_t items = 1;
  bool fits = true;
  for (std::uint64_t size : c.range.global_size)
    fits &= !__builtin_mul_overflow(items, size, &items);
  // A size of 0 makes the product small again.
  if (!fits && !empty(c.range))
    throw_error(errc::nd_range, kernel_says(c) + "the number of work-items does not fit 64 bits");
}

// Without work-items, the local size is ignored. One that is valid stays, as kernels that are
// fused have one local size.
void ignore_local_size(command &c, std::uint64_t most) {
  launch_range &r = c.range;
  std::uint64_t group = 1;
  bool valid = true;
  for (int d = 0; d < 3; ++d)
    valid &= r.local_size[d] != 0 && r.global_size[d] % r.local_size[d] == 0 &&
             !__builtin_mul_overflow(group, r.local_size[d], &group) && group <= most;
  if (!valid)
    std::fill(std::begin(r.local_size), std::end(r.local_size), 1);
}

// Completes the ND-range and checks it against the device.
void prepare_kernel(command &c, const device_impl &device) {
  if (c.kernel->attributes)
    check_attributes(c);
  if (c.kernel->kind == syclfuse::range_kind::nd_range && empty(c.range))
    ignore_local_size(c, device.properties().max_work_group_size);
  check_nd_range(c);
  check_local_accessors(c);
  check_work_items(c);
  std::uint64_t group = 1;
  for (int d = 0; d < 3; ++d) {
    std::uint64_t local = c.range.local_size[d];
    c.range.num_groups[d] = local == 0 ? c.range.global_size[d] : c.range.global_size[d] / local;
    if (__builtin_mul_overflow(group, std::max<std::uint64_t>(local, 1), &group))
      group = UINT64_MAX;
  }
  if (group > device.properties().max_work_group_size)
    throw_error(errc::nd_range, kernel_says(c) + "a work-group of " + std::to_string(group) +
                                    " work-items exceeds the device's " +
                                    std::to_string(device.properties().max_work_group_size));
  if (c.local_memory > device.properties().local_memory && has_no_local_accessors(c))
    c.local_memory = 0;
  if (c.local_memory > device.properties().local_memory)
    throw_error(errc::memory_allocation, kernel_says(c) + std::to_string(c.local_memory) +
                                             " bytes of local memory exceed the device's " +
                                             std::to_string(device.properties().local_memory));
}

} // namespace

void queue_impl::prepare(command &c) {
  if (c.kernel_form)
    c.kernel_form = may_be_fused(c, *device_, context_);
  if (!c.is_kernel())
    return;
  prepare_kernel(c, *device_);
  for (command *f : c.followers)
    prepare_kernel(*f, *device_);
  if (c.placeholders && !device_->host_memory)
    place_placeholders(c);
}

event queue_impl::submit(command *submitted) {
  command_holder c(submitted);
  check_placeholders(*c);
  prepare(*c);
  if (const auto to = recorder_for(*c))
    return to->record(*this, c);
  // Without a command the event comes after what the group depends on. Most have nothing, and leave a region as it is.
  if (c->kind == command_kind::empty && c->requirements.empty() && c->dependencies.empty() &&
      (in_fusion_mode() || !(in_order_ || profiling_)))
    return {};
  if (!c->dynamic_arguments.empty())
    throw_error(errc::invalid, "set_arg: a dynamic_parameter is an argument of nodes that are added to a graph only");
  if (dynamic_locals.load(std::memory_order_acquire) != 0)
    refuse_dynamic_local(*c);
  event result;
  if (fusion_ && in_fusion_mode()) {
    if (!c->is_kernel() || !c->fusible || c->root_sync) {
      stand_beside_region(*c);
    } else if (add_to_region(submitted, result)) {
      c.take();
      return result;
    }
  } else if (automatic_ != automatic_fusion::off && hold_kernel(submitted, result)) {
    c.take();
    return result;
  }
  return run(c);
}

event queue_impl::run(command_holder &c) {
  prerequisites &needs = *c->needs;
  // Without buffers, events and profiling nobody will ask for the command once it has run.
  const bool runs_here = c->kind != command_kind::host_task && (!c->sequence || !c->sequence->host_tasks);
  const bool anonymous = device_->host_memory && runs_here && c->requirements.empty() && c->dependencies.empty() &&
                         !profiling_ && !(c->graph && c->graph->has_last.load(std::memory_order_acquire)) &&
                         !has_deferred_.load(std::memory_order_acquire);
  ref<event_impl> e;
  if (!anonymous)
    e = make_event(event_impl::state::registered);
  if (e && c->sequence)
    e->profiled = profiling_ && c->sequence->profiled;
  std::shared_ptr<deferred_task> later;
  std::shared_ptr<driver_event> recorded;
  try {
    if (!anonymous)
      while (auto open = enter(*c, e, nullptr, needs, &later))
        detail::abort_region_of(*open);
    // Tasks come after what an in-order queue has been given; the stream does not order them. It has by now what was
    // deferred before and is not any more.
    if (!runs_here && in_order_ && !device_->host_memory)
      needs.events.push_back(run_barrier());
    if (later) {
      run_later(std::move(later), c.take(), e);
      return event(std::move(e));
    }
    run_now(*c, e, needs, recorded);
  } catch (...) {
    if (e)
      e->set_enqueued(std::move(recorded));
    throw;
  }
  if (e)
    e->set_enqueued(std::move(recorded));
  return e ? event(std::move(e)) : event();
}

void queue_impl::run_later(std::shared_ptr<deferred_task> task, command *c, const ref<event_impl> &e) {
  const bool blocks = c->kind == command_kind::host_task || c->kind == command_kind::graph || c->has_mutex;
  deferred_task::start(std::move(task), blocks, [self = shared_from_this(), c, e]() mutable {
    std::shared_ptr<driver_event> recorded;
    try {
      command_holder command(c);
      self->run_now(*command, e, *c->needs, recorded);
    } catch (...) {
      self->keep_error(std::current_exception());
    }
    // Last of all: whoever waits for the event may be the one that ends the queue, or the program.
    self.reset();
    e->set_enqueued(std::move(recorded));
  });
}

void queue_impl::run_now(command &c, const ref<event_impl> &e, const prerequisites &needs,
                         std::shared_ptr<driver_event> &recorded) {
  const user_mutexes held(c);
  if (c.kind == command_kind::host_task)
    return run_host_task(c, e, needs);
  if (c.kind == command_kind::graph)
    return run_sequence(c, e, needs, recorded);
  if (!device_->host_memory) {
    command *one = &c;
    place_reserved({&one, 1}, *device_, nullptr);
  }
  if (!needs.events.empty() || !needs.transfers.empty())
    await_enqueued(needs);
  enqueue(e, recorded, [&] {
    start(needs);
    if (profiling_)
      e->start_ns = now_ns();
    execute(c);
    if (profiling_)
      e->end_ns = now_ns();
  });
}

ref<event_impl> queue_impl::run_barrier() {
  auto e = make_event(event_impl::state::registered);
  std::lock_guard<light_mutex> lock(stream_mutex_);
  streams_.join();
  e->set_enqueued(streams_.record(e));
  return e;
}

void queue_impl::run_host_task(command &c, const ref<event_impl> &event, const prerequisites &needs) {
  for (const auto &e : needs.events)
    e->wait_complete();
  for (const transfer &t : needs.transfers)
    if (t.from)
      t.buffer->fetch(*t.from, t.bytes);
  event->start_ns = profiling_ ? now_ns() : 0;
  c.task(interop_handle(*this));
  event->end_ns = profiling_ ? now_ns() : 0;
}

void queue_impl::keep_error(std::exception_ptr error) noexcept {
  std::lock_guard<std::mutex> lock(errors_mutex_);
  errors_.push_back(std::move(error));
  has_errors_.store(true, std::memory_order_release);
}

void queue_impl::await_enqueued(const prerequisites &needs) {
  for (const auto &e : needs.events) {
    e->wait_enqueued();
    // Another kind of device: its events mean nothing to this one's stream.
    if (e->native() && e->of != device_->platform->kind)
      e->wait_complete();
  }
  for (const transfer &t : needs.transfers)
    if (t.from) {
      for (const auto &e : needs.events)
        e->wait_complete();
      t.buffer->fetch(*t.from, t.bytes);
    }
}

void queue_impl::start(const prerequisites &needs, const event_impl *own) {
  streams_.select(needs.events, needs.related.get(), own);
  for (const transfer &t : needs.transfers)
    if (t.destination)
      stream().copy(t.destination, static_cast<const char *>(t.buffer->host_memory(false)) + t.bytes.begin,
                    t.bytes.size());
}

void queue_impl::wait() {
  if (records() && recorder())
    throw_error(errc::invalid, "wait: the queue records to a graph, its commands do not run");
  if (in_fusion_mode())
    abort_region(nullptr);
  if (automatic_ != automatic_fusion::off)
    end_run(end_of_holding::wait);
  if (has_deferred_.load(std::memory_order_acquire)) {
    std::vector<ref<event_impl>> outstanding;
    {
      std::lock_guard<light_mutex> lock(graph_mutex());
      deferred_.append_to(outstanding);
    }
    for (const auto &e : outstanding)
      e->wait_complete();
    std::lock_guard<light_mutex> lock(graph_mutex());
    forget_started();
  }
  {
    std::lock_guard<light_mutex> lock(stream_mutex_);
    streams_.synchronize();
  }
  if (has_errors_.load(std::memory_order_acquire) && !handles_errors())
    throw_asynchronous();
}

bool queue_impl::handles_errors() const { return handler_ || context_.impl()->handler; }

void queue_impl::throw_asynchronous() {
  if (!has_errors_.load(std::memory_order_acquire))
    return;
  std::vector<std::exception_ptr> errors;
  {
    std::lock_guard<std::mutex> lock(errors_mutex_);
    has_errors_.store(false, std::memory_order_relaxed);
    errors.swap(errors_);
  }
  if (errors.empty())
    return;
  if (const async_handler &h = handler_ ? handler_ : context_.impl()->handler)
    return h(exception_list(std::move(errors)));
  std::rethrow_exception(errors.front());
}

} // namespace sycl::detail
