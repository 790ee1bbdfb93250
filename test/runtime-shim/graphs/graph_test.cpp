// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs that are built in either way: edges, execution, updates.
#include "sycl/sycl.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdio>
#include <fstream>
#include <future>
#include <numeric>
#include <sstream>
#include <thread>

namespace {

namespace x = sycl::ext::oneapi::experimental;
namespace graph_property = x::property::graph;
using x::node_type;

// A value that only a change of the order of its steps changes.
struct steps {
  explicit steps(sycl::queue queue = sycl::queue()) : q(queue), p(sycl::malloc_shared<int>(1, q)) { *p = 0; }
  ~steps() { sycl::free(p, q); }
  steps(const steps &) = delete;
  auto step(int digit) {
    return [digit, to = p](sycl::handler &h) { h.single_task([=] { *to = *to * 10 + digit; }); };
  }
  auto task(int digit) {
    return [digit, to = p](sycl::handler &h) { h.host_task([=] { *to = *to * 10 + digit; }); };
  }
  sycl::queue q;
  int *p;
};

x::command_graph<> buffer_graph(const sycl::queue &q) {
  return x::command_graph<>{q.get_context(), q.get_device(), {graph_property::assume_buffer_outlives_graph()}};
}

sycl::buffer<int> buffer_of(std::vector<int> &data) {
  sycl::buffer<int> b(data.data(), sycl::range<1>(data.size()));
  b.set_write_back(false);
  return b;
}

sycl::event add_to_all(sycl::queue &q, sycl::buffer<int> &b, int value) {
  return q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h);
    h.parallel_for(b.get_range(), [=](sycl::id<1> i) { a[i] += value; });
  });
}
int first_of(sycl::buffer<int> &b) { return sycl::host_accessor(b, sycl::read_only)[0]; }

} // namespace

TEST(Graph, ExecutesNodesInTheOrderOfTheirEdges) {
  steps s;
  x::command_graph g(s.q);
  EXPECT_TRUE(g.empty());
  x::node third = g.add(s.step(3));
  x::node first = g.add(s.step(1));
  x::node second = g.add(s.task(2), {x::property::node::depends_on(first)});
  g.make_edge(second, third);
  g.add(s.step(4), {x::property::node::depends_on_all_leaves()});
  EXPECT_EQ(*s.p, 0);
  auto executable = g.finalize();
  s.q.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(*s.p, 1234);
  EXPECT_EQ(second.get_predecessors(), std::vector<x::node>{first});
  EXPECT_EQ(second.get_successors(), std::vector<x::node>{third});
  EXPECT_EQ(g.get_root_nodes(), std::vector<x::node>{first});
  EXPECT_EQ(g.get_nodes().size(), 4u);
  EXPECT_EQ(std::hash<x::node>()(first), std::hash<x::node>()(second.get_predecessors()[0]));
}

TEST(Graph, GrowsAfterItWasFinalized) {
  steps s;
  x::command_graph g(s.q.get_device());
  auto nothing = g.finalize();
  s.q.ext_oneapi_graph(nothing).wait();
  g.add(s.step(1));
  auto one = g.finalize();
  g.add(s.step(2), x::property::node::depends_on_all_leaves());
  auto two = g.finalize();
  s.q.ext_oneapi_graph(one).wait();
  s.q.ext_oneapi_graph(two).wait();
  x::execute_graph(s.q, one);
  s.q.wait();
  EXPECT_EQ(*s.p, 1121);
  EXPECT_EQ(one.get_required_mem_size(), 0u);
}

TEST(Graph, BuffersMakeEdges) {
  sycl::queue q;
  std::vector<int> data(100, 1), other(100, 1);
  auto b = buffer_of(data), c = buffer_of(other);
  auto g = buffer_graph(q);
  auto use = [](sycl::buffer<int> &buffer, auto tag) {
    return [&buffer, tag](sycl::handler &h) {
      sycl::accessor a(buffer, h, tag);
      h.single_task([=] { (void)a; });
    };
  };
  x::node write = g.add(use(b, sycl::read_write)), read = g.add(use(b, sycl::read_only)),
          another = g.add(use(b, sycl::read_only)), apart = g.add(use(c, sycl::write_only)),
          last = g.add(use(b, sycl::write_only));
  EXPECT_EQ(read.get_predecessors(), std::vector<x::node>{write});
  EXPECT_EQ(another.get_predecessors(), std::vector<x::node>{write});
  EXPECT_TRUE(apart.get_predecessors().empty());
  EXPECT_EQ(last.get_predecessors(), (std::vector<x::node>{write, read, another}));
}

