// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Misuse of graphs: each error of the specification with its code, and what it leaves usable.
#include "exception_codes.hpp"
#include "sycl/sycl.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <functional>
#include <unistd.h>

namespace {

namespace x = sycl::ext::oneapi::experimental;
namespace graph_property = x::property::graph;

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
  x::node c = g.add(nothing, x::property::node::depends_on(b));
  EXPECT_INVALID(g.make_edge(c, a)); // through b
  EXPECT_INVALID(other.make_edge(foreign, a));
  x::command_graph trusting(q, graph_property::no_cycle_check());
  x::node first = trusting.add(nothing), second = trusting.add(nothing, x::property::node::depends_on(first));
  trusting.make_edge(second, first); // undefined from here on, but not checked
}

TEST_F(GraphErrors, OfAddingWhileRecording) {
  x::node a = g.add(nothing), b = g.add(nothing);
  g.begin_recording(q);
  EXPECT_INVALID(g.add(nothing));
  EXPECT_INVALID(g.make_edge(a, b));
  EXPECT_INVALID(g.add());
  EXPECT_INVALID(q.wait());
  EXPECT_INVALID(q.wait_and_throw());
  EXPECT_INVALID(g.begin_recording(q));
  EXPECT_INVALID(g.begin_recording({q}));
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
  EXPECT_INVALID(x::execute_graph(stranger, executable));
  EXPECT_INVALID(stranger.submit([&](sycl::handler &h) { x::execute_graph(h, executable); }));
  q.submit([&](sycl::handler &h) { x::execute_graph(h, executable); }).wait();
  x::command_graph of_stranger(stranger);
  EXPECT_INVALID(of_stranger.add([&](sycl::handler &h) { h.ext_oneapi_graph(executable); }));
  of_stranger.begin_recording(stranger);
  EXPECT_INVALID(stranger.ext_oneapi_graph(executable));
  of_stranger.end_recording();
  EXPECT_TRUE(of_stranger.empty());
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
  EXPECT_INVALID(e.wait_and_throw());
  EXPECT_INVALID(sycl::event::wait({e}));
  EXPECT_INVALID(e.get_info<sycl::info::event::command_execution_status>());
  EXPECT_INVALID(e.get_profiling_info<sycl::info::event_profiling::command_start>());
  EXPECT_INVALID(stranger.single_task(e, [] {}));
  g.end_recording();
  EXPECT_INVALID(e.wait());
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
  EXPECT_INVALID(x::node::get_node_from_event(task));
  task.wait();
}

// The device runs commands at once and leaves no trace of them.
TEST_F(GraphErrors, OfEventsThatHaveFinished) {
  sycl::event done = q.submit(nothing);
  done.wait();
  EXPECT_INVALID(x::node::get_node_from_event(done));
  g.begin_recording(q);
  EXPECT_INVALID(q.single_task(done, [] {}));
  EXPECT_INVALID(q.ext_oneapi_submit_barrier({done}));
  EXPECT_INVALID(q.single_task({q.single_task([] {}), done}, [] {}));
  g.end_recording();
  auto add = [&](sycl::handler &h) {
    h.depends_on(done);
    nothing(h);
  };
  EXPECT_INVALID(g.add(add));
  x::dynamic_command_group group(g, {add});
  EXPECT_INVALID(g.add(group));
  EXPECT_EQ(g.get_nodes().size(), 1u);
  q.single_task(done, [] {}).wait();
}

TEST_F(GraphErrors, OfBarriersAndStreams) {
  EXPECT_INVALID(g.add([](sycl::handler &h) { h.ext_oneapi_barrier(); }));
  const auto prints = [](sycl::handler &h) {
    sycl::stream out(100, 100, h);
    h.single_task([=] { out << 1; });
  };
  x::dynamic_command_group group(g, {prints, prints});
  EXPECT_ERRC(feature_not_supported, g.add(group));
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
  EXPECT_INVALID(executable.update({kernel, foreign}));
  executable.update(kernel);
  q.ext_oneapi_graph(executable).wait();
  sycl::free(p, q);
}

