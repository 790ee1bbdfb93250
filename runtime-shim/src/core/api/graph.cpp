// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the headers of sycl_ext_oneapi_graph call.
#include "sycl/ext/oneapi/experimental/graph.hpp"
#include "core/devices/device_impl.hpp"
#include "core/graphs/dynamic_group.hpp"
#include "core/graphs/dynamic_value.hpp"
#include "core/graphs/graph_executable.hpp"
#include "core/graphs/graph_impl.hpp"
#include "core/graphs/graph_picture.hpp"
#include "core/graphs/kernel_launches.hpp"
#include "core/process/errors.hpp"
#include "sycl/ext/syclfuse/graph_parts.hpp"

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace sycl::detail {

queue_impl *begin_add(graph_impl &g) { return &g.begin_add(); }
event event_of_node(const node_handle &n) { return event_of(n); }

static std::vector<event> dependencies(graph_impl &g, const property_list &p) {
  using named = ext::oneapi::experimental::property::node::depends_on;
  std::vector<event> events;
  if (p.has(property_id::depends_on_all_leaves))
    for (const auto &n : g.ends(false))
      events.push_back(event_of(n));
  if (p.has_property<named>()) {
    const auto property = p.get_property<named>();
    for (const auto &n : property.get_dependencies())
      events.push_back(event_of(n.impl()));
  }
  return events;
}
void depend_on_nodes(graph_impl &g, handler &h, const property_list &p) { h.depends_on(dependencies(g, p)); }

std::shared_ptr<dynamic_value> make_dynamic_value(const dynamic_source &s) {
  return std::make_shared<dynamic_value>(s);
}
void set_dynamic_value(dynamic_value &v, const dynamic_source &s) { v.set(s); }
void add_dynamic_argument(command &c, int index, std::shared_ptr<dynamic_value> v) {
  c.has_more = true;
  c.dynamic_arguments.push_back({index, std::move(v)});
}
void require_dynamic(command &c, dynamic_value &v) {
  if (!c.queue->records())
    throw_error(errc::invalid, "require: a dynamic_parameter is for nodes that are added to a graph only");
  v.require(c);
}

namespace {

// Gives a kernel other sizes, or leaves it as it was. A kernel over a plain range has no local sizes; one over an
// nd_range keeps its own if none are given; prepare() says whether they fit.
void set_range(command &c, int dimensions, const std::size_t *global, const std::size_t *local,
               const std::size_t *offset) {
  using syclfuse::range_kind;
  if (c.kind != command_kind::kernel || c.kernel->dimensions != dimensions ||
      c.kernel->kind == range_kind::single_task || !c.followers.empty())
    throw_error(errc::invalid, "the node is no kernel over a range of " + std::to_string(dimensions) +
                                   " dimensions, or has reductions");
  const launch_range before = c.range;
  for (int d = 0; d < dimensions; ++d) {
    const int s = dimensions - 1 - d;
    c.range.global_size[s] = global[d];
    if (local && c.kernel->kind == range_kind::nd_range)
      c.range.local_size[s] = local[d];
    c.range.global_offset[s] = offset ? offset[d] : 0;
  }
  try {
    c.queue->prepare(c);
  } catch (...) {
    c.range = before;
    throw;
  }
}

} // namespace

void update_node_range(graph_node &n, int dimensions, const std::size_t *global, const std::size_t *local,
                       const std::size_t *offset) {
  const auto g = n.graph.lock();
  if (!g)
    throw_error(errc::invalid, "the graph of the node is gone");
  std::lock_guard<std::mutex> lock(g->lock());
  if (!n.group)
    return set_range(*n.command, dimensions, global, local, offset);
  for (const held_command &c : n.group->active_commands())
    set_range(*c, dimensions, global, local, offset);
}

} // namespace sycl::detail

