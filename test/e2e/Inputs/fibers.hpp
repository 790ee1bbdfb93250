// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels as templates over what they know of their work-item, so that the same source runs on the device and,
// work-item by work-item, in fibers of the host that switch at barriers.
#pragma once

#include "e2e.hpp"

#include <array>
#include <functional>
#include <memory>
#include <ucontext.h>

namespace e2e {

template <int D> struct device_item {
  sycl::nd_item<D> item;
  char *tile; // local memory of the work-group

  std::size_t local(int d) const { return item.get_local_id(d); }
  std::size_t global(int d) const { return item.get_global_id(d); }
  std::size_t local_linear() const { return item.get_local_linear_id(); }
  std::size_t global_linear() const { return item.get_global_linear_id(); }
  std::size_t group_linear() const { return item.get_group_linear_id(); }
  std::size_t group_size() const { return item.get_local_range().size(); }
  void barrier() const { group_barrier(item.get_group()); }
};

// The fiber that runs now, and where it goes back to.
inline ucontext_t fiber_scheduler, *fiber_now;

template <int D> struct host_item {
  std::array<std::size_t, D> local_id, global_id;
  std::size_t local_index, global_index, group_index, size;
  char *tile;

  std::size_t local(int d) const { return local_id[d]; }
  std::size_t global(int d) const { return global_id[d]; }
  std::size_t local_linear() const { return local_index; }
  std::size_t global_linear() const { return global_index; }
  std::size_t group_linear() const { return group_index; }
  std::size_t group_size() const { return size; }
  void barrier() const { swapcontext(fiber_now, &fiber_scheduler); }
};

struct fiber {
  ucontext_t context;
  std::unique_ptr<char[]> stack;
  std::function<void()> body;
  bool done = false;
};
inline fiber *fiber_to_start;
inline void run_fiber() {
  fiber *mine = fiber_to_start;
  mine->body();
  mine->done = true;
}

template <int D> using sizes = std::array<std::size_t, D>;

template <int D>
host_item<D> item_of(const sizes<D> &global, const sizes<D> &local, std::size_t group, std::size_t index) {
  host_item<D> w;
  w.local_index = index;
  w.group_index = group;
  w.size = 1;
  for (int d = D; d-- > 0;) {
    const std::size_t groups = global[d] / local[d];
    w.local_id[d] = index % local[d];
    w.global_id[d] = group % groups * local[d] + w.local_id[d];
    index /= local[d];
    group /= groups;
    w.size *= local[d];
  }
  w.global_index = 0;
  for (int d = 0; d < D; ++d)
    w.global_index = w.global_index * global[d] + w.global_id[d];
  return w;
}

// Calls kernel(host_item) for each work-item, as work-groups of `local` with `tile_bytes` of local memory.
template <int D, class F>
void run_on_host(const sizes<D> &global, const sizes<D> &local, std::size_t tile_bytes, F kernel) {
  constexpr std::size_t stack_size = 1 << 16;
  std::size_t size = 1, groups = 1;
  for (int d = 0; d < D; ++d) {
    size *= local[d];
    groups *= global[d] / local[d];
  }
  std::vector<char> tile(tile_bytes);
  for (std::size_t group = 0; group < groups; ++group) {
    std::vector<fiber> fibers(size);
    for (std::size_t i = 0; i < size; ++i) {
      host_item<D> w = item_of<D>(global, local, group, i);
      w.tile = tile.data();
      fibers[i].body = [=] { kernel(w); };
      fibers[i].stack.reset(new char[stack_size]);
      getcontext(&fibers[i].context);
      fibers[i].context.uc_stack.ss_sp = fibers[i].stack.get();
      fibers[i].context.uc_stack.ss_size = stack_size;
      fibers[i].context.uc_link = &fiber_scheduler;
      makecontext(&fibers[i].context, run_fiber, 0);
    }
    for (std::size_t left = size; left;) {
      left = 0;
      for (fiber &f : fibers) {
        if (f.done)
          continue;
        fiber_to_start = &f;
        fiber_now = &f.context;
        swapcontext(&fiber_scheduler, &f.context);
        left += !f.done;
      }
    }
  }
}

} // namespace e2e
