// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fusion mode of a queue: collecting kernels, matching the region, running it.
#include "core/bundles/kernel_title.hpp"
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
#include "core/regions/segments.hpp"
#include "sycl/ext/codeplay/experimental/fusion_wrapper.hpp"

#include <algorithm>
#include <optional>

namespace sycl::detail {

using ext::codeplay::experimental::fusion_outcome;
using syclfuse::diag;

// With region_mutex_ held. Takes the command over, unless it gives the event of another region, which has to end first.
ref<event_impl> queue_impl::enter_region(command *c, event &result) {
  ref<event_impl> open;
  region_->commands.reserve(region_->commands.size() + 1);
  if (!c->requirements.empty() || !c->dependencies.empty())
    open = enter(*c, region_->event, region_->event.get(), region_->needs, nullptr);
  if (!open) {
    region_->commands.push_back(c);
    hold(region_->event.get());
    result = event(event_handle::adopt(region_->event.get()));
  }
  return open;
}

bool queue_impl::add_to_region(command *c, event &result) {
  while (true) {
    ref<event_impl> open;
    {
      std::lock_guard<light_mutex> lock(region_mutex_);
      if (!region_)
        return false;
      stop_repeating();
      open = enter_region(c, result);
      if (!open)
        return true;
    }
    // A kernel of another region: that one has to run first. Without our lock, since its queue may be waiting for us.
    const bool by_event = std::find_if(c->dependencies.begin(), c->dependencies.end(),
                                       [&](const auto &d) { return d.get() == open.get(); }) != c->dependencies.end();
    detail::abort_region_of(*open,
                            by_event ? "Aborting fusion because of event dependency from a different fusion" : nullptr);
  }
}

namespace {

// As users know it.
std::string words_of(const command &c) {
  if (c.kind != command_kind::kernel)
    return std::string("Not fusing '") + c.what + "' command group. Can only fuse device kernel command groups.";
  if (c.root_sync)
    return "Not fusing kernel with 'use_root_sync' property. Can only fuse non-cooperative device kernels.";
  return "Not fusing kernel that must not be fused.";
}

constexpr const char *synchronization =
    "Aborting fusion because synchronization with one of the kernels in the fusion list was requested";

} // namespace

void queue_impl::stand_beside_region(const command &c) {
  const bool other = c.kind != command_kind::kernel || c.root_sync;
  const diag reason = other ? diag::reason_not_a_kernel : diag::reason_kernel_apart_in_order;
  {
    std::lock_guard<light_mutex> lock(region_mutex_);
    if (!region_)
      return;
    if (env().warning_level >= 2)
      region_warning(*region_, words_of(c), reason);
    std::lock_guard<light_mutex> graph(graph_mutex());
    // Whatever it needs of the region's kernels by its buffers and events is seen when it enters these.
    if (commands_so_far() == 0 || !(in_order_ || c.kind == command_kind::barrier_all))
      return;
  }
  abort_region(nullptr, reason, synchronization);
}

void queue_impl::cancel_fusion() {
  end_holding(end_of_holding::command);
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
  if (region->kind == syclfuse::region_kind::automatic)
    return launch_held(std::move(region), end_of_holding::event);
  if (!words.empty())
    region_warning(*region, words, reason);
  finish_region(std::move(region), reason);
}

void queue_impl::abort_region(const event_impl *of) {
  if (in_fusion_mode() || holds())
    abort_region(of, diag::reason_aborted_by_synchronization, synchronization);
}

void queue_impl::abort_region_with(const event_impl &e, const char *words) {
  words ? abort_region(&e, diag::reason_aborted_by_synchronization, words) : abort_region(&e);
}

namespace {

// What the extension said of ND-ranges, as users know it; empty for other reasons, which it did not have.
std::string words_of_ranges(diag reason) {
  switch (reason) {
  case diag::reason_local_sizes_differ:
    return "Cannot fuse kernels with different local sizes";
  case diag::reason_offsets_differ:
    return "Cannot fuse kernels with different offsets";
  case diag::reason_inner_sizes_differ:
    return "Cannot fuse kernels when any of the fused kernels with a specific local size has different global sizes in "
           "dimensions [2, N) or different number of dimensions";
  default:
    return "";
  }
}

// Why a region that was to be fused is not: the extension's text where it had one, then ours.
void report_refusal(const region_segment &r, const choice &chosen) {
  const diag reason = chosen.reason;
  if (env().warning_level == 0)
    return;
  std::string text = words_of_ranges(reason);
  if (!text.empty())
    text = "Illegal ND-range combination\nDetailed information:\n\t" + text + "\n";
  if (r.location.file)
    text += std::string(r.location.file) + ":" + std::to_string(r.location.line) + ": ";
  text += syclfuse::info(reason).text;
  if (const auto kernels = kernels_that_meet(chosen, {r.commands.data(), r.commands.size()}))
    text += ": " + kernel_title(*r.commands[kernels->second]->kernel) + " after " +
            kernel_title(*r.commands[kernels->first]->kernel);
  user_error_block(text, syclfuse::code_string(reason));
}

} // namespace

event queue_impl::complete_no_region() {
  user_warning("complete_fusion: the queue is not in fusion mode");
  return region_event_ ? event(region_event_) : event();
}

void queue_impl::complete_anew(std::unique_ptr<fusion_region> region, region_promises p) {
  region->barriers = p.barriers;
  region->trusted = p.trusted || (!env().trust.patterns.empty() && env().trust.match(region_name(*region, nullptr)));
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
}

void queue_impl::choose_segments(fusion_region &region, diag reason, bool reported) {
  if (region.mode != fusion_mode::require && env().fuse.on)
    return choose_known(region, reason, reported);
  each_segment(region, [&](region_segment &segment) { choose_for(segment, reason, reported); });
  // All kernels of a graph are to be one; its copies and fills may stay apart.
  const bool has_copies = std::any_of(region.commands.begin(), region.commands.end(),
                                      [](const command *c) { return c->kind != command_kind::kernel; });
  if (env().fuse.on && region.kind == syclfuse::region_kind::graph && has_copies && !region.run_as.variant &&
      kernels_of(region) == region.commands.size() && split_at_known(region, *device_))
    each_segment(region, [&](region_segment &segment) { choose_for(segment, reason, reported); });
}

// Of a graph, which keeps its segments, anew when bundles have come: then there may be a kernel for all of it.
void queue_impl::choose_known(fusion_region &region, diag reason, bool reported) {
  const std::uint64_t generation = registry::instance().generation();
  const bool anew = region.cut_at != generation || region.kind != syclfuse::region_kind::graph;
  if (anew)
    join_known(region);
  region.cut_at = generation;
  each_segment(region, [&](region_segment &segment) {
    choose_for(segment, reason, reported);
    if (anew && !segment.run_as.variant && segment.known.number == 0 && segment.commands.size() > 2 &&
        split_at_known(segment, *device_))
      choose_for(segment, reason, reported);
  });
}

namespace {

// SYCL_FUSE_TIMES. Graphs are chosen for once and run often.
void take_turn(region_segment &segment) {
  choice &chosen = segment.run_as;
  segment.timed = env().times && counting() && !env().check && chosen.variant &&
                  chosen.variant == segment.remembered.chosen.variant && segment.kind != syclfuse::region_kind::graph &&
                  segment.mode != ext::codeplay::experimental::fusion_mode::require;
  const turn now = segment.timed ? turn_of(segment.remembered.chosen) : turn::none;
  segment.timed &= now != turn::none;
  segment.chosen_before &= !segment.timed; // the one before ran in the other way
  if (now == turn::unfused)
    chosen = {nullptr, diag::reason_disabled, {}, chosen.region};
}

} // namespace

// Of kernels that nobody has asked to be fused, only whole sequences count, and no word is lost on why they are not.
static bool is_held(const region_segment &s) { return s.kind == syclfuse::region_kind::automatic; }

// Whether somebody asks that it be fused. Of what nobody has written as a region, copies and fills alone are the
// driver's.
static bool is_asked_for(const region_segment &s) { return !is_held(s) || (s.wanted && has_kernel(s)); }

void queue_impl::choose_for(region_segment &segment, diag reason, bool reported) {
  choice &chosen = segment.run_as = {nullptr, reason == diag::reason_none ? segment.known.apart : reason};
  segment.timed = segment.chosen_before = false;
  segment.launch.launched = nullptr;
  if (segment.known.apart != diag::reason_none)
    return;
  if (reason == diag::reason_none) {
    chosen = decide(segment);
    if (!chosen.variant && chosen.reason != diag::reason_disabled && !reported && !is_held(segment))
      report_refusal(segment, chosen);
  }
  if (recording() && segment.known.number == 0 && is_asked_for(segment) &&
      (reason == diag::reason_none || reason == diag::reason_disabled))
    record_region(segment, chosen);
  take_turn(segment);
  if (!chosen.variant && chosen.reason != diag::reason_none && logs(log_level::info))
    log(log_level::info, "region runs unfused: " + std::string(syclfuse::info(chosen.reason).text) + " [" +
                             syclfuse::code_string(chosen.reason) + "]");
}

choice queue_impl::decide(region_segment &region) {
  choice chosen = match_region(region, *device_);
  // The manifest has the hints that the accessors of a buffer agree on.
  const bool hints = chosen.reason == diag::reason_unknown_region || chosen.reason == diag::reason_promotions_differ ||
                     chosen.reason == diag::reason_promoted_buffer_aliased;
  std::vector<taken_promotion> settled_before;
  if (hints)
    settled_before = settle_promotions(region);
  if (!settled_before.empty()) {
    // What is not promoted any more has the address that its other accessors have.
    place_reserved({region.commands.data(), region.commands.size()}, *device_, nullptr);
    if (const choice settled = match_region(region, *device_);
        settled.variant || chosen.reason != diag::reason_promoted_buffer_aliased)
      chosen = settled;
    else
      detail::give_back(settled_before); // a graph is chosen for again, with the same accessors
  }
  if (!env().fuse.off.patterns.empty() && env().fuse.off.match(region_name(region, chosen.region)))
    return {nullptr, diag::reason_disabled, {}, chosen.region};
  // What came may be right for other launches only, and then be asked for once more (jit.cpp: may_be_cut). Of an
  // automatic region a program that does not say so starts no compiler.
  const bool asks = is_asked_for(region) && (!is_held(region) || env().automatic >= automatic_fusion::on);
  const int times = asks ? 2 : 0;
  for (int asked = 0; asked != times && !chosen.variant && fuse_at_run_time(region, *device_, chosen.reason); ++asked)
    chosen = match_region(region, *device_);
  if (env().warning_level >= 1)
    warn_of_local_promotions(region);
  return chosen;
}

fusion_outcome outcome_of(const choice &chosen) {
  if (!chosen.variant)
    return fusion_outcome::unfused;
  if (chosen.variant->bundle->origin == bundle_origin::jit)
    return fusion_outcome::jit;
  return chosen.variant->record->kind == syclfuse::variant_kind::specialized ? fusion_outcome::aot
                                                                             : fusion_outcome::aot_generic;
}

namespace {

// How far from what the user wants.
int badness(const choice &chosen) {
  switch (outcome_of(chosen)) {
  case fusion_outcome::aot:
    return chosen.reason == diag::reason_none ? 0 : 1;
  case fusion_outcome::aot_generic:
    return 2;
  case fusion_outcome::jit:
    return 3;
  default:
    return 4;
  }
}

} // namespace

choice queue_impl::outcome_of_segments(fusion_region &region) {
  choice worst = region.run_as;
  each_segment(region, [&](region_segment &segment) {
    if (badness(segment.run_as) > badness(worst))
      worst = segment.run_as;
  });
  return worst;
}

void queue_impl::record_outcome(const choice &chosen) noexcept {
  last_fusion_.store({static_cast<int>(outcome_of(chosen)), static_cast<int>(chosen.reason)},
                     std::memory_order_relaxed);
}

namespace {

// Leaves it empty if the region cannot be run twice.
void begin_check(std::optional<fusion_check> &check, const region_segment &region, const region_node &node,
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

// Whether nothing has to be done for memory that is only reserved: the same fused kernel ran before for the same
// buffers, and needed none of it. Those that it needed are no longer only reserved.
bool knows_placement(const region_segment &segment) {
  return segment.repeats && segment.chosen_before && segment.run_as.variant && !env().check;
}

} // namespace

void queue_impl::run_region(fusion_region &region, std::shared_ptr<driver_event> &recorded) {
  event_impl &e = *region.event;
  user_mutexes held;
  each_segment(region, [&](region_segment &segment) { held.add(segment.commands.data(), segment.commands.size()); });
  held.lock();
  await_enqueued(region.needs);
  enqueue(region.event, recorded, [&] {
    select_for(region);
    // Behind start(): also where there is no memory, the event comes after all that the region waits for.
    each_segment(region, [&](region_segment &segment) {
      if (!knows_placement(segment))
        place_reserved({segment.commands.data(), segment.commands.size()}, *device_,
                       env().check ? nullptr : segment.run_as.variant);
    });
    e.start_ns = profiling_ ? now_ns() : 0;
    each_segment(region, [&](region_segment &segment) { run_segment(segment); });
    e.end_ns = profiling_ ? now_ns() : 0;
  });
  if (!is_held(region))
    record_outcome(outcome_of_segments(region));
  count_segments(region);
}

void queue_impl::count_segments(fusion_region &region) {
  if (counting())
    each_segment(region, [&](region_segment &segment) {
      const choice &as = segment.timed ? segment.remembered.chosen : segment.run_as;
      if (!as.variant && is_held(segment) && env().automatic == automatic_fusion::stress)
        return; // left to chance, it tells nothing
      count_region(region_name(segment, as.region), segment.location.file, segment.location.line,
                   static_cast<int>(outcome_of(as)), is_held(segment), as.reason, now_ns() - region.completed_ns);
    });
}

void queue_impl::run_segment(region_segment &segment) {
  choice &chosen = segment.run_as;
  const command_span commands{segment.commands.data(), segment.commands.size()};
  std::optional<fusion_check> check;
  if (chosen.variant && env().check)
    begin_check(check, segment, *chosen.region, *device_, streams_.current());
  const std::uint64_t begun = segment.timed ? (streams_.current().synchronize(), now_ns()) : 0;
  const turn as = chosen.variant ? turn::fused : turn::unfused;
  const bool again = segment.launch.launched;
  const bool fused = chosen.variant && launch_fused(segment, chosen);
  if (!fused && chosen.variant) {
    segment.timed = false;
    place_reserved(commands, *device_, nullptr);
    chosen = {nullptr, diag::reason_resources_exceeded, {}, chosen.region};
  }
  if (check && fused)
    check->keep_and_restore();
  if (!fused || check)
    for (command *c : segment.commands)
      launch_alone(*c);
  if (segment.timed) {
    streams_.current().synchronize();
    add_time(segment.remembered.chosen, as, now_ns() - begun);
  }
  if (check && fused)
    check->compare(*chosen.region, [this](command &c) { launch_alone(c); });
  if (fused && !knows_placement(segment))
    forget_promoted(commands); // before anybody can have waited
  if (!segment.commands.empty())
    launch_followers(segment, again && fused);
}

void queue_impl::release_commands(region_segment &segment) noexcept {
  for (command *c : segment.commands)
    release(c);
  segment.commands.clear();
}

} // namespace sycl::detail
