// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#if SECOND != 2
#error "second.h comes second"
#endif
#define small 1
inline int third() {
  int unused;
  return 3;
}
