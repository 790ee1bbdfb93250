// Host code that Clang generates in the device pass stays out of the device module, which LLVM could not read back:
// explicitly instantiated classes with virtual methods that submit kernels, their globals, thread-local variables.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O1 -c %s -o %t.o
// RUN: llvm-offload-binary-22 %t.o --image=file=%t.bc,kind=sycl
// RUN: llvm-dis-22 %t.bc -o - | FileCheck-22 %s --implicit-check-not="@_ZTV" --implicit-check-not=global_ctors \
// RUN:   --implicit-check-not=dot --implicit-check-not=thread_local --implicit-check-not=unused
// RUN: %sycl_cxx -O0 -c %s -o %t.0.o && sycl-fuse build %t.o -o %t.fusion.o 2>&1 | count 0
// RUN: clang++-22 %t.o %t.fusion.o -o %t.exe %runtime_lib && %t.exe
// RUN: rm -rf %t.temps && mkdir %t.temps && cd %t.temps && %sycl_cxx -O1 -save-temps -c %s -o saved.o
// RUN: llvm-offload-binary-22 saved.o --image=file=saved.bc,kind=sycl && llvm-dis-22 saved.bc -o - | FileCheck-22 %s
#include <sycl/sycl.hpp>

// CHECK-DAG: define {{.*}}spir_kernel void @_ZTS4CopyIfE(
// CHECK-DAG: define {{.*}}spir_kernel void @_ZTS3DotIdE(
// CHECK-DAG: define {{.*}}spir_func {{.*}}i32 @_Z8exportedi(
// CHECK-DAG: define {{.*}}spir_func {{.*}}i32 @_ZNK5Shape5twiceEi(
template <class T> class Copy;
template <class T> class Dot;
std::vector<sycl::device> devices;

template <class T> struct Stream {
  virtual ~Stream() = default;
  virtual void copy() = 0;
  virtual T dot() = 0;
};
template <class T> struct SyclStream : Stream<T> {
  sycl::queue q;
  T *a = sycl::malloc_shared<T>(64, q), *b = sycl::malloc_shared<T>(64, q);
  ~SyclStream() { devices.clear(); }
  void copy() override;
  T dot() override;
};
template <class T> void SyclStream<T>::copy() {
  q.parallel_for<Copy<T>>(64, [a = a, b = b](sycl::id<1> i) { b[i] = a[i]; }).wait();
}
template <class T> T SyclStream<T>::dot() {
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<T> sums(16, h);
     h.parallel_for<Dot<T>>(sycl::nd_range<1>(16, 16), [=, a = a, b = b](sycl::nd_item<1> item) {
       const size_t me = item.get_local_id(0);
       sums[me] = a[me] * b[me];
       sycl::group_barrier(item.get_group());
       if (me == 0)
         b[63] = sums[0] + sums[1] + sums[2];
     });
   }).wait();
  return b[63];
}
template struct SyclStream<float>;
template struct SyclStream<double>;

SYCL_EXTERNAL int exported(int x) { return x + 1; }
struct Shape {
  SYCL_EXTERNAL int twice(int x) const;
};
int Shape::twice(int x) const { return 2 * x; }
__attribute__((used)) int unused() { return 1; }

int main() {
  SyclStream<double> s;
  for (int i = 0; i < 64; ++i)
    s.a[i] = i;
  s.copy();
  return s.dot() == 5 ? 0 : 1;
}
