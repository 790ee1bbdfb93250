// Groups that take their share of a range in steps of the group, `for (i = first + id; i < min(first + share, n); i += size)`,
// as libraries write reductions: the counter an int or a size_t, the sum in a register or in local memory with elements
// as far apart as an argument says, the arrays found through memory, work-items of sub-groups; shares that end anywhere.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o --require
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// CHECK: all results right
#include "e2e.hpp"

#include <algorithm>

using namespace sycl;

struct product {
  const float *x, *y;
  int begin;
  void operator()(int i, float &sum) const { sum += x[i + begin] * y[i + begin]; }
};

// What is added up where: in a register, in local memory, in local memory by groups with sub-groups.
enum where { in_register, in_local, by_sub_groups };

template <where Where, class Count>
static void run(queue &q, Count n, int share, std::size_t groups, std::size_t size, int apart, const char *what) {
  const std::size_t all = static_cast<std::size_t>(n) + 7;
  std::vector<float> a(all), b(all); // of integers: sums are exact
  for (std::size_t i = 0; i < all; ++i) {
    a[i] = static_cast<float>(i * 37 % 23) - 11;
    b[i] = static_cast<float>(i * 41 % 19) - 9;
  }
  float *x = malloc_shared<float>(all, q), *y = malloc_shared<float>(all, q);
  float *sums = malloc_shared<float>(groups * size, q);
  product *p = malloc_shared<product>(1, q);
  std::copy(a.begin(), a.end(), x);
  std::copy(b.begin(), b.end(), y);
  *p = product{x, y, 7};
  q.submit([&](handler &h) {
     local_accessor<float> memory(size * std::size_t(apart), h);
     h.parallel_for(nd_range<1>(groups * size, size), [=](nd_item<1> item) {
       const std::size_t steps = item.get_local_range(0), id = item.get_local_linear_id();
       const std::size_t first = steps * item.get_group_linear_id() * std::size_t(share) + id;
       const Count end = std::min<Count>(static_cast<Count>(first + steps * std::size_t(share)), n);
       float own = 0, &sum = Where == in_register ? own : memory[id * std::size_t(apart)];
       sum = 0;
       for (Count i = static_cast<Count>(first); i < end; i += steps)
         (*p)(static_cast<int>(i), sum);
       if constexpr (Where == by_sub_groups)
         group_barrier(item.get_sub_group());
       group_barrier(item.get_group());
       // Of the neighbour, so that the order of the accesses counts.
       const std::size_t next = (id + 1) % steps;
       if constexpr (Where == in_register)
         sums[item.get_global_linear_id()] = sum;
       else
         sums[item.get_global_linear_id() - id + next] = memory[next * std::size_t(apart)];
     });
   }).wait();
  std::vector<float> right(groups * size);
  for (std::size_t g = 0; g < groups; ++g)
    for (std::size_t id = 0; id < size; ++id)
      for (std::size_t turn = 0, i = g * size * std::size_t(share) + id;
           turn < std::size_t(share) && i < std::size_t(n); ++turn, i += size)
        right[g * size + id] += a[i + 7] * b[i + 7];
  e2e::expect_equal(what, std::vector<float>(sums, sums + groups * size), right);
  for (void *memory :
       {static_cast<void *>(x), static_cast<void *>(y), static_cast<void *>(sums), static_cast<void *>(p)})
    free(memory, q);
}

template <where Where, class Count> static void runs(queue &q, const char *what) {
  for (int n : {0, 1, 31, 64, 1000, 1537, 4099})
    for (std::size_t size : {1, 32, 96, 100, 256})
      for (int share : {1, 3, 8})
        run<Where, Count>(q, static_cast<Count>(n), share, (std::size_t(n) / size + 2) / std::size_t(share) + 1, size,
                          1 + n % 3, what);
}

// What a loop overwrites is read once before it, also by work-items that have turns left when others have none.
static void overwritten(queue &q, std::size_t first) {
  const std::size_t size = 64, all = 3 * size, n = 1000;
  std::vector<float> right(n);
  float *x = malloc_shared<float>(n, q);
  for (std::size_t i = 0; i < n; ++i)
    right[i] = x[i] = static_cast<float>(i % 7 + 2);
  q.parallel_for(nd_range<1>(all, size), [=](nd_item<1> it) {
     const std::size_t start = it.get_global_id(0) + first, step = it.get_global_range(0);
     if (start < n) {
       const float f = x[start];
       for (std::size_t i = start; i < n; i += step)
         x[i] *= f;
     }
   }).wait();
  for (std::size_t item = 0; item < all; ++item) {
    const float f = first + item < n ? right[first + item] : 0;
    for (std::size_t i = first + item; i < n; i += all)
      right[i] *= f;
  }
  e2e::expect_equal("overwritten elements", std::vector<float>(x, x + n), right);
  free(x, q);
}

static void overwritten_local(queue &q, std::size_t n, std::size_t size, std::size_t share) {
  const std::size_t chunk = size * share, all = (n + chunk - 1) / chunk * size;
  int *x = malloc_shared<int>(n, q), *o = malloc_shared<int>(all, q);
  for (std::size_t i = 0; i < n; ++i)
    x[i] = static_cast<int>(i) * 7 + 3;
  q.submit([&](handler &h) {
     local_accessor<int> memory(size, h);
     h.parallel_for(nd_range<1>(all, size), [=](nd_item<1> it) {
       const std::size_t id = it.get_local_id(0), step = it.get_local_range(0);
       memory[id] = static_cast<int>(id) * 3;
       group_barrier(it.get_group());
       const std::size_t start = it.get_group(0) * step * share + id, end = sycl::min(start + step * share, n);
       if (start < end) {
         const int base = memory[id];
         for (std::size_t i = start; i < end; i += step)
           memory[id] = base + x[i];
       }
       group_barrier(it.get_group());
       o[it.get_global_id(0)] = memory[(id + 1) % step];
     });
   }).wait();
  std::vector<int> right(all);
  for (std::size_t item = 0; item < all; ++item) {
    const std::size_t id = item % size, start = item / size * chunk + id;
    int last = static_cast<int>(id) * 3;
    for (std::size_t i = start; i < std::min(start + chunk, n); i += size)
      last = static_cast<int>(id) * 3 + x[i];
    right[item - id + (id + size - 1) % size] = last;
  }
  e2e::expect_equal("overwritten local memory", std::vector<int>(o, o + all), right);
  free(x, q);
  free(o, q);
}

int main() {
  queue q = e2e::make_queue();
  for (std::size_t first : {0, 5, 61, 990})
    overwritten(q, first);
  for (std::size_t n : {100, 1000, 1537})
    for (std::size_t size : {48, 64})
      for (std::size_t share : {1, 2, 5})
        overwritten_local(q, n, size, share);
  runs<in_register, int>(q, "int, in a register");
  runs<in_register, std::size_t>(q, "size_t, in a register");
  runs<in_local, int>(q, "int, in local memory");
  runs<in_local, std::size_t>(q, "size_t, in local memory");
  runs<by_sub_groups, int>(q, "int, by sub-groups");
  runs<by_sub_groups, std::size_t>(q, "size_t, by sub-groups");
  return e2e::finish();
}
