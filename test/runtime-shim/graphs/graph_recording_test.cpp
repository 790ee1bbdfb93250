// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs that queues record, and nodes that are given anew.
#include "graph_work.hpp"

#include <atomic>
#include <numeric>
#include <thread>

using namespace test;

TEST(GraphRecording, SubBuffersWithoutACommonByteMakeNone) {
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
TEST(GraphRecording, RecordedCommandsRunWhenTheGraphDoes) {
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

TEST(GraphRecording, ConstantDataIsReadUntilANodeWritesIt) {
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

TEST(GraphRecording, InOrderQueuesMakeEdges) {
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

TEST(GraphRecording, QueuesThatDependOnRecordedCommandsRecord) {
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

TEST(GraphRecording, BarriersOrderWhatTheirQueueRecords) {
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

TEST(GraphRecording, ThreadsRecordGraphsOfTheirOwn) {
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

TEST(GraphRecording, ItsEndEndsRecording) {
  steps s;
  {
    x::command_graph g(s.q);
    g.begin_recording(s.q);
    s.q.submit(s.step(1));
  }
  s.q.submit(s.step(2)).wait();
  EXPECT_EQ(*s.p, 2);
}

TEST(GraphRecording, RangesAreUpdated) {
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
  EXPECT_THROW(groups.update_nd_range(sycl::nd_range<1>(9, 4)), sycl::exception);
  EXPECT_THROW(groups.update_range(sycl::range<1>(9)), sycl::exception);
  sycl::free(p, q);
}

// A kernel over a plain range takes the sizes of an nd_range, and one over an nd_range keeps its work-groups.
TEST(GraphRecording, RangesOfTheOtherKindUpdateThem) {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(64, q);
  std::fill(p, p + 64, 0);
  x::command_graph g(q);
  x::node range = g.add([&](sycl::handler &h) {
    h.parallel_for(sycl::range<1>(4), [=](sycl::item<1> i) { p[i.get_id(0)] += static_cast<int>(i.get_range(0)); });
  });
  x::node groups = g.add([&](sycl::handler &h) {
    h.parallel_for(sycl::nd_range<1>(4, 2),
                   [=](sycl::nd_item<1> i) { p[32 + i.get_global_id(0)] += static_cast<int>(i.get_local_range(0)); });
  });
  auto executable = g.finalize(graph_property::updatable());
  range.update_nd_range(sycl::nd_range<1>({8}, {4}, {3}));
  groups.update_range(sycl::range<1>(10));
  executable.update({range, groups});
  q.ext_oneapi_graph(executable).wait();
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(p[i], i >= 3 && i < 11 ? 8 : i >= 32 && i < 42 ? 2 : 0) << i;
  sycl::free(p, q);
}

TEST(GraphRecording, WithoutWorkItemsTheLocalSizeIsIgnored) {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(2, q);
  p[0] = p[1] = 0;
  x::command_graph g(q);
  x::node before = g.add([&](sycl::handler &h) { h.single_task([=] { p[0] += 1; }); });
  x::node groups = g.add(
      [&](sycl::handler &h) {
        h.parallel_for(sycl::nd_range<1>({0}, {std::size_t{1} << 40}), [=](sycl::nd_item<1>) { p[1] += 1; });
      },
      {x::property::node::depends_on(before)});
  g.add([&](sycl::handler &h) { h.single_task([=] { p[0] *= 3; }); }, {x::property::node::depends_on(groups)});
  auto executable = g.finalize(graph_property::updatable());
  q.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(p[0], 3);
  groups.update_nd_range(sycl::nd_range<1>(4, 4));
  executable.update(groups);
  q.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(p[1], 4);
  for (const std::size_t local : {0, 7}) {
    groups.update_nd_range(sycl::nd_range<1>({0}, {local}));
    executable.update(groups);
    q.ext_oneapi_graph(executable).wait();
    EXPECT_EQ(p[1], 4);
  }
  EXPECT_EQ(p[0], ((3 + 1) * 3 + 1) * 3 * 3 + 3);
  sycl::free(p, q);
}

TEST(GraphRecording, DynamicCommandGroupsSwitch) {
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

TEST(GraphRecording, IsUpdatedFromAnotherGraph) {
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
