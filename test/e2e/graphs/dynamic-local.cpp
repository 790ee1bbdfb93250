// Kernels with local memory whose size is given anew are built ahead of time, and fused.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: target-native
// RUN: %sycl_cxx -O1 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --require %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// CHECK: 2 aot
// CHECK-NEXT: all results right
#include "e2e.hpp"
#include <sycl/ext/syclfuse/graph_parts.hpp>

using namespace sycl;
namespace x = sycl::ext::oneapi::experimental;
namespace p = x::property;
constexpr std::size_t n = 64;

int main() {
  queue q;
  int *a = malloc_shared<int>(n, q);
  x::dynamic_local_accessor<int, 1> first(range<1>(8));
  x::dynamic_work_group_memory<int[][2]> second(8);
  x::command_graph<> g(q);
  // Each work-item takes what its neighbour has, through the last places of the memory.
  x::node one = g.add([&](handler &h) {
    h.parallel_for<class First>(nd_range<1>(n, 8), [=](nd_item<1> i) {
      const auto l = first.get();
      const std::size_t me = i.get_local_id(0), end = l.size() - 1;
      l[end - me] = static_cast<int>(i.get_global_id(0) + l.size());
      group_barrier(i.get_group());
      a[i.get_global_id(0)] = l[end - (me ^ 1)];
    });
  });
  x::node two = g.add(
      [&](handler &h) {
        h.set_arg(0, second);
        h.parallel_for<class Second>(nd_range<1>(n, 8), [=](nd_item<1> i) {
          const auto l = second.get();
          const std::size_t me = i.get_local_id(0);
          l[me][0] = a[i.get_global_id(0)];
          l[me][1] = 1000;
          group_barrier(i.get_group());
          a[i.get_global_id(0)] = l[me ^ 1][0] + l[me ^ 1][1];
        });
      },
      p::node::depends_on(one));
  auto e = g.finalize({p::graph::require_fusion(), p::graph::insert_barriers(), p::graph::updatable()});
  auto right = [&](int size) {
    q.ext_oneapi_graph(e).wait();
    bool all = true;
    for (std::size_t i = 0; i < n; ++i)
      all &= a[i] == static_cast<int>(i) + size + 1000;
    return all;
  };
  e2e::expect("first sizes", right(8));
  first.update(range<1>(100));
  second.update(20);
  e2e::expect("before the update", right(8));
  e.update({one, two});
  e2e::expect("after it", right(100));
  for (const auto &part : ext::syclfuse::parts_of(e))
    std::printf("%zu %s\n", part.nodes.size(), to_string(part.outcome));
  free(a, q);
  return e2e::finish();
}