TEST(Graph, SubBuffersWithoutACommonByteMakeNone) {
  sycl::queue q;
  std::vector<int> data(100, 1);
  auto b = buffer_of(data);
  sycl::buffer<int> left(b, sycl::id<1>(0), sycl::range<1>(50)), right(b, sycl::id<1>(50), sycl::range<1>(50));
  auto g = buffer_graph(q);
  g.begin_recording(q);
  auto first = add_to_all(q, left, 1), second = add_to_all(q, right, 2), both = add_to_all(q, b, 3);
  g.end_recording(q);
  EXPECT_TRUE(x::node::get_node_from_event(second).get_predecessors().empty());
  EXPECT_EQ(x::node::get_node_from_event(both).get_predecessors().size(), 2u);
  auto executable = g.finalize();
  q.ext_oneapi_graph(executable);
  q.ext_oneapi_graph(executable);
  sycl::host_accessor a(b, sycl::read_only);
  EXPECT_EQ(a[0], 9);
  EXPECT_EQ(a[99], 11);
}

// What is outside of the graph is ordered with it by buffers.
TEST(Graph, RecordedCommandsRunWhenTheGraphDoes) {
  sycl::queue q;
  std::vector<int> data(1000, 1);
  auto b = buffer_of(data);
  auto g = buffer_graph(q);
  EXPECT_EQ(q.ext_oneapi_get_state(), x::queue_state::executing);
  g.begin_recording(q);
  EXPECT_EQ(q.ext_oneapi_get_state(), x::queue_state::recording);
  EXPECT_EQ(q.ext_oneapi_get_graph(), g);
  add_to_all(q, b, 10);
  add_to_all(q, b, 20);
  g.end_recording();
  EXPECT_EQ(q.ext_oneapi_get_state(), x::queue_state::executing);
  EXPECT_EQ(first_of(b), 1);
  auto executable = g.finalize();
  for (int i = 0; i < 3; ++i) {
    q.ext_oneapi_graph(executable);
    add_to_all(q, b, 1000);
  }
  EXPECT_EQ(first_of(b), 1 + 3 * 1030);
}

TEST(Graph, ConstantDataIsReadUntilANodeWritesIt) {
  sycl::queue q;
  const std::vector<int> data(10, 5);
  sycl::buffer<int> b(data.data(), sycl::range<1>(10));
  int *out = sycl::malloc_shared<int>(1, q);
  auto g = buffer_graph(q);
  g.begin_recording(q);
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::read_only);
    h.single_task([=] { *out = a[0]; });
  });
  add_to_all(q, b, 1);
  g.end_recording();
  auto executable = g.finalize();
  q.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(*out, 5);
  q.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(*out, 6);
  sycl::free(out, q);
}

TEST(Graph, InOrderQueuesMakeEdges) {
  steps s{sycl::queue{sycl::property::queue::in_order()}};
  x::command_graph g(s.q);
  g.begin_recording(s.q);
  s.q.submit(s.step(1));
  s.q.submit(s.task(2));
  s.q.submit(s.step(3));
  g.end_recording();
  auto executable = g.finalize();
  s.q.ext_oneapi_graph(executable);
  s.q.submit(s.step(7));
  s.q.ext_oneapi_graph(executable);
  s.q.wait();
  EXPECT_EQ(*s.p, 1237123);
}

TEST(Graph, QueuesThatDependOnRecordedCommandsRecord) {
  steps s;
  sycl::queue other(s.q.get_context(), s.q.get_device()), apart(s.q.get_context(), s.q.get_device());
  x::command_graph g(s.q);
  g.begin_recording(s.q);
  auto first = s.q.submit(s.step(1));
  auto second = other.single_task(first, [p = s.p] { *p = *p * 10 + 2; });
  s.q.single_task(second, [p = s.p] { *p = *p * 10 + 3; });
  EXPECT_EQ(other.ext_oneapi_get_state(), x::queue_state::recording);
  EXPECT_EQ(apart.ext_oneapi_get_state(), x::queue_state::executing);
  g.end_recording();
  EXPECT_EQ(other.ext_oneapi_get_state(), x::queue_state::executing);
  auto executable = g.finalize();
  apart.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(*s.p, 123);
}

