// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "replay.hpp"

#include "fill.hpp"

#include "core/process/errors.hpp"
#include "drivers/common/checks.hpp"

#include <algorithm>
#include <string>

namespace sycl::detail::gpu {

namespace {

unsigned dynamic_shared(const context &owner, const launch_request &request, const device_limits &limits) {
  const auto &k = static_cast<const kernel &>(*request.kernel);
  const std::uint64_t all = k.static_shared() + request.local_memory;
  check_local_memory(all, limits.shared_memory_optin);
  if (all > limits.shared_memory)
    k.allow_shared(owner.current(), request.local_memory);
  return request.local_memory;
}

const kernel &kernel_of(const launch_request &r) { return static_cast<const kernel &>(*r.kernel); }

// Nanoseconds, from measurements of small graphs on an H200: of a node, to begin beside another one, to wait for
// several, and what a work-item or a byte takes on a device that is busy.
constexpr double node_time = 1100, fork_time = 1000, join_time = 1500, time_of_work = 1.0 / 350;

} // namespace

prepared_launch::prepared_launch(const context &owner, const launch_request &request, const device_limits &limits)
    : function(kernel_of(request).function()), shape(geometry_of(request, limits, kernel_of(request).shape())),
      shared(shape.empty ? 0 : dynamic_shared(owner, request, limits)) {}

std::uint64_t prepared_launch::work_items() const {
  const auto items = [](const unsigned (&v)[3]) { return std::uint64_t{v[0]} * v[1] * v[2]; };
  return shape.empty ? 0 : items(shape.grid) * items(shape.block);
}

// A graph that runs is released by the driver when it has finished.
replay::~replay() {
  if (!graph_)
    return;
  if (const api *f = context_->current_or_null())
    drop_release_error(f->graph_exec_destroy(graph_));
}

void replay::run(const api &f, stream_handle stream) const {
  if (graph_)
    f.require(f.graph_launch, graph_, stream);
}

std::unique_ptr<driver_collector> collector::make(std::shared_ptr<context> ctx, const device_limits &limits) {
  if (!ctx->current().has_graphs())
    return nullptr;
  return std::unique_ptr<driver_collector>(new collector(std::move(ctx), limits));
}

// Relaxed: kernels may be loaded, and other threads may do what they like.
collector::collector(std::shared_ptr<context> ctx, const device_limits &limits)
    : context_(std::move(ctx)), limits_(limits), made_(std::make_unique<replay>(context_)) {
  const api &f = context_->current();
  f.require(f.stream_create, &stream_, stream_non_blocking);
  try {
    f.require(f.stream_begin_capture, stream_, capture_mode::relaxed);
  } catch (...) {
    drop_release_error(f.stream_destroy(stream_));
    throw;
  }
  capturing_ = true;
}

collector::~collector() {
  const api *f = context_->current_or_null();
  if (!f)
    return;
  graph_handle unused = nullptr;
  if (capturing_ && f->stream_end_capture(stream_, &unused) == result::success && unused)
    drop_release_error(f->graph_destroy(unused));
  drop_release_error(f->stream_destroy(stream_));
}

void collector::launch(const launch_request &request) {
  const prepared_launch prepared(*context_, request, limits_);
  if (prepared.shape.empty)
    return;
  add_work(prepared.work_items());
  prepared.run(*context_, stream_, request.args);
}

bool collector::reaches(const void *pointer) { return !is_pageable(context_->current(), pointer); }

void collector::copy(void *dst, const void *src, std::size_t bytes) {
  if (bytes == 0)
    return;
  add_work(bytes);
  const api &f = context_->current();
  f.copy(to_device(dst), to_device(src), bytes, stream_);
}

void collector::fill(void *dst, const void *pattern, std::size_t pattern_size, std::size_t count) {
  if (count == 0 || pattern_size == 0)
    return;
  add_work(count * pattern_size);
  fill_device(context_->current(), stream_, dst, pattern, pattern_size, count);
}

void collector::end_step() {
  if (steps_ == ends_.size())
    return; // none has begun
  const api &f = context_->current();
  capture_status status{};
  std::uint64_t id = 0;
  const node_handle *nodes = nullptr;
  std::size_t count = 0;
  f.require(f.stream_get_capture_info, stream_, &status, &id, static_cast<graph_handle *>(nullptr), &nodes, &count);
  if (status != capture_status::active)
    throw_error(errc::runtime, "the driver ended the recording of a graph");
  ends_.emplace_back(nodes, nodes + count);
}

void collector::add_work(std::uint64_t work) {
  ++commands_;
  made_->work_ += work;
  if (schedule_.empty())
    return;
  const double time = node_time + static_cast<double>(work) * time_of_work;
  schedule_.back().end += time;
  in_a_row_ += time;
}

void collector::schedule_step(const std::vector<std::size_t> &after) {
  schedule next{0, 0};
  bool beside = after.empty() && has_root_;
  has_root_ |= after.empty();
  for (std::size_t n : after) {
    next.begin = std::max(next.begin, schedule_[n].end);
    beside |= after.size() == 1 && schedule_[n].forks;
    schedule_[n].forks = true;
  }
  next.begin += (beside ? fork_time : 0) + (after.size() > 1 ? join_time : 0);
  next.end = next.begin;
  schedule_.push_back(next);
}

// Branches cost more than a small kernel takes.
bool collector::better_in_a_row() {
  double end = 0;
  bool branches = false;
  for (std::size_t n = 0; n < schedule_.size(); ++n) {
    end = std::max(end, schedule_[n].end);
    branches |= n != 0 && schedule_[n].begin != schedule_[n - 1].end;
  }
  return branches && end >= in_a_row_;
}

void collector::begin_step(const std::vector<std::size_t> &after) {
  end_step();
  schedule_step(after);
  ++steps_;
  node_list nodes;
  for (std::size_t step : after)
    for (node_handle n : ends_[step])
      if (std::find(nodes.begin(), nodes.end(), n) == nodes.end())
        nodes.push_back(n);
  const api &f = context_->current();
  f.require(f.stream_update_capture_dependencies, stream_, nodes.data(), nodes.size(), set_capture_dependencies);
}

graph_handle collector::end_capture() {
  const api &f = context_->current();
  capturing_ = false;
  graph_handle graph = nullptr;
  f.require(f.stream_end_capture, stream_, &graph);
  return graph;
}

void collector::instantiate(replay &to, graph_handle graph, driver_replay *before) const {
  const api &f = context_->current();
  auto *old = static_cast<replay *>(before);
  // What runs already stays as it is.
  if (old && old->graph_ && f.update_graph(old->graph_, graph) == result::success)
    std::swap(to.graph_, old->graph_);
  else
    f.require(f.graph_instantiate, &to.graph_, graph, 0ull);
}

std::unique_ptr<driver_replay> collector::finish(std::unique_ptr<driver_replay> before) {
  const graph_handle graph = end_capture();
  try {
    if (commands_ != 0)
      instantiate(*made_, graph, before.get());
  } catch (...) {
    drop_release_error(context_->current().graph_destroy(graph));
    throw;
  }
  drop_release_error(context_->current().graph_destroy(graph));
  return std::move(made_);
}

} // namespace sycl::detail::gpu