TEST_F(GraphErrors, OfUpdatesFromOtherGraphs) {
  auto task = [](sycl::handler &h) { h.host_task([] {}); };
  auto another_kernel = [](sycl::handler &h) { h.single_task<class AnotherKernel>([] {}); };
  // Each has two nodes, and is not the graph that was finalized but for one.
  struct {
    std::function<void(sycl::handler &)> first, second;
    bool edge, fits;
  } const rows[] = {
      {nothing, task, true, true},         {nothing, nothing, true, false}, {task, nothing, true, false},
      {another_kernel, task, true, false}, {nothing, task, false, false},
  };
  x::node a = g.add(nothing);
  g.add(task, x::property::node::depends_on(a));
  auto executable = g.finalize(graph_property::updatable());
  for (const auto &row : rows) {
    x::command_graph source(q), far(another_context, q.get_device());
    for (x::command_graph<> *to : {&source, &far}) {
      x::node first = to->add(row.first), second = to->add(row.second);
      if (row.edge)
        to->make_edge(first, second);
    }
    EXPECT_EQ(test::code_of([&] { executable.update(source); }), row.fits ? std::error_code() : sycl::errc::invalid)
        << &row - rows;
    EXPECT_INVALID(executable.update(far));
  }
  q.ext_oneapi_graph(executable).wait();
}

TEST_F(GraphErrors, OfRanges) {
  x::node plain = g.add([](sycl::handler &h) { h.parallel_for(sycl::range<2>(2, 2), [](sycl::id<2>) {}); }),
          groups = g.add([](sycl::handler &h) { h.parallel_for(sycl::nd_range<1>(4, 2), [](sycl::nd_item<1>) {}); }),
          task = g.add([](sycl::handler &h) { h.host_task([] {}); }), empty = g.add(),
          single = g.add([](sycl::handler &h) { h.single_task([] {}); });
  EXPECT_INVALID(plain.update_range(sycl::range<1>(4)));
  EXPECT_INVALID(plain.update_range(sycl::range<3>(1, 2, 2)));
  EXPECT_INVALID(plain.update_nd_range(sycl::nd_range<1>(4, 2)));
  EXPECT_INVALID(groups.update_range(sycl::range<2>(2, 2)));
  EXPECT_INVALID(groups.update_nd_range(sycl::nd_range<2>({2, 2}, {1, 1})));
  for (x::node *n : {&task, &empty, &single}) {
    EXPECT_INVALID(n->update_range(sycl::range<1>(4)));
    EXPECT_INVALID(n->update_nd_range(sycl::nd_range<1>(4, 2)));
  }
}

