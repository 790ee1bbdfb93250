// Loops with a second counter that begins at an id, or a pointer that does: on the CPU it follows the first counter, so that neighbours
// access memory side by side. Results are those of the host.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --target=native:v3 --emit ll %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// RUN: cat %t.fusion.*Turns_int_*.ll | FileCheck-22 %s --check-prefix=CODE1
// CODE1: load <{{[0-9]+}} x i32>
// RUN: cat %t.fusion.*Up_int_*.ll %t.fusion.*Pointers_int_*.ll | FileCheck-22 %s --check-prefix=CODE --implicit-check-not=extractelement
// CHECK: all results right
// CODE: load <{{[0-9]+}} x i32>
// CODE: ModuleID
// CODE: load <{{[0-9]+}} x i32>
#include "e2e.hpp"

using namespace sycl;

namespace {

constexpr int taps = 67;
template <class... T> class Up;
template <class... T> class Down;
template <class... T> class Pairs;
template <class... T> class Pointers;
template <class... T> class Rows;
template <class... T> class Unsigned;
template <class... T> class Groups;
template <class... T> class Turns;

template <class T> struct arrays {
  arrays(queue &q, std::size_t n) : q(q), n(n), in(e2e::random_values<T>(n + 2 * taps, unsigned(n))) {
    x = malloc_shared<T>(in.size(), q);
    y = malloc_shared<T>(n, q);
    std::copy(in.begin(), in.end(), x);
    for (int j = 0; j < taps; ++j)
      c[j] = T(j * 77 % 13 - 5);
  }
  ~arrays() {
    free(x, q);
    free(y, q);
  }
  template <class F> void expect(const char *name, F value) {
    q.wait();
    std::vector<T> wanted(n);
    for (std::size_t i = 0; i < n; ++i)
      wanted[i] = value(in.data(), i);
    e2e::expect_equal(name, std::vector<T>(y, y + n), wanted);
  }
  queue &q;
  const std::size_t n;
  const std::vector<T> in;
  T *x, *y, *c = malloc_shared<T>(taps, q);
};

template <class T> void compare(queue &q, std::size_t n) {
  arrays<T> m(q, n);
  const T *x = m.x, *c = m.c;
  T *y = m.y;
  q.parallel_for<Up<T>>(range<1>(n), [=](id<1> id) {
    T t = 0;
    for (int j = 0, k = int(id); j < taps; ++j, ++k)
      t += x[k] * c[j];
    y[id] = t;
  });
  const auto up = [=](const T *from, std::size_t i) {
    T t = 0;
    for (int j = 0; j < taps; ++j)
      t += from[i + j] * c[j];
    return t;
  };
  m.expect("up", up);
  q.parallel_for<Pointers<T>>(range<1>(n), [=](id<1> id) {
    const T *p = x + id[0];
    T t = 0;
    for (int j = 0; j < taps; ++j)
      t += *p++ * c[j];
    y[id] = t;
  });
  m.expect("pointers", up);
  q.parallel_for<Groups<T>>(nd_range<1>((n + 31) / 32 * 32, 32), [=](nd_item<1> it) {
    std::size_t k = it.get_global_id(0);
    if (k < n) {
      T t = 0;
      for (std::size_t j = 0; j != taps; ++j, ++k)
        t += x[k] * c[j];
      y[it.get_global_id(0)] = t;
    }
  });
  m.expect("groups", up);
  q.parallel_for<Down<T>>(range<1>(n), [=](id<1> id) {
    T t = 0;
    std::size_t k = id[0] + taps;
    for (int j = 5; j < taps; ++j)
      t = t * 3 + x[k--] * c[j];
    y[id] = t;
  });
  m.expect("down", [=](const T *from, std::size_t i) {
    T t = 0;
    for (int j = 5; j < taps; ++j)
      t = t * 3 + from[i + taps - (j - 5)] * c[j];
    return t;
  });
  q.parallel_for<Pairs<T>>(range<1>(n), [=](id<1> id) {
    T t = 0;
    long k = long(id[0]);
    for (unsigned j = 0; j < taps; ++j, k += 2)
      if (x[k] > c[j])
        t += x[k + 1];
    y[id] = t + T(k - long(id[0]));
  });
  m.expect("pairs", [=](const T *from, std::size_t i) {
    T t = 0;
    for (int j = 0; j < taps; ++j)
      if (from[i + 2 * j] > c[j])
        t += from[i + 2 * j + 1];
    return T(t + 2 * taps);
  });
  q.parallel_for<Rows<T>>(range<1>(n), [=](id<1> id) {
    T t = 0;
    int k = int(id) % 7;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 4; ++j)
        t = t * 5 + x[k++] + T(j);
    y[id] = t;
  });
  m.expect("rows", [=](const T *from, std::size_t i) {
    T t = 0;
    int k = int(i) % 7;
    for (int j = 0; j < 12; ++j)
      t = t * 5 + from[k++] + T(j % 4);
    return t;
  });
  // The loop ends by the counter that begins at the id.
  const int all = int(n), step = 64;
  q.parallel_for<Turns<T>>(nd_range<1>((n + 31) / 32 * 32, 32), [=](nd_item<1> it) {
    T t = 0;
    int turns = 0;
    for (int i = it.get_global_id(0); i < all; i += step, ++turns)
      t += x[i] * T(turns);
    if (it.get_global_id(0) < n)
      y[it.get_global_id(0)] = t + T(turns);
  });
  m.expect("turns", [=](const T *from, std::size_t i) {
    T t = 0;
    int turns = 0;
    for (; i < n; i += 64, ++turns)
      t += from[i] * T(turns);
    return t + T(turns);
  });
  // Wraps around: the second counter has 8 bits.
  q.parallel_for<Unsigned<T>>(range<1>(n), [=](id<1> id) {
    T t = 0;
    unsigned char k = static_cast<unsigned char>(id[0]);
    for (int j = 0; j < 300; ++j)
      t = t * 3 + T(k++);
    y[id] = t;
  });
  m.expect("8 bits", [=](const T *, std::size_t i) {
    T t = 0;
    for (int j = 0; j < 300; ++j)
      t = t * 3 + T((i + j) & 255);
    return t;
  });
  free(m.c, q);
}

} // namespace

int main() {
  queue q = e2e::make_queue();
  for (std::size_t n : {1, 37, 1000}) {
    compare<int>(q, n);
    compare<unsigned>(q, n);
    compare<long>(q, n);
  }
  return e2e::finish();
}
