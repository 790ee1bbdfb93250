// Arrays of each work-item, in loops that strips of work-items run together, give what the host gives: with indices that all share and with others, of several types, kept across barriers, in work-groups that are no whole strips.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --target=native %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// CHECK: all results right
#include "e2e.hpp"

using namespace sycl;

// A delay line, a histogram and pairs of elements of which each turn adds up some.
template <class T, int N> struct arrays {
  T line[N], counts[N], pairs[N][2];

  void start(std::size_t i) {
    for (int k = 0; k < N; ++k) {
      line[k] = 0;
      counts[k] = T(k);
      pairs[k][0] = T(i + k);
      pairs[k][1] = T(i * k);
    }
  }
  void turn(int j, int length, T x) {
    line[j % N] = x;
    counts[unsigned(x) % N] += T(j);
    T sum = 1;
    for (int k = 0; k < length; ++k)
      sum = T(sum * 3 + line[(j + N - k) % N]);
    for (int k = 0; k < length; ++k) {
      pairs[k][0] = T(pairs[k][0] + (pairs[k][1] & 1) * sum);
      pairs[k][1] = T(pairs[k][1] * 5 + x);
    }
  }
  T result() const {
    T sum = 0;
    for (int k = 0; k < N; ++k)
      sum = T(sum * 7 + line[k] + counts[k] + pairs[k][0]);
    return sum;
  }
};

template <class T, int N> struct own_name;
template <class T, int N> struct group_name;

template <class T, int N> void run(std::size_t groups, std::size_t size) {
  constexpr int turns = 30;
  const std::size_t n = groups * size;
  queue q = e2e::make_queue();
  T *x = malloc_shared<T>(n + turns, q), *own = malloc_shared<T>(n, q), *group = malloc_shared<T>(n, q);
  for (std::size_t i = 0; i < n + turns; ++i)
    x[i] = T(i * 2654435761u >> 7);
  const int length = N - 1;
  q.parallel_for<own_name<T, N>>(range{n}, [=](id<1> i) {
     arrays<T, N> a;
     a.start(i);
     for (int j = 0; j < turns; ++j)
       a.turn(j, length, x[i + j]);
     own[i] = a.result();
   }).wait();
  q.submit([&](handler &h) {
     local_accessor<T, 1> shared(range{size}, h);
     h.parallel_for<group_name<T, N>>(nd_range{range{n}, range{size}}, [=](nd_item<1> item) {
       arrays<T, N> a;
       a.start(item.get_global_id(0));
       for (int part = 0; part < 2; ++part) {
         shared[item.get_local_id(0)] = T(x[item.get_global_id(0)] + part);
         group_barrier(item.get_group());
         for (std::size_t j = 0; j < size; ++j)
           a.turn(int(j), length, shared[j]);
         group_barrier(item.get_group());
       }
       group[item.get_global_id(0)] = a.result();
     });
   }).wait();
  std::vector<T> own_wanted(n), group_wanted(n);
  for (std::size_t i = 0; i < n; ++i) {
    arrays<T, N> a, b;
    a.start(i);
    b.start(i);
    for (int j = 0; j < turns; ++j)
      a.turn(j, length, x[i + j]);
    for (int part = 0; part < 2; ++part)
      for (std::size_t j = 0; j < size; ++j)
        b.turn(int(j), length, T(x[i / size * size + j] + part));
    own_wanted[i] = a.result();
    group_wanted[i] = b.result();
  }
  e2e::expect_equal("own", std::vector<T>(own, own + n), own_wanted);
  e2e::expect_equal("group", std::vector<T>(group, group + n), group_wanted);
  for (T *p : {x, own, group})
    free(p, q);
}

int main() {
  run<int, 24>(11, 37);
  run<std::uint16_t, 40>(9, 64);
  run<std::uint64_t, 33>(7, 24);
  run<std::uint8_t, 50>(5, 6);
  return e2e::finish();
}
