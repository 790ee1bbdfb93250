// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
extern "C" int object_region(int);
int main() { std::puts(object_region(33) == 14 ? "tool: right" : "tool: wrong"); }