TEST(Graph, BarriersOrderWhatTheirQueueRecords) {
  steps s;
  sycl::queue other(s.q.get_context(), s.q.get_device());
  x::command_graph g(s.q);
  g.begin_recording({s.q, other});
  auto one = s.q.submit(s.step(1)), beside = other.submit(s.step(1));
  auto barrier = s.q.ext_oneapi_submit_barrier();
  auto two = s.q.submit(s.step(2)), apart = other.submit(s.step(2));
  auto some = s.q.ext_oneapi_submit_barrier({two, beside});
  g.end_recording({s.q, other});
  const auto node = [](const sycl::event &e) { return x::node::get_node_from_event(e); };
  EXPECT_EQ(node(barrier).get_predecessors(), std::vector<x::node>{node(one)});
  EXPECT_EQ(node(two).get_predecessors(), std::vector<x::node>{node(barrier)});
  EXPECT_TRUE(node(apart).get_predecessors().empty());
  EXPECT_EQ(node(some).get_predecessors(), (std::vector<x::node>{node(two), node(beside), node(barrier)}));
  EXPECT_EQ(node(barrier).get_type(), node_type::ext_oneapi_barrier);
}

TEST(Graph, HasAllTypesOfNodes) {
  sycl::queue q;
  int *a = sycl::malloc_shared<int>(10, q), *b = sycl::malloc_shared<int>(10, q);
  x::command_graph g(q);
  std::vector<node_type> types;
  std::vector<x::node> before;
  auto add = [&](auto f) {
    x::node n = g.add(f, x::property::node::depends_on_all_leaves());
    types.push_back(n.get_type());
  };
  add([&](sycl::handler &h) { h.memset(a, 0, 10 * sizeof(int)); });
  add([&](sycl::handler &h) { h.fill(b, 7, 10); });
  add([&](sycl::handler &h) { h.prefetch(b, 10 * sizeof(int)); });
  add([&](sycl::handler &h) { h.mem_advise(b, 10 * sizeof(int), 0); });
  add([&](sycl::handler &h) { h.memcpy(a, b, 5 * sizeof(int)); });
  add([&](sycl::handler &h) { h.copy(b, a + 5, 5); });
  add([&](sycl::handler &h) { h.parallel_for(10, [=](sycl::id<1> i) { a[i] += b[i]; }); });
  add([&](sycl::handler &h) { h.host_task([=] { a[0] *= 2; }); });
  add([&](sycl::handler &) {});
  types.push_back(g.add().get_type());
  using t = node_type;
  EXPECT_EQ(types, (std::vector<t>{t::memset, t::memfill, t::prefetch, t::memadvise, t::memcpy, t::memcpy, t::kernel,
                                   t::host_task, t::empty, t::empty}));
  auto executable = g.finalize();
  for (int round = 0; round < 3; ++round) {
    q.ext_oneapi_graph(executable).wait();
    EXPECT_EQ(a[0], 28);
    EXPECT_EQ(a[9], 14);
  }
  sycl::free(a, q);
  sycl::free(b, q);
}

TEST(Graph, CopiesAndHostTasksUseBuffers) {
  sycl::queue q;
  std::vector<int> data(100, 1), out(100);
  auto b = buffer_of(data);
  sycl::buffer<int> c{sycl::range<1>(100)};
  auto g = buffer_graph(q);
  g.begin_recording(q);
  q.submit([&](sycl::handler &h) {
    h.copy(sycl::accessor(b, h, sycl::read_only), sycl::accessor(c, h, sycl::write_only, sycl::no_init));
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(c, h, sycl::read_write_host_task);
    h.host_task([=] { a[0] = 40; });
  });
  add_to_all(q, c, 2);
  q.submit([&](sycl::handler &h) { h.copy(sycl::accessor(c, h, sycl::read_only), out.data()); });
  q.submit([&](sycl::handler &h) { h.fill(sycl::accessor(b, h, sycl::write_only, sycl::no_init), 6); });
  g.end_recording();
  auto executable = g.finalize();
  q.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(out[0], 42);
  EXPECT_EQ(out[1], 3);
  q.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(out[1], 8);
}

