// nd_range kernels, one with a barrier of its own, see each other's writes within a work-group after fusion, also where
// outputs go past the caches, in rows that begin anywhere in a cache line.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --nd-range=run=1024:64 %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// RUN: env SYCL_FUSE_NATIVE_STREAM=1 %t | FileCheck-22 %s
#include "e2e.hpp"

using namespace sycl;

// The second kernel reads what other work-items of its group wrote in the first; the third swaps within the group, with
// two barriers of its own.
void run(std::size_t n, std::size_t local) {
  const std::vector<int> in = e2e::random_values<int>(n, 7);
  std::vector<int> first(n), second(n), wanted(n), result(n);
  auto mirror = [&](std::size_t i) { return i / local * local + (local - 1 - i % local); };
  for (std::size_t i = 0; i < n; ++i)
    first[i] = in[i] * 3 + 1;
  for (std::size_t i = 0; i < n; ++i)
    second[i] = first[mirror(i)] - static_cast<int>(i % local);
  for (std::size_t i = 0; i < n; ++i)
    wanted[i] = second[i] + second[(i / local) * local + (i % local + 1) % local];

  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  {
    buffer<int> bIn{in.data(), range{n}}, bTmp1{range{n}}, bTmp2{range{n}}, bOut{result.data(), range{n}};
    const nd_range<1> shape{range{n}, range{local}};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor a{bIn, h, read_only};
      accessor t{bTmp1, h, write_only, no_init};
      h.parallel_for<class First>(shape, [=](nd_item<1> i) { t[i.get_global_id()] = a[i.get_global_id()] * 3 + 1; });
    });
    q.submit([&](handler &h) {
      accessor t{bTmp1, h, read_only};
      accessor o{bTmp2, h, write_only, no_init};
      h.parallel_for<class Second>(shape, [=](nd_item<1> i) {
        const std::size_t size = i.get_local_range(0), base = i.get_group(0) * size;
        o[i.get_global_id()] = t[base + size - 1 - i.get_local_id(0)] - static_cast<int>(i.get_local_id(0));
      });
    });
    q.submit([&](handler &h) {
      accessor t{bTmp2, h, read_write};
      accessor o{bOut, h, write_only, no_init};
      h.parallel_for<class Third>(shape, [=](nd_item<1> i) {
        const std::size_t size = i.get_local_range(0), base = i.get_group(0) * size;
        const int next = t[base + (i.get_local_id(0) + 1) % size];
        const int own = t[i.get_global_id()];
        group_barrier(i.get_group());
        t[i.get_global_id()] = own + next;
        group_barrier(i.get_group());
        o[i.get_global_id()] = t[i.get_global_id()];
      });
    });
    fw.complete_fusion();
    e2e::report("nd_range", fw);
  }
  e2e::expect_equal("nd_range", result, wanted);
}

int main() {
  run(1024, 64);
  run(1024, 32);
  run(900, 150);
  run(35, 7);
  run(3, 1);
  return e2e::finish();
}
// CHECK: nd_range: aot none
// CHECK-COUNT-4: nd_range: aot-generic nd_range_not_listed
// CHECK-NEXT: all results right
