// Work-groups of a few work-items, of sizes known when they are built, for elements of one to eight bytes: the last of a group take part in its barriers and local memory as the others do, and fusion pays.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o 2> %t.err
// RUN: not grep warning: %t.err
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
#include "e2e.hpp"

using namespace sycl;

namespace {

template <class T, std::size_t Size, int I> struct Step;

template <class T, std::size_t Size, int I> void step(queue &q, T *a) {
  q.submit([&](handler &h) {
    local_accessor<T> room(range{Size}, h);
    h.parallel_for<Step<T, Size, I>>(nd_range<1>{range{Size * 37}, range{Size}}, [=](nd_item<1> i) {
      const std::size_t me = i.get_local_id(0);
      room[me] = a[i.get_global_id(0)] + T(I);
      group_barrier(i.get_group());
      a[i.get_global_id(0)] = T(room[me] * T(2) + room[Size - 1 - me]);
    });
  });
}

template <class T, std::size_t Size> void check(queue &q, const char *type) {
  constexpr std::size_t n = Size * 37;
  std::vector<T> wanted(n), before(n);
  T *a = malloc_shared<T>(n + 1, q);
  const std::vector<int> in = e2e::random_values<int>(n, int(Size));
  for (std::size_t i = 0; i < n; ++i)
    a[i] = wanted[i] = T(in[i] % 10);
  a[n] = T(99);
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  step<T, Size, 1>(q, a);
  step<T, Size, 2>(q, a);
  fw.complete_fusion();
  q.wait();
  for (int by : {1, 2}) {
    before = wanted;
    for (std::size_t i = 0; i < n; ++i)
      wanted[i] = T(T(before[i] + T(by)) * T(2) + T(before[i / Size * Size + Size - 1 - i % Size] + T(by)));
  }
  const std::string name = type + std::string(" ") + std::to_string(Size);
  e2e::report(name.c_str(), fw);
  e2e::expect_equal(name.c_str(), std::vector<T>(a, a + n), wanted);
  e2e::expect(name.c_str(), a[n] == T(99));
  free(a, q);
}

template <class T> void sizes(queue &q, const char *type) {
  check<T, 3>(q, type);
  check<T, 7>(q, type);
  check<T, 10>(q, type);
  check<T, 13>(q, type);
  check<T, 15>(q, type);
}

} // namespace

int main() {
  queue q = e2e::make_queue();
  sizes<signed char>(q, "char"); // CHECK-COUNT-5: char {{[0-9]+}}: aot
  sizes<short>(q, "short");      // CHECK-COUNT-5: short {{[0-9]+}}: aot
  sizes<float>(q, "float");      // CHECK-COUNT-5: float {{[0-9]+}}: aot
  sizes<double>(q, "double");    // CHECK-COUNT-5: double {{[0-9]+}}: aot
  return e2e::finish();          // CHECK-NEXT: all results right
}
