// Kernels over ranges with rows of different lengths: a work-item of the fused kernel is at another place in each of
// them. They fuse with memory of their own, and run one by one where one accesses what the other has written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -c %s -o %t.o
// RUN: sycl-fuse build --no-cost-model %t.o -o %t.fusion.o 2>&1 | count 0
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace fusion = sycl::ext::codeplay::experimental;

constexpr std::size_t pitch = 37, rows = 11, all = pitch * rows * 9;

template <int D> std::size_t place(sycl::id<D> i) {
  std::size_t linear = 0;
  for (int d = 0; d != D; ++d)
    linear = linear * (d == D - 1 ? pitch : rows) + i[d];
  return linear;
}

template <int D> struct writer {
  const int *in;
  int *out;
  void operator()(sycl::id<D> i) const { out[place(i)] = in[place(i)] * 3; }
};
// By int, as of programs that step from one place to the next one with a sign.
template <int D> struct reader {
  const int *in;
  int *out;
  int step;
  void operator()(sycl::id<D> i) const {
    sycl::id<D> other = i;
    other[D - 2] = static_cast<int>(i[D - 2]) + step;
    out[place(i)] = in[place(i)] - in[place(other)];
  }
};

// What the kernels of one run access.
struct arrays {
  sycl::queue &q;
  int *in = sycl::malloc_shared<int>(all, q), *between = sycl::malloc_shared<int>(all, q),
      *other = sycl::malloc_shared<int>(all, q), *out = sycl::malloc_shared<int>(all, q);
  explicit arrays(sycl::queue &q) : q(q) {
    for (std::size_t i = 0; i < all; ++i)
      between[i] = other[i] = in[i] = static_cast<int>(i * i % 1009);
    std::fill(out, out + all, -1);
  }
  ~arrays() {
    for (int *p : {in, between, other, out})
      sycl::free(p, q);
  }
  const int *read(bool same) const { return same ? between : other; }
  std::vector<int> results() const {
    q.wait();
    std::vector<int> r(out, out + all);
    r.insert(r.end(), between, between + all);
    return r;
  }
};

template <int D>
std::vector<int> run(sycl::queue &q, bool fuse, sycl::range<D> first, sycl::range<D> second, int step, bool same) {
  const arrays a(q);
  fusion::fusion_wrapper fw{q};
  if (fuse)
    fw.start_fusion();
  q.parallel_for(first, writer<D>{a.in, a.between});
  q.parallel_for(second, reader<D>{a.read(same), a.out, step});
  if (fuse) {
    fw.complete_fusion();
    std::printf("%d, %zu and %zu by %zu and %zu, %d, %s: %s %s", D, first[D - 2], second[D - 2], first[D - 1],
                second[D - 1], step, same ? "same" : "other", to_string(fw.last_outcome()),
                to_string(fw.last_reason()));
  }
  return a.results();
}

template <int D> void compare(sycl::queue &q, sycl::range<D> first, sycl::range<D> second, int step) {
  for (bool same : {true, false})
    std::printf(", %s\n", run(q, true, first, second, step, same) == run(q, false, first, second, step, same)
                              ? "right"
                              : "WRONG");
}

// The same with sizes that the build knows: rows of one length keep each place in its work-item.
template <std::size_t Width> void known(sycl::queue &q, int step, bool same) {
  const arrays fused(q), alone(q);
  fusion::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for(sycl::range<2>(10, 31), writer<2>{fused.in, fused.between});
  q.parallel_for(sycl::range<2>(9, Width), reader<2>{fused.read(same), fused.out, step});
  fw.complete_fusion();
  q.parallel_for(sycl::range<2>(10, 31), writer<2>{alone.in, alone.between});
  q.parallel_for(sycl::range<2>(9, Width), reader<2>{alone.read(same), alone.out, step});
  std::printf("known, %zu, %d, %s: %s %s, %s\n", Width, step, same ? "same" : "other", to_string(fw.last_outcome()),
              to_string(fw.last_reason()), fused.results() == alone.results() ? "right" : "WRONG");
}

int main() {
  sycl::queue q{sycl::property_list{sycl::property::queue::in_order{}, fusion::property::queue::enable_fusion{}}};
  compare<2>(q, {9, 32}, {9, 30}, 0);
  compare<2>(q, {9, 30}, {9, 32}, 1);
  compare<2>(q, {10, 32}, {9, 32}, 1);
  compare<3>(q, {7, 10, 30}, {7, 9, 33}, 0);
  compare<3>(q, {8, 9, 33}, {7, 9, 33}, 1);
  known<29>(q, 0, true);
  known<29>(q, 0, false);
  known<31>(q, 0, true);
  known<31>(q, 1, true);
}
// CHECK: 2, 9 and 9 by 32 and 30, 0, same: unfused kernels_depend, right
// CHECK-NEXT: 2, 9 and 9 by 32 and 30, 0, other: aot-generic {{.*}}, right
// CHECK-NEXT: 2, 9 and 9 by 30 and 32, 1, same: unfused kernels_depend, right
// CHECK-NEXT: 2, 9 and 9 by 30 and 32, 1, other: aot-generic {{.*}}, right
// CHECK-NEXT: 2, 10 and 9 by 32 and 32, 1, same: unfused kernels_depend, right
// CHECK-NEXT: 2, 10 and 9 by 32 and 32, 1, other: aot-generic {{.*}}, right
// CHECK-NEXT: 3, 10 and 9 by 30 and 33, 0, same: unfused kernels_depend, right
// CHECK-NEXT: 3, 10 and 9 by 30 and 33, 0, other: aot-generic {{.*}}, right
// CHECK-NEXT: 3, 9 and 9 by 33 and 33, 1, same: unfused kernels_depend, right
// CHECK-NEXT: 3, 9 and 9 by 33 and 33, 1, other: aot-generic {{.*}}, right
// CHECK-NEXT: known, 29, 0, same: unfused kernels_depend, right
// CHECK-NEXT: known, 29, 0, other: aot none, right
// CHECK-NEXT: known, 31, 0, same: aot none, right
// CHECK-NEXT: known, 31, 1, same: unfused kernels_depend, right
