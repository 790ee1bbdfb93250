// Arrays of a work-item whose elements move by one or more in each turn of a loop, as stencils keep their neighbours: LLVM makes one move of
// the memory of it, and the array becomes registers all the same. Results are those of the host.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --target=native:v3 --emit ll %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// RUN: cat %t.fusion.*Queue_float_*.ll | FileCheck-22 %s --check-prefix=CODE
// CHECK: all results right
// CODE-LABEL: define hidden void
// CODE-NOT: {{alloca|memmove}}
// CODE: store <8 x float>
#include "e2e.hpp"

using namespace sycl;

namespace {

constexpr int half = 8, depth = 60;
template <class T> class Queue;
template <class T> class Both;

// Sums of 2 * half + 1 elements of a column.
template <class T> void sums(const T *from, T *to, int columns, int column) {
  T window[2 * half + 1];
  for (int k = 0; k < 2 * half; ++k)
    window[k + 1] = from[k * columns + column];
  for (int row = half; row < depth - half; ++row) {
    for (int k = 0; k < 2 * half; ++k)
      window[k] = window[k + 1];
    window[2 * half] = from[(row + half) * columns + column];
    T sum = 0;
    for (T value : window)
      sum += value;
    to[row * columns + column] = sum;
  }
}

// Elements move up by one, then down by two.
template <class T> void moves(const T *from, T *to, int columns, int column) {
  T window[10] = {};
  for (int row = 0; row < depth; ++row) {
    for (int k = 9; k > 0; --k)
      window[k] = window[k - 1];
    window[0] = from[row * columns + column];
    if (row % 3 == 2)
      for (int k = 0; k < 8; ++k)
        window[k] = window[k + 2];
    to[row * columns + column] = window[0] + window[3] * 2 - window[7];
  }
}

template <class T> void compare(queue &q, int columns) {
  const std::size_t n = std::size_t(columns) * depth;
  const std::vector<T> in = e2e::random_values<T>(n, unsigned(columns));
  std::vector<T> wanted(n), moved(n);
  for (int c = 0; c < columns; ++c) {
    sums(in.data(), wanted.data(), columns, c);
    moves(in.data(), moved.data(), columns, c);
  }
  T *a = malloc_shared<T>(n, q), *o = malloc_shared<T>(n, q);
  std::copy(in.begin(), in.end(), a);
  std::fill(o, o + n, T(0));
  q.parallel_for<Queue<T>>(range<1>(columns), [=](id<1> i) { sums(a, o, columns, int(i)); }).wait();
  e2e::expect_equal("sums", std::vector<T>(o, o + n), wanted);
  q.parallel_for<Both<T>>(range<1>(columns), [=](id<1> i) { moves(a, o, columns, int(i)); }).wait();
  e2e::expect_equal("moves", std::vector<T>(o, o + n), moved);
  free(a, q);
  free(o, q);
}

} // namespace

int main() {
  queue q = e2e::make_queue();
  for (int columns : {1, 37, 1001}) {
    compare<int>(q, columns);
    compare<short>(q, columns);
    compare<long>(q, columns);
    compare<float>(q, columns);
  }
  return e2e::finish();
}
