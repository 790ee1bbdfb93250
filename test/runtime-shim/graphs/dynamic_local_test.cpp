// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Local memory of nodes whose size is given anew: nodes, whole graphs, several in one kernel, and misuse.
#include "exception_codes.hpp"
#include "sycl/sycl.hpp"

#include <gtest/gtest.h>

namespace {

namespace x = sycl::ext::oneapi::experimental;
namespace graph_property = x::property::graph;

class DynamicLocal : public testing::Test {
protected:
  // Work-items of groups of up to 8 put their numbers in both memories, and others sum them up.
  struct exchange {
    x::dynamic_local_accessor<int, 2> square;
    x::dynamic_work_group_memory<long[]> line;
    sycl::local_accessor<int> fixed;
    long *out;
    void operator()(sycl::nd_item<1> i) const {
      const auto s = square.get();
      const auto l = line.get();
      const std::size_t me = i.get_local_id(0), width = s.get_range()[1];
      s[me / width][me % width] = static_cast<int>(me);
      l[me] = 100 * static_cast<long>(me);
      fixed[0] = 7;
      long sum = 0;
      for (std::size_t k = 0; k <= me; ++k)
        sum += s[k / width][k % width] + l[k];
      out[i.get_global_id(0)] = sum + fixed[0] + 10000 * static_cast<long>(s.get_range().size());
    }
  };
  auto kernel(std::size_t global, std::size_t group) {
    return [=](sycl::handler &h) {
      sycl::local_accessor<int> fixed(1, h);
      h.set_arg(0, square);
      h.parallel_for<exchange>(sycl::nd_range<1>(global, group), exchange{square, line, fixed, out});
    };
  }
  void expect_runs(x::command_graph<x::graph_state::executable> &e, long group, long size) {
    std::fill(out, out + 16, -1);
    q.ext_oneapi_graph(e).wait();
    for (long i = 0; i < 16; ++i) {
      const long me = i % group;
      ASSERT_EQ(out[i], 101 * me * (me + 1) / 2 + 7 + 10000 * size) << i;
    }
  }
  sycl::queue q;
  long *out = sycl::malloc_shared<long>(16, q);
  mutable x::dynamic_local_accessor<int, 2> square{sycl::range<2>(2, 2)};
  mutable x::dynamic_work_group_memory<long[]> line{4};
  x::command_graph<> g{q};
  ~DynamicLocal() override { sycl::free(out, q); }
};

} // namespace

TEST_F(DynamicLocal, GrowsWithItsNode) {
  x::node n = g.add(kernel(16, 4));
  auto e = g.finalize(graph_property::updatable());
  expect_runs(e, 4, 4);
  square.update(sycl::range<2>(2, 4));
  line.update(8);
  n.update_nd_range(sycl::nd_range<1>(16, 8));
  expect_runs(e, 4, 4); // not yet
  e.update(n);
  expect_runs(e, 8, 8);
  auto fresh = g.finalize();
  expect_runs(fresh, 8, 8);
}

TEST_F(DynamicLocal, GrowsWithAWholeGraph) {
  g.add(kernel(16, 4));
  auto e = g.finalize(graph_property::updatable());
  square.update(sycl::range<2>(4, 2));
  line.update(8);
  x::command_graph source(q);
  source.add(kernel(16, 8)); // of the size that it has now
  e.update(source);
  expect_runs(e, 8, 8);
}

TEST_F(DynamicLocal, IsOfTheActiveFunction) {
  x::dynamic_command_group group(g, {kernel(16, 4), kernel(16, 2)});
  x::node n = g.add(group);
  group.set_active_index(1);
  square.update(sycl::range<2>(1, 2));
  auto e = g.finalize(graph_property::updatable());
  expect_runs(e, 2, 2);
  square.update(sycl::range<2>(2, 3));
  group.set_active_index(0);
  e.update(n);
  expect_runs(e, 4, 6);
}

TEST_F(DynamicLocal, MoreThanTheDeviceHasChangesNothing) {
  x::node n = g.add(kernel(16, 4));
  auto e = g.finalize(graph_property::updatable());
  const std::size_t most = q.get_device().get_info<sycl::info::device::local_mem_size>();
  EXPECT_EQ(test::code_of([&] { line.update(most); }), make_error_code(sycl::errc::memory_allocation));
  EXPECT_EQ(test::code_of([&] { square.update(sycl::range<2>(~0ul, ~0ul)); }),
            make_error_code(sycl::errc::memory_allocation));
  e.update(n);
  expect_runs(e, 4, 4);
  x::dynamic_work_group_memory<long[]> large(most);
  EXPECT_EQ(test::code_of([&] {
              g.add([&](sycl::handler &h) {
                h.parallel_for(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1>) { large.get()[0] = 1; });
              });
            }),
            make_error_code(sycl::errc::memory_allocation));
  EXPECT_EQ(g.get_nodes().size(), 1u);
}

TEST_F(DynamicLocal, IsForAddedKernelsOnly) {
  auto captured = [&](sycl::handler &h) {
    h.parallel_for(sycl::nd_range<1>(4, 4), [line = line](sycl::nd_item<1> i) { line.get()[i.get_local_id(0)] = 1; });
  };
  EXPECT_INVALID(q.submit(captured));
  EXPECT_INVALID(q.submit(kernel(16, 4)));
  g.begin_recording(q);
  EXPECT_INVALID(q.submit(captured));
  EXPECT_INVALID(q.submit(kernel(16, 4)));
  g.end_recording();
  EXPECT_INVALID(g.add([&](sycl::handler &h) {
    h.set_arg(0, line);
    h.host_task([] {});
  }));
  EXPECT_INVALID(square.get());
  EXPECT_INVALID(line.get());
  g.add(captured);
  EXPECT_INVALID(line.get());
  EXPECT_EQ(g.get_nodes().size(), 1u);
  const auto same = line;
  EXPECT_TRUE(same == line);
  EXPECT_TRUE(x::dynamic_work_group_memory<long[]>(4) != line);
}

TEST(DynamicTypes, AreKeysOfHashedContainers) {
  sycl::queue q;
  namespace x = sycl::ext::oneapi::experimental;
  x::command_graph<> g(q);
  const auto differ = [](const auto &a, const auto &b) {
    const std::hash<std::decay_t<decltype(a)>> hash;
    const auto copy = a;
    EXPECT_EQ(hash(a), hash(copy));
    EXPECT_NE(hash(a), hash(b)); // they are made of addresses and numbers
  };
  differ(x::dynamic_parameter<int>(1), x::dynamic_parameter<int>(1));
  const auto nothing = [](sycl::handler &h) { h.single_task([] {}); };
  differ(x::dynamic_command_group(g, {nothing}), x::dynamic_command_group(g, {nothing}));
  differ(x::dynamic_local_accessor<int, 1>(sycl::range<1>(1)), x::dynamic_local_accessor<int, 1>(sycl::range<1>(1)));
  const x::dynamic_work_group_memory<int[]> memory(1);
  differ(memory, x::dynamic_work_group_memory<int[]>(1));
  static_assert(std::is_same_v<decltype(memory.get()), x::work_group_memory<int[], x::empty_properties_t>>);
}
