// Reductions, streams and specialization constants on a GPU: everything is built, and each command makes as many launches as it should.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: target-cuda, ptxas
// RUN: %sycl_cxx -O2 -I%source_root/test/e2e/Inputs -c %s -o %t.o
// RUN: sycl-fuse build --require --target=cuda:sm_90 %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env SYCL_FUSE_CUDA_LIBRARY=%build_root/lib/libsycl-fuse-fake-cuda.so ONEAPI_DEVICE_SELECTOR=cuda:gpu SYCL_FUSE_TRACE=on SYCL_RT_WARNING_LEVEL=1 %t > %t.out 2>&1
// RUN: FileCheck-22 %s --implicit-check-not="on Fake GPU" < %t.out
#include "e2e.hpp"

using namespace sycl;
constexpr specialization_id<int> factor(3);

int main() {
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  constexpr std::size_t n = 1000;
  int *in = malloc_device<int>(n, q), *out = malloc_device<int>(n, q), *sum = malloc_device<int>(2, q);
  std::fprintf(stderr, "reduction over a range\n");
  std::fflush(stdout);
  q.parallel_for<class Range>(range<1>(n), reduction(sum, plus<>()), [=](id<1> i, auto &s) { s += in[i]; }).wait();
  // CHECK: reduction over a range
  // Values of the elements, one.
  // CHECK-COUNT-2: on Fake GPU
  std::fprintf(stderr, "two over an ND-range\n");
  q.parallel_for<class NDRange>(nd_range<1>(64, 8), reduction(sum, plus<>()), reduction(sum + 1, maximum<>()),
                                [=](nd_item<1> i, auto &s, auto &m) {
                                  s += in[i.get_global_id(0)];
                                  m.combine(in[i.get_global_id(0)]);
                                })
      .wait();
  // CHECK: two over an ND-range
  // CHECK-COUNT-2: on Fake GPU

  std::fprintf(stderr, "constants fuse\n");
  fw.start_fusion();
  for (int step = 0; step < 2; ++step)
    q.submit([&](handler &h) {
      h.set_specialization_constant<factor>(step + 5);
      h.parallel_for<class Constant>(
          range<1>(n), [=](id<1> i, kernel_handler k) { out[i] = out[i] * k.get_specialization_constant<factor>(); });
    });
  fw.complete_fusion().wait();
  e2e::report("constants", fw);
  std::fflush(stdout);
  // CHECK: constants fuse
  // CHECK: fused {{.*}}Constant, {{.*}}Constant{{.*}} on Fake GPU
  // CHECK: constants: aot

  std::fprintf(stderr, "streams beside a region\n");
  fw.start_fusion();
  q.parallel_for<class First>(range<1>(n), [=](id<1> i) { out[i] = in[i] + 1; });
  q.submit([&](handler &h) {
    stream text(1024, 64, h);
    h.parallel_for<class Prints>(range<1>(4), [=](id<1> i) { text << "item " << i[0] << endl; });
  });
  q.parallel_for<class Second>(range<1>(n), [=](id<1> i) { out[i] *= 2; });
  fw.complete_fusion().wait();
  e2e::report("streams", fw);
  std::fflush(stdout);
  // CHECK: streams beside a region
  // CHECK: Prints {4} on Fake GPU
  // CHECK: fused {{.*}}First, {{.*}}Second{{.*}} on Fake GPU
  // CHECK: streams: aot

  std::fprintf(stderr, "a reduction in a region\n");
  fw.start_fusion();
  q.parallel_for<class Before>(range<1>(n), [=](id<1> i) { out[i] = in[i] + 1; });
  q.parallel_for<class Within>(range<1>(10), reduction(sum, plus<>()), [=](id<1> i, auto &s) { s += out[i]; });
  fw.complete_fusion().wait();
  e2e::report("reductions", fw);
  std::fflush(stdout);
  // CHECK: a reduction in a region
  // CHECK: fused {{.*}}Before, {{.*}}Within{{.*}} on Fake GPU
  // CHECK-NEXT: on Fake GPU
  // CHECK: reductions: aot
  free(in, q);
  free(out, q);
  free(sum, q);
}
