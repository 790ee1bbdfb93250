// Copies and fills of elements are kernels of a region, with the memory and the sizes that they name, and are marked as
// never launched alone. Where only a run knows whose memory it is, a region that goes on beside them is recorded in
// both ways.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s 2>&1 | count 0
// RUN: %summary %t.json --ids | FileCheck-22 %s
#include "fusion.hpp"

struct twelve {
  int x[3];
};
struct incomplete;

void pointers(std::size_t n) {
  queue q{property_list{property::queue::in_order{}, fusion::property::queue::enable_fusion{}}};
  float *a = malloc_device<float>(n, q), *b = malloc_shared<float>(n, q);
  double *d = malloc_host<double>(10, q);
  fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class A>(range<1>(n), [=](id<1> i) { b[i] = a[i]; });
  q.memset(a, 0, n * sizeof(float));
  q.copy(a, b, n);
  q.memcpy(b + 2, a, sizeof(float) * n);
  q.memcpy(b, a, 40);
  q.memcpy(b, a, n);
  q.submit([&](handler &h) { h.fill(d, 1.0, 10); });
  fw.complete_fusion();
}
// CHECK: kernel copy<float> range/1 -:0:0 size=16 align=8 fused_only
// CHECK-NEXT: pointer from float/4
// CHECK-NEXT: pointer to float/4
// CHECK: kernel fill<double> range/1 -:0:0 size=16 align=8 fused_only
// CHECK: kernel fill<float> range/1 -:0:0 size=16 align=8 fused_only

// Of the host's memory, of no type, and of elements of other sizes.
void none(queue &q, twelve *t, incomplete *i, float *x, double *y) {
  std::vector<float> host(10);
  float array[10];
  auto *made = new float[10];
  void *nothing = x;
  fusion_wrapper fw{q};
  fw.start_fusion();
  q.single_task<class B>([=] { *x = 1; });
  q.copy(host.data(), x, 10);
  q.memcpy(x, array, 40);
  q.copy(made + 1, &x[2], 4);
  q.memcpy(&host[2], x, 4);
  q.memcpy(nothing, x, 4);
  q.memcpy(x, y, 8);
  q.copy(t, t + 1, 1);
  q.memcpy(i, i, 8);
  q.single_task<class C>([=] { *x = 2; });
  fw.complete_fusion();
}
// Buffers, with what is known of their sizes.
void buffers(queue &q, buffer<int, 2> &any) {
  buffer<int, 2> known{range<2>(4, 8)};
  fusion_wrapper fw{q};
  fw.start_fusion();
  q.submit([&](handler &h) {
    accessor k{known, h, write_only};
    h.fill(k, 7);
  });
  q.submit([&](handler &h) {
    accessor k{known, h, read_only};
    accessor a{any, h, write_only};
    h.copy(k, a);
  });
  fw.complete_fusion();
}
void either(queue &q, const int *from, int *to, int *x) {
  fusion_wrapper fw{q};
  fw.start_fusion();
  q.single_task<class D>([=] { *x = 1; });
  q.copy(from, to, 10);
  q.copy(to, x, 1);
  q.single_task<class E>([=] { *x = 2; });
  fw.complete_fusion();
}
// CHECK: region buffers
// CHECK: submit fill<int> range/2 global=[4, 8] offset=[0, 0] #0; to=known
// CHECK-NEXT: submit copy<int> range/2 global=[4, 8] offset=[0, 0] #0; from=known to=any
// CHECK: region either
// CHECK: submit D
// CHECK-NEXT: submit copy<int> range/1 global=[10] offset=[0] #0; from=from to=to
// CHECK-NEXT: submit copy<int> range/1 global=[1] offset=[0] #1; from=to to=x
// CHECK-NEXT: submit E
// CHECK: region either
// CHECK: submit D
// CHECK-NEXT: submit E
// CHECK: region none
// CHECK: submit B
// CHECK-NEXT: submit C
// CHECK: region pointers
// CHECK: submit A range/1 offset=[0] #0; b=b a=a
// CHECK-NEXT: submit fill<float> range/1 offset=[0] #0; to=a
// CHECK-NEXT: submit copy<float> range/1 offset=[0] #0; from=a to=b
// CHECK-NEXT: submit copy<float> range/1 offset=[0] #0; from=a to=b+8 bytes
// CHECK-NEXT: submit copy<float> range/1 global=[10] offset=[0] #1; from=a to=b
// CHECK-NEXT: submit copy<float> range/1 offset=[0]; from=a to=b
// CHECK-NEXT: submit fill<double> range/1 global=[10] offset=[0] #1; to=d
