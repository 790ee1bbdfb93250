// Variables in local memory that functions of a kernel declare (sycl_ext_oneapi_work_group_static): one object for each
// declaration, wherever the function is called from; also arrays of char that hold something else.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -Wall -Werror -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o --require
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// RUN: clang++-22 %t.o %runtime_lib -o %t.host
// RUN: not --crash %t.host 2>&1 | FileCheck-22 %s --check-prefix=HOST
// HOST: a kernel with group_local_memory or work_group_static was not built for device 'native_cpu'
// CHECK: all results right
#include "e2e.hpp"

using namespace sycl;
namespace x = sycl::ext::oneapi::experimental;

constexpr std::size_t n = 256, local = 64;

// The value of the opposite work-item, through storage of T.
template <class T> T opposite(nd_item<1> i, T mine) {
  x::work_group_static<char[local * sizeof(T)]> storage;
  x::work_group_static<char> before; // does not disturb the alignment of what is beside it
  before = 'x';
  T *all = reinterpret_cast<T *>(&storage);
  all[i.get_local_id(0)] = mine;
  group_barrier(i.get_group());
  const T r = all[local - 1 - i.get_local_id(0)];
  group_barrier(i.get_group());
  return before == 'x' ? r : T();
}

void through_storage(queue &q) {
  std::vector<float> got(n), right(n);
  for (std::size_t i = 0; i < n; ++i) {
    const float other = static_cast<float>(i / local * local + local - 1 - i % local);
    right[i] = 2 * other + 10 * static_cast<float>(i) + 8;
  }
  {
    buffer<float> to(got);
    q.submit([&](handler &h) {
      accessor out(to, h, write_only);
      h.parallel_for(nd_range<1>(n, local), [=](nd_item<1> i) {
        const int mine = static_cast<int>(i.get_global_id(0));
        const float4 v = opposite(i, float4(1, 2, 4, static_cast<float>(mine)));
        const int w = opposite(i, mine), back = opposite(i, 10 * w);
        out[i.get_global_id()] = v.w() + static_cast<float>(w + back) + v.x() + v.y() + v.z() + 1;
      });
    });
  }
  e2e::expect_equal("storage", got, right);
}

struct sums {
  int even, odd;
};
void objects(queue &q) {
  std::vector<int> got(n), right(n);
  for (std::size_t i = 0; i < n; ++i)
    right[i] = static_cast<int>(i / local * 10 + 3 * 32 * (i % 2 ? 1 : -1) + 5);
  {
    buffer<int> to(got);
    q.submit([&](handler &h) {
      accessor out(to, h, write_only);
      h.parallel_for(nd_range<1>(n, local), [=](nd_item<1> i) {
        x::work_group_static<int> number, five;
        x::work_group_static<sums> both;
        const bool odd = i.get_local_id(0) % 2;
        if (i.get_group().leader()) {
          number = static_cast<int>(10 * i.get_group(0));
          five = 5;
          both = sums{0, 0};
        }
        group_barrier(i.get_group());
        for (int k = 0; k < 3; ++k) {
          sums &s = both;
          using counter = atomic_ref<int, memory_order::relaxed, memory_scope::work_group>;
          counter(odd ? s.odd : s.even).fetch_add(odd ? 1 : -1);
        }
        group_barrier(i.get_group());
        out[i.get_global_id()] = number + five + (odd ? (&both)->odd : (&both)->even);
      });
    });
  }
  e2e::expect_equal("objects", got, right);
}

int main() {
  queue q;
  through_storage(q);
  objects(q);
  return e2e::finish();
}