namespace sycl {

void handler::ext_oneapi_graph(
    const ext::oneapi::experimental::command_graph<ext::oneapi::experimental::graph_state::executable> &g) {
  const auto &executable = g.impl();
  detail::queue_impl &q = *command_->queue, &own = *executable->commands();
  if (q.ctx() != own.ctx() || &q.dev() != &own.dev())
    detail::throw_error(errc::invalid, "ext_oneapi_graph: the queue has another context or device than the graph");
  begin(detail::command_kind::graph, "graph");
  if (command_->again != 0)
    detail::queue_impl::make_ordinary(*command_);
  command_->graph = executable;
  command_->sequence = executable->current();
  command_->has_mutex |= command_->sequence->has_mutex;
  const auto &border = command_->sequence->border;
  command_->requirements.insert(command_->requirements.end(), border.begin(), border.end());
}

event queue::ext_oneapi_graph(const executable_graph &g) {
  const detail::queue_impl &own = *g.impl()->commands();
  detail::ref<detail::event_impl> result;
  if (impl_->ctx() == own.ctx() && &impl_->dev() == &own.dev() && impl_->execute_again(*g.impl(), result))
    return result ? event(std::move(result)) : event();
  return submit([&](handler &h) { h.ext_oneapi_graph(g); });
}

ext::oneapi::experimental::queue_state queue::ext_oneapi_get_state() const {
  using state = ext::oneapi::experimental::queue_state;
  return impl_->recorder() ? state::recording : state::executing;
}
ext::oneapi::experimental::command_graph<ext::oneapi::experimental::graph_state::modifiable>
queue::ext_oneapi_get_graph() const {
  auto g = std::static_pointer_cast<detail::graph_impl>(impl_->recorder());
  if (!g)
    detail::throw_error(errc::invalid, "ext_oneapi_get_graph: the queue does not record");
  return ext::oneapi::experimental::command_graph<ext::oneapi::experimental::graph_state::modifiable>(std::move(g));
}

namespace ext::oneapi::experimental {

namespace {

std::vector<node> handles(const std::vector<std::shared_ptr<sycl::detail::graph_node>> &nodes) {
  return {nodes.begin(), nodes.end()};
}
std::vector<node> neighbours(const sycl::detail::node_handle &n,
                             std::vector<sycl::detail::graph_node *> sycl::detail::graph_node::*which) {
  std::vector<node> all;
  if (const auto g = n->graph.lock()) {
    std::lock_guard<std::mutex> lock(g->lock());
    for (sycl::detail::graph_node *p : n.get()->*which)
      all.emplace_back(p->shared_from_this());
  }
  return all;
}

} // namespace

node_type node::get_type() const {
  const auto g = impl_->graph.lock();
  std::unique_lock<std::mutex> lock;
  if (g)
    lock = std::unique_lock<std::mutex>(g->lock());
  return sycl::detail::type_of(*impl_->command);
}
std::vector<node> node::get_predecessors() const { return neighbours(impl_, &sycl::detail::graph_node::predecessors); }
std::vector<node> node::get_successors() const { return neighbours(impl_, &sycl::detail::graph_node::successors); }
node node::get_node_from_event(event e) {
  if (!e.impl() || !e.impl()->recorded)
    sycl::detail::throw_error(errc::invalid, "get_node_from_event: the event is not that of a recorded command");
  return node(std::static_pointer_cast<sycl::detail::graph_node>(e.impl()->recorded));
}

using modifiable = command_graph<graph_state::modifiable>;
using executable = command_graph<graph_state::executable>;

modifiable::command_graph(const context &c, const device &d, const property_list &p)
    : impl_(sycl::detail::graph_impl::make(c, d, p)) {}
modifiable::command_graph(const device &d, const property_list &p)
    : command_graph(context(d.impl()->platform->default_context), d, p) {}

executable modifiable::finalize(const property_list &p, const char *file, unsigned line, const char *function) const {
  using id = sycl::detail::property_id;
  sycl::detail::graph_options o;
  o.updatable = p.has(id::updatable);
  o.profiled = p.has(id::enable_graph_profiling);
  o.require = p.has(id::require_graph_fusion);
  o.fuse = o.require || p.has(id::enable_graph_fusion);
  // Times would be those of all kernels together, and are taken in turns only where each execution is chosen for.
  const sycl::detail::environment &e = sycl::detail::env();
  o.automatic = !o.fuse && !o.profiled && !e.times && e.fuse.on && e.automatic != sycl::detail::automatic_fusion::off;
  o.barriers = o.automatic || p.has(id::insert_barriers);
  o.trusted = p.has(id::trusted);
  o.location = {file, line, function};
  return executable(std::make_shared<sycl::detail::graph_executable>(*impl_, o));
}

void modifiable::begin_recording(queue &q, const property_list &p) { begin_recording(std::vector<queue>{q}, p); }
void modifiable::begin_recording(const std::vector<queue> &queues, const property_list &) {
  impl_->begin_recording(queues);
}
void modifiable::end_recording() { impl_->end_recording(); }
void modifiable::end_recording(queue &q) { impl_->end_recording(*q.impl()); }
void modifiable::end_recording(const std::vector<queue> &queues) {
  for (const queue &q : queues)
    impl_->end_recording(*q.impl());
}

node modifiable::add(dynamic_command_group &group, const property_list &p) {
  return node(group.impl().add_to(*impl_, sycl::detail::dependencies(*impl_, p)));
}
void modifiable::make_edge(node &from, node &to) { impl_->make_edge(*from.impl(), *to.impl()); }
std::vector<node> modifiable::get_nodes() const { return handles(impl_->nodes()); }
std::vector<node> modifiable::get_root_nodes() const { return handles(impl_->ends(true)); }
bool modifiable::empty() const { return impl_->nodes().empty(); }
std::size_t modifiable::get_id() const noexcept { return impl_->id(); }

namespace {

void check_picture_name(const std::string &path) {
  const std::string ending = ".dot";
  if (path.size() < ending.size() || path.compare(path.size() - ending.size(), ending.size(), ending) != 0)
    sycl::detail::throw_error(errc::invalid, "print_graph: the name '" + path + "' does not end in .dot");
}
void write_picture(const std::string &path, const std::string &text) {
  const auto fail = [&] {
    sycl::detail::throw_error(errc::invalid,
                              "print_graph: cannot write '" + path + "': " + std::generic_category().message(errno));
  };
  std::FILE *file = std::fopen(path.c_str(), "w");
  if (!file)
    fail();
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (std::fclose(file) != 0 || !written)
    fail();
}

} // namespace

void modifiable::print_graph(std::string path, bool verbose) const {
  check_picture_name(path);
  write_picture(path, sycl::detail::picture_of(*impl_, verbose));
}
void executable::print_graph(std::string path, bool verbose) const {
  check_picture_name(path);
  write_picture(path, sycl::detail::picture_of(*impl_, verbose));
}

void executable::update(const std::vector<node> &nodes) {
  std::vector<sycl::detail::node_handle> handles;
  for (const node &n : nodes)
    handles.push_back(n.impl());
  impl_->update(handles);
}
void executable::update(const modifiable &source) { impl_->update(*source.impl()); }

dynamic_command_group::dynamic_command_group(const modifiable &g,
                                             const std::vector<std::function<void(handler &)>> &functions)
    : impl_(std::make_shared<sycl::detail::dynamic_group>(g.impl(), functions)) {
  if (functions.empty())
    sycl::detail::throw_error(errc::invalid, "dynamic_command_group: no functions");
}
std::size_t dynamic_command_group::get_active_index() const { return impl_->active(); }
void dynamic_command_group::set_active_index(std::size_t index) { impl_->set_active(index); }

} // namespace ext::oneapi::experimental

std::vector<ext::syclfuse::graph_part>
ext::syclfuse::parts_of(const oneapi::experimental::command_graph<oneapi::experimental::graph_state::executable> &g) {
  using namespace codeplay::experimental;
  using memory = kept_buffer::memory;
  std::vector<graph_part> parts;
  g.impl()->with_members([&](const auto &, const sycl::detail::command_sequence &s) {
    for (const sycl::detail::kernel_launch &l : sycl::detail::launches_of(s)) {
      parts.push_back({{}, sycl::detail::outcome_of(l.as), static_cast<fusion_reason>(l.as.reason), {}});
      for (std::size_t n : l.steps)
        parts.back().nodes.emplace_back(
            std::static_pointer_cast<sycl::detail::graph_node>(s.flat.steps[n].what->origin));
      for (const sycl::detail::kept_memory &k : l.kept)
        parts.back().kept.push_back({k.accessor, k.bytes, k.local ? memory::local_memory : memory::registers});
    }
  });
  return parts;
}

} // namespace sycl
