// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Automatic fusion: kernels that may be the beginning of a known sequence are held as a region of their own. It ends
// where the program could tell that they have not been launched, or by the timer, and is then launched as far as there
// are fused kernels for it (docs/automatic.md).
#include "core/automatic/known_sequences.hpp"
#include "core/queue/queue_impl.hpp"

#include <algorithm>
#include <utility>

namespace sycl::detail {

using syclfuse::diag;

// A kernel with a hint for its memory asks for a region. One with a stream has output that waits for it, one with
// reductions is several; both come with what has_more and followers say.
bool queue_impl::can_be_held(const command &c) const {
  if (!c.is_kernel() || !c.fusible || c.root_sync || c.has_mutex || c.placeholders || !c.followers.empty() ||
      has_deferred_.load(std::memory_order_acquire))
    return false;
  if (c.has_more && c.dependencies.empty())
    return false;
  return std::all_of(c.requirements.begin(), c.requirements.end(),
                     [](const requirement &r) { return r.promote == syclfuse::promotion::none; }) &&
         std::all_of(c.dependencies.begin(), c.dependencies.end(), [&](const ref<event_impl> &d) {
           return d->known_complete() || (d->pending() && d->owner().get() == this);
         });
}

bool queue_impl::hold_kernel(command *c, event &result) {
  // Programs without sequences pay for no more than this.
  if (no_sequences() && !finds_sequences_ && !holds())
    return false;
  if (!can_be_held(*c)) {
    end_run(end_of_holding::command);
    return false;
  }
  const std::uint64_t kernel = c->kernel->symbol_hash;
  bool counted = false;
  while (true) {
    std::unique_ptr<fusion_region> closed;
    ref<event_impl> open;
    bool held = false;
    {
      std::unique_lock<light_mutex> lock(region_mutex_);
      const bool beside = !holds();
      if (beside && collecting_.load(std::memory_order_relaxed) != collecting::nothing)
        return false;
      if (!std::exchange(counted, true))
        find_sequences(kernel);
      const hold_step step = step_of(kernel);
      if (step.what == hold_step::launch && beside)
        return false;
      if (step.what != hold_step::launch) {
        if (beside)
          begin_holding();
        open = enter_region(c, result);
        held = !open;
        if (held)
          holding_.at = step.to;
      }
      if (step.what == hold_step::launch || (held && step.what == hold_step::complete)) {
        closed = close_region_now(nullptr);
        if (held && can_launch_now(*closed)) {
          launch_now(std::move(closed), lock);
          return true;
        }
        begin_closing(*closed);
      }
    }
    if (closed)
      launch_held(std::move(closed), held ? end_of_holding::complete : end_of_holding::kernel);
    if (held)
      return true;
    if (open)
      abort_region_of(*open);
  }
}

queue_impl::hold_step queue_impl::step_of(std::uint64_t kernel) {
  const bool begins = !holds();
  if (begins && holding_.version != version_of_sequences()) {
    holding_.version = version_of_sequences();
    holding_.sequences = current_sequences();
  }
  const automaton &all = *holding_.sequences;
  if (automatic_ == automatic_fusion::stress) {
    holding_.chance = holding_.chance * 1664525 + 1013904223;
    return {holding_.chance >> 29 == 0 ? hold_step::complete : hold_step::hold};
  }
  const automaton::place to = begins ? all.begin(kernel) : all.next(holding_.at, kernel);
  return {to == automaton::nothing ? hold_step::launch : all.goes_on(to) ? hold_step::hold : hold_step::complete, to};
}

void queue_impl::add_to_run(std::uint64_t kernel) {
  const auto found = [](kernel_sequence s, std::size_t times) { saw_sequence(std::move(s), times); };
  kernel != 0 ? holding_.finder.add(kernel, found) : holding_.finder.end(found);
}

void queue_impl::begin_holding() {
  region_ = spare_ ? std::move(spare_) : std::make_unique<fusion_region>();
  make_region_event();
  {
    std::lock_guard<light_mutex> graph(graph_mutex());
    region_->used_before = uses_of_buffers;
    ++open_regions;
  }
  region_->commands.clear();
  region_->kind = syclfuse::region_kind::automatic;
  region_->mode = fusion_mode::prefer;
  region_->location = {};
  region_->barriers = true;
  region_->trusted = false;
  region_->held_since_ns = counting() ? now_ns() : 0;
  if (!std::exchange(holding_.watched, true))
    watch(*this);
  collecting_.store(collecting::held, std::memory_order_release);
  episode_.fetch_add(1);
  holding_began();
}

std::unique_ptr<fusion_region> queue_impl::close_held_now() {
  auto region = close_region_now(nullptr);
  begin_closing(*region);
  return region;
}

std::unique_ptr<fusion_region> queue_impl::close_held(const event_impl *of, std::uint64_t episode) {
  if (episode != 0 && episode_.load() != episode)
    return nullptr; // the lock may be held while it is launched
  std::lock_guard<light_mutex> lock(region_mutex_);
  if (!holds() || (of && region_->event.get() != of) || (episode != 0 && episode_.load() != episode))
    return nullptr;
  return close_held_now();
}

void queue_impl::launch_held(std::unique_ptr<fusion_region> region, end_of_holding why) noexcept {
  const diag reason = region->commands.empty() ? diag::reason_empty_region : diag::reason_none;
  const timer_of_holding timer(device_->host_memory);
  try {
    if (counting())
      count_holding(why, region->commands.size(), now_ns() - region->held_since_ns);
    finish_region(std::move(region), reason);
  } catch (...) {
    keep_error(std::current_exception());
  }
}

void queue_impl::judge_holding(const fusion_region &region) {
  if (region.commands.empty())
    return;
  const std::uint64_t first = region.commands.front()->kernel->symbol_hash;
  region.fused_something ? holding_.sequences->fused(first) : holding_.sequences->failed(first);
}

void queue_impl::end_holding(end_of_holding why) {
  if (!holds())
    return;
  if (auto region = close_held())
    launch_held(std::move(region), why);
}

void queue_impl::end_run(end_of_holding why) {
  end_holding(why);
  if (!finds_sequences_)
    return;
  std::lock_guard<light_mutex> lock(region_mutex_);
  add_to_run(0);
}

void queue_impl::end_holding(const event_impl &of) {
  if (auto region = holds() ? close_held(&of) : nullptr)
    launch_held(std::move(region), end_of_holding::event);
}

void queue_impl::end_episode(std::uint64_t episode, bool if_idle) noexcept {
  if (if_idle && !is_idle())
    return;
  if (auto region = close_held(nullptr, episode))
    launch_held(std::move(region), if_idle ? end_of_holding::time : end_of_holding::program);
}

// A stream whose lock is taken is being given something.
bool queue_impl::is_idle() {
  const std::unique_lock<light_mutex> lock(stream_mutex_, std::try_to_lock);
  return lock && streams_.is_idle();
}

} // namespace sycl::detail
