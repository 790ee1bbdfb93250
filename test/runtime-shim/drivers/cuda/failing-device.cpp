// A launch that the device refuses, a kernel that fails while it runs, memory that runs out and a refused image reach the user as sycl::exception; the program goes on.
// If the fused kernels alone are damaged, the others run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: target-cuda
// RUN: %sycl_cxx -O2 -I%source_root/test/e2e/Inputs -c %s -o %t.o
// Without ptxas it is PTX that the device is given, and SF4002 says so.
// RUN: sycl-fuse build --target=native --target=cuda:sm_90 %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env SYCL_FUSE_CUDA_LIBRARY=%build_root/lib/libsycl-fuse-fake-cuda.so ONEAPI_DEVICE_SELECTOR=cuda:gpu %t | FileCheck-22 %s --check-prefix=RIGHT
// RIGHT: device: Fake GPU
// RIGHT: region: aot none
// RIGHT: no exception

// RUN: env SYCL_FUSE_CUDA_LIBRARY=%build_root/lib/libsycl-fuse-fake-cuda.so ONEAPI_DEVICE_SELECTOR=cuda:gpu FAKE_GPU_FAIL=cuLaunchKernel=719 %t | FileCheck-22 %s --check-prefix=LAUNCH
// LAUNCH: device: Fake GPU
// LAUNCH: exception: errc 2: cuLaunchKernel failed: CUDA_ERROR_LAUNCH_FAILED: unspecified launch failure [SF6004]
// LAUNCH: the program goes on

// RUN: env SYCL_FUSE_CUDA_LIBRARY=%build_root/lib/libsycl-fuse-fake-cuda.so ONEAPI_DEVICE_SELECTOR=cuda:gpu FAKE_GPU_FAIL=cuStreamSynchronize=700,cuEventSynchronize=700 %t | FileCheck-22 %s --check-prefix=KERNEL
// KERNEL: exception: errc 2: {{.*}} failed: CUDA_ERROR_ILLEGAL_ADDRESS: text of the driver [SF6004]
// KERNEL: the program goes on

// RUN: env SYCL_FUSE_CUDA_LIBRARY=%build_root/lib/libsycl-fuse-fake-cuda.so ONEAPI_DEVICE_SELECTOR=cuda:gpu FAKE_GPU_FAIL=cuMemAlloc=2 %t | FileCheck-22 %s --check-prefix=MEMORY
// MEMORY: exception: errc 9:
// MEMORY: the program goes on

// RUN: env SYCL_FUSE_CUDA_LIBRARY=%build_root/lib/libsycl-fuse-fake-cuda.so ONEAPI_DEVICE_SELECTOR=cuda:gpu FAKE_GPU_FAIL=cuModuleLoadDataEx=218 %t 2>&1 | FileCheck-22 %s --check-prefix=IMAGE
// IMAGE: the driver refuses the image of '{{.*}}': CUDA_ERROR_INVALID_PTX: text of the driver
// IMAGE: exception: errc 13: kernel '{{.*}}' ({{.*}}.cpp:{{[0-9:]+}}) was not built for device 'Fake GPU' [SF6002]
// IMAGE: the program goes on

// RUN: %python %source_root/test/damage.py bundle image %t %t.damaged
// RUN: env SYCL_FUSE_CUDA_LIBRARY=%build_root/lib/libsycl-fuse-fake-cuda.so ONEAPI_DEVICE_SELECTOR=cuda:gpu %t.damaged 2>&1 | FileCheck-22 %s --check-prefix=DAMAGED
// DAMAGED: warning: the compiled kernel of the region is damaged [SF6110]
// DAMAGED: Fake GPU: the image of '{{.*}}' is damaged
// DAMAGED: region: unfused image_damaged
// DAMAGED: no exception
#include "e2e.hpp"

using namespace sycl;

static void run(queue &q) {
  buffer<int> b{range{1000}}, c{range{1000}};
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.submit([&](handler &h) {
    accessor a{b, h, write_only, no_init};
    h.parallel_for<class First>(range{1000}, [=](id<1> i) { a[i] = 1; });
  });
  q.submit([&](handler &h) {
    accessor a{b, h, read_only};
    accessor o{c, h, write_only, no_init};
    h.parallel_for<class Second>(range{1000}, [=](id<1> i) { o[i] = a[i] + 1; });
  });
  fw.complete_fusion();
  q.wait_and_throw();
  e2e::report("region", fw);
}

int main() {
  queue q = e2e::make_queue();
  std::printf("device: %s\n", q.get_device().get_info<info::device::name>().c_str());
  try {
    run(q);
    std::printf("no exception\n");
  } catch (const sycl::exception &e) {
    std::printf("exception: errc %d: %s\n", e.code().value(), e.what());
  }
  std::printf("the program goes on\n");
}
