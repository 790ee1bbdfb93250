// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int fused() { return third() + FOURTH; }
