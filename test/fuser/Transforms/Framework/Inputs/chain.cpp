// The four-kernel chain without a SYCL header: accessors and entry points as the project's headers make
// them.
#include <cstddef>

std::size_t __spirv_BuiltInGlobalInvocationId(int);

template <int D> struct id {
  std::size_t value[D];
};

template <int D> id<D> current_id() {
  id<D> result;
  for (int i = 0; i < D; ++i)
    result.value[i] = __spirv_BuiltInGlobalInvocationId(D - 1 - i);
  return result;
}

template <class T> struct accessor {
  T *data;
  unsigned promotion, element_size;
  void *buffer;
  std::size_t access_range, memory_range, offset;
  T &operator[](id<1> i) const { return data[i.value[0]]; }
};

template <class Name, class F> [[clang::sycl_kernel_entry_point(Name)]] void kernel_entry(F f) { f(current_id<1>()); }

class K1;
class K2;
class K3;
class K4;

void submit(accessor<float> in1, accessor<float> in2, accessor<float> in3, accessor<float> in4, accessor<float> tmp1,
            accessor<float> tmp2, accessor<float> tmp3, accessor<float> out) {
  kernel_entry<K1>([=](id<1> i) { tmp1[i] = in1[i] * in2[i]; });
  kernel_entry<K2>([=](id<1> i) { tmp2[i] = in1[i] - in3[i]; });
  kernel_entry<K3>([=](id<1> i) { tmp3[i] = tmp2[i] * in4[i]; });
  kernel_entry<K4>([=](id<1> i) { out[i] = tmp1[i] - tmp3[i]; });
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