TEST(Graph, KernelsHaveLocalMemoryAndReductions) {
  sycl::queue q;
  int *data = sycl::malloc_shared<int>(64, q), *sum = sycl::malloc_shared<int>(1, q);
  std::iota(data, data + 64, 0);
  *sum = 100;
  x::command_graph g(q);
  x::node first = g.add([&](sycl::handler &h) {
    sycl::local_accessor<int> l(4, h);
    h.parallel_for(sycl::nd_range<1>(64, 4), [=](sycl::nd_item<1> i) {
      l[i.get_local_id(0)] = data[i.get_global_id(0)];
      data[i.get_global_id(0)] = l[i.get_local_id(0)] + 1;
    });
  });
  g.add(
      [&](sycl::handler &h) {
        h.parallel_for(sycl::range<1>(64), sycl::reduction(sum, sycl::plus<int>()),
                       [=](sycl::id<1> i, auto &s) { s += data[i]; });
      },
      x::property::node::depends_on(first));
  auto executable = g.finalize();
  q.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(*sum, 100 + 63 * 32 + 64);
  q.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(*sum, 100 + 2 * 63 * 32 + 3 * 64);
  sycl::free(data, q);
  sycl::free(sum, q);
}

TEST(Graph, IsANodeOfAnotherGraph) {
  steps s;
  x::command_graph inner(s.q), outer(s.q);
  inner.add(s.step(2));
  inner.add(s.task(3), x::property::node::depends_on_all_leaves());
  auto child = inner.finalize();
  outer.add(s.step(1));
  x::node sub =
      outer.add([&](sycl::handler &h) { h.ext_oneapi_graph(child); }, x::property::node::depends_on_all_leaves());
  EXPECT_EQ(sub.get_type(), node_type::subgraph);
  auto added = outer.finalize();
  outer.begin_recording(s.q);
  s.q.ext_oneapi_graph(child);
  outer.end_recording();
  EXPECT_EQ(outer.get_nodes()[2].get_type(), node_type::subgraph);
  s.q.ext_oneapi_graph(added).wait();
  EXPECT_EQ(*s.p, 123);
  s.q.ext_oneapi_graph(child).wait();
  EXPECT_EQ(*s.p, 12323);
}

TEST(Graph, ExecutionsDoNotOverlap) {
  steps s;
  x::command_graph g(s.q);
  for (int i = 0; i < 4; ++i)
    g.add([p = s.p](sycl::handler &h) { h.host_task([p] { *p += 1; }); }, x::property::node::depends_on_all_leaves());
  auto executable = g.finalize();
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      sycl::queue q(s.q.get_context(), s.q.get_device());
      for (int i = 0; i < 25; ++i)
        q.ext_oneapi_graph(executable);
      q.wait();
    });
  for (auto &t : threads)
    t.join();
  EXPECT_EQ(*s.p, 400);
}

TEST(Graph, HostTasksMayWaitForAGraphThatIsPartOfTheirs) {
  steps s;
  sycl::queue other(s.q.get_context(), s.q.get_device());
  x::command_graph inner(s.q), outer(s.q);
  inner.add(s.step(1));
  auto child = inner.finalize();
  x::node sub = outer.add([&](sycl::handler &h) { h.ext_oneapi_graph(child); });
  outer.add([&](sycl::handler &h) { h.host_task([&] { other.ext_oneapi_graph(child).wait(); }); },
            x::property::node::depends_on(sub));
  outer.add(s.step(2), x::property::node::depends_on_all_leaves());
  auto executable = outer.finalize();
  s.q.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(*s.p, 112);
}

TEST(Graph, ThreadsRecordGraphsOfTheirOwn) {
  const sycl::device d;
  const sycl::context c(d);
  std::vector<std::thread> threads;
  std::atomic<int> right{0};
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      sycl::queue q(c, d);
      sycl::buffer<int> b{sycl::range<1>(10)};
      for (int i = 0; i < 20; ++i) {
        std::fill_n(sycl::host_accessor(b, sycl::write_only).begin(), 10, i);
        auto g = buffer_graph(q);
        g.begin_recording(q);
        add_to_all(q, b, 1);
        add_to_all(q, b, 2);
        g.end_recording();
        auto executable = g.finalize(graph_property::enable_fusion());
        q.ext_oneapi_graph(executable);
        right += first_of(b) == i + 3;
      }
    });
  for (auto &t : threads)
    t.join();
  EXPECT_EQ(right, 80);
}

