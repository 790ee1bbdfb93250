// A promoted buffer is read after its region only where that code may run after it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s 2>&1 | FileCheck-22 %s --implicit-check-not=warning:
#include "fusion.hpp"

#define REGION(N)                                                                                                      \
  fusion_wrapper fw{q};                                                                                                \
  fw.start_fusion();                                                                                                   \
  q.submit([&](handler &h) {                                                                                           \
    accessor a{b, h, property_list{fusion::property::promote_private{}}};                                              \
    h.parallel_for<class A##N>(range<1>(64), [=](id<1> i) { a[i] = 1; });                                              \
  });                                                                                                                  \
  q.submit([&](handler &h) {                                                                                           \
    accessor a{b, h, property_list{fusion::property::promote_private{}}};                                              \
    h.parallel_for<class B##N>(range<1>(64), [=](id<1> i) { p[i] = a[i]; });                                           \
  });                                                                                                                  \
  fw.complete_fusion()

void other_branch(queue &q, float *p, bool fuse) {
  buffer<float> b{range<1>(64)};
  if (fuse) {
    REGION(1);
  } else {
    host_accessor h{b};
  }
}
void returns(queue &q, float *p, int n) {
  buffer<float> b{range<1>(64)};
  if (n > 3) {
    REGION(2);
    if (n > 4)
      p[0] = 1;
    return;
  }
  host_accessor h{b};
}
void other_case(queue &q, float *p, int n) {
  buffer<float> b{range<1>(64)};
  switch (n) {
  case 1: {
    REGION(3);
    break;
  }
  case 2:
    host_accessor{b};
  }
}
void each_round_its_own(queue &q, float *p, int n) {
  for (int i = 0; i < n; ++i) {
    buffer<float> b{range<1>(64)};
    if (i % 2) {
      REGION(4);
    } else {
      host_accessor h{b};
    }
  }
}

void after_the_branches(queue &q, float *p, bool fuse) {
  buffer<float> b{range<1>(64)};
  if (fuse) {
    REGION(5);
  }
  // CHECK: :[[#@LINE+1]]:17: warning: buffer 'b' is promoted in a fusion region and read after it
  host_accessor h{b};
}
void next_round(queue &q, float *p, int n) {
  buffer<float> b{range<1>(64)};
  for (int i = 0; i < n; ++i)
    if (i % 2) {
      REGION(6);
    } else {
      // CHECK: :[[#@LINE+1]]:21: warning: buffer 'b' is promoted in a fusion region and read after it
      host_accessor h{b};
    }
}
void falls_through(queue &q, float *p, int n) {
  buffer<float> b{range<1>(64)};
  switch (n) {
  case 1: {
    REGION(7);
  }
  case 2:
    host_accessor{b}; // which cases run after the region's is not looked at
  }
}
