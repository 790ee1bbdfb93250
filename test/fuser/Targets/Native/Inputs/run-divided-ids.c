// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the entry of a kernel of divided_ids.py for random sizes, offsets, divisors and intervals, and compares with the same in C.
#include "syclfuse/native_abi.h"
#include <stdio.h>
#include <stdlib.h>
#include KERNEL

void entry(const void *const *, const sycl_fuse_native_state *, uint64_t, uint64_t) __asm__(ENTRY);

enum { MIDDLE = 1 << 20, SIZE = 10000 };

static long divisor(void) {
  if (MAY_BE_ZERO && rand() % 4 == 0)
    return 0;
  return (rand() % 8 ? 1 : -1) * (rand() % 2 ? 40 : 1) * (1 + rand() % 60);
}

int main() {
  int bad = 0, run = 0;
  float *in = aligned_alloc(64, sizeof(float) * 2 * MIDDLE), *out = aligned_alloc(64, sizeof(float) * SIZE);
  for (int i = 0; i < 2 * MIDDLE; i++)
    in[i] = i % 4099;
  for (int t = 0; t < 100; t++) {
    const long turns = LOOPS ? 1 + rand() % 4 : 1, total = 1 + rand() % (LOOPS ? 2000 : 4000);
    const long offset = LOOPS || rand() % 3 ? 0 : rand() % 900, a = divisor(), b = divisor(),
               last = offset + total * turns;
    int reachable = 1;
    for (long i = offset; i < last; i++)
      reachable &= !runs(i, a, b) || (labs(first(i, a, b)) < MIDDLE && labs(second(i, a, b)) < MIDDLE);
    if (!reachable)
      continue;
    ++run;
    for (int i = 0; i < SIZE; i++)
      out[i] = -1;
    const float *middle = in + MIDDLE;
    const void *const args[] = {&middle, &out, &a, &b, &total, &turns};
    const sycl_fuse_native_state state = {{total, 1, 1}, {1, 1, 1}, {total, 1, 1}, {offset, 0, 0}, 0, rand() % 4};
    for (long begin = 0, end; begin < total; begin = end) {
      end = begin + 1 + rand() % (rand() % 2 ? 3000 : 50);
      if (end > total)
        end = total;
      entry(args, &state, begin, end);
    }
    for (long i = 0; i < SIZE; i++) {
      const int runs_here = i >= offset && i < last && runs(i, a, b);
      bad += out[i] != (runs_here ? middle[first(i, a, b)] + (LOOPS ? number(i, a, b) : middle[second(i, a, b)]) : -1);
    }
  }
  printf("%d launches, %d elements wrong\n", run, bad);
  return bad != 0 || run == 0;
}
