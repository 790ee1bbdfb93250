// new, delete, malloc and containers in device code are errors; placement new is not.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %device %s 2>&1 | FileCheck-22 %s
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <sycl/sycl.hpp>
#include <vector>

struct Pooled {
  static int pool[4];
  void *operator new(std::size_t, int *where) { return where; }
  int value = 1;
};

void run(sycl::queue &q, int *p, int **pp) {
  q.single_task<class Kernel>([=] {
    new (p) int(1);
    new (p + 1) Pooled;
    // CHECK: cpp:[[#@LINE+3]]:16: error: device code allocates memory with 'new' [SF1023] [-Wsycl-fuse-device-allocation]
    // CHECK: note: in kernel 'Kernel'
    // CHECK: note: allocate on the host
    int *one = new int(2);
    // CHECK: cpp:[[#@LINE+1]]:5: error: device code frees memory with 'delete' [SF1023]
    delete[] pp[0];
    // CHECK: cpp:[[#@LINE+1]]:32: error: device code allocates memory with 'malloc' [SF1023]
    pp[1] = static_cast<int *>(std::malloc(4));
    // CHECK: cpp:[[#@LINE+1]]:5: error: device code frees memory with 'free' [SF1023]
    free(pp[1]);
    // CHECK: cpp:[[#@LINE+1]]:22: error: device code frees memory with 'delete', in 'std::vector::~vector' [SF1023]
    std::vector<int> v;
    // CHECK: cpp:[[#@LINE+2]]:7: error: device code allocates memory with 'new', in 'std::vector::push_back' [SF1023]
    // CHECK: note: in '{{.*}}', here
    v.push_back(*one);
    // CHECK: cpp:[[#@LINE+1]]:13: error: device code allocates memory with 'new', in 'std::make_unique' [SF1023]
    p[2] = *std::make_unique<int>(3);
  });
  std::vector<int> host(3);
  delete new int(1);
}
