// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Before a graph is executed: what its steps are, in one list, and what the driver prepares of them. The addresses of
// buffers on a device stay, and so do the commands of a sequence: what was prepared holds until other bundles come or
// go.
#include "core/bundles/registry.hpp"
#include "core/feedback/recording.hpp"
#include "core/feedback/statistics.hpp"
#include "core/process/env.hpp"
#include "core/process/log.hpp"
#include "core/process/sort_unique.hpp"
#include "core/queue/held_locks.hpp"
#include "core/queue/queue_impl.hpp"

#include <algorithm>

namespace sycl::detail {
namespace {

// Appends the steps of `s`, those without predecessors behind `before`. Gives the steps with which it ends.
std::vector<std::size_t> add_steps(flat_sequence &to, const command_sequence &s,
                                   const std::vector<std::size_t> &before) {
  std::vector<std::vector<std::size_t>> ends;
  std::vector<bool> is_end(s.steps.size(), true);
  to.locks.push_back(s.lock.get());
  for (const sequence_step &step : s.steps) {
    std::vector<std::size_t> after;
    for (std::size_t n : step.after) {
      after.insert(after.end(), ends[n].begin(), ends[n].end());
      is_end[n] = false;
    }
    if (step.after.empty())
      after = before;
    sort_unique(after);
    if (step.child) {
      ends.push_back(add_steps(to, *step.child, after));
    } else {
      ends.push_back({to.steps.size()});
      to.steps.push_back({&step, std::move(after)});
    }
  }
  std::vector<std::size_t> all;
  for (std::size_t n = 0; n < ends.size(); ++n)
    if (is_end[n])
      all.insert(all.end(), ends[n].begin(), ends[n].end());
  return s.steps.empty() ? before : all;
}

template <class F> void each_segment_of(const command_sequence &s, F f) {
  each_region(s.flat, 0, s.flat.steps.size(), [&](fusion_region &r) { each_segment(r, f); });
}

// The launches of steps from `begin` on, behind which all earlier ones are, counted from 0.
class launch_order {
public:
  launch_order(const flat_sequence &s, std::size_t begin, bool in_a_row)
      : steps_(s.steps), begin_(begin), in_a_row_(in_a_row) {}
  // The next launch is that of the steps [first, last). Gives those that it comes after.
  std::vector<std::size_t> add(std::size_t first, std::size_t last) {
    std::vector<std::size_t> after;
    if (in_a_row_ && count_ != 0)
      after.push_back(count_ - 1);
    for (std::size_t n = first; n != last && !in_a_row_; ++n)
      for (std::size_t p : steps_[n].after)
        if (p >= begin_ && p < first)
          after.push_back(launch_of_[p - begin_]);
    sort_unique(after);
    launch_of_.resize(last - begin_, count_++);
    return after;
  }

private:
  const std::vector<flat_sequence::step> &steps_;
  const std::size_t begin_;
  const bool in_a_row_;
  std::size_t count_ = 0;
  std::vector<std::size_t> launch_of_; // each step
};

std::unique_ptr<driver_replay> take_replay(command_sequence *from, std::size_t begin, std::size_t end) {
  if (from)
    for (prepared_sequence::stretch &s : from->prepared.stretches)
      if (s.begin == begin && s.end == end) {
        from->prepared.generation = 0;
        return std::move(s.replay);
      }
  return nullptr;
}

} // namespace

std::uint64_t command_sequence::next_number() {
  static std::atomic<std::uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

void flatten(command_sequence &s) {
  s.flat = {};
  add_steps(s.flat, s, {});
  sort_unique(s.flat.locks);
}

bool queue_impl::is_prepared(const command_sequence &s) const {
  return s.prepared.decided && s.prepared.generation == registry::instance().generation() &&
         (!watched_ || (!counting() && !recording()));
}

void queue_impl::prepare_sequence(command_sequence &s, command_sequence *before, const std::function<void()> &then) {
  const held_locks held(s.flat.locks);
  make_ready(s, before);
  if (then)
    then();
}

void queue_impl::make_ready(command_sequence &s, command_sequence *before) {
  if (is_prepared(s))
    return;
  const std::uint64_t generation = registry::instance().generation();
  const auto reason = env().fuse.on ? syclfuse::diag::reason_none : syclfuse::diag::reason_disabled;
  std::vector<const ready_variant *> variants;
  each_region(s.flat, 0, s.flat.steps.size(), [&](fusion_region &r) { choose_segments(r, reason, true); });
  each_segment_of(s, [&](region_segment &segment) { variants.push_back(segment.run_as.variant); });
  prepared_sequence &p = s.prepared;
  if (p.generation != generation || p.variants != variants) {
    p = {};
    p.variants = std::move(variants);
    collect(s, before);
    each_segment_of(s, [&](region_segment &segment) { p.outcomes.push_back(segment.run_as); });
  }
  std::size_t n = 0;
  p.decided = true;
  each_segment_of(s, [&](region_segment &segment) {
    segment.run_as = p.outcomes[n++];
    // There may be memory the next time. What the JIT brings comes with another generation.
    p.decided &= segment.run_as.variant || segment.run_as.reason != syclfuse::diag::reason_load_failed;
  });
  p.generation = generation;
}

bool queue_impl::can_be_collected(const sequence_step &s, driver_collector &c) const {
  const command &one = *s.single;
  switch (one.kind) {
  case command_kind::kernel:
    return true;
  case command_kind::copy:
    return one.kernel_form || (c.reaches(one.dst) && c.reaches(one.src));
  case command_kind::fill:
    return one.kernel_form || c.reaches(one.dst);
  case command_kind::host_update:
    return std::all_of(one.requirements.begin(), one.requirements.end(),
                       [&](const requirement &r) { return c.reaches(r.buffer->host_memory(true)); });
  default:
    return false;
  }
}

void queue_impl::collect_steps(const flat_sequence &s, std::size_t begin, std::size_t end, bool in_a_row,
                               std::unique_ptr<driver_collector> &c) {
  collector_ = c.get();
  launch_order order(s, begin, in_a_row);
  each_launch(s, begin, end, [&](std::size_t first, std::size_t last, region_segment *segment) {
    c->begin_step(order.add(first, last));
    segment ? run_segment(*segment) : execute(*s.steps[first].what->single);
  });
  collector_ = nullptr;
  if (in_a_row || !c->better_in_a_row())
    return;
  c = device_->driver->create_collector();
  collect_steps(s, begin, end, true, c);
}

void queue_impl::collect(command_sequence &s, command_sequence *before) {
  if (env().trace || env().check)
    return; // both are about each launch
  const auto &steps = s.flat.steps;
  std::vector<prepared_sequence::stretch> stretches;
  std::lock_guard<light_mutex> lock(stream_mutex_);
  try {
    for (std::size_t begin = 0; begin != steps.size();) {
      auto c = device_->driver->create_collector();
      if (!c)
        return;
      std::size_t end = begin;
      while (end != steps.size() && can_be_collected(*steps[end].what, *c))
        ++end;
      if (end == begin) {
        stretches.push_back({begin, ++end, nullptr});
      } else {
        collect_steps(s.flat, begin, end, false, c);
        stretches.push_back({begin, end, c->finish(take_replay(before, begin, end))});
      }
      begin = end;
    }
    s.prepared.stretches = std::move(stretches);
  } catch (const std::exception &e) { // an execution says so, if it fails too
    collector_ = nullptr;
    log(log_level::info, std::string("a graph runs command by command: ") + e.what());
  }
}

} // namespace sycl::detail
