// Buffers that are internal to a region (fusion_internal_memory): whichever memory the fuser can prove to be enough,
// and if it cannot, the region is fused all the same and gives the results of the host.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --trust=gather %t.o -o %t.fusion.o
// RUN: sycl-fuse inspect %t.fusion.o | FileCheck-22 %s --check-prefix=INSPECT
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
#include "e2e.hpp"

using namespace sycl;
using internal = ext::oneapi::experimental::property::fusion_internal_memory;

struct data {
  explicit data(std::size_t n) : n(n), in(e2e::random_values<int>(n, unsigned(n))), wanted(n), result(n) {}
  std::size_t n;
  std::vector<int> in, wanted, result;
};

// Each element is used by one work-item.
static void by_item(std::size_t n) {
  data d(n);
  for (std::size_t i = 0; i < n; ++i)
    d.wanted[i] = (d.in[i] + 3) * (d.in[i] + 3);
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  {
    buffer<int> in{d.in.data(), range{n}}, tmp{range{n}, {internal{}, no_init}}, out{d.result.data(), range{n}};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor a{in, h, read_only};
      accessor t{tmp, h, write_only};
      h.parallel_for<class Add>(range{n}, [=](id<1> i) { t[i] = a[i] + 3; });
    });
    q.submit([&](handler &h) {
      accessor t{tmp, h, read_only};
      accessor o{out, h, write_only, no_init};
      h.parallel_for<class Square>(range{n}, [=](id<1> i) { o[i] = t[i] * t[i]; });
    });
    fw.complete_fusion();
    e2e::report("item", fw);
  }
  e2e::expect_equal("item", d.result, d.wanted);
}

// Each element is used by the work-items of one work-group.
static void by_group(std::size_t n, std::size_t local) {
  data d(n);
  for (std::size_t i = 0; i < n; ++i)
    d.wanted[i] = 2 * d.in[i / local * local + (i % local + 1) % local] - 1;
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  {
    buffer<int> in{d.in.data(), range{n}}, tmp{range{n}}, out{d.result.data(), range{n}};
    const nd_range<1> shape{range{n}, range{local}};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor a{in, h, read_only};
      accessor t{tmp, h, write_only, property_list{internal{}, no_init}};
      h.parallel_for<class Twice>(shape, [=](nd_item<1> i) { t[i.get_global_id(0)] = 2 * a[i.get_global_id(0)]; });
    });
    q.submit([&](handler &h) {
      accessor t{tmp, h, read_only, property_list{internal{}}};
      accessor o{out, h, write_only, no_init};
      h.parallel_for<class Next>(shape, [=](nd_item<1> i) {
        const std::size_t size = i.get_local_range(0), base = i.get_group(0) * size;
        o[i.get_global_id(0)] = t[base + (i.get_local_id(0) + 1) % size] - 1;
      });
    });
    fw.complete_fusion();
    e2e::report("group", fw);
  }
  e2e::expect_equal("group", d.result, d.wanted);
}

// Which element a work-item uses is data: nothing can be proved.
static void gather(std::size_t n) {
  data d(n);
  std::vector<std::size_t> where(n);
  for (std::size_t i = 0; i < n; ++i) {
    where[i] = i;
    d.wanted[i] = d.in[i] * 7 - int(i);
  }
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  {
    buffer<int> in{d.in.data(), range{n}}, tmp{range{n}, {internal{}}}, out{d.result.data(), range{n}};
    buffer<std::size_t> places{where.data(), range{n}};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor a{in, h, read_only};
      accessor w{places, h, read_only};
      accessor t{tmp, h, write_only, no_init};
      h.parallel_for<class Scatter>(range{n}, [=](id<1> i) { t[w[i]] = a[i] * 7; });
    });
    q.submit([&](handler &h) {
      accessor t{tmp, h, read_only};
      accessor o{out, h, write_only, no_init};
      h.parallel_for<class Gather>(range{n}, [=](item<1> i) { o[i] = t[i] - static_cast<int>(i.get_id(0)); });
    });
    fw.complete_fusion();
    e2e::report("gather", fw);
  }
  e2e::expect_equal("gather", d.result, d.wanted);
}

int main() {
  by_item(1);           // CHECK: item: aot-generic nd_range_not_listed
  by_item(10007);       // CHECK-NEXT: item: aot-generic nd_range_not_listed
  by_group(96, 8);      // CHECK-NEXT: group: aot-generic nd_range_not_listed
  by_group(35, 7);      // CHECK-NEXT: group: aot-generic nd_range_not_listed
  gather(1003);         // CHECK-NEXT: gather: aot-generic nd_range_not_listed
  return e2e::finish(); // CHECK-NEXT: all results right
}
// INSPECT-DAG: region by_item
// INSPECT-DAG: 0: {{.*}}Add {{.*}} t automatic
// INSPECT-DAG: 1: {{.*}}Next {{.*}} t automatic
