// An exception thrown in a command group reaches the caller of submit, inside and outside of a region; the queue works
// on afterwards.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
#include "e2e.hpp"
#include <stdexcept>

using namespace sycl;

static void submit_broken(queue &q, const char *where) {
  try {
    q.submit([&](handler &) { throw std::runtime_error("from the command group"); });
    std::printf("%s: nothing thrown\n", where);
  } catch (const std::exception &e) {
    std::printf("%s: %s\n", where, e.what());
  }
}

int main() {
  constexpr std::size_t n = 100;
  std::vector<int> values(n, 1), wanted(n, 6);
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  submit_broken(q, "outside");
  {
    buffer<int> b{values.data(), range{n}};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor a{b, h, read_write};
      h.parallel_for<class Add>(range{n}, [=](id<1> i) { a[i] += 2; });
    });
    submit_broken(q, "inside");
    q.submit([&](handler &h) {
      accessor a{b, h, read_write};
      h.parallel_for<class Double>(range{n}, [=](id<1> i) { a[i] *= 2; });
    });
    fw.complete_fusion();
    q.wait_and_throw();
  }
  e2e::expect_equal("values", values, wanted);
  return e2e::finish();
}
// CHECK: outside: from the command group
// CHECK: inside: from the command group
// CHECK: all results right