TEST(Graph, ExecutionsWaitForTheLastOne) {
  sycl::queue q;
  std::promise<void> gate;
  x::command_graph g(q);
  g.add([open = gate.get_future().share()](sycl::handler &h) { h.host_task([open] { open.wait(); }); });
  auto executable = g.finalize();
  auto first = q.ext_oneapi_graph(executable), second = sycl::queue(q).ext_oneapi_graph(executable);
  EXPECT_EQ(second.get_wait_list(), std::vector<sycl::event>{first});
  gate.set_value();
  second.wait();
  EXPECT_TRUE(first.get_wait_list().empty());
}

TEST(Graph, DependsOnEventsAndGivesOne) {
  steps s;
  x::command_graph g(s.q);
  g.add(s.step(2));
  auto executable = g.finalize();
  auto before = s.q.submit(s.task(1));
  auto during = s.q.ext_oneapi_graph(executable, before);
  auto again = s.q.ext_oneapi_graph(executable, std::vector<sycl::event>{during});
  s.q.submit([&](sycl::handler &h) {
    h.depends_on(again);
    s.task(3)(h);
  });
  s.q.wait();
  EXPECT_EQ(*s.p, 1223);
}

TEST(Graph, IsProfiledIfBothSidesWantIt) {
  steps s{sycl::queue{sycl::property::queue::enable_profiling()}};
  x::command_graph g(s.q);
  g.add(s.step(1));
  auto plain = g.finalize(), profiled = g.finalize(graph_property::enable_profiling());
  using namespace sycl::info::event_profiling;
  auto e = s.q.ext_oneapi_graph(profiled);
  EXPECT_LE(e.get_profiling_info<command_submit>(), e.get_profiling_info<command_start>());
  EXPECT_LE(e.get_profiling_info<command_start>(), e.get_profiling_info<command_end>());
  EXPECT_THROW(s.q.ext_oneapi_graph(plain).get_profiling_info<command_start>(), sycl::exception);
}

TEST(Graph, HostTasksThatFailEndTheExecution) {
  steps s;
  x::command_graph g(s.q);
  g.add([](sycl::handler &h) { h.host_task([] { throw std::runtime_error("no"); }); });
  g.add(s.step(1), x::property::node::depends_on_all_leaves());
  auto executable = g.finalize();
  s.q.ext_oneapi_graph(executable);
  EXPECT_THROW(s.q.wait_and_throw(), std::runtime_error);
  EXPECT_EQ(*s.p, 0);
}

TEST(Graph, ItsEndEndsRecording) {
  steps s;
  {
    x::command_graph g(s.q);
    g.begin_recording(s.q);
    s.q.submit(s.step(1));
  }
  s.q.submit(s.step(2)).wait();
  EXPECT_EQ(*s.p, 2);
}

TEST(Graph, ExecutableGraphsOutliveTheirSource) {
  steps s;
  auto executable = [&] {
    x::command_graph g(s.q);
    g.add(s.step(1));
    return g.finalize();
  }();
  sycl::event e;
  {
    auto moved = std::move(executable);
    e = s.q.ext_oneapi_graph(moved);
  }
  e.wait();
  EXPECT_EQ(*s.p, 1);
}

TEST(Graph, RangesAreUpdated) {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(64, q);
  std::fill(p, p + 64, 0);
  x::command_graph g(q);
  x::node range =
      g.add([&](sycl::handler &h) { h.parallel_for(sycl::range<1>(4), [=](sycl::id<1> i) { p[i] += 1; }); });
  x::node groups = g.add([&](sycl::handler &h) {
    h.parallel_for(sycl::nd_range<1>(4, 2), [=](sycl::nd_item<1> i) { p[32 + i.get_global_id(0)] += 1; });
  });
  auto executable = g.finalize(graph_property::updatable());
  range.update_range(sycl::range<1>(8));
  groups.update_nd_range(sycl::nd_range<1>(16, 4));
  q.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(std::accumulate(p, p + 64, 0), 8);
  executable.update(range);
  q.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(std::accumulate(p, p + 64, 0), 8 + 12);
  executable.update({range, groups});
  q.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(std::accumulate(p, p + 64, 0), 20 + 24);
  EXPECT_THROW(range.update_range(sycl::range<2>(2, 2)), sycl::exception);
  EXPECT_THROW(range.update_nd_range(sycl::nd_range<1>(8, 4)), sycl::exception);
  EXPECT_THROW(groups.update_nd_range(sycl::nd_range<1>(9, 4)), sycl::exception);
  sycl::free(p, q);
}