// Each property of finalize() with graphs of each kind: no bundle has a fused kernel here.
TEST_F(GraphErrors, OfProperties) {
  using namespace graph_property;
  auto task = [](sycl::handler &h) { h.host_task([] {}); };
  const x::property::node::depends_on_all_leaves last;
  x::command_graph empty(q), one(q), two(q), no_kernel(q), divided(q);
  one.add(nothing);
  for (x::command_graph<> *to : {&two, &divided}) {
    to->add(nothing);
    if (to == &divided)
      to->add(task, last);
    to->add(nothing, last);
  }
  no_kernel.add(task);
  struct {
    sycl::property_list properties;
    bool requires_fusion = false, updates = false, profiles = false;
  } const rows[] = {
      {{}},
      {{updatable()}, false, true},
      {{enable_profiling()}, false, false, true},
      {{enable_fusion()}},
      {{enable_fusion(), insert_barriers()}},
      {{insert_barriers()}},
      {{enable_fusion(), updatable(), enable_profiling()}, false, true, true},
      {{require_fusion()}, true},
      {{require_fusion(), enable_fusion(), insert_barriers(), updatable()}, true, true},
  };
  sycl::queue profiling(q.get_context(), q.get_device(), sycl::property::queue::enable_profiling());
  for (const auto &row : rows)
    for (const x::command_graph<> *graph : {&empty, &one, &two, &no_kernel, &divided}) {
      SCOPED_TRACE(testing::Message() << "row " << &row - rows << ", graph " << graph->get_id() - empty.get_id());
      if (row.requires_fusion && (graph == &two || graph == &divided)) {
        EXPECT_ERRC(kernel_not_supported, graph->finalize(row.properties));
        continue;
      }
      auto executable = graph->finalize(row.properties);
      sycl::event done = profiling.ext_oneapi_graph(executable);
      done.wait();
      EXPECT_EQ(test::code_of([&] { done.get_profiling_info<sycl::info::event_profiling::command_start>(); }),
                row.profiles ? std::error_code() : sycl::errc::invalid);
      EXPECT_EQ(test::code_of([&] { executable.update(graph->get_nodes()); }),
                row.updates ? std::error_code() : sycl::errc::invalid);
    }
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
  EXPECT_EQ(right.get_active_index(), 0u);
  g.begin_recording(q);
  EXPECT_INVALID(g.add(right));
  g.end_recording();
  sycl::buffer<int> internal{sycl::range<1>(4)};
  x::dynamic_command_group with_buffer(g, {[&](sycl::handler &h) {
                                         sycl::accessor a(internal, h);
                                         h.single_task([=] { a[0] = 1; });
                                       }});
  EXPECT_INVALID(g.add(with_buffer));
  x::node before = g.add(nothing);
  x::dynamic_command_group differing(g, {nothing, [&](sycl::handler &h) {
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
  EXPECT_INVALID(g.add([&](sycl::handler &h) {
    h.set_arg(0, parameter);
    h.host_task([] {});
  }));
  sycl::buffer<int> buffer{sycl::range<1>(4)};
  using placeholder =
      sycl::accessor<int, 1, sycl::access_mode::read_write, sycl::target::device, sycl::access::placeholder::true_t>;
  x::dynamic_parameter<placeholder> accessor{placeholder(buffer)};
  auto require = [&](sycl::handler &h) { h.require(accessor); };
  EXPECT_INVALID(q.submit(require));
  g.begin_recording(q);
  EXPECT_INVALID(q.submit(require));
  g.end_recording();
  EXPECT_INVALID(g.add(require)); // of a graph without the property for buffers
  // Which bytes of the kernel an argument is, only a bundle says.
  EXPECT_ERRC(kernel_not_supported, g.add(use));
  sycl::free(p, q);
}

TEST_F(GraphErrors, OfPictures) {
  EXPECT_INVALID(g.print_graph("graph.txt"));
  EXPECT_INVALID(g.print_graph("/nowhere/graph.dot"));
  EXPECT_INVALID(g.finalize().print_graph("graph"));
  const std::string full = testing::TempDir() + "full-" + std::to_string(getpid()) + ".dot";
  ASSERT_EQ(symlink("/dev/full", full.c_str()), 0);
  EXPECT_INVALID(g.print_graph(full));
  std::remove(full.c_str());
}

// Of a graph that requires fusion: no command is refused for them, and no other graph.
TEST_F(GraphErrors, OfAccessScopes) {
  namespace p = x::property;
  sycl::buffer<int> item{sycl::range<1>(4), {p::access_scope_work_item()}},
      group{sycl::range<1>(4), {p::access_scope_work_group()}}, none{sycl::range<1>(4)};
  const auto refusal_of = [&](sycl::buffer<int> &b, const sycl::property_list &properties) {
    const auto command = [&](sycl::handler &h) {
      sycl::accessor a(b, h, properties);
      h.parallel_for(sycl::range<1>(4), [=](sycl::id<1> i) { a[i] = 1; });
    };
    q.submit(command);
    x::command_graph with(q, graph_property::assume_buffer_outlives_graph());
    with.add(command);
    with.add(command);
    with.finalize(graph_property::enable_fusion());
    try {
      with.finalize(graph_property::require_fusion());
    } catch (const sycl::exception &e) {
      return e.code();
    }
    return sycl::make_error_code(sycl::errc::success);
  };
  // No bundle has these kernels.
  for (auto *b : {&item, &group, &none})
    EXPECT_EQ(refusal_of(*b, {}), sycl::errc::kernel_not_supported);
  EXPECT_EQ(refusal_of(item, {p::access_scope_work_item()}), sycl::errc::kernel_not_supported);
  EXPECT_EQ(refusal_of(none, {p::access_scope_work_group()}), sycl::errc::kernel_not_supported);
  EXPECT_EQ(refusal_of(item, {p::access_scope_work_group()}), sycl::errc::invalid);
  EXPECT_EQ(refusal_of(group, {p::access_scope_work_item()}), sycl::errc::invalid);
}
