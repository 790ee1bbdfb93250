// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/graphs/sequence_builder.hpp"

#include "core/graphs/linearization.hpp"
#include "core/process/env.hpp"
#include "core/process/errors.hpp"
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

// Runs of kernels become regions, of two kernels at least.
void add_steps(command_sequence &s, const std::vector<graph_member> &members, const graph_options &o) {
  std::vector<held_command> run;
  const auto end_run = [&] {
    if (run.size() > 1) {
      auto region = make_region(o);
      for (const held_command &c : run)
        region->commands.push_back(c.get());
      s.steps.push_back({nullptr, std::move(region), nullptr});
    } else if (!run.empty()) {
      s.steps.push_back({run.front(), nullptr, nullptr});
    }
    run.clear();
  };
  for (std::size_t n : linearize(members, o.fuse)) {
    const held_command &c = members[n].command;
    const command_kind kind = c->kind;
    if (kind == command_kind::empty || kind == command_kind::barrier || kind == command_kind::barrier_all)
      continue; // the order has done their work
    s.commands.push_back(c);
    if (o.fuse && can_be_fused(*c)) {
      run.push_back(c);
      continue;
    }
    end_run();
    s.host_tasks |= kind == command_kind::host_task;
    if (kind != command_kind::graph) {
      s.steps.push_back({c, nullptr, nullptr});
      continue;
    }
    s.host_tasks |= c->sequence->host_tasks;
    s.steps.push_back({nullptr, nullptr, c->sequence});
  }
  end_run();
}

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
  add_steps(*s, members, o);
  for (const held_command &c : s->commands) {
    s->has_mutex |= c->has_mutex;
    for (const requirement &r : c->requirements)
      add_to_border(s->border, r);
  }
  drop_shared_promotions(*s);
  for (const sequence_step &step : s->steps)
    if (step.region)
      split_at_reductions(*step.region);
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