TEST(Graph, DynamicCommandGroupsSwitch) {
  steps s;
  x::command_graph g(s.q);
  x::dynamic_command_group kernels(g, {s.step(1), s.step(2)}), tasks(g, {s.task(3), s.task(4)});
  x::node kernel = g.add(kernels), task = g.add(tasks, x::property::node::depends_on(kernel));
  auto executable = g.finalize(graph_property::updatable());
  EXPECT_EQ(kernels.get_active_index(), 0u);
  kernels.set_active_index(1);
  tasks.set_active_index(1);
  EXPECT_EQ(kernels.get_active_index(), 1u);
  s.q.ext_oneapi_graph(executable).wait();
  executable.update(kernel);
  s.q.ext_oneapi_graph(executable).wait();
  executable.update(task);
  s.q.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(*s.p, 132324);
}

TEST(Graph, IsUpdatedFromAnotherGraph) {
  sycl::queue q;
  int *a = sycl::malloc_shared<int>(8, q), *b = sycl::malloc_shared<int>(8, q);
  std::fill(a, a + 8, 0);
  std::fill(b, b + 8, 0);
  auto build = [&](int *p, int value, std::size_t n) {
    x::command_graph g(q);
    g.add();
    g.add([&](sycl::handler &h) { h.parallel_for<class WholeUpdate>(n, [=](sycl::id<1> i) { p[i] += value; }); },
          x::property::node::depends_on_all_leaves());
    return g;
  };
  auto first = build(a, 1, 4), second = build(b, 10, 8);
  auto executable = first.finalize(graph_property::updatable());
  q.ext_oneapi_graph(executable).wait();
  executable.update(second);
  q.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(std::accumulate(a, a + 8, 0), 4);
  EXPECT_EQ(std::accumulate(b, b + 8, 0), 80);
  sycl::free(a, q);
  sycl::free(b, q);
}

TEST(Graph, IsPrinted) {
  steps s;
  x::command_graph g(s.q), other(s.q);
  EXPECT_LT(g.get_id(), other.get_id());
  x::node kernel = g.add([p = s.p](sycl::handler &h) { h.single_task<class Printed>([=] { *p = 1; }); });
  x::node copy = g.add([p = s.p](sycl::handler &h) { h.memcpy(p, p, sizeof(int)); });
  g.make_edge(kernel, copy);
  const std::string path = testing::TempDir() + "sycl-fuse-graph.dot";
  auto read = [&](bool verbose) {
    g.print_graph(path, verbose);
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  };
  const std::string brief = read(false), all = read(true);
  std::remove(path.c_str());
  EXPECT_NE(brief.find("TYPE = kernel\\nNAME = "), std::string::npos) << brief;
  EXPECT_NE(brief.find("n0 -> n1;"), std::string::npos) << brief;
  EXPECT_EQ(brief.find("SRC = "), std::string::npos) << brief;
  EXPECT_NE(all.find("TYPE = memcpy\\nSRC = 0x"), std::string::npos) << all;
}

TEST(Graph, DevicesHaveItsAspects) {
  sycl::device d;
  EXPECT_TRUE(d.has(sycl::aspect::ext_oneapi_graph));
  EXPECT_TRUE(d.has(sycl::aspect::ext_oneapi_limited_graph));
  EXPECT_TRUE(d.has(sycl::aspect::ext_oneapi_graph_fusion));
}

// Nothing was built: the kernels run one by one, which only require_fusion minds.
TEST(Graph, RunsUnfusedWithoutAFusedKernel) {
  steps s;
  x::command_graph g(s.q);
  g.add(s.step(1));
  g.add(s.step(2), x::property::node::depends_on_all_leaves());
  auto executable = g.finalize({graph_property::enable_fusion(), graph_property::insert_barriers()});
  s.q.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(*s.p, 12);
  try {
    g.finalize(graph_property::require_fusion());
    ADD_FAILURE();
  } catch (const sycl::exception &e) {
    EXPECT_EQ(e.code(), sycl::errc::kernel_not_supported);
    EXPECT_NE(std::string(e.what()).find("graph_test.cpp:"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("[SF6"), std::string::npos) << e.what();
  }
}
