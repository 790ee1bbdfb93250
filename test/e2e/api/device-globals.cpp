// Variables of type device_global: of every linkage, with and without initializer, read and written by kernels, copied
// from and to the host with offsets. Kernels that use them run, and are not fused.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -Wall -Werror -I%S/../Inputs -c %s -o %t.1.o
// RUN: %sycl_cxx -O2 -Wall -Werror -DSECOND -I%S/../Inputs -c %s -o %t.2.o
// RUN: sycl-fuse build %t.1.o %t.2.o -o %t.fusion.o
// RUN: clang++-22 %t.1.o %t.2.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// CHECK: all results right
#include "e2e.hpp"

using namespace sycl;
namespace x = sycl::ext::oneapi::experimental;

#if !SYCL_EXT_ONEAPI_DEVICE_GLOBAL
#error the feature macro is missing
#endif

struct point {
  float x, y;
};
extern x::device_global<int> shared_counter;
inline x::device_global<const float[4]> table{0.5, 1.5, 2.5, 3.5};
static x::device_global<int> of_the_file{
#ifdef SECOND
    200
#else
    100
#endif
};
int second(queue &q);

#ifdef SECOND
x::device_global<int> shared_counter;
int second(queue &q) {
  q.single_task<class in_second>([] {
     shared_counter = shared_counter + int(table[3]);
     of_the_file.get() += 1;
   }).wait();
  int value = 0;
  q.copy(of_the_file, &value).wait();
  return value;
}
#else

namespace {
x::device_global<point[8], decltype(x::properties{x::device_image_scope, x::host_access_read_write})> points;
}
struct holder {
  static x::device_global<int[2][2]> member;
};
x::device_global<int[2][2]> holder::member{1, 2, 3, 4};

float sum_of_table() {
  float sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += table[i];
  return sum;
}

void read_and_write(queue &q) {
  int *out = malloc_shared<int>(4, q);
  q.parallel_for<class flat>(range<1>(4), [=](id<1> i) { out[i] = holder::member[i / 2][i % 2] + of_the_file; }).wait();
  e2e::expect("initial values", out[0] == 101 && out[3] == 104);
  q.parallel_for<class write>(nd_range<1>(8, 4), [=](nd_item<1> it) {
     const auto i = it.get_global_id(0);
     points[i].x = float(i);
     group_barrier(it.get_group());
     points[i].y = points[i ^ 1].x + sum_of_table();
   }).wait();
  point back[8];
  q.memcpy(back, points).wait();
  e2e::expect("written by a kernel", back[6].x == 6 && back[6].y == 15 && back[7].y == 14);
  const float changed[2] = {10, 20};
  q.copy(changed, table, 2, 1).wait();
  float tail[3];
  q.memcpy(tail, table, sizeof(tail), sizeof(float)).wait();
  e2e::expect("copied with an offset", tail[0] == 10 && tail[1] == 20 && tail[2] == 3.5f);
  q.single_task<class again>([=] { out[0] = int(sum_of_table()); }).wait();
  e2e::expect("kernels see the copy", out[0] == 34);
  bool refused = false;
  try {
    q.memcpy(table, changed, sizeof(changed), 3 * sizeof(float));
  } catch (const exception &e) {
    refused = e.code() == errc::invalid;
  }
  e2e::expect("beyond the end", refused);
  free(out, q);
}

void fused(queue &q) {
  ext::codeplay::experimental::fusion_wrapper w(q);
  int *a = malloc_shared<int>(1, q);
  w.start_fusion();
  q.single_task<class first>([=] { *a = ++shared_counter.get(); });
  q.single_task<class then>([=] { *a += ++shared_counter.get(); });
  w.complete_fusion();
  q.wait();
  e2e::expect("in a region", *a == 5 + 6);
  free(a, q);
}

void in_a_graph(queue &q) {
  x::command_graph g(q);
  int *a = malloc_shared<int>(1, q);
  const auto refused = [](auto f) {
    try {
      f();
    } catch (const exception &e) {
      return e.code() == errc::invalid;
    }
    return false;
  };
  const auto kernel = [=](handler &h) { h.single_task<class node>([=] { *a = shared_counter; }); };
  e2e::expect("a kernel that is added", refused([&] { g.add(kernel); }));
  e2e::expect("a copy that is added", refused([&] { g.add([&](handler &h) { h.copy(shared_counter, a); }); }));
  g.begin_recording(q);
  e2e::expect("a kernel that is recorded", refused([&] { q.submit(kernel); }));
  e2e::expect("a copy that is recorded", refused([&] { q.copy(a, shared_counter); }));
  g.end_recording();
  e2e::expect("a graph without them", g.empty());
  free(a, q);
}

int main() {
  queue q{{property::queue::in_order(), ext::codeplay::experimental::property::queue::enable_fusion()}};
  read_and_write(q);
  e2e::expect("of the second file", second(q) == 201);
  const int four = 4;
  q.copy(&four, shared_counter).wait();
  fused(q);
  in_a_graph(q);
  e2e::expect("objects of two files", second(q) == 202);
  int count = 0;
  q.copy(shared_counter, &count).wait();
  e2e::expect("shared by two files", count == 6 + 3);
  return e2e::finish();
}
#endif
