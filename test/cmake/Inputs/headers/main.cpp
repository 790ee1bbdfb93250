// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
extern "C" int other(void);
#undef small
int fused(), plain(), reuses(), small();
int main() { return fused() + plain() + reuses() + small() + other() + third() + FOURTH - 33; }
