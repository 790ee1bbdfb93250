// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Commands as one graph of the device (CUDA graph, hipGraph_t). They are captured from a stream that nothing else uses,
// so that whatever a stream can do is a node of the graph; the edges are set before each step.
#pragma once

#include "context.hpp"
#include "geometry.hpp"
#include "kernel.hpp"

#include "core/devices/driver.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace sycl::detail::gpu {

// A kernel with the shape of its launch.
struct prepared_launch {
  function_handle function = nullptr;
  launch_geometry shape;
  unsigned shared = 0;

  // Throws what geometry_of() throws, and errc::memory_allocation if a work-group needs too much local memory.
  prepared_launch(const context &, const launch_request &, const device_limits &);
  // On a stream of the context.
  void run(const context &owner, stream_handle stream, const void *const *args) const {
    const api &f = owner.functions();
    const result r = owner.on_stream([&](const api &functions) {
      return functions.launch_kernel(function, shape.grid[0], shape.grid[1], shape.grid[2], shape.block[0],
                                     shape.block[1], shape.block[2], shared, stream, const_cast<void **>(args),
                                     static_cast<void **>(nullptr));
    });
    if (r != result::success)
      f.fail(f.launch_kernel.name, r);
  }
  std::uint64_t work_items() const;
};

// Also of one kernel: to launch a graph of one costs less than a third of what the kernel does (H200, CUDA 13).
class replay final : public driver_replay {
public:
  explicit replay(std::shared_ptr<context> ctx) : context_(std::move(ctx)) {}
  ~replay() override;
  void run(const api &, stream_handle) const;
  std::uint64_t work() const { return work_; } // as of stream::begin_command

private:
  friend class collector;
  std::shared_ptr<context> context_;
  graph_exec_handle graph_ = nullptr; // null: there is nothing to run
  std::uint64_t work_ = 0;
};

class collector final : public driver_collector {
public:
  // Null if the driver has no graphs.
  static std::unique_ptr<driver_collector> make(std::shared_ptr<context> ctx, const device_limits &limits);
  ~collector() override;

  void launch(const launch_request &request) override;
  void copy(void *dst, const void *src, std::size_t bytes) override;
  void fill(void *dst, const void *pattern, std::size_t pattern_size, std::size_t count) override;
  bool reaches(const void *pointer) override;
  void begin_step(const std::vector<std::size_t> &after) override;
  bool better_in_a_row() override;
  std::unique_ptr<driver_replay> finish(std::unique_ptr<driver_replay> before) override;

private:
  using node_list = std::vector<node_handle>;

  collector(std::shared_ptr<context> ctx, const device_limits &limits);
  void end_step();
  graph_handle end_capture();
  void instantiate(replay &, graph_handle, driver_replay *before) const;

  std::shared_ptr<context> context_;
  const device_limits &limits_;
  stream_handle stream_ = nullptr;
  bool capturing_ = false;
  std::vector<node_list> ends_; // what comes behind a step comes behind these; of the steps that have ended
  std::size_t steps_ = 0, commands_ = 0;
  // When each step would have begun and ended, as finely as that can be known, and the sum of their times.
  struct schedule {
    double begin, end;
    bool forks = false; // a step begins behind this one
  };
  std::vector<schedule> schedule_;
  double in_a_row_ = 0;
  bool has_root_ = false;
  void schedule_step(const std::vector<std::size_t> &after);
  void add_work(std::uint64_t);
  std::unique_ptr<replay> made_;
};

} // namespace sycl::detail::gpu
