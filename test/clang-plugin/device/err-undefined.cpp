// Functions without a definition in device code are errors, unless they are marked SYCL_EXTERNAL or the fuser knows them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %device %s 2>&1 | FileCheck-22 %s
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sycl/sycl.hpp>

int missing(int);
SYCL_EXTERNAL int elsewhere(int);
struct Declared {
  Declared(int);
  ~Declared();
  Declared operator+(const Declared &) const;
};
template <class T> struct Extern {
  T get() const;
};
template <class T> T Extern<T>::get() const { return T(1); }
extern template struct Extern<int>;
int by_default(int x = missing(3)) { return x; }
struct Member {
  int value = missing(4);
};

void run(sycl::queue &q, int *p, double *d) {
  q.single_task<class Kernel>([=] {
    // CHECK-DAG: cpp:[[#@LINE+4]]:12: error: device code calls 'missing', which is not defined in this translation unit [SF1031] [-Wsycl-fuse-device-undefined]
    // CHECK-DAG: cpp:11:5: note: declared here
    // CHECK-DAG: note: in kernel 'Kernel'
    // CHECK-DAG: note: define it in this translation unit
    p[0] = missing(1);
    p[1] = elsewhere(2) + std::abs(p[2]) + __builtin_popcount(p[3]) + static_cast<int>(std::strlen("four"));
    d[0] = std::sin(d[1]) + sqrt(d[2]) + std::erf(d[3]) + std::pow(d[4], 3) + fmaf(1, 2, 3) + std::tgamma(d[4]);
    std::memcpy(p, d, 8);
    // CHECK-DAG: cpp:[[#@LINE+1]]:14: error: device code calls 'Declared::Declared', which
    Declared x(1);
    // CHECK-DAG: cpp:[[#@LINE+2]]:7: error: device code calls 'Declared::operator+', which
    // CHECK-DAG: cpp:[[#@LINE+1]]:5: error: device code calls 'Declared::~Declared', which
    x + x;
    // CHECK-DAG: cpp:[[#@LINE+1]]:26: error: device code calls 'Extern<int>::get', which
    p[3] = Extern<int>{}.get() + Extern<long>{}.get();
    // CHECK-DAG: cpp:23:24: error: device code calls 'missing'
    // CHECK-DAG: cpp:25:15: error: device code calls 'missing'
    p[4] = by_default() + Member().value;
    // CHECK-DAG: cpp:[[#@LINE+1]]:12: error: device code calls 'strspn', which
    p[6] = std::strspn(reinterpret_cast<const char *>(p), "ab");
    // CHECK-DAG: cpp:[[#@LINE+1]]:12: error: device code calls 'rand', which
    p[5] = std::rand();
    // CHECK-DAG: cpp:[[#@LINE+1]]:5: error: device code calls 'abort', which
    std::abort();
    p[6] = missing(5); // not reached
  });
}
