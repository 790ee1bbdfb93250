// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region that is cut, since an index that was loaded leads to what other work-items write; make-manifest.py has its manifest.
#include "device.hpp"

class Scale;
class Gather;
class Last;

void gathered(accessor<int> a, accessor<int> index, accessor<int> tmp, accessor<int> out) {
  kernel_entry<Scale>([=](size_t i) { a[i] = a[i] * 2; });
  kernel_entry<Gather>([=](size_t i) {
    const bool first = i < 1 && a[i] != 0;
    tmp[i] = first ? 0 : a[index[i]];
  });
  kernel_entry<Last>([=](size_t i) { out[i] = tmp[i] + 1; });
}
