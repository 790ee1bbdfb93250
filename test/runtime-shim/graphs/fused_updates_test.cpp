// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A fused graph is updated, by one thread while others execute it too: each execution is that of one state of the graph.
#include "bundle_fixture.hpp"
#include "sycl/ext/syclfuse/graph_parts.hpp"

#include <array>
#include <atomic>
#include <cstdlib>
#include <optional>
#include <random>
#include <thread>

namespace {

namespace x = sycl::ext::oneapi::experimental;
namespace graph_property = x::property::graph;
using executable_graph = x::command_graph<x::graph_state::executable>;

constexpr std::size_t n = 1000;
// The second one has no fused kernel with these factors, and leaves the last elements alone.
constexpr std::array<float, 2> factors{2, 3};
constexpr std::array<std::size_t, 2> sizes{n, n - 3};

std::vector<float> random_values(unsigned seed) {
  std::mt19937 random(seed);
  std::vector<float> values(n);
  for (float &v : values)
    v = static_cast<float>(static_cast<int>(random() % 2001) - 1000) / 8; // exact in what follows
  return values;
}

// out = a * b + c * factor, as the fused kernel or as two, and a host task that compares it with what it may be.
class FusedUpdates : public testing::TestWithParam<bool> {
protected:
  FusedUpdates() {
    for (sycl::buffer<float> *buffer : {&a, &b, &c, &out})
      buffer->set_write_back(false);
    for (std::size_t state : {0u, 1u})
      for (std::size_t i = 0; i < n; ++i)
        wanted[state][i] = va[i] * vb[i] + vc[i] * factors[i < sizes[state] ? state : 0];
  }
  // A graph in one of its two states. The task makes executions wait for a thread of the runtime.
  x::command_graph<> build(std::size_t state, bool with_task) {
    x::command_graph<> g(q.get_context(), q.get_device(), {graph_property::assume_buffer_outlives_graph()});
    g.add([&](sycl::handler &h) { test::submit_multiply(h, a, b, tmp); });
    g.add([&](sycl::handler &h) { test::submit_combine(h, tmp, c, out, factors[state], sizes[state]); });
    if (with_task)
      g.add([&](sycl::handler &h) {
        sycl::accessor o(out, h, sycl::read_only_host_task);
        h.host_task([=] { compare(o); });
      });
    return g;
  }
  template <class A> void compare(const A &o) {
    for (std::size_t state : {0u, 1u})
      // Behind the other state's elements there may be what an execution before has left.
      if (std::equal(o.begin(), o.begin() + sizes[1], wanted[state].begin()))
        return;
    ++wrong;
  }
  void expect_state(executable_graph &e, std::size_t state) {
    q.ext_oneapi_graph(e).wait();
    const auto parts = sycl::ext::syclfuse::parts_of(e);
    EXPECT_EQ(parts.size(), state == 0 ? 1u : 2u);
    sycl::host_accessor got(out, sycl::read_only);
    EXPECT_TRUE(std::equal(got.begin(), got.begin() + sizes[state], wanted[state].begin())) << state;
  }

  sycl::queue q;
  std::vector<float> va = random_values(1), vb = random_values(2), vc = random_values(3), vo = random_values(4);
  sycl::buffer<float> a{va.data(), sycl::range<1>(n)}, b{vb.data(), sycl::range<1>(n)}, c{vc.data(), sycl::range<1>(n)},
      out{vo.data(), sycl::range<1>(n)}, tmp{sycl::range<1>(n), {test::fusion_property::promote_private()}};
  std::array<std::vector<float>, 2> wanted{std::vector<float>(n), std::vector<float>(n)};
  std::atomic<int> wrong{0};
};

test::bundle_options only_the_first_factor() {
  test::bundle_options o;
  o.listed = {n};
  o.unpromoted_fallback = false;
  o.constant_factor = {factors[0]};
  return o;
}

} // namespace

TEST_P(FusedUpdates, WhileOtherThreadsExecute) {
  test::registered_bundle bundle(test::make_bundle(only_the_first_factor()));
  constexpr int threads = 3, rounds = 30, updates = 30;
  std::array<x::command_graph<>, 2> graphs{build(0, GetParam()), build(1, GetParam())};
  executable_graph e = graphs[0].finalize(
      {graph_property::enable_fusion(), graph_property::insert_barriers(), graph_property::updatable()});
  expect_state(e, 0);
  std::atomic<bool> updated{false};
  std::vector<std::thread> running;
  for (int t = 0; t < threads; ++t)
    running.emplace_back([&] {
      sycl::queue own(q.get_context(), q.get_device());
      for (int i = 0; i < rounds || !updated; ++i) {
        own.ext_oneapi_graph(e);
        if (i % 8 == 0)
          own.wait_and_throw();
      }
      own.wait_and_throw();
    });
  for (int i = 0; i < updates; ++i)
    if (i % 4 < 2)
      e.update(graphs[static_cast<std::size_t>(i) % 2]);
    else
      e.update(graphs[0].get_nodes());
  updated = true;
  for (std::thread &t : running)
    t.join();
  e.update(graphs[1]);
  expect_state(e, 1);
  e.update(graphs[0]);
  expect_state(e, 0);
  EXPECT_EQ(wrong, 0);
}
INSTANTIATE_TEST_SUITE_P(WithAndWithoutHostTasks, FusedUpdates, testing::Bool());

