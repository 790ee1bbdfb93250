// Code that is unusual, or refers to itself, neither crashes the plugin nor changes what it says of the rest.
// RUN: %record -w %s
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"
#include <functional>

struct incomplete;
template <class T> struct not_instantiated {
  typename T::nothing x;
};
struct polymorphic {
  virtual ~polymorphic() = default;
};
void kernels(queue &q, incomplete *p, not_instantiated<int> *n, void *v, void (*f)(), int (&array)[4],
             std::function<void()> fn) {
  struct local {
    int bits : 3;
    int : 0;
    union {
      int i;
      float g;
    };
    void *array[300];
  } l{};
  q.single_task<class Captures>([=] { (void)p, (void)n, (void)v, (void)f, (void)array, (void)l; });
  q.single_task<class References>([&] { (void)fn, (void)l; });
}
void regions(queue &q, fusion_wrapper &fw, int *p) {
  int y = y;
  range<1> own{own[0]};
  buffer<int> itself{itself.get_range()};
  int *pointer = pointer;
  fw.start_fusion();
  q.parallel_for<class A>(own, [=](id<1>) { *pointer = y; });
  q.submit([&](handler &cgh) {
    accessor a{itself, cgh};
    cgh.parallel_for<class B>(itself.get_range(), [=](id<1>) { a[0] = 1; });
  });
  goto end;
end:
  fw.complete_fusion();
}

// CHECK: kernel Captures
// CHECK-NEXT: pointer p incomplete/None
// CHECK-NEXT: pointer n not_instantiated<int>/None
// CHECK-NEXT: pointer v void/None
// CHECK-NEXT: std_layout f void (*)()/8
// CHECK-NEXT: std_layout array int[4]/16
// CHECK-NEXT: std_layout l {{.*}}local/{{[0-9]+}}
// CHECK: kernel References
// CHECK-NEXT: std_layout fn {{.*}}&/8
// CHECK: region regions 33-41
// CHECK: submit A range/1 offset=[0];
// CHECK: submit B range/1 offset=[0];
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
