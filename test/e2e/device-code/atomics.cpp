// Atomic operations of all work-items on few places give what the host computes, for each type, operation, order and
// scope, where the result does not depend on the order of work-items; in plain ranges, and in work-groups with local
// memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o --require
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// CHECK: all results right
#include "e2e.hpp"

using namespace sycl;

constexpr std::size_t cells = 5, operations = 9;

template <class T, memory_order O, memory_scope S, access::address_space A> struct updates {
  // One place for each operation; values are small, so that sums of floating point are exact.
  static void apply(T *place, std::size_t i) {
    const T v = static_cast<T>(i % 13 + 1);
    at(place[0]).fetch_add(v);
    at(place[1]).fetch_sub(v);
    at(place[2]).fetch_min(static_cast<T>((i * 7) % 1009));
    at(place[3]).fetch_max(static_cast<T>((i * 11) % 1013));
    if constexpr (std::is_integral_v<T>) {
      at(place[4]).fetch_and(static_cast<T>(~(T(1) << (i % 7))));
      at(place[5]).fetch_or(static_cast<T>(T(1) << (i % 11)));
      at(place[6]).fetch_xor(static_cast<T>(i * 2654435761u));
    }
    // Addition by hand: an exchange in a loop until nobody was faster.
    T old = at(place[7]).load();
    while (!at(place[7]).compare_exchange_weak(old, static_cast<T>(old + v)))
      ;
    T strong = at(place[8]).load();
    while (!at(place[8]).compare_exchange_strong(strong, static_cast<T>(strong + 2)))
      ;
  }

private:
  static atomic_ref<T, O, S, A> at(T &x) { return atomic_ref<T, O, S, A>(x); }
};

template <class T> void host_updates(T *place, std::size_t i) {
  const T v = static_cast<T>(i % 13 + 1);
  place[0] += v;
  place[1] -= v;
  place[2] = std::min(place[2], static_cast<T>((i * 7) % 1009));
  place[3] = std::max(place[3], static_cast<T>((i * 11) % 1013));
  if constexpr (std::is_integral_v<T>) {
    place[4] &= static_cast<T>(~(T(1) << (i % 7)));
    place[5] |= static_cast<T>(T(1) << (i % 11));
    place[6] ^= static_cast<T>(i * 2654435761u);
  }
  place[7] += v;
  place[8] += 2;
}

template <class T, memory_order O, memory_scope S> struct name;
template <class T> T start(std::size_t k) { return static_cast<T>(k % operations == 4 ? 127 : 500); }

template <class T, memory_order O, memory_scope S> void run(const char *what, std::size_t n, std::size_t local) {
  queue q = e2e::make_queue();
  const std::size_t groups = n / local, size = cells * operations;
  T *global = malloc_shared<T>(size, q), *per_group = malloc_shared<T>(groups * operations, q);
  std::vector<T> wanted(size), wanted_groups(groups * operations);
  for (std::size_t k = 0; k < size; ++k)
    global[k] = wanted[k] = start<T>(k);
  for (std::size_t k = 0; k < groups * operations; ++k)
    wanted_groups[k] = start<T>(k);
  for (std::size_t i = 0; i < n; ++i) {
    host_updates(&wanted[i % cells * operations], i);
    host_updates(&wanted_groups[i / local * operations], i);
  }
  q.parallel_for<name<T, O, memory_scope::device>>(range{n}, [=](id<1> i) {
     updates<T, O, memory_scope::device, access::address_space::global_space>::apply(global + i[0] % cells * operations,
                                                                                     i[0]);
   }).wait();
  q.submit([&](handler &h) {
     local_accessor<T, 1> tile{range<1>(operations), h};
     h.parallel_for<name<T, O, memory_scope::work_group>>(nd_range<1>(n, local), [=](nd_item<1> i) {
       const std::size_t l = i.get_local_id(0);
       for (std::size_t k = l; k < operations; k += i.get_local_range(0))
         tile[k] = start<T>(k);
       group_barrier(i.get_group());
       updates<T, O, S, access::address_space::generic_space>::apply(&tile[0], i.get_global_id(0));
       group_barrier(i.get_group());
       for (std::size_t k = l; k < operations; k += i.get_local_range(0))
         per_group[i.get_group(0) * operations + k] = tile[k];
     });
   }).wait();
  e2e::expect_equal(what, std::vector<T>(global, global + size), wanted);
  e2e::expect_equal(what, std::vector<T>(per_group, per_group + groups * operations), wanted_groups);
  free(global, q);
  free(per_group, q);
}

template <class T> void run_orders(const char *what) {
  run<T, memory_order::relaxed, memory_scope::work_group>(what, 6000, 40);
  run<T, memory_order::acq_rel, memory_scope::sub_group>(what, 6000, 12);
  run<T, memory_order::seq_cst, memory_scope::system>(what, 6006, 77);
}

// Elements of vectors in local and in global memory.
template <class T> void run_elements(const char *what) {
  constexpr std::size_t n = 600, local = 30;
  queue q = e2e::make_queue();
  vec<T, 4> *sums = malloc_shared<vec<T, 4>>(1, q);
  *sums = vec<T, 4>(1);
  q.submit([&](handler &h) {
     local_accessor<vec<T, 4>, 1> of_group{range<1>(1), h};
     h.parallel_for(nd_range<1>(n, local), [=](nd_item<1> i) {
       using in_group = atomic_ref<T, memory_order::relaxed, memory_scope::work_group>;
       using everywhere = atomic_ref<T, memory_order::relaxed, memory_scope::device>;
       vec<T, 4> &mine = of_group[0];
       if (i.get_local_id(0) == 0)
         mine = vec<T, 4>(0);
       group_barrier(i.get_group());
       const T v = static_cast<T>(i.get_global_id(0) % 7);
       in_group(mine.x()).fetch_add(v);
       in_group(mine.template swizzle<3>()) += 2 * v;
       group_barrier(i.get_group());
       if (i.get_local_id(0) == 0) {
         everywhere(sums->y()).fetch_add(mine.x());
         everywhere(sums->s3()).fetch_add(mine.w());
       }
     });
   }).wait();
  T total = 1, twice = 1;
  for (std::size_t i = 0; i < n; ++i)
    total += static_cast<T>(i % 7), twice += static_cast<T>(i % 7 * 2);
  e2e::expect_equal(what, std::vector<T>{(*sums)[0], (*sums)[1], (*sums)[2], (*sums)[3]}, {1, total, 1, twice});
  free(sums, q);
}

int main() {
  run_elements<int>("elements of vec<int, 4>");
  run_elements<double>("elements of vec<double, 4>");
  run_orders<int>("int");
  run_orders<unsigned>("unsigned");
  run_orders<long>("long");
  run_orders<unsigned long long>("unsigned long long");
  run_orders<float>("float");
  run_orders<double>("double");
  return e2e::finish();
}
