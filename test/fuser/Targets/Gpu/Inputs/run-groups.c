// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the kernel of run-groups.sh, which adds up groups, block by block: each thread is a context that runs up to its
// next shuffle, which a warp does together, or barrier. Sums must have the same bits whether a block has one group or
// several, and the values of whole numbers must be right.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { most = 320, stack = 1 << 16, together = 8, rows = 21 };
enum state { running, at_shuffle, at_barrier, ended };
static ucontext_t scheduler, contexts[most];
static char stacks[most][stack];
static enum state states[most];
static unsigned posted[2][most], turns[most], current, block, blocks, size;
static float values[most * rows + 8], sums[rows + 1];
static long items, offset;

void entry(const float *values, float *sums, long items, long offset);
unsigned get_tid(void) { return current; }
unsigned get_ntid(void) { return size; }
unsigned get_ctaid(void) { return block; }
unsigned get_nctaid(void) { return blocks; }

static void stop(unsigned thread, enum state s) {
  states[thread] = s;
  swapcontext(&contexts[thread], &scheduler);
}
// Two places for each, since some begin the next shuffle before others have read.
static unsigned shuffle(unsigned thread, unsigned value, unsigned lane) {
  unsigned *place = posted[turns[thread]++ % 2];
  place[thread] = value;
  stop(thread, at_shuffle);
  const unsigned other = thread / 32 * 32 + lane % 32;
  return other < size ? place[other] : 0;
}
unsigned shuffle_bfly(unsigned mask, unsigned value, unsigned distance, unsigned c) {
  return shuffle(current, value, current ^ distance);
}
unsigned shuffle_idx(unsigned mask, unsigned value, unsigned lane, unsigned c) { return shuffle(current, value, lane); }
void barrier(unsigned number) { stop(current, at_barrier); }

static void run_thread(void) {
  entry(values, sums, items, offset);
  stop(current, ended);
}
// Lets the threads from first on go on if all that have not ended are in state s.
static int release(unsigned first, unsigned last, enum state s) {
  int released = 0;
  for (unsigned t = first; t < last; t++)
    if (states[t] != s && states[t] != ended)
      return 0;
  for (unsigned t = first; t < last; t++)
    if (states[t] == s)
      states[t] = running, released = 1;
  return released;
}
static void run_block(void) {
  int goes_on = 1;
  for (unsigned t = 0; t < size; t++) {
    getcontext(&contexts[t]);
    contexts[t].uc_stack.ss_sp = stacks[t];
    contexts[t].uc_stack.ss_size = stack;
    makecontext(&contexts[t], run_thread, 0);
    states[t] = running;
    turns[t] = 0;
  }
  while (goes_on) {
    for (current = 0; current < size; current++)
      if (states[current] == running)
        swapcontext(&scheduler, &contexts[current]);
    goes_on = 0;
    for (unsigned w = 0; w < size; w += 32)
      goes_on |= release(w, w + 32 < size ? w + 32 : size, at_shuffle);
    goes_on = goes_on || release(0, size, at_barrier);
  }
  for (unsigned t = 0; t < size; t++)
    if (states[t] != ended)
      printf("thread %u waits for ever\n", t), exit(1);
}
static void run(unsigned grid, float *result) {
  memset(sums, -1, sizeof sums);
  blocks = grid;
  for (block = 0; block < blocks; block++)
    run_block();
  memcpy(result, sums, sizeof sums);
}

int main(void) {
  static const unsigned sizes[] = {1, 8, 31, 32, 33, 64, 100, 256, 320};
  int bad = 0;
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++)
    for (unsigned groups = 1; groups <= rows; groups += 1 + rand() % 5)
      for (int whole = 0; whole < 2; whole++) {
        float alone[rows + 1], joined[rows + 1];
        size = sizes[s], items = (long)size * groups, offset = rand() % 8;
        for (unsigned n = 0; n < sizeof values / sizeof *values; n++)
          values[n] = whole ? (float)(rand() % 100) : (float)rand() / 3e7f;
        run(groups, alone);
        run((groups + together - 1) / together, joined);
        bad += memcmp(alone, joined, sizeof alone) != 0;
        for (unsigned g = 0; whole && g < groups; g++) {
          float sum = 0;
          for (unsigned n = 0; n < size; n++)
            sum += values[offset + g * size + n];
          bad += sum != joined[g];
        }
      }
  printf("bad %d\n", bad);
  return bad != 0;
}
