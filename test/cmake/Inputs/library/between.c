/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
int static_region(int);
int between(int n) { return static_region(n); }
