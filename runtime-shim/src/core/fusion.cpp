// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fusion mode of a queue (document 000, scheduler integration): collecting kernels, matching the region, running it.
#include "core/errors.hpp"
#include "core/log.hpp"
#include "core/promotions.hpp"
#include "core/queue_impl.hpp"
#include "core/ranges.hpp"
#include "core/registry.hpp"
#include "sycl/ext/codeplay/experimental/fusion_wrapper.hpp"
#include "syclfuse/signature.hpp"

namespace sycl::detail {

using ext::codeplay::experimental::fusion_outcome;
using syclfuse::diag;
using syclfuse::promotion;

bool queue_impl::in_fusion_mode() noexcept {
  std::lock_guard<std::mutex> lock(region_mutex_);
  return region_ != nullptr;
}

void queue_impl::start_fusion() {
  std::lock_guard<std::mutex> lock(region_mutex_);
  if (region_)
    throw_error(errc::invalid, "start_fusion: the queue is in fusion mode already");
  region_ = spare_ ? std::move(spare_) : std::make_unique<fusion_region>();
  region_event_ = make_event(event_impl::state::pending);
  region_->event = region_event_;
}

bool queue_impl::add_to_region(command *c, event &result) {
  while (true) {
    ref<event_impl> open;
    {
      std::lock_guard<std::mutex> lock(region_mutex_);
      if (!region_)
        return false;
      region_->commands.reserve(region_->commands.size() + 1);
      open = enter(*c, region_->event, region_->event.get(), region_->needs);
      if (!open) {
        region_->commands.push_back(c);
        result = event(region_->event);
        return true;
      }
    }
    // A kernel of another region: that one has to run first. Without our lock, since its queue may be waiting for us.
    abort_region_of(*open);
  }
}

std::unique_ptr<fusion_region> queue_impl::close_region(const event_impl *of) {
  std::lock_guard<std::mutex> lock(region_mutex_);
  if (!region_ || (of && region_->event.get() != of))
    return nullptr;
  std::lock_guard<std::mutex> graph(graph_mutex());
  region_->event->set_registered();
  return std::move(region_);
}

void queue_impl::cancel_fusion() {
  auto region = close_region(nullptr);
  if (!region)
    return user_warning("cancel_fusion: the queue is not in fusion mode");
  finish_region(std::move(region), diag::reason_cancelled);
}

void queue_impl::abort_region(const event_impl *of, diag reason) {
  auto region = close_region(of);
  if (!region)
    return;
  if (reason == diag::reason_aborted_by_synchronization)
    user_warning("Aborting fusion because synchronization with one of the kernels in the fusion list was requested");
  finish_region(std::move(region), reason);
}

event queue_impl::complete_fusion(bool barriers) {
  auto region = close_region(nullptr);
  if (!region) {
    std::lock_guard<std::mutex> lock(region_mutex_);
    user_warning("complete_fusion: the queue is not in fusion mode");
    return region_event_ ? event(region_event_) : event();
  }
  event result(region->event);
  region->barriers = barriers;
  diag reason = !env().fuse ? diag::reason_disabled : diag::reason_none;
  if (region->commands.empty()) {
    user_warning("Fusion list is empty");
    reason = diag::reason_empty_region;
  }
  finish_region(std::move(region), reason);
  return result;
}

void queue_impl::finish_region(std::unique_ptr<fusion_region> region, diag reason) {
  // In its place again, whatever happens: the commands in the pool, the event ended.
  struct at_end {
    queue_impl &q;
    std::unique_ptr<fusion_region> &region;
    ~at_end() {
      region->event->set_complete();
      q.give_back(std::move(region));
    }
  };
  std::string name;
  choice chosen{nullptr, reason, {}};
  fusion_outcome outcome = fusion_outcome::unfused;
  bool refused = false;
  auto record_outcome = [&] {
    std::lock_guard<std::mutex> lock(region_mutex_);
    last_outcome_ = static_cast<int>(outcome);
    last_reason_ = static_cast<int>(chosen.reason);
  };
  ref<event_impl> e = region->event;
  try {
    if (reason == diag::reason_none) {
      chosen = match(*region, name);
      // The manifest has the hints that the accessors of a buffer agree on.
      if (chosen.reason == diag::reason_unknown_region && settle_promotions(*region))
        chosen = match(*region, name);
      if (env().warning_level >= 1)
        warn_of_local_promotions(*region);
    }
    if (chosen.variant)
      outcome = chosen.variant->record->kind == syclfuse::variant_kind::specialized ? fusion_outcome::aot
                                                                                     : fusion_outcome::aot_generic;
    record_outcome();
    if (!chosen.variant && chosen.reason != diag::reason_none && logs(log_level::info))
      log(log_level::info, "region runs unfused: " + std::string(syclfuse::info(chosen.reason).text) + " [" +
                               syclfuse::code_string(chosen.reason) + "]");
    await_enqueued(region->needs);
    std::lock_guard<std::mutex> lock(stream_mutex_);
    start(region->needs);
    e->start_ns = profiling_ ? now_ns() : 0;
    refused = chosen.variant && !launch_fused(*region, chosen, name);
    if (refused) {
      chosen = {nullptr, diag::reason_load_failed, {}};
      outcome = fusion_outcome::unfused;
    }
    if (!chosen.variant)
      for (command *c : region->commands)
        launch_kernel(*c);
    e->end_ns = profiling_ ? now_ns() : 0;
    e->set_enqueued(stream_->record());
  } catch (...) {
    at_end failed{*this, region};
    throw;
  }
  if (refused)
    record_outcome();
  give_back(std::move(region));
}

void queue_impl::give_back(std::unique_ptr<fusion_region> region) noexcept {
  for (command *c : region->commands)
    release(c);
  region->commands.clear();
  region->needs.clear();
  region->event.reset();
  std::lock_guard<std::mutex> lock(region_mutex_);
  spare_ = std::move(region);
}

namespace {

// signature.hpp; empty if a kernel is in no bundle.
bool signature_of(const fusion_region &r, std::uint64_t &signature) {
  syclfuse::signature_builder b;
  for (const command *c : r.commands) {
    const kernel_node *k = registry::instance().find(*c->kernel);
    if (!k->known)
      return false;
    b.add(c->kernel->symbol_hash, c->kernel->kind, c->kernel->dimensions);
    for (const accessor_place &a : k->accessors)
      b.add_promotion(promotion_at(*c, a.offset));
  }
  signature = b.finish(r.barriers);
  return true;
}

// Whether the hints of a submission are exactly those that were recorded.
bool same_promotions(const command &c, const kernel_node &k, const region_node::submission &s) {
  std::size_t matched = 0;
  for (const accessor_place &a : k.accessors) {
    promotion p = promotion_at(c, a.offset);
    if (p == promotion::none)
      continue;
    bool found = false;
    for (const auto &recorded : s.promotions)
      found |= recorded.offset == a.offset && recorded.promote == p;
    if (!found)
      return false;
    ++matched;
  }
  return matched == s.promotions.size();
}

// Hashes find candidates, equality decides.
bool same_region(const fusion_region &r, const region_node &n) {
  if (n.submissions.size() != r.commands.size() || (n.record->barriers != 0) != r.barriers)
    return false;
  for (std::size_t i = 0; i < r.commands.size(); ++i) {
    const command &c = *r.commands[i];
    const region_node::submission &s = n.submissions[i];
    const kernel_node *k = registry::instance().find(*c.kernel);
    if (s.kernel != k || s.kind != c.kernel->kind || s.dimensions != c.kernel->dimensions || !same_promotions(c, *k, s))
      return false;
  }
  return true;
}

} // namespace

choice queue_impl::choose_for(fusion_region &r, const variant_list &variants) {
  const command_span commands{r.commands.data(), r.commands.size()};
  if (have_one_range(commands))
    return choose(variants, commands, *device_);
  const different_ranges different(commands, r.ranges);
  if (const diag conflict = different.conflict(); conflict != diag::reason_none)
    return {nullptr, conflict, {}};
  return choose(variants, commands, *device_, &different);
}

choice queue_impl::match(fusion_region &r, std::string &name) {
  snapshot *s = registry::instance().current();
  if (!s->any_bundle)
    return {nullptr, s->any_refused ? diag::reason_bundle_damaged : diag::reason_no_bundle, {}};
  choice best{nullptr, s->any_refused ? diag::reason_bundle_damaged : diag::reason_unknown_region, {}};
  std::uint64_t signature = 0;
  if (!signature_of(r, signature))
    return best;
  auto [first, last] = s->regions(signature);
  for (auto it = first; it != last; ++it) {
    region_node &n = **it;
    if (!same_region(r, n))
      continue;
    choice c = choose_for(r, n.ready.of(*device_, n.sources));
    if (c.variant) {
      if (env().trace)
        name = n.name;
      return c;
    }
    best = c;
  }
  return best;
}

std::pair<int, int> queue_impl::last_fusion() noexcept {
  std::lock_guard<std::mutex> lock(region_mutex_);
  return {last_outcome_, last_reason_};
}

// What the headers call.

void check_fusion_queue(queue_impl *q) {
  if (!q->fusion_enabled())
    throw_error(errc::invalid, "fusion_wrapper: the queue was made without property::queue::enable_fusion");
}
void start_fusion(queue_impl *q) { q->start_fusion(); }
void cancel_fusion(queue_impl *q) { q->cancel_fusion(); }
event complete_fusion(queue_impl *q, bool barriers) { return q->complete_fusion(barriers); }
bool in_fusion_mode(queue_impl *q) noexcept { return q->in_fusion_mode(); }
std::pair<int, int> last_fusion(queue_impl *q) noexcept { return q->last_fusion(); }

} // namespace sycl::detail

namespace sycl::ext::codeplay::experimental {

const char *to_string(fusion_reason r) {
  switch (r) {
#define SF_REASON(Number, Name, Text, Remedy)                                                                          \
  case fusion_reason::Name: return #Name;
#include "syclfuse/reasons.def"
  }
  return "unknown";
}
const char *describe(fusion_reason r) {
  switch (r) {
#define SF_REASON(Number, Name, Text, Remedy)                                                                          \
  case fusion_reason::Name: return Text;
#include "syclfuse/reasons.def"
  }
  return "unknown";
}

} // namespace sycl::ext::codeplay::experimental
