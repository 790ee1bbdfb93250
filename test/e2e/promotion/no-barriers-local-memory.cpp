// Without barriers between them, fused kernels do not share the memory of their local accessors: a work-item may be a
// kernel ahead.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --target=native %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
#include "e2e.hpp"

using namespace sycl;

constexpr std::size_t n = 4096, local = 64;

template <class Name, int Size> void submit(queue &q, buffer<int> &out, int sign) {
  q.submit([&](handler &h) {
    accessor o{out, h, write_only, no_init};
    local_accessor<char, 1> first{range<1>{3}, h}; // the next one does not begin at 0
    local_accessor<int, 1> l{range<1>{Size}, h};
    h.parallel_for<Name>(nd_range<1>{n, local}, [=](nd_item<1> it) {
      const std::size_t i = it.get_local_id(0);
      if (i == 0)
        first[2] = 1;
      l[i] = sign * static_cast<int>(it.get_global_id(0));
      group_barrier(it.get_group());
      o[it.get_global_id(0)] = l[local - 1 - i] + first[2];
    });
  });
}

int main() {
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  std::vector<int> a(n), b(n), c(n);
  {
    buffer<int> first{a}, second{b}, third{c};
    fw.start_fusion();
    submit<class K1, 64>(q, first, 1);
    submit<class K2, 100>(q, second, -1);
    submit<class K3, 70>(q, third, 2);
    fw.complete_fusion({e2e::fusion::property::no_barriers{}});
  }
  e2e::report("region", fw);
  // CHECK: region: aot none
  int wrong = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const int wanted = static_cast<int>(i / local * local + (local - 1 - i % local));
    wrong += a[i] != wanted + 1 || b[i] != 1 - wanted || c[i] != 2 * wanted + 1;
  }
  std::printf("wrong: %d\n", wrong);
  // CHECK: wrong: 0
}
