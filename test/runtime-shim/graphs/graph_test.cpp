// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs: edges, execution, and what can be asked of them.
#include "graph_work.hpp"

#include <cstdio>
#include <fstream>
#include <future>
#include <numeric>
#include <sstream>
#include <thread>

using namespace test;

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
