// Variables that outlive a kernel are errors in device code unless they are constant and their value is known.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %device %s 2>&1 | FileCheck-22 %s
#include <array>
#include <cmath>
#include <sycl/sycl.hpp>
#include <utility>

int changing = 1;
thread_local int per_thread = 2;
extern const int elsewhere;
const int computed = std::rand();
int &alias = changing;
struct Counter {
  static int count;
  static constexpr int limit = 3;
  static const int old_style = 4;
  static inline const float factor = 2.5f;
};
const float scale = 0.5f;
constexpr int squares[] = {0, 1, 4, 9};
const std::array<double, 3> weights = {1, 2, 3};
const int &constant_alias = squares[2];
struct Tag {};
extern const Tag tag;
void takes(const Tag &) {}

int next() {
  // CHECK-DAG: cpp:[[#@LINE+1]]:14: error: device code uses 'n', a static variable that can change [SF1027]
  static int n = 0;
  return n++;
}
int lookup(int i) {
  static const int values[] = {1, 2, 3};
  static constexpr float more[] = {1, 2, 3};
  return values[i] + static_cast<int>(more[i]);
}

void run(sycl::queue &q, int *p) {
  static int shared = 0;
  q.single_task<class Kernel>([=] {
    // CHECK-DAG: cpp:[[#@LINE+4]]:12: error: device code uses 'changing', a global variable that can change [SF1027] [-Wsycl-fuse-device-variable]
    // CHECK-DAG: cpp:9:5: note: declared here
    // CHECK-DAG: note: in kernel 'Kernel'
    // CHECK-DAG: note: make it constexpr, or capture a copy of its value
    p[0] = changing;
    changing = p[0]; // said
    // CHECK-DAG: cpp:[[#@LINE+1]]:12: error: device code uses 'per_thread', a thread-local variable [SF1027]
    p[1] = per_thread;
    // CHECK-DAG: cpp:[[#@LINE+1]]:12: error: device code uses 'elsewhere', a constant that is defined elsewhere [SF1027]
    p[2] = elsewhere;
    // CHECK-DAG: cpp:[[#@LINE+1]]:12: error: device code uses 'computed', a constant whose value is computed when the program runs [SF1027]
    p[3] = computed;
    // CHECK-DAG: cpp:[[#@LINE+1]]:5: error: device code uses 'Counter::count', a global variable that can change [SF1027]
    Counter::count += 1;
    p[4] = next();
    // CHECK-DAG: cpp:[[#@LINE+1]]:5: error: device code uses 'shared', a static variable
    shared = 2;
    p[5] =
        Counter::limit + Counter::old_style + static_cast<int>(Counter::factor * scale) + squares[p[0]] + lookup(p[1]);
    p[6] = static_cast<int>(weights[p[1]]) + constant_alias;
    takes(tag);
    std::pair<int, int> pair(std::piecewise_construct, std::make_tuple(1), std::make_tuple(2));
    p[7] = pair.first;
  });
  q.single_task<class Other>([=] {
    // CHECK-DAG: cpp:[[#@LINE+1]]:12: error: device code uses 'changing', a global
    p[0] = alias;
  });
  changing = next();
}
// CHECK-DAG: 8 errors generated
