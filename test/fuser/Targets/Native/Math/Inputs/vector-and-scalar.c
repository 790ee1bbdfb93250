// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs an entry over an array at once, which takes vectors, and item by item, which does not: the same bits, NaN apart.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void ENTRY(void **arguments, const uint64_t *state, uint64_t begin, uint64_t end) __asm__(ENTRY_NAME);
enum { N = 65536 };
static const double special[] = {0,    1,    0.5,   2,     3,     100,   12000,  12001,    1e6,
                                 1e30, 3e38, 1e-38, 1e-40, 1e-45, 1e300, 1e-310, INFINITY, NAN};
enum { S = sizeof special / sizeof *special };
static double everyday(int range) { return (rand() / (double)RAND_MAX - 0.5) * range; }
static T value(int i) {
  if (i < 2 * S)
    return (T)(i & 1 ? -special[i / 2] : special[i / 2]);
  if (i % 16 < 15)
    return (T)everyday(i % 3 ? 8 : 60);
  uint64_t any = ((uint64_t)rand() << 42) ^ ((uint64_t)rand() << 21) ^ (uint64_t)rand();
  T x;
  memcpy(&x, &any, sizeof x);
  return x;
}
int main(int argc, char **argv) {
  const int functions = atoi(argv[1]);
  T *a = malloc(N * sizeof(T)), *b = malloc(N * sizeof(T));
  T *out[2] = {calloc((size_t)functions * N, sizeof(T)), calloc((size_t)functions * N, sizeof(T))};
  srand(7);
  for (int i = 0; i < N; ++i) {
    a[i] = value(i);
    b[i] = i < 16 * S * S ? value(i / 8 % (2 * S)) : value(i);
  }
  uint64_t state[64] = {N, 1, 1};
  for (int alone = 0; alone < 2; ++alone) {
    void *arguments[] = {&a, &b, &out[alone]};
    for (int i = 0; i < (alone ? N : 1); ++i)
      ENTRY(arguments, state, alone ? i : 0, alone ? i + 1 : N);
  }
  int bad = 0;
  for (int i = 0; i < functions * N; ++i)
    if (memcmp(&out[0][i], &out[1][i], sizeof(T)) != 0 && !(isnan(out[0][i]) && isnan(out[1][i])) && bad++ < 3)
      printf("function %d of %a, %a: %a in vectors, %a alone\n", i / N, (double)a[i % N], (double)b[i % N],
             (double)out[0][i], (double)out[1][i]);
  for (int f = 0; f < functions; ++f) {
    int results = 0;
    for (int i = 0; i < N; ++i)
      results += out[0][f * N + i] != 0;
    if (results < N / 10 && bad++ < 3)
      printf("function %d has %d results\n", f, results);
  }
  printf("%d differ\n", bad);
  return bad != 0;
}
