// Between nd_range kernels there is no barrier where a run sees whether pointers lead to the same memory. What it does
// not see keeps its barrier, and all give what the kernels give one by one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o -Rpass=sycl-barrier -Rpass-missed=sycl-barrier 2> %t.remarks
// RUN: FileCheck-22 %s --check-prefix=BARRIERS < %t.remarks
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env SYCL_FUSE_JIT=off %t | FileCheck-22 %s
// BARRIERS-DAG: barrier between kernels 0 and 1 elided
// BARRIERS-DAG: barrier between kernels 0 and 1 kept: {{.*}} the read at {{[^ ]*}}:[[#@LINE+51]]:
// CHECK: apart: aot
// CHECK: the same: aot
// CHECK: one element further: unfused kernels_depend
// CHECK: neighbours: unfused kernels_depend
// CHECK: loaded: unfused kernels_depend
// CHECK: all results right
#include "e2e.hpp"

using namespace sycl;

namespace {

queue q = e2e::make_queue();
constexpr int n = 7 * 16;

// The second kernel finds through another pointer what the first one has written.
template <class Read>
void region(const char *what, int *to, const int *from, const std::vector<int> &wanted, Read read) {
  const nd_range<1> all{range<1>(n), range<1>(16)};
  int *out = malloc_shared<int>(n, q);
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for(all, [=](nd_item<1> i) { to[i.get_global_id(0)] = static_cast<int>(i.get_global_id(0)) * 5; });
  q.parallel_for(all, [=](nd_item<1> i) { out[i.get_global_id(0)] = read(i, from); });
  fw.complete_fusion();
  q.wait();
  e2e::report(what, fw);
  e2e::expect_equal(what, std::vector<int>(out, out + n), wanted);
  sycl::free(out, q);
}

} // namespace

int main() {
  int *p = malloc_shared<int>(n + 1, q), *other = malloc_shared<int>(n, q), *neighbour = malloc_shared<int>(n, q);
  std::vector<int> own(n), next(n), beside(n), of_other = e2e::random_values<int>(n, 3);
  for (int i = 0; i < n; ++i) {
    own[i] = i * 5;
    next[i] = (i + 1) * 5;
    beside[i] = (i ^ 1) * 5;
    neighbour[i] = i ^ 1;
    other[i] = of_other[i];
  }
  p[n] = n * 5;
  auto at_id = [](nd_item<1> i, const int *from) { return from[i.get_global_id(0)]; };
  region("apart", p, other, of_other, at_id);
  region("the same", p, p, own, at_id);
  region("one element further", p, p + 1, next, at_id);
  region("neighbours", p, p, beside,
         [](nd_item<1> i, const int *from) { return from[i.get_group(0) * 16 + (i.get_local_id(0) ^ 1)]; });
  region("loaded", p, p, beside, [=](nd_item<1> i, const int *from) { return from[neighbour[i.get_global_id(0)]]; });
  for (int *m : {p, other, neighbour})
    sycl::free(m, q);
  return e2e::finish();
}
