// An access whose place depends on the way that a kernel has taken is an access at each of these places: kernels that
// would depend on other work-items run one by one, whatever way they take, and fuse with memory of their own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o 2>&1 | count 0
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

#include <cstdio>
#include <vector>

namespace fusion = sycl::ext::codeplay::experimental;

constexpr std::size_t n = 4099;

// Where `out` is written is a phi of three ways.
struct writer {
  int *out;
  const int *in;
  int way;
  void operator()(sycl::id<1> i) const {
    std::size_t place;
    switch (way) {
    case 2:
      place = i[0];
      break;
    case 4:
      place = i[0] * 2;
      break;
    default:
      place = n - 1 - i[0];
      break;
    }
    out[place] = in[i];
  }
};
struct reader {
  const int *in;
  int *out;
  void operator()(sycl::id<1> i) const { out[i] = in[i[0] + 1]; }
};

std::vector<int> run(sycl::queue &q, bool fuse, int way, std::size_t shift) {
  const std::size_t size = shift + 2 * n + 1;
  int *memory = sycl::malloc_shared<int>(size, q), *in = sycl::malloc_shared<int>(n, q),
      *out = sycl::malloc_shared<int>(n, q);
  for (std::size_t i = 0; i < size; ++i)
    memory[i] = -static_cast<int>(i);
  for (std::size_t i = 0; i < n; ++i)
    in[i] = static_cast<int>(i) * 3;
  fusion::fusion_wrapper fw{q};
  if (fuse)
    fw.start_fusion();
  q.parallel_for(sycl::range<1>(n), writer{memory, in, way});
  q.parallel_for(sycl::range<1>(n), reader{memory + shift, out});
  if (fuse) {
    fw.complete_fusion();
    std::printf("way %d, shift %zu: %s %s", way, shift, to_string(fw.last_outcome()), to_string(fw.last_reason()));
  }
  q.wait();
  const std::vector<int> result(out, out + n);
  for (int *p : {memory, in, out})
    sycl::free(p, q);
  return result;
}

int main() {
  sycl::queue q{sycl::property_list{sycl::property::queue::in_order{}, fusion::property::queue::enable_fusion{}}};
  for (int way : {1, 2, 4})
    for (std::size_t shift : {std::size_t(0), std::size_t(7), 2 * n})
      std::printf(", %s\n", run(q, true, way, shift) == run(q, false, way, shift) ? "right" : "WRONG");
}
// CHECK: way 1, shift 0: unfused kernels_depend, right
// CHECK-NEXT: way 1, shift 7: unfused kernels_depend, right
// CHECK-NEXT: way 1, shift 8198: aot none, right
// CHECK-NEXT: way 2, shift 0: unfused kernels_depend, right
// CHECK-NEXT: way 2, shift 7: unfused kernels_depend, right
// CHECK-NEXT: way 2, shift 8198: aot none, right
// CHECK-NEXT: way 4, shift 0: unfused kernels_depend, right
// CHECK-NEXT: way 4, shift 7: unfused kernels_depend, right
// CHECK-NEXT: way 4, shift 8198: aot none, right
