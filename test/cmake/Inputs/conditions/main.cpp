// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <initializer_list>
extern "C" {
int first_region(int);
int second_region(int);
int third_region(int);
int fourth_region(int);
int fifth_region(int);
}
int main() {
  bool right = true;
  for (int (*run)(int) : {first_region, second_region, third_region, fourth_region})
    right = run(77) == 14 && right;
#if WITH_FIFTH
  right = fifth_region(77) == 14 && right;
#endif
  return right ? 0 : 1;
}
