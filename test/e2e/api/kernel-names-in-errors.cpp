// Exceptions and warnings name a kernel as the program does, with its line; one of no bundle by its type.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t && %t | FileCheck-22 %s --check-prefix=BUILT
// RUN: clang++-22 %t.o %runtime_lib -o %t.host && %t.host | FileCheck-22 %s --check-prefix=HOST
#include <cstdio>
#include <sycl/sycl.hpp>

namespace app {
template <int Steps> class Scale;
}

template <class F> void refused(F submit) {
  try {
    submit();
    std::puts("not refused");
  } catch (const sycl::exception &e) {
    std::puts(e.what());
  }
}

int main() {
  sycl::queue q;
  // BUILT: kernel 'app::Scale<2>' (kernel-names-in-errors.cpp:[[#@LINE+2]]:{{[0-9]+}}): the local size 64 does not divide the global size 100
  // HOST: kernel 'app::Scale<2>': the local size 64 does not divide the global size 100
  refused([&] { q.parallel_for<app::Scale<2>>(sycl::nd_range<1>(100, 64), [=](sycl::nd_item<1>) {}); });
  // BUILT: kernel 'main::lambda:[[#@LINE+2]]' (kernel-names-in-errors.cpp:[[#@LINE+2]]:{{[0-9]+}}): a work-group of 1048576 work-items exceeds the device's
  // HOST: kernel 'main::{{.*}}lambda{{.*}}': a work-group of 1048576 work-items exceeds the device's
  refused([&] { q.parallel_for(sycl::nd_range<1>(1 << 20, 1 << 20), [=](sycl::nd_item<1>) {}); });
  // BUILT: kernel 'main::lambda:[[#@LINE+5]]' ({{.*}}): 4000000000 bytes of local memory exceed the device's
  // HOST: kernel 'main::{{.*}}lambda{{.*}}': 4000000000 bytes of local memory exceed the device's
  refused([&] {
    q.submit([&](sycl::handler &h) {
      sycl::local_accessor<float, 1> l(1000000000, h);
      h.parallel_for(sycl::nd_range<1>(64, 64), [=](sycl::nd_item<1> i) { l[i.get_local_id(0)] = 1; });
    });
  });
  // HOST: kernel_bundle: kernel 'app::Scale<2>' is not in the bundle, or not for this device
  refused([&] {
    auto all = sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context());
    all.get_kernel(sycl::get_kernel_id<app::Scale<2>>());
  });
}
