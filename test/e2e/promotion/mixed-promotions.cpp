// A buffer that only one of its accessors promotes, that two promote to different memory, or that is in local memory of
// work-groups of two sizes: the compiler warns, the runtime says so in the words that users know, the results are
// right.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o 2>&1 | FileCheck-22 %s --check-prefix=COMPILE
// RUN: sycl-fuse build --target=native %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env SYCL_RT_WARNING_LEVEL=1 %t 2>%t.err | FileCheck-22 %s
// RUN: FileCheck-22 %s --check-prefix=WARNING < %t.err
#include "e2e.hpp"

using namespace sycl;

using promote_local = e2e::fusion::property::promote_local;
constexpr std::size_t n = 1008;

// Two kernels that hand bTmp on, each with its promotion and its local size.
#define REGION(name, First, Second, local1, local2)                                                                    \
  void name(const std::vector<int> &in, const std::vector<int> &wanted) {                                              \
    std::vector<int> out(n);                                                                                           \
    queue q = e2e::make_queue();                                                                                       \
    e2e::fusion_wrapper fw{q};                                                                                         \
    {                                                                                                                  \
      buffer<int> bIn{in}, bOut{out}, bTmp{range<1>{n}};                                                               \
      fw.start_fusion();                                                                                               \
      q.submit([&](handler &h) {                                                                                       \
        accessor a{bIn, h, read_only};                                                                                 \
        accessor t{bTmp, h, write_only, property_list{First, no_init}};                                                \
        h.parallel_for<class name##_first>(nd_range<1>{n, local1},                                                     \
                                           [=](nd_item<1> i) { t[i.get_global_id()] = 2 * a[i.get_global_id()]; });    \
      });                                                                                                              \
      q.submit([&](handler &h) {                                                                                       \
        accessor t{bTmp, h, read_only, property_list{Second}};                                                         \
        accessor o{bOut, h, write_only, no_init};                                                                      \
        h.parallel_for<class name##_second>(nd_range<1>{n, local2},                                                    \
                                            [=](nd_item<1> i) { o[i.get_global_id()] = t[i.get_global_id()] + 1; });   \
      });                                                                                                              \
      fw.complete_fusion();                                                                                            \
    }                                                                                                                  \
    e2e::report(#name, fw);                                                                                            \
    e2e::expect_equal(#name, out, wanted);                                                                             \
  }
REGION(one_local, promote_local{}, , 8, 8)
REGION(private_and_local, e2e::promote_private{}, promote_local{}, 8, 8)
REGION(two_sizes, promote_local{}, promote_local{}, 8, 16)

int main() {
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  const std::vector<int> in = e2e::random_values<int>(n, 1);
  std::vector<int> out(n), wanted(n);
  for (std::size_t i = 0; i < n; ++i)
    wanted[i] = 2 * in[i] + 1;
  {
    buffer<int> bIn{in}, bOut{out}, bTmp{range<1>{n}};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor a{bIn, h, read_only};
      accessor t{bTmp, h, write_only, property_list{e2e::promote_private{}, no_init}};
      h.parallel_for<class Double>(range<1>{n}, [=](id<1> i) { t[i] = 2 * a[i]; });
    });
    q.submit([&](handler &h) {
      accessor t{bTmp, h, read_only};
      accessor o{bOut, h, write_only, no_init};
      h.parallel_for<class AddOne>(range<1>{n}, [=](id<1> i) { o[i] = t[i] + 1; });
    });
    fw.complete_fusion();
  }
  e2e::report("region", fw);
  e2e::expect_equal("out", out, wanted);
  one_local(in, wanted);
  private_and_local(in, wanted);
  two_sizes(in, wanted);
  return e2e::finish();
}
// COMPILE: mixed-promotions.cpp:{{.*}} warning: buffer 'bTmp' is promoted by some of its accessors only, and stays in global memory [SF1006]
// WARNING: WARNING: Not performing specified private promotion, due to previous mismatch or because previous accessor specified no promotion (the region was started at {{.*}}mixed-promotions.cpp:{{[0-9]+}}) [SF1006]
// WARNING: WARNING: Not performing specified local promotion, due to previous mismatch or because previous accessor specified no promotion (the region was started at {{.*}}mixed-promotions.cpp:{{[0-9]+}}) [SF1006]
// WARNING: WARNING: Performing local internalization instead, because previous accessor specified local promotion (the region was started at {{.*}}mixed-promotions.cpp:{{[0-9]+}}) [SF1007]
// WARNING: WARNING: Not performing specified local promotion due to work-group size mismatch (the region was started at {{.*}}mixed-promotions.cpp:{{[0-9]+}}) [SF6118]
// CHECK: region: aot none
// CHECK: all results right
