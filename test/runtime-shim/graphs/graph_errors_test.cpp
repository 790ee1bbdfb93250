// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Misuse of graphs: each error of the specification with its code, and what it leaves usable.
#include "sycl/sycl.hpp"

#include <gtest/gtest.h>

namespace {

namespace x = sycl::ext::oneapi::experimental;
namespace graph_property = x::property::graph;

template <class F> std::error_code code_of(F f) {
  try {
    f();
  } catch (const sycl::exception &e) {
    return e.code();
  }
  return {};
}
#define EXPECT_ERRC(Code, ...) EXPECT_EQ(code_of([&] { __VA_ARGS__; }), make_error_code(sycl::errc::Code))
#define EXPECT_INVALID(...) EXPECT_ERRC(invalid, __VA_ARGS__)

class GraphErrors : public testing::Test {
protected:
  static void nothing(sycl::handler &h) {
    h.single_task([] {});
  }
  sycl::queue q;
  x::command_graph<> g{q}, other{q},
      with_buffers{q.get_context(), q.get_device(), {graph_property::assume_buffer_outlives_graph()}};
  sycl::context another_context{q.get_device()};
};

} // namespace

TEST_F(GraphErrors, OfConstruction) {
  EXPECT_ERRC(feature_not_supported, x::command_graph(q, graph_property::enable_native_recording()));
}

TEST_F(GraphErrors, OfEdges) {
  x::node a = g.add(nothing), b = g.add(nothing, x::property::node::depends_on(a)), foreign = other.add(nothing);
  EXPECT_INVALID(g.make_edge(a, a));
  EXPECT_INVALID(g.make_edge(b, a));
  EXPECT_INVALID(g.make_edge(a, foreign));
  EXPECT_INVALID(g.add(nothing, x::property::node::depends_on(foreign)));
  EXPECT_EQ(g.get_nodes().size(), 2u);
}

TEST_F(GraphErrors, OfAddingWhileRecording) {
  x::node a = g.add(nothing), b = g.add(nothing);
  g.begin_recording(q);
  EXPECT_INVALID(g.add(nothing));
  EXPECT_INVALID(g.make_edge(a, b));
  EXPECT_INVALID(q.wait());
  EXPECT_INVALID(g.begin_recording(q));
  EXPECT_INVALID(other.begin_recording(q));
  EXPECT_INVALID(other.end_recording(q));
  g.end_recording(q);
  other.end_recording(q); // it does not record
  g.make_edge(a, b);
}

TEST_F(GraphErrors, OfQueues) {
  sycl::queue stranger(another_context, q.get_device());
  EXPECT_INVALID(g.begin_recording(stranger));
  EXPECT_INVALID(g.begin_recording({q, stranger}));
  EXPECT_EQ(q.ext_oneapi_get_state(), x::queue_state::executing);
  EXPECT_INVALID(q.ext_oneapi_get_graph());
  auto executable = g.finalize();
  EXPECT_INVALID(stranger.ext_oneapi_graph(executable));
  sycl::queue fusing{sycl::ext::codeplay::experimental::property::queue::enable_fusion()};
  sycl::ext::codeplay::experimental::fusion_wrapper fw(fusing);
  fw.start_fusion();
  EXPECT_INVALID(g.begin_recording(fusing));
  fw.cancel_fusion();
  g.begin_recording(fusing);
  EXPECT_INVALID(fw.start_fusion());
}

TEST_F(GraphErrors, OfBuffers) {
  sycl::buffer<int> internal{sycl::range<1>(4)};
  std::vector<int> data(4);
  sycl::buffer<int> written_back(data);
  auto use = [](sycl::buffer<int> &b) {
    return [&b](sycl::handler &h) {
      sycl::accessor a(b, h);
      h.single_task([=] { a[0] = 1; });
    };
  };
  EXPECT_INVALID(g.add(use(internal)));
  EXPECT_INVALID(with_buffers.add(use(written_back)));
  g.begin_recording(q);
  EXPECT_INVALID(q.submit(use(internal)));
  g.end_recording();
  with_buffers.begin_recording(q);
  EXPECT_INVALID(q.submit(use(written_back)));
  q.submit(use(internal));
  EXPECT_INVALID(sycl::host_accessor a(internal));
  with_buffers.end_recording();
  sycl::host_accessor a(internal);
}

TEST_F(GraphErrors, OfRecordedEvents) {
  sycl::queue second(q.get_context(), q.get_device()), stranger(another_context, q.get_device());
  g.begin_recording(q);
  sycl::event e = q.submit(nothing);
  EXPECT_INVALID(e.wait());
  EXPECT_INVALID(e.get_info<sycl::info::event::command_execution_status>());
  EXPECT_INVALID(e.get_profiling_info<sycl::info::event_profiling::command_start>());
  EXPECT_INVALID(stranger.single_task(e, [] {}));
  g.end_recording();
  EXPECT_INVALID(second.single_task(e, [] {}));
  EXPECT_INVALID(other.add([&](sycl::handler &h) {
    h.depends_on(e);
    nothing(h);
  }));
  g.add([&](sycl::handler &h) {
    h.depends_on(e);
    nothing(h);
  });
  EXPECT_INVALID(x::node::get_node_from_event(sycl::event()));
  second.submit(nothing).wait();
}

