// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region of a header-only library.
#define REGION of_headers
#include <region.hpp>
#undef REGION

extern "C" {
int object_region(int);
int one(int);
int two(int);
int plain(int);
}
static_assert(precompiled == 1 && CHAR_BIT == 8);

int main() {
  bool right = true;
  for (int (*run)(int) : {object_region, one, two, of_headers})
    right = run(77) == plain(4) && right;
  std::puts(right ? "all results right" : "wrong results");
  return right ? 0 : 1;
}
