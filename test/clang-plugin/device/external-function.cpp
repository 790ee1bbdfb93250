// SYCL_EXTERNAL stands wherever programs write it, also before the linkage, and what it marks is device code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O1 -fsycl-device-only -S -emit-llvm %s -o - 2>&1 | FileCheck-22 %s
// RUN: not %sycl_cxx -DWRONG -c %s -o %t.o 2>&1 | FileCheck-22 %s --check-prefix=WRONG
#include <sycl/sycl.hpp>

// CHECK-NOT: warning
// CHECK-DAG: define {{.*}} @before_linkage(
SYCL_EXTERNAL extern "C" int before_linkage(int x) { return x; }
// CHECK-DAG: define {{.*}} @behind_linkage(
extern "C" SYCL_EXTERNAL int behind_linkage(int x) { return x; }
// CHECK-DAG: define {{.*}} @_Z19before_an_attributei(
SYCL_EXTERNAL [[nodiscard]] int before_an_attribute(int x) { return x; }
// CHECK-DAG: define {{.*}} @_Z19behind_an_attributei(
[[nodiscard]] SYCL_EXTERNAL int behind_an_attribute(int x) { return x; }
// CHECK-DAG: define {{.*}} @_Z15behind_the_typei(
int SYCL_EXTERNAL behind_the_type(int x) { return x; }
// CHECK-DAG: define {{.*}} @_Z11in_templateIiET_S0_(
template <class T> SYCL_EXTERNAL T in_template(T x) { return x; }
template SYCL_EXTERNAL int in_template<int>(int);
struct Class {
  SYCL_EXTERNAL int member(int);
  SYCL_EXTERNAL static int of_class(int);
};
// CHECK-DAG: define {{.*}} @_ZN5Class6memberEi(
int Class::member(int x) { return x; }
// CHECK-DAG: define {{.*}} @_ZN5Class8of_classEi(
int Class::of_class(int x) { return x; }

#ifdef WRONG
// WRONG: :[[@LINE+1]]:1: error: 'sycl_external' can only be applied to functions with external linkage
SYCL_EXTERNAL static int internal(int x) { return x; }
// WRONG: :[[@LINE+1]]:1: warning: 'sycl_external' attribute only applies to functions
SYCL_EXTERNAL int variable;
#endif
