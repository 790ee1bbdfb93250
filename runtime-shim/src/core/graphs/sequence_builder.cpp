// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/graphs/sequence_builder.hpp"

#include "core/automatic/known_sequences.hpp"
#include "core/graphs/graph_commands.hpp"
#include "core/process/env.hpp"
#include "core/process/errors.hpp"
#include "core/process/sort_unique.hpp"
#include "core/regions/matching.hpp"
#include "core/regions/promotions.hpp"
#include "core/regions/segments.hpp"
#include "syclfuse/partition.hpp"

#include <algorithm>
#include <utility>

namespace sycl::detail {

using syclfuse::diag;
using syclfuse::graph_step;

namespace {

// All that a graph does with a buffer is one use of it: of the bytes from the first to the last, and they are read
// unless the first command overwrites all of them.
void add_to_border(std::vector<requirement> &border, const requirement &r) {
  const auto known =
      std::find_if(border.begin(), border.end(), [&](const requirement &b) { return b.buffer == r.buffer; });
  if (known == border.end()) {
    border.push_back(r);
    border.back().promote = syclfuse::promotion::none;
    return;
  }
  requirement &b = *known;
  const byte_range all{std::min(b.bytes.begin, r.bytes.begin), std::max(b.bytes.end, r.bytes.end)};
  b.no_init &= all.size() == b.bytes.size();
  b.bytes = all;
  if (writes(r.mode))
    b.mode = b.no_init ? access_mode::write : access_mode::read_write;
  if (b.host && !r.host) { // the device's copy is the one that counts
    b.host = false;
    b.memory = r.memory;
  }
}

std::shared_ptr<fusion_region> make_region(const graph_options &o) {
  auto r = std::make_shared<fusion_region>();
  r->barriers = o.barriers;
  r->trusted = o.trusted;
  r->location = o.location;
  r->kind = o.automatic ? syclfuse::region_kind::automatic : syclfuse::region_kind::graph;
  r->wanted = o.automatic;
  r->mode =
      o.require ? ext::codeplay::experimental::fusion_mode::require : ext::codeplay::experimental::fusion_mode::prefer;
  return r;
}

// Makes the steps of nodes that come in an order of their graph.
class step_maker {
public:
  step_maker(command_sequence &s, const std::vector<graph_member> &members)
      : s_(s), members_(members), steps_of_(members.size()) {}
  void add(std::size_t n) {
    const held_command &c = members_[n].command;
    std::vector<std::size_t> after;
    for (std::size_t p : members_[n].predecessors)
      after.insert(after.end(), steps_of_[p].begin(), steps_of_[p].end());
    sort_unique(after);
    if (step_of(*c) == graph_step::anywhere) {
      steps_of_[n] = std::move(after);
      return;
    }
    steps_of_[n] = {s_.steps.size()};
    s_.commands.push_back(c);
    s_.host_tasks |= c->kind == command_kind::host_task || (c->sequence && c->sequence->host_tasks);
    const bool child = c->kind == command_kind::graph;
    s_.steps.push_back(
        {child ? nullptr : c, child ? c->sequence : nullptr, nullptr, std::move(after), members_[n].origin});
  }

private:
  command_sequence &s_;
  const std::vector<graph_member> &members_;
  std::vector<std::vector<std::size_t>> steps_of_; // of each node; of one that does nothing: those before it
};

std::vector<fusion_region *> regions_of(const command_sequence &s) {
  std::vector<fusion_region *> regions;
  for (const sequence_step &step : s.steps)
    if (step.region && (regions.empty() || regions.back() != step.region.get()))
      regions.push_back(step.region.get());
  return regions;
}

// Whether a kernel of the step uses the memory. That the updates of a fused kernel are not there for others once it has
// run is the user's word (fusion_internal_memory), and so is it that nothing is read which others have written before
// (no_init), unless the fuser proves it; but what kernels have written is there for the kernels behind them.
bool has_kernel_that_uses(const sequence_step &step, const accessed_memory &m) {
  if (step.single)
    return step.single->kind == command_kind::kernel && uses(*step.single, m);
  const auto &steps = step.child->steps;
  return std::any_of(steps.begin(), steps.end(),
                     [&](const sequence_step &inner) { return has_kernel_that_uses(inner, m); });
}

// Whether fused kernels are known for some of these, or may come to be.
bool may_be_fused(fusion_region &region) {
  kernel_sequence kernels;
  for (const command *c : region.commands) {
    kernels.push_back(c->kernel->symbol_hash);
    if (!c->followers.empty())
      return false;
  }
  return !has_promotions(region) && (env().automatic >= automatic_fusion::on || !env().record.text.empty() ||
                                     current_sequences()->occurs_in(kernels));
}

// Runs of kernels become regions, of two kernels at least. What kernels use outside of one, too, has to be in memory
// between them.
void make_regions(command_sequence &s, const graph_options &o) {
  const std::size_t count = s.steps.size();
  const auto step = [&](std::size_t n) { return s.steps[n].single ? step_of(*s.steps[n].single) : graph_step::other; };
  const bool fuse = o.fuse || o.automatic;
  for (std::size_t begin = 0, end = 0; fuse && begin != count; begin = end) {
    end = syclfuse::end_of_run(begin, count, step);
    if (end - begin == 1)
      continue;
    const auto region = make_region(o);
    for (std::size_t n = begin; n != end; ++n)
      region->commands.push_back(s.steps[n].single.get());
    if (o.automatic && !may_be_fused(*region))
      continue;
    for (std::size_t n = begin; n != end; ++n)
      s.steps[n].region = region;
    const auto used_outside = [&](const accessed_memory &m) {
      return syclfuse::is_used_outside({begin, end}, count,
                                       [&](std::size_t n) { return has_kernel_that_uses(s.steps[n], m); });
    };
    drop_promotions(*region, used_outside, "other kernels of the graph use the buffer");
    split_at_reductions(*region);
  }
}

[[noreturn]] void refuse(const graph_options &o, errc code, const std::string &why) {
  const std::string location =
      o.location.file ? std::string(o.location.file) + ":" + std::to_string(o.location.line) + ": " : std::string();
  throw_error(code, location + "finalize: the graph requires fusion, but " + why);
}

bool has_unequal_scopes(const command_sequence &s) {
  return std::any_of(s.commands.begin(), s.commands.end(), [](const held_command &c) {
    return std::any_of(c->requirements.begin(), c->requirements.end(),
                       [](const requirement &r) { return r.scopes_differ; });
  });
}

// Kernels outside of the one region, which a graph that requires fusion must not have. It has no graphs inside it.
bool has_other_kernels(const command_sequence &s, const fusion_region *one) {
  return std::count_if(s.steps.begin(), s.steps.end(), [](const sequence_step &step) {
           return step.single->kind == command_kind::kernel && !step.region;
         }) > (one ? 0 : 1);
}

} // namespace

std::shared_ptr<command_sequence> build_sequence(const std::vector<graph_member> &members, const graph_options &o,
                                                 std::shared_ptr<std::mutex> lock) {
  auto s = std::make_shared<command_sequence>();
  if (lock)
    s->lock = std::move(lock);
  s->profiled = o.profiled;
  step_maker steps(*s, members);
  std::vector<syclfuse::graph_member_order> order;
  for (const graph_member &m : members)
    order.push_back({o.fuse ? step_of(*m.command) : graph_step::other, m.predecessors});
  for (std::size_t n : syclfuse::linearize(order))
    steps.add(n);
  for (const held_command &c : s->commands) {
    s->has_mutex |= c->has_mutex;
    for (const requirement &r : c->requirements)
      add_to_border(s->border, r);
  }
  make_regions(*s, o);
  flatten(*s);
  return s;
}

void take_over_matches(const command_sequence &s, const command_sequence &before) {
  const std::vector<fusion_region *> now = regions_of(s), then = regions_of(before);
  for (std::size_t i = 0; now.size() == then.size() && i != now.size(); ++i) {
    region_segment *segment = now[i], *old = then[i];
    // What was split by what is known is split anew.
    for (; segment && old && old->known.number == 0 && old->commands.size() == segment->commands.size();
         segment = segment->next.get(), old = old->next.get())
      take_over_matches(*segment, *old);
  }
}

void fuse_sequence(const command_sequence &s, const graph_options &o, queue_impl &q) {
  if (!o.fuse && !o.automatic)
    return;
  const diag reason = env().fuse.on ? diag::reason_none : diag::reason_disabled;
  fusion_region *one = nullptr;
  bool several = false;
  for (fusion_region *region : regions_of(s)) {
    q.choose_segments(*region, reason);
    bool kernels = false;
    each_segment(*region, [&](const region_segment &segment) { kernels |= has_kernel(segment); });
    if (!kernels)
      continue;
    several |= one != nullptr;
    one = region;
  }
  if (!o.require)
    return;
  if (!env().fuse.on)
    refuse(o, errc::feature_not_supported, "fusion is switched off (SYCL_FUSE)");
  if (has_unequal_scopes(s))
    refuse(o, errc::invalid, "the access_scope of an accessor and that of its buffer differ");
  if (several || has_other_kernels(s, one))
    refuse(o, errc::kernel_not_supported,
           "its kernels cannot be one: some have to run before and some after another command, or must not be fused");
  const region_segment *fused = nullptr;
  if (one)
    each_segment(*one, [&](region_segment &segment) {
      if (!has_kernel(segment))
        return;
      const bool is_second = std::exchange(fused, &segment) != nullptr;
      if (!segment.run_as.variant || is_second)
        refuse(o, errc::kernel_not_supported,
               std::string(syclfuse::info(segment.run_as.reason).text) + " [" +
                   syclfuse::code_string(segment.run_as.reason) + "]");
    });
}

} // namespace sycl::detail
