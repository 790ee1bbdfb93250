// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define FOURTH SECOND + 2
#if defined(__cplusplus) && small != 1
#error "third.h comes third"
#endif