TEST_F(GraphErrors, OfEventsFromElsewhere) {
  sycl::event task = q.submit([](sycl::handler &h) { h.host_task([] {}); });
  g.begin_recording(q);
  EXPECT_INVALID(q.single_task(task, [] {}));
  g.end_recording();
  task.wait();
}

TEST_F(GraphErrors, OfBarriersAndStreams) {
  EXPECT_INVALID(g.add([](sycl::handler &h) { h.ext_oneapi_barrier(); }));
  EXPECT_ERRC(feature_not_supported, g.add([](sycl::handler &h) {
    sycl::stream out(100, 100, h);
    h.single_task([=] { out << 1; });
  }));
}

TEST_F(GraphErrors, OfUpdates) {
  int *p = sycl::malloc_shared<int>(1, q);
  x::node kernel = g.add(nothing), copy = g.add([&](sycl::handler &h) { h.memcpy(p, p, sizeof(int)); }),
          foreign = other.add(nothing);
  auto fixed = g.finalize(), executable = g.finalize(graph_property::updatable());
  EXPECT_INVALID(fixed.update(kernel));
  EXPECT_INVALID(fixed.update(g));
  EXPECT_INVALID(executable.update(foreign));
  EXPECT_INVALID(executable.update(copy));
  EXPECT_INVALID(executable.update(g)); // it has a copy
  EXPECT_INVALID(executable.update(other));
  EXPECT_INVALID(copy.update_range(sycl::range<1>(1)));
  executable.update(kernel);
  q.ext_oneapi_graph(executable).wait();
  sycl::free(p, q);
}

TEST_F(GraphErrors, OfDynamicCommandGroups) {
  int *p = sycl::malloc_shared<int>(1, q);
  auto task = [](sycl::handler &h) { h.host_task([] {}); };
  auto copy = [&](sycl::handler &h) { h.memcpy(p, p, sizeof(int)); };
  EXPECT_INVALID(x::dynamic_command_group(g, {}));
  x::dynamic_command_group mixed(g, {nothing, task}), copies(g, {copy}), right(g, {nothing, nothing});
  EXPECT_INVALID(g.add(mixed));
  EXPECT_INVALID(g.add(copies));
  EXPECT_INVALID(other.add(right));
  EXPECT_INVALID(right.set_active_index(2));
  x::node before = g.add(nothing);
  x::dynamic_command_group differing(g, {nothing, [&](sycl::handler &h) {
                                           h.depends_on(sycl::event());
                                           h.depends_on(sycl::detail::event_of_node(before.impl()));
                                           nothing(h);
                                         }});
  EXPECT_INVALID(g.add(differing));
  sycl::free(p, q);
}

TEST_F(GraphErrors, OfDynamicParameters) {
  int *p = sycl::malloc_shared<int>(1, q);
  x::dynamic_parameter<int *> parameter(p);
  auto use = [&](sycl::handler &h) {
    h.set_arg(0, parameter);
    h.single_task([=] { *p = 1; });
  };
  EXPECT_INVALID(q.submit(use));
  g.begin_recording(q);
  EXPECT_INVALID(q.submit(use));
  g.end_recording();
  EXPECT_INVALID(g.add([&](sycl::handler &h) {
    h.set_arg(0, parameter);
    h.memcpy(p, p, sizeof(int));
  }));
  // Which bytes of the kernel an argument is, only a bundle says.
  EXPECT_ERRC(kernel_not_supported, g.add(use));
  sycl::free(p, q);
}

TEST_F(GraphErrors, OfPictures) {
  EXPECT_INVALID(g.print_graph("graph.txt"));
  EXPECT_INVALID(g.print_graph("/nowhere/graph.dot"));
}

TEST_F(GraphErrors, OfAccessScopes) {
  namespace p = x::property;
  sycl::buffer<int> item{sycl::range<1>(4), {p::access_scope_work_item()}},
      group{sycl::range<1>(4), {p::access_scope_work_group()}}, none{sycl::range<1>(4)};
  auto use = [&](sycl::buffer<int> &b, const sycl::property_list &properties) {
    q.submit([&](sycl::handler &h) { sycl::accessor a(b, h, properties); });
  };
  use(item, {});
  use(item, {p::access_scope_work_item()});
  use(group, {p::access_scope_work_group()});
  use(none, {p::access_scope_work_group()});
  EXPECT_INVALID(use(item, {p::access_scope_work_group()}));
  EXPECT_INVALID(use(group, {p::access_scope_work_item()}));
}
