// A kernel that chooses at run time between accessors reaches their buffers in global memory: there a promoted one stays
// for all kernels of the region, also for those that have its accessor by itself, and the message says why.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --trust=read_alone --trust=written_alone %t.o -o %t.fusion.o 2>&1 | FileCheck-22 %s --check-prefix=BUILD
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// BUILD-DAG: warning: argument 'both._M_elems[0]' of 'written_alone' is not internalized: it is chosen at run time from several accessors [SF3015]
// BUILD-DAG: warning: argument 'both._M_elems[1]' of 'read_alone' is not internalized: it is chosen at run time from several accessors [SF3015]
// BUILD-NOT: is internalized
#include "e2e.hpp"

#include <array>

using namespace sycl;
using chosen = std::array<accessor<int>, 2>;

constexpr std::size_t n = 1003;

static void written_alone(queue &q, const std::vector<int> &data, unsigned which) {
  std::vector<int> others = e2e::random_values<int>(n, 2), result(n), wanted(n);
  for (std::size_t i = 0; i < n; ++i)
    wanted[i] = 2 * (which ? others[i] : data[i] + 3);
  e2e::fusion_wrapper fw{q};
  {
    buffer<int> in{data}, tmp{range{n}, {e2e::promote_private{}}}, other{others}, out{result};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor a{in, h, read_only};
      accessor t{tmp, h, read_write};
      h.parallel_for<class Written>(range{n}, [=](id<1> i) { t[i] = a[i] + 3; });
    });
    q.submit([&](handler &h) {
      chosen both{accessor{tmp, h}, accessor{other, h}};
      accessor o{out, h, write_only, no_init};
      h.parallel_for<class ReadByChoice>(range{n}, [=](id<1> i) { o[i] = 2 * both[which][i]; });
    });
    fw.complete_fusion();
    e2e::report("written alone", fw);
  }
  e2e::expect_equal("written alone", result, wanted);
}

static void read_alone(queue &q, const std::vector<int> &data, unsigned which) {
  std::vector<int> others(n), result(n), wanted(n);
  for (std::size_t i = 0; i < n; ++i)
    wanted[i] = which ? 2 * (data[i] - 1) : 14;
  e2e::fusion_wrapper fw{q};
  {
    buffer<int> in{data}, tmp{range{n}, {e2e::promote_private{}}}, other{others}, out{result};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor t{tmp, h, write_only, no_init};
      h.parallel_for<class Sevens>(range{n}, [=](id<1> i) { t[i] = 7; });
    });
    q.submit([&](handler &h) {
      accessor a{in, h, read_only};
      chosen both{accessor{other, h}, accessor{tmp, h}};
      h.parallel_for<class WrittenByChoice>(range{n}, [=](id<1> i) { both[which][i] = a[i] - 1; });
    });
    q.submit([&](handler &h) {
      accessor t{tmp, h, read_only};
      accessor o{out, h, write_only, no_init};
      h.parallel_for<class Read>(range{n}, [=](id<1> i) { o[i] = 2 * t[i]; });
    });
    fw.complete_fusion();
    e2e::report("read alone", fw);
  }
  e2e::expect_equal("read alone", result, wanted);
}

int main() {
  queue q = e2e::make_queue();
  const std::vector<int> data = e2e::random_values<int>(n, 1);
  for (unsigned which : {0u, 1u}) {
    written_alone(q, data, which); // CHECK: written alone: aot none
    read_alone(q, data, which);    // CHECK-NEXT: read alone: aot none
  }
  // CHECK-NEXT: written alone: aot none
  // CHECK-NEXT: read alone: aot none
  return e2e::finish(); // CHECK-NEXT: all results right
}
