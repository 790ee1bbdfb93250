// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a plain kernel of run-threads.sh for random sizes, offsets and misaligned pointers, and compares with a reference.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
unsigned tidx, ctaidx, ntidx = 256;
#ifdef GUARD
void entry(float *, float *, long, long, long);
#elif defined(RANDOM)
#include RANDOM
void entry(float *, float *, long, long, long, long);
#elif defined(DIVIDED)
void entry(float *, float *, float *, float *, long, long, long);
#else
void entry(_Float16 *, _Float16 *, long, long, long, long);
#endif

#ifdef DIVIDED
// Rows of random widths, those of less than a thread's work-items included: out = in * scale[row] + bias[column].
static int runDivided(void) {
  int bad = 0;
  float *in = aligned_alloc(64, 40000), *bias = aligned_alloc(64, 40000), *scale = aligned_alloc(64, 40000),
        *out = aligned_alloc(64, 40000);
  for (int i = 0; i < 10000; i++) {
    in[i] = i % 97;
    bias[i] = i * 0.5f;
    scale[i] = i % 31;
  }
  for (int t = 0; t < 400; t++) {
    long total = 1 + rand() % 3000, offset = rand() % 3 ? 0 : rand() % 9, begin = rand() % 2 ? rand() % 4 : 0;
#ifdef WIDTH
    long width = WIDTH;
#else
    long width = t % 3 ? 1 + rand() % 200 : 4 * (1 + rand() % 100);
#endif
    for (int i = 0; i < 10000; i++)
      out[i] = -1;
    for (ctaidx = 0; ctaidx * 256 < (total + ITEMS - 1) / ITEMS; ctaidx++)
      for (tidx = 0; tidx < 256; tidx++)
        entry(in + begin, bias + begin, scale, out + begin, width, total, offset);
    for (int i = 0; i < 10000; i++) {
      long id = i - begin;
      int run = id >= offset && id < total + offset;
      bad += out[i] != (run ? in[i] * scale[id / width] + bias[begin + id % width] : -1);
    }
  }
  printf("bad %d\n", bad);
  return bad != 0;
}
#endif

#ifdef RANDOM
// What divided_ids.py wrote, for divisors of all kinds.
static int runRandom(void) {
  enum { MIDDLE = 1 << 20 };
  int bad = 0;
  float *in = aligned_alloc(64, 8 * MIDDLE), *out = aligned_alloc(64, 40000);
  for (int i = 0; i < 2 * MIDDLE; i++)
    in[i] = i % 4099;
  for (int t = 0; t < 60; t++) {
    long total = 1 + rand() % 2000, offset = rand() % 3 ? 0 : rand() % 9, begin = rand() % 2 ? rand() % 4 : 0, by[2];
    for (int n = 0; n < 2; n++)
      by[n] = (MAY_BE_ZERO && rand() % 4 == 0) ? 0 : (rand() % 8 ? 1 : -1) * (rand() % 2 ? 4 : 1) * (1 + rand() % 60);
    for (int i = 0; i < 10000; i++)
      out[i] = -1;
    int reachable = 1;
    for (long i = offset; i < offset + total; i++)
      reachable &= !runs(i, by[0], by[1]) ||
                   (labs(first(i, by[0], by[1])) < MIDDLE - 8 && labs(second(i, by[0], by[1])) < MIDDLE - 8);
    if (!reachable)
      continue;
    float *middle = in + MIDDLE + begin;
    for (ctaidx = 0; ctaidx * 256 < (total + ITEMS - 1) / ITEMS; ctaidx++)
      for (tidx = 0; tidx < 256; tidx++)
        entry(middle, out + begin, by[0], by[1], total, offset);
    for (int i = 0; i < 10000; i++) {
      long id = i - begin;
      int run = id >= offset && id < total + offset && runs(id, by[0], by[1]);
      bad += out[i] != (run ? middle[first(id, by[0], by[1])] + middle[second(id, by[0], by[1])] : -1);
    }
  }
  printf("bad %d\n", bad);
  return bad != 0;
}
#endif

int main() {
#ifdef RANDOM
  return runRandom();
#elif defined(DIVIDED)
  return runDivided();
#else
  int bad = 0;
  srand(7);
  for (int t = 0; t < 300; t++) {
#ifdef GUARD
    long total = 1 + rand() % 3000, n = rand() % 3500, off = rand() % 3 ? 0 : rand() % 9;
    float *a = aligned_alloc(64, 40000), *b = aligned_alloc(64, 40000);
    long sh = rand() % 2 ? rand() % 4 : 0;
    for (int i = 0; i < 8000; i++) {
      a[i] = i * 0.5f;
      b[i] = -1;
    }
    long thr = (total + ITEMS - 1) / ITEMS;
    for (ctaidx = 0; ctaidx * 256 < thr; ctaidx++)
      for (tidx = 0; tidx < 256; tidx++)
        entry(a + sh, b + sh, n, total, off);
    for (int i = 0; i < 8000; i++) {
      long id = i - sh;
      float w = (id >= off && id < total + off && id < n) ? a[i] * a[i] : -1;
      if (b[i] != w)
        bad++;
    }
#else
    long n0 = 1 + rand() % 100, n1 = 1 + rand() % 40, o0 = 0, o1 = 0, total = n0 * n1;
    if (t % 3 == 0) {
      n0 = 8 * (1 + n0 / 8);
      total = n0 * n1;
    }
    _Float16 *a = aligned_alloc(64, 20000), *b = aligned_alloc(64, 20000);
    long sh = rand() % 2 ? rand() % 8 : 0;
    for (int i = 0; i < 8000; i++) {
      a[i] = i % 500;
      b[i] = -1;
    }
    long thr = (total + ITEMS - 1) / ITEMS;
    for (ctaidx = 0; ctaidx * 256 < thr; ctaidx++)
      for (tidx = 0; tidx < 256; tidx++)
        entry(a + sh, b + sh, n0, n1, o0, o1);
    for (int i = 0; i < 8000; i++) {
      long id = i - sh;
      _Float16 w = (id >= 0 && id < total) ? a[i] + a[i] : -1;
      if (b[i] != w)
        bad++;
    }
#endif
    free(a);
    free(b);
  }
  printf("bad %d\n", bad);
  return bad != 0;
#endif
}
