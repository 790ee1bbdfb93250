// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/graphs/sequence_builder.hpp"

#include "core/graphs/linearization.hpp"
#include "core/process/env.hpp"
#include "core/process/errors.hpp"
#include "core/process/sort_unique.hpp"
#include "core/regions/parts.hpp"
#include "core/regions/promotions.hpp"

#include <algorithm>
#include <map>

namespace sycl::detail {

using syclfuse::diag;

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
  r->place = o.place;
  r->kind = syclfuse::region_kind::graph;
  return r;
}

// Makes the steps of nodes that come in an order of their graph. Runs of kernels become regions, of two kernels at
// least.
class step_maker {
public:
  step_maker(command_sequence &s, const std::vector<graph_member> &members, const graph_options &o)
      : s_(s), members_(members), options_(o), steps_of_(members.size()) {}
  void add(std::size_t n) {
    const held_command &c = members_[n].command;
    std::vector<std::size_t> after;
    for (std::size_t p : members_[n].predecessors)
      after.insert(after.end(), steps_of_[p].begin(), steps_of_[p].end());
    sort_unique(after);
    if (only_orders(*c)) {
      steps_of_[n] = std::move(after);
      return;
    }
    s_.commands.push_back(c);
    const bool fuses = options_.fuse && can_be_fused(*c);
    if (!fuses)
      end_run();
    steps_of_[n] = {s_.steps.size()};
    if (fuses) {
      run_.push_back(c);
      run_after_.insert(run_after_.end(), after.begin(), after.end());
      return;
    }
    s_.host_tasks |= c->kind == command_kind::host_task || (c->sequence && c->sequence->host_tasks);
    const bool child = c->kind == command_kind::graph;
    s_.steps.push_back({child ? nullptr : c, nullptr, child ? c->sequence : nullptr, std::move(after)});
  }
  void end_run() {
    if (run_.empty())
      return;
    sort_unique(run_after_);
    if (!run_after_.empty() && run_after_.back() == s_.steps.size())
      run_after_.pop_back(); // the run itself
    s_.steps.push_back({run_.size() == 1 ? run_.front() : nullptr, nullptr, nullptr, std::move(run_after_)});
    if (run_.size() > 1) {
      s_.steps.back().region = make_region(options_);
      for (const held_command &c : run_)
        s_.steps.back().region->commands.push_back(c.get());
    }
    run_.clear();
    run_after_.clear();
  }

private:
  command_sequence &s_;
  const std::vector<graph_member> &members_;
  const graph_options &options_;
  std::vector<std::vector<std::size_t>> steps_of_; // of each node; of one that does nothing: those before it
  std::vector<held_command> run_;
  std::vector<std::size_t> run_after_;
};

// What several steps use has to be in memory between them.
void drop_shared_promotions(const command_sequence &s) {
  std::map<const buffer_impl *, std::size_t> users; // how many steps
  for (const sequence_step &step : s.steps) {
    std::vector<const buffer_impl *> here;
    const auto add = [&](const requirement &r) {
      if (std::find(here.begin(), here.end(), r.buffer) == here.end())
        here.push_back(r.buffer);
    };
    if (step.region)
      for (const command *c : step.region->commands)
        std::for_each(c->requirements.begin(), c->requirements.end(), add);
    else {
      const auto &used = step.single ? step.single->requirements : step.child->border;
      std::for_each(used.begin(), used.end(), add);
    }
    for (const buffer_impl *b : here)
      ++users[b];
  }
  const auto shared = [&](const void *b) { return users[static_cast<const buffer_impl *>(b)] > 1; };
  for (const sequence_step &step : s.steps)
    if (step.region) {
      for (command *c : step.region->commands)
        for (requirement &r : c->requirements)
          if (shared(r.buffer))
            r.promote = syclfuse::promotion::none;
      drop_promotions(*step.region, shared, "other commands of the graph use the buffer");
    }
}

[[noreturn]] void refuse(const graph_options &o, errc code, const std::string &why) {
  const std::string place =
      o.place.file ? std::string(o.place.file) + ":" + std::to_string(o.place.line) + ": " : std::string();
  throw_error(code, place + "finalize: the graph requires fusion, but " + why);
}

// Kernels outside of the one region, which a graph that requires fusion must not have.
bool has_other_kernels(const command_sequence &s, const fusion_region *one) {
  bool single = one != nullptr;
  for (const sequence_step &step : s.steps) {
    if (step.child ? has_other_kernels(*step.child, nullptr) || !step.child->commands.empty() : false)
      return true;
    if (step.single && step.single->kind == command_kind::kernel) {
      if (single)
        return true;
      single = true;
    }
  }
  return false;
}

} // namespace

std::shared_ptr<command_sequence> build_sequence(const std::vector<graph_member> &members, const graph_options &o,
                                                 std::shared_ptr<std::mutex> lock) {
  auto s = std::make_shared<command_sequence>();
  if (lock)
    s->lock = std::move(lock);
  s->profiled = o.profiled;
  step_maker steps(*s, members, o);
  for (std::size_t n : linearize(members, o.fuse))
    steps.add(n);
  steps.end_run();
  for (const held_command &c : s->commands) {
    s->has_mutex |= c->has_mutex;
    for (const requirement &r : c->requirements)
      add_to_border(s->border, r);
  }
  drop_shared_promotions(*s);
  for (const sequence_step &step : s->steps)
    if (step.region)
      split_at_reductions(*step.region);
  flatten(*s);
  return s;
}

void fuse_sequence(const command_sequence &s, const graph_options &o, queue_impl &q) {
  if (!o.fuse)
    return;
  const diag reason = env().fuse.on ? diag::reason_none : diag::reason_disabled;
  fusion_region *one = nullptr;
  bool several = false;
  for (const sequence_step &step : s.steps)
    if (step.region) {
      q.choose_parts(*step.region, reason);
      several |= one != nullptr;
      one = step.region.get();
    }
  if (!o.require)
    return;
  if (!env().fuse.on)
    refuse(o, errc::feature_not_supported, "fusion is switched off (SYCL_FUSE)");
  if (several || has_other_kernels(s, one))
    refuse(o, errc::kernel_not_supported,
           "its kernels cannot be one: some have to run before and some after another command, or must not be fused");
  if (one)
    each_part(*one, [&](fusion_region &part) {
      if (!part.run_as.variant || &part != one)
        refuse(o, errc::kernel_not_supported,
               std::string(syclfuse::info(part.run_as.reason).text) + " [" + syclfuse::code_string(part.run_as.reason) +
                   "]");
    });
}

} // namespace sycl::detail
