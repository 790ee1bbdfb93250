// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the entries of every level over an array at once, which takes vectors, and item by item, which does not: the same
// bits, NaN apart; levels 3 and 4 give each other's.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef void entry(void **arguments, const uint64_t *state, uint64_t begin, uint64_t end);
entry v2 __asm__("entry.v2"), v3 __asm__("entry.v3"), v4 __asm__("entry.v4");
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
static T *a, *b;
static int bad = 0;
static void run(entry *f, T *out, int alone) {
  const uint64_t state[64] = {N, 1, 1};
  void *arguments[] = {&a, &b, &out};
  for (int i = 0; i < (alone ? N : 1); ++i)
    f(arguments, state, alone ? i : 0, alone ? i + 1 : N);
}
static void compare(const T *x, const T *y, int functions, const char *what) {
  for (int i = 0; i < functions * N; ++i)
    if (memcmp(&x[i], &y[i], sizeof(T)) != 0 && !(isnan(x[i]) && isnan(y[i])) && bad++ < 9)
      printf("function %d of %a, %a: %a and %a %s\n", i / N, (double)a[i % N], (double)b[i % N], (double)x[i],
             (double)y[i], what);
}
int main(int argc, char **argv) {
  const int functions = atoi(argv[1]);
  const size_t size = (size_t)functions * N * sizeof(T);
  entry *const levels[] = {v2, v3, v4};
  T *vectors[3], *alone = malloc(size);
  a = malloc(N * sizeof(T)), b = malloc(N * sizeof(T));
  srand(7);
  for (int i = 0; i < N; ++i) {
    a[i] = value(i);
    b[i] = i < 16 * S * S ? value(i / 8 % (2 * S)) : value(i);
  }
  const int most = __builtin_cpu_supports("x86-64-v4") ? 3 : __builtin_cpu_supports("x86-64-v3") ? 2 : 1;
  for (int level = 0; level < most; ++level) {
    run(levels[level], vectors[level] = malloc(size), 0);
    run(levels[level], alone, 1);
    compare(vectors[level], alone, functions, "alone");
  }
  if (most == 3)
    compare(vectors[1], vectors[2], functions, "at level 4");
  for (int f = 0; f < functions; ++f) {
    int results = 0;
    for (int i = 0; i < N; ++i)
      results += vectors[0][f * N + i] != 0;
    if (results < N / 10 && bad++ < 9)
      printf("function %d has %d results\n", f, results);
  }
  printf("%d differ\n", bad);
  return bad != 0;
}
