// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/graphs/graph_commands.hpp"

#include <cstring>

namespace sycl::detail {

syclfuse::graph_step step_of(const command &c) {
  using syclfuse::graph_step;
  if (c.kind == command_kind::empty || c.kind == command_kind::barrier || c.kind == command_kind::barrier_all)
    return graph_step::anywhere;
  return c.is_kernel() && c.fusible && !c.root_sync ? graph_step::kernel : graph_step::other;
}

namespace {

void copy_to(command &to, const command &c) {
  to.kind = c.kind;
  to.what = c.what;
  to.kernel_form = c.kernel_form;
  to.kernel = c.kernel;
  to.range = c.range;
  to.shares = c.shares;
  if (c.is_kernel())
    std::memcpy(closure_storage(to, c.kernel->closure_size, c.kernel->closure_align), c.closure,
                c.kernel->closure_size);
  to.local_memory = c.local_memory;
  to.requirements = c.requirements;
  to.placeholders = c.placeholders;
  to.dst = c.dst;
  to.src = c.src;
  to.bytes = c.bytes;
  to.advice = c.advice;
  to.pattern = c.pattern;
  to.task = c.task;
  to.fusible = c.fusible;
  to.hierarchical = c.hierarchical;
  to.root_sync = c.root_sync;
  to.has_mutex = c.has_mutex;
  to.has_more = c.has_more;
  to.scratch = c.scratch;
  to.sequence = c.sequence;
  to.dst_layout = c.dst_layout;
  to.src_layout = c.src_layout;
  for (const command *f : c.followers)
    copy_to(add_follower(to), *f);
}

} // namespace

held_command hold(const std::shared_ptr<queue_impl> &pool, command *c) {
  return {c, [pool](command *back) { pool->release(back); }};
}

held_command copy_of(const command &c, const std::shared_ptr<queue_impl> &pool) {
  held_command to = hold(pool, pool->acquire());
  copy_to(*to, c);
  return to;
}

} // namespace sycl::detail
