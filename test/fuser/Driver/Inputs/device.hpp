// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The least that makes device code of the shape that sycl/sycl.hpp does: the accessor of kinds.hpp and an entry point.
#pragma once
using size_t = decltype(sizeof(0));
size_t __spirv_BuiltInGlobalInvocationId(int);
size_t __spirv_BuiltInLocalInvocationId(int);

template <class T> struct accessor {
  T *data;
  unsigned promotion, element_size;
  void *buffer;
  size_t access_range[1], memory_range[1], offset[1];
  T &operator[](size_t i) const { return data[i]; }
};

template <class Name, class F> [[clang::sycl_kernel_entry_point(Name)]] void kernel_entry(F f) {
  f(__spirv_BuiltInGlobalInvocationId(0));
}
