// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the tests of graphs share.
#pragma once

#include "sycl/sycl.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace test {

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

inline x::command_graph<> buffer_graph(const sycl::queue &q) {
  return x::command_graph<>{q.get_context(), q.get_device(), {graph_property::assume_buffer_outlives_graph()}};
}

inline sycl::buffer<int> buffer_of(std::vector<int> &data) {
  sycl::buffer<int> b(data.data(), sycl::range<1>(data.size()));
  b.set_write_back(false);
  return b;
}

inline sycl::event add_to_all(sycl::queue &q, sycl::buffer<int> &b, int value) {
  return q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h);
    h.parallel_for(b.get_range(), [=](sycl::id<1> i) { a[i] += value; });
  });
}
inline int first_of(sycl::buffer<int> &b) { return sycl::host_accessor(b, sycl::read_only)[0]; }

} // namespace test
