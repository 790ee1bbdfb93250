// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
extern "C" {
int between(int);
int shared_region(int);
int late_region(int);
int plain(int);
}
int main() {
  const int wanted = plain(4);
  const bool right = between(33) == wanted && shared_region(33) == wanted && late_region(33) == wanted;
  std::puts(right ? "all results right" : "wrong results");
  return right ? 0 : 1;
}