// Another thread may even ask for what the graph cannot become.
TEST_F(FusedUpdates, ThatAreRefusedWhileOtherThreadsExecute) {
  test::registered_bundle bundle(test::make_bundle(only_the_first_factor()));
  std::array<x::command_graph<>, 2> graphs{build(0, false), build(1, false)};
  executable_graph e = graphs[0].finalize(
      {graph_property::require_fusion(), graph_property::insert_barriers(), graph_property::updatable()});
  std::thread running([&] {
    sycl::queue own(q.get_context(), q.get_device());
    for (int i = 0; i < 100; ++i)
      own.ext_oneapi_graph(e);
    own.wait_and_throw();
  });
  int refused = 0;
  for (int i = 0; i < 20; ++i)
    try {
      e.update(graphs[1]);
    } catch (const sycl::exception &why) {
      refused += why.code() == sycl::errc::kernel_not_supported;
    }
  running.join();
  EXPECT_EQ(refused, 20);
  expect_state(e, 0);
  EXPECT_EQ(test::ran.multiply, 0);
}

namespace {

// SYCL_FUSE_LOG=trace says each.
template <class F> std::size_t look_ups(F f) {
  testing::internal::CaptureStderr();
  f();
  const std::string said = testing::internal::GetCapturedStderr(), one = "look-up of a region";
  std::size_t count = 0;
  for (std::size_t at = said.find(one); at != std::string::npos; at = said.find(one, at + 1))
    ++count;
  return count;
}

} // namespace

// The kernel that was found is, or is not, the one for other arguments: its guards say so.
TEST_F(FusedUpdates, LookNothingUpAgain) {
  const char *level = std::getenv("SYCL_FUSE_LOG");
  if (!level || std::string(level) != "trace")
    GTEST_SKIP() << "counts what SYCL_FUSE_LOG=trace says";
  test::registered_bundle bundle(test::make_bundle(only_the_first_factor()));
  std::array<x::command_graph<>, 2> graphs{build(0, false), build(1, false)};
  std::optional<executable_graph> e;
  EXPECT_EQ(look_ups([&] {
              e.emplace(graphs[0].finalize(
                  {graph_property::enable_fusion(), graph_property::insert_barriers(), graph_property::updatable()}));
            }),
            1u);
  EXPECT_EQ(look_ups([&] {
              for (std::size_t state : {1u, 0u, 0u, 1u}) {
                e->update(graphs[state]);
                expect_state(*e, state);
              }
              e->update(graphs[0].get_nodes());
              expect_state(*e, 0);
            }),
            0u);
  test::registered_bundle another(test::make_bundle({}));
  EXPECT_GT(look_ups([&] { e->update(graphs[1]); }), 0u);
  expect_state(*e, 1);
}

// The value that was set last counts.
TEST_F(FusedUpdates, OfOneParameterByTwoThreads) {
  test::registered_bundle bundle(test::make_bundle({}));
  using reader = sycl::accessor<float, 1, sycl::access_mode::read>;
  const std::array<reader, 3> values{reader(a), reader(b), reader(c)};
  x::dynamic_parameter<reader> first(values[0]);
  x::command_graph<> g(q.get_context(), q.get_device(), {graph_property::assume_buffer_outlives_graph()});
  g.add([&](sycl::handler &h) {
    h.require(first);
    test::submit_multiply(h, b, b, out);
    h.set_arg(0, first);
  });
  std::vector<std::thread> setting;
  std::atomic<int> refused{0};
  for (unsigned t : {0u, 1u})
    setting.emplace_back([&, t] {
      for (unsigned i = 0; i < 3000; ++i)
        try {
          first.update(values[(i + t) % 3]);
        } catch (const sycl::exception &) {
          ++refused;
        }
    });
  for (std::thread &t : setting)
    t.join();
  EXPECT_EQ(refused, 0);
  first.update(values[2]);
  executable_graph e = g.finalize();
  q.ext_oneapi_graph(e).wait();
  sycl::host_accessor got(out, sycl::read_only);
  for (std::size_t i = 0; i < n; ++i)
    ASSERT_EQ(got[i], vc[i] * vb[i]) << i;
}
