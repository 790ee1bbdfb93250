// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fusion mode of a queue: collecting kernels, matching the region, running it.
#include "core/feedback/fusion_check.hpp"
#include "core/feedback/recording.hpp"
#include "core/feedback/statistics.hpp"
#include "core/jit/jit.hpp"
#include "core/memory/placement.hpp"
#include "core/memory/user_mutexes.hpp"
#include "core/process/errors.hpp"
#include "core/process/log.hpp"
#include "core/queue/queue_impl.hpp"
#include "core/regions/matching.hpp"
#include "core/regions/promotions.hpp"
#include "sycl/ext/codeplay/experimental/fusion_wrapper.hpp"

#include <algorithm>
#include <optional>

namespace sycl::detail {

using ext::codeplay::experimental::fusion_outcome;
using syclfuse::diag;

ref<event_impl> queue_impl::start_fusion(fusion_mode mode, const source_place &place) {
  std::lock_guard<std::mutex> lock(region_mutex_);
  if (collecting_.load(std::memory_order_relaxed) != collecting::nothing)
    throw_error(errc::invalid, "start_fusion: the queue is in fusion mode already");
  if (mode == fusion_mode::off) {
    off_region_ = make_event(event_impl::state::complete);
    collecting_.store(collecting::no_region, std::memory_order_release);
    return off_region_;
  }
  region_ = spare_ ? std::move(spare_) : std::make_unique<fusion_region>();
  region_event_ = make_event(event_impl::state::pending);
  region_->event = region_event_;
  {
    std::lock_guard<std::mutex> graph(graph_mutex());
    ++open_regions;
  }
  region_->mode = mode;
  region_->place = place;
  collecting_.store(collecting::a_region, std::memory_order_release);
  return region_event_;
}

// Whether the region that ends was never collected.
bool queue_impl::end_of_off_region(const event_impl *of) {
  if (collecting_.load(std::memory_order_acquire) != collecting::no_region)
    return false;
  std::lock_guard<std::mutex> lock(region_mutex_);
  if (collecting_.load(std::memory_order_relaxed) != collecting::no_region || (of && off_region_.get() != of))
    return false;
  off_region_.reset();
  collecting_.store(collecting::nothing, std::memory_order_release);
  record_outcome({nullptr, diag::reason_disabled});
  return true;
}

bool queue_impl::add_to_region(command *c, event &result) {
  while (true) {
    ref<event_impl> open;
    {
      std::lock_guard<std::mutex> lock(region_mutex_);
      if (!region_)
        return false;
      region_->commands.reserve(region_->commands.size() + 1);
      open = enter(*c, region_->event, region_->event.get(), region_->needs, nullptr);
      if (!open) {
        region_->commands.push_back(c);
        result = event(region_->event);
        return true;
      }
    }
    // A kernel of another region: that one has to run first. Without our lock, since its queue may be waiting for us.
    const bool by_event = std::find_if(c->dependencies.begin(), c->dependencies.end(),
                                       [&](const auto &d) { return d.get() == open.get(); }) != c->dependencies.end();
    detail::abort_region_of(*open,
                            by_event ? "Aborting fusion because of event dependency from a different fusion" : nullptr);
  }
}

std::unique_ptr<fusion_region> queue_impl::close_region(const event_impl *of) {
  if (!in_fusion_mode())
    return nullptr;
  std::lock_guard<std::mutex> lock(region_mutex_);
  if (!region_ || (of && region_->event.get() != of))
    return nullptr;
  std::lock_guard<std::mutex> graph(graph_mutex());
  const std::size_t before = region_->needs.events.size();
  follow_queue(in_order_, region_->needs);
  region_->event->add_waits(region_->needs.events, before);
  region_->deferred = defer(region_->event, region_->needs, false);
  region_->event->set_registered();
  collecting_.store(collecting::nothing, std::memory_order_release);
  return std::move(region_);
}

void queue_impl::cancel_fusion() {
  if (end_of_off_region(nullptr))
    return;
  auto region = close_region(nullptr);
  if (!region)
    return user_warning("cancel_fusion: the queue is not in fusion mode");
  finish_region(std::move(region), diag::reason_cancelled);
}

void queue_impl::cancel_region(const event_impl &of) {
  if (end_of_off_region(&of))
    return;
  if (auto region = close_region(&of))
    finish_region(std::move(region), diag::reason_cancelled);
}

void queue_impl::abort_region(const event_impl *of, diag reason, const std::string &words) {
  auto region = close_region(of);
  if (!region)
    return;
  if (!words.empty())
    region_warning(*region, words, reason);
  finish_region(std::move(region), reason);
}

void queue_impl::abort_region(const event_impl *of) {
  if (in_fusion_mode())
    abort_region(of, diag::reason_aborted_by_synchronization,
                 "Aborting fusion because synchronization with one of the kernels in the fusion list was requested");
}

void queue_impl::abort_region_with(const event_impl &e, const char *words) {
  words ? abort_region(&e, diag::reason_aborted_by_synchronization, words) : abort_region(&e);
}

namespace {

// The words of the removed implementation, which users know.
std::string refusal_words(diag reason) {
  switch (reason) {
  case diag::reason_local_sizes_differ:
    return "Cannot fuse kernels with different local sizes";
  case diag::reason_offsets_differ:
    return "Cannot fuse kernels with different offsets";
  case diag::reason_inner_sizes_differ:
    return "Cannot fuse kernels when any of the fused kernels with a specific local size has different global sizes in "
           "dimensions [2, N) or different number of dimensions";
  case diag::reason_groups_not_uniform:
    return "Cannot fuse kernels whose fusion would yield non-uniform work-group sizes";
  default:
    return std::string(syclfuse::info(reason).text);
  }
}

// Why a region that was to be fused is not.
void report_refusal(const fusion_region &r, diag reason) {
  if (env().warning_level == 0)
    return;
  user_error_block(r.place.file
                       ? std::string(r.place.file) + ":" + std::to_string(r.place.line) + ": " + refusal_words(reason)
                       : refusal_words(reason),
                   syclfuse::code_string(reason));
}

} // namespace

event queue_impl::complete_fusion(bool barriers) {
  if (end_of_off_region(nullptr))
    return event(run_barrier());
  auto region = close_region(nullptr);
  if (!region) {
    std::lock_guard<std::mutex> lock(region_mutex_);
    user_warning("complete_fusion: the queue is not in fusion mode");
    return region_event_ ? event(region_event_) : event();
  }
  event result(region->event);
  region->barriers = barriers;
  const bool required = region->mode == fusion_mode::require;
  diag reason = !env().fuse.on ? diag::reason_disabled : diag::reason_none;
  if (region->commands.empty()) {
    region_warning(*region, "Fusion list is empty", diag::reason_empty_region);
    reason = diag::reason_empty_region;
  }
  finish_region(std::move(region), reason);
  if (const auto [outcome, why] = last_fusion(); required && outcome == static_cast<int>(fusion_outcome::unfused))
    throw_error(errc::runtime, "complete_fusion: the region requires fusion but ran kernel by kernel: " +
                                   std::string(syclfuse::info(static_cast<diag>(why)).text) + " [" +
                                   syclfuse::code_string(static_cast<diag>(why)) + "]");
  return result;
}

void queue_impl::finish_region(std::unique_ptr<fusion_region> region, diag reason) {
  region->completed_ns = counting() ? now_ns() : 0;
  // In its place again, whatever happens: the commands in the pool, the event ended.
  std::shared_ptr<driver_event> recorded;
  struct at_end {
    queue_impl &q;
    std::unique_ptr<fusion_region> &region;
    std::shared_ptr<driver_event> &recorded;
    ~at_end() {
      if (!region)
        return;
      region->event->set_enqueued(std::move(recorded));
      q.give_back(std::move(region));
    }
  } end{*this, region, recorded};
  choice chosen{nullptr, reason};
  if (reason == diag::reason_none) {
    chosen = decide(*region);
    if (!chosen.variant && chosen.reason != diag::reason_disabled)
      report_refusal(*region, chosen.reason);
  }
  if (recording() && (reason == diag::reason_none || reason == diag::reason_disabled))
    record_region(*region, chosen);
  record_outcome(chosen);
  if (!chosen.variant && chosen.reason != diag::reason_none && logs(log_level::info))
    log(log_level::info, "region runs unfused: " + std::string(syclfuse::info(chosen.reason).text) + " [" +
                             syclfuse::code_string(chosen.reason) + "]");
  if (!region->deferred) {
    return run_region(*region, chosen, recorded);
  }
  auto task = std::move(region->deferred);
  std::shared_ptr<fusion_region> kept(std::move(region));
  deferred_task::start(std::move(task), [self = shared_from_this(), kept, chosen]() mutable {
    std::shared_ptr<driver_event> recorded;
    try {
      self->run_region(*kept, chosen, recorded);
    } catch (...) {
      self->keep_error(std::current_exception());
    }
    for (command *c : kept->commands)
      self->release(c);
    self.reset(); // as in run_later()
    kept->event->set_enqueued(std::move(recorded));
  });
}

choice queue_impl::decide(fusion_region &region) {
  choice chosen = match_region(region, *device_);
  // The manifest has the hints that the accessors of a buffer agree on.
  const bool hints = chosen.reason == diag::reason_unknown_region || chosen.reason == diag::reason_promotions_differ ||
                     chosen.reason == diag::reason_promoted_buffer_aliased;
  if (hints && settle_promotions(region))
    if (const choice settled = match_region(region, *device_);
        settled.variant || chosen.reason != diag::reason_promoted_buffer_aliased)
      chosen = settled;
  if (!env().fuse.off.empty() && env().fuse.switches_off(region_name(region, chosen.region).c_str()))
    return {nullptr, diag::reason_disabled, {}, chosen.region};
  if (!chosen.variant && fuse_at_run_time(region, *device_, chosen.reason))
    chosen = match_region(region, *device_);
  if (env().warning_level >= 1)
    warn_of_local_promotions(region);
  return chosen;
}

namespace {

fusion_outcome outcome_of(const choice &chosen) {
  if (!chosen.variant)
    return fusion_outcome::unfused;
  if (chosen.variant->bundle->origin == bundle_origin::jit)
    return fusion_outcome::jit;
  return chosen.variant->record->kind == syclfuse::variant_kind::specialized ? fusion_outcome::aot
                                                                             : fusion_outcome::aot_generic;
}

} // namespace

void queue_impl::record_outcome(const choice &chosen) noexcept {
  last_fusion_.store({static_cast<int>(outcome_of(chosen)), static_cast<int>(chosen.reason)},
                     std::memory_order_relaxed);
}

namespace {

// Leaves it empty if the region cannot be run twice.
void begin_check(std::optional<fusion_check> &check, const fusion_region &region, const region_node &node,
                 device_impl &device, driver_stream &stream) {
  try {
    check.emplace(region, device, stream);
    if (!check->possible(node))
      check.reset();
  } catch (const std::bad_alloc &) {
    check.reset();
    log(diag::check_impossible, {std::string(node.name), "memory for a copy of what its kernels reach"});
  }
}

} // namespace

void queue_impl::run_region(fusion_region &region, const choice &chosen, std::shared_ptr<driver_event> &recorded) {
  event_impl &e = *region.event;
  const command_span commands{region.commands.data(), region.commands.size()};
  bool fused = chosen.variant;
  const user_mutexes held(commands.data, commands.count);
  std::optional<fusion_check> check;
  place_reserved(commands, *device_, env().check ? nullptr : chosen.variant);
  await_enqueued(region.needs);
  enqueue(region.event, recorded, [&] {
    start(region.needs);
    e.start_ns = profiling_ ? now_ns() : 0;
    if (fused && env().check)
      begin_check(check, region, *chosen.region, *device_, stream());
    fused = fused && launch_fused(region, chosen);
    if (!fused && chosen.variant)
      place_reserved(commands, *device_, nullptr);
    if (check && fused)
      check->keep_and_restore();
    if (!fused || check)
      for (command *c : region.commands)
        launch_kernel(*c);
    if (check && fused)
      check->compare(*chosen.region);
    e.end_ns = profiling_ ? now_ns() : 0;
    if (fused)
      forget_promoted(commands); // before anybody can have waited
  });
  const choice became = chosen.variant && !fused ? choice{nullptr, diag::reason_resources_exceeded} : chosen;
  if (became.variant != chosen.variant)
    record_outcome(became);
  if (counting())
    count_region(region_name(region, chosen.region), region.place.file, region.place.line,
                 static_cast<int>(outcome_of(became)), became.reason, now_ns() - region.completed_ns);
}

void queue_impl::give_back(std::unique_ptr<fusion_region> region) noexcept {
  for (command *c : region->commands)
    release(c);
  region->commands.clear();
  region->needs.clear();
  region->deferred.reset();
  region->event.reset();
  std::lock_guard<std::mutex> lock(region_mutex_);
  spare_ = std::move(region);
}

} // namespace sycl::detail
