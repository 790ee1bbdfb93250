// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order of a graph's commands: as few runs of kernels as any order has, by trying all of small random graphs.
// SYCLFUSE_TEST_SEED repeats one.
#include "sample.hpp"

#include "syclfuse/linearization.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace {

using graph = std::vector<syclfuse::graph_member_order>;
using syclfuse::graph_step, syclfuse::linearize;

std::size_t runs_of(const graph &g, const std::vector<std::size_t> &order) {
  std::size_t runs = 0;
  graph_step last = graph_step::other;
  for (std::size_t n : order) {
    if (g[n].step == graph_step::anywhere)
      continue;
    runs += g[n].step == graph_step::kernel && last != graph_step::kernel;
    last = g[n].step;
  }
  return runs;
}

bool is_valid(const graph &g, const std::vector<std::size_t> &order) {
  std::vector<bool> done(g.size());
  for (std::size_t n : order) {
    for (std::size_t p : g[n].predecessors)
      if (!done[p])
        return false;
    done[n] = true;
  }
  return order.size() == g.size();
}

// Of all orders.
std::size_t fewest_runs(const graph &g) {
  std::vector<std::size_t> order(g.size());
  std::iota(order.begin(), order.end(), 0u);
  std::size_t fewest = g.size();
  do
    if (is_valid(g, order))
      fewest = std::min(fewest, runs_of(g, order));
  while (std::next_permutation(order.begin(), order.end()));
  return fewest;
}

// Edges may lead to members that were added before, as make_edge can.
graph random_graph(std::mt19937 &random) {
  graph g(1 + random() % 7);
  std::vector<std::size_t> rank(g.size());
  std::iota(rank.begin(), rank.end(), 0u);
  std::shuffle(rank.begin(), rank.end(), random);
  const unsigned density = 1 + random() % 6;
  for (std::size_t n = 0; n < g.size(); ++n) {
    const unsigned kind = random() % 7;
    g[n].step = kind < 4 ? graph_step::kernel : kind < 6 ? graph_step::other : graph_step::anywhere;
    for (std::size_t p = 0; p < g.size(); ++p)
      if (rank[p] < rank[n] && random() % density == 0)
        g[n].predecessors.push_back(p);
  }
  return g;
}

} // namespace

TEST(Linearization, HasTheFewestRunsOfAllOrders) {
  std::mt19937 random(syclfuse::test::seed());
  for (int i = 0; i < 1000 && !HasFailure(); ++i) {
    const graph g = random_graph(random);
    const std::vector<std::size_t> order = linearize(g);
    ASSERT_TRUE(is_valid(g, order)) << i;
    EXPECT_EQ(runs_of(g, order), fewest_runs(g)) << i;
    EXPECT_EQ(order, linearize(g)) << i;
  }
}

// Within a run the order is that in which the kernels were added, as far as edges allow it.
TEST(Linearization, KeepsTheOrderWithinARun) {
  const auto kernel = graph_step::kernel;
  EXPECT_EQ(linearize({{kernel, {}}, {graph_step::other, {}}, {kernel, {}}, {kernel, {0}}}),
            (std::vector<std::size_t>{1, 0, 2, 3}));
  EXPECT_EQ(linearize({{kernel, {2}}, {kernel, {}}, {kernel, {}}}), (std::vector<std::size_t>{1, 2, 0}));
}

TEST(Linearization, LeavesCirclesOut) {
  const auto kernel = graph_step::kernel;
  EXPECT_EQ(linearize({{kernel, {1}}, {kernel, {0}}, {kernel, {}}}), (std::vector<std::size_t>{2}));
}
