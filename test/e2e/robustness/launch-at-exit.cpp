// A kernel with local memory may be launched from the destructor of a static object, after the thread's own objects are
// gone.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --target=native %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
#include "e2e.hpp"

using namespace sycl;

constexpr std::size_t n = 4096, local = 64;

static int count_wrong() {
  queue q = e2e::make_queue();
  std::vector<int> a(n);
  {
    buffer<int> out{a};
    q.submit([&](handler &h) {
      accessor o{out, h, write_only, no_init};
      local_accessor<int, 1> l{range<1>{local}, h};
      h.parallel_for<class Reverse>(nd_range<1>{n, local}, [=](nd_item<1> it) {
        l[it.get_local_id(0)] = static_cast<int>(it.get_global_id(0));
        group_barrier(it.get_group());
        o[it.get_global_id(0)] = l[local - 1 - it.get_local_id(0)];
      });
    });
  }
  int wrong = 0;
  for (std::size_t i = 0; i < n; ++i)
    wrong += a[i] != static_cast<int>(i / local * local + local - 1 - i % local);
  return wrong;
}

struct at_exit {
  ~at_exit() { std::printf("at exit, wrong: %d\n", count_wrong()); }
} last;

int main() {
  std::printf("wrong: %d\n", count_wrong());
  // CHECK: wrong: 0
  // CHECK: at exit, wrong: 0
}
