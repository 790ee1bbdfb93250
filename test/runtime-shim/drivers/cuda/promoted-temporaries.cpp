// A buffer that a region writes and reads, and that is promoted, has no memory on the device from the first time on: all its accessors agree.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: target-cuda
// RUN: %sycl_cxx -O2 -I%source_root/test/e2e/Inputs -I%source_root/test/runtime-shim/support -I%source_root/runtime-shim/src -c %s -o %t.o
// RUN: sycl-fuse build --target=native --target=cuda:sm_90 %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -ldl -o %t
// RUN: env SYCL_FUSE_CUDA_LIBRARY=%build_root/lib/libsycl-fuse-fake-cuda.so ONEAPI_DEVICE_SELECTOR=cuda:gpu %t | FileCheck-22 %s
// CHECK: promoted: aot none, 0 allocations
// CHECK-NEXT: promoted: aot none, 0 allocations
// CHECK-NEXT: cancelled: unfused cancelled, 1 allocations
// CHECK-NEXT: again: aot none, 0 allocations
// CHECK-NEXT: promoted: aot none, 0 allocations
// CHECK-NEXT: promoted: aot none, 0 allocations
#include "e2e.hpp"
#include "fake_gpu.hpp"

#include <cstdlib>
#include <dlfcn.h>

using namespace sycl;

static fake_gpu::state &driver() {
  void *library = dlopen(std::getenv("SYCL_FUSE_CUDA_LIBRARY"), RTLD_NOW);
  static auto &state = *reinterpret_cast<fake_gpu::state *(*)()>(dlsym(library, "fake_gpu_state"))();
  return state;
}

template <class F> static void measure(const char *how, e2e::fusion_wrapper &fw, F f) {
  const auto before = driver().allocations.size();
  f();
  std::printf("%s: %s %s, %zu allocations\n", how, to_string(fw.last_outcome()), to_string(fw.last_reason()),
              driver().allocations.size() - before);
}

// The same region for two buffers; whether the first one had to have memory says nothing about the second.
static void run(queue &q, bool cancel_between) {
  e2e::fusion_wrapper fw{q};
  buffer<int> in{range{1000}};
  buffer<int> tmp{range{1000}, property_list{sycl::ext::codeplay::experimental::property::promote_private{}}};
  q.submit([&](handler &h) {
    accessor x{in, h, write_only, no_init};
    h.fill(x, 1);
  });
  auto region = [&] {
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor x{in, h, read_only};
      accessor t{tmp, h, write_only, no_init};
      h.parallel_for<class Doubles>(range{1000}, [=](id<1> i) { t[i] = 2 * x[i]; });
    });
    q.submit([&](handler &h) {
      accessor t{tmp, h, read_write};
      h.parallel_for<class Squares>(range{1000}, [=](id<1> i) { t[i] *= t[i]; });
    });
    q.submit([&](handler &h) {
      accessor t{tmp, h, read_only};
      accessor x{in, h, write_only};
      h.parallel_for<class Adds>(range{1000}, [=](id<1> i) { x[i] = t[i] + 1; });
    });
    fw.complete_fusion();
    q.wait_and_throw();
  };
  measure("promoted", fw, region);
  measure("promoted", fw, region);
  if (!cancel_between)
    return;
  measure("cancelled", fw, [&] {
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor t{tmp, h, write_only, no_init};
      h.parallel_for<class Fills>(range{1000}, [=](id<1> i) { t[i] = 2; });
    });
    q.submit([&](handler &h) {
      accessor t{tmp, h, read_write};
      h.parallel_for<class Halves>(range{1000}, [=](id<1> i) { t[i] /= 2; });
    });
    fw.cancel_fusion();
    q.wait_and_throw();
  });
  measure("again", fw, region); // with memory now
}

int main() {
  queue q = e2e::make_queue();
  run(q, true);
  run(q, false);
}
