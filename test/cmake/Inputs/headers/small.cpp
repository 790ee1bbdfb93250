// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifdef FIRST
#error "first.h is not wanted here"
#endif
int small() { return 1; }
