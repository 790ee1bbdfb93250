// Loops in which the work-items of a group go over all elements, each in steps of the group, within another loop: over rows, or once more.
// On the CPU the work-items of a strip go side by side, and the few turns that not all of them have run one by one. Results are those of
// the host.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --target=native:v3 --emit ll %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// RUN: cat %t.fusion.*Rows_int_*.ll | FileCheck-22 %s --check-prefix=CODE
// CHECK: all results right
// CODE: load <{{[0-9]+}} x i32>
#include "e2e.hpp"

using namespace sycl;

namespace {

template <class... T> class Rows;
template <class... T> class Again;
template <class... T> class Written;
template <class... T> class Known;
template <class Start> class Uneven;
class Behind;

template <class T> struct matrix {
  matrix(queue &q, std::size_t rows, std::size_t columns, std::size_t local)
      : rows(rows), columns(columns), local(local), in(e2e::random_values<T>(rows * columns + 1, unsigned(columns))),
        a(malloc_shared<T>(in.size(), q)), o(malloc_shared<T>(in.size() + local, q)), q(q) {
    std::copy(in.begin(), in.end(), a);
    std::fill(o, o + in.size() + local, T(0));
  }
  ~matrix() {
    free(a, q);
    free(o, q);
  }
  void expect(const char *name, const std::vector<T> &wanted) {
    q.wait();
    e2e::expect_equal(name, std::vector<T>(o, o + wanted.size()), wanted);
    std::fill(o, o + in.size() + local, T(0));
  }
  const std::size_t rows, columns, local;
  const std::vector<T> in;
  T *a, *o;
  queue &q;
};

// What work-item i of a group adds up of the rows.
template <class T> T sum_of(const matrix<T> &m, std::size_t i, std::size_t step, std::size_t times) {
  T t = 0;
  for (std::size_t again = 0; again < times; ++again)
    for (std::size_t row = 0; row < m.rows; ++row) {
      for (std::size_t c = i; c < m.columns; c += step)
        t += m.in[row * m.columns + c] * T(again + 1);
      t = t * 3 + T(row);
    }
  return t;
}

template <class T> void compare(queue &q, std::size_t rows, std::size_t columns, std::size_t local) {
  matrix<T> m(q, rows, columns, local);
  const T *a = m.a;
  T *o = m.o;
  std::vector<T> wanted(local);
  const nd_range<1> group(local, local);
  q.parallel_for<Rows<T>>(group, [=](nd_item<1> it) {
    T t = 0;
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t c = it.get_local_id(0); c < columns; c += it.get_local_range(0))
        t += a[row * columns + c];
      t = t * 3 + T(row);
    }
    o[it.get_local_id(0)] = t;
  });
  for (std::size_t i = 0; i < local; ++i)
    wanted[i] = sum_of(m, i, local, 1);
  m.expect("rows", wanted);
  q.parallel_for<Again<T>>(group, [=](nd_item<1> it) {
    T t = 0;
    const int step = it.get_local_range(0);
    for (int again = 0; again < 3; ++again)
      for (int row = 0; row < int(rows); ++row) {
        for (int c = it.get_local_id(0); c < int(columns); c += step)
          t += a[row * int(columns) + c] * T(again + 1);
        t = t * 3 + T(row);
      }
    o[it.get_local_id(0)] = t;
  });
  for (std::size_t i = 0; i < local; ++i)
    wanted[i] = sum_of(m, i, local, 3);
  m.expect("again", wanted);
  q.parallel_for<Known<T>>(group, [=](nd_item<1> it) {
    T t = 0;
    for (int row = 0; row < 5; ++row) {
      for (int c = it.get_local_id(0); c < 200; c += 64)
        t += T(c) * T(row + 1);
      t = t * 3 + T(row);
    }
    o[it.get_local_id(0)] = t;
  });
  for (std::size_t i = 0; i < local; ++i) {
    T t = 0;
    for (int row = 0; row < 5; ++row) {
      for (int c = int(i); c < 200; c += 64)
        t += T(c) * T(row + 1);
      t = t * 3 + T(row);
    }
    wanted[i] = t;
  }
  m.expect("known", wanted);
  // Each element is stored to; the next row reads it.
  q.parallel_for<Written<T>>(group, [=](nd_item<1> it) {
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t c = it.get_local_id(0); c < columns; c += it.get_local_range(0))
        o[row * columns + c] = a[row * columns + c] + (row ? o[(row - 1) * columns + c] : T(0));
  });
  std::vector<T> all(rows * columns);
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t c = 0; c < columns; ++c)
      all[row * columns + c] = m.in[row * columns + c] + (row ? all[(row - 1) * columns + c] : T(0));
  m.expect("written", all);
}

// Starts that are not one more for the next work-item, though the id is in them.
template <class Start> void from(queue &q, const char *name, Start start) {
  constexpr int items = 256, n = 10000, step = 700;
  int *o = malloc_shared<int>(n, q);
  std::fill(o, o + n, 0);
  q.parallel_for<Uneven<Start>>(range<1>(items), [=](id<1> id) {
    for (int i = start(int(id)); i < n; i += step)
      o[i] = i * 3 + 1;
  });
  std::vector<int> wanted(n);
  for (int k = 0; k < items; ++k)
    for (int i = start(k); i < n; i += step)
      wanted[i] = i * 3 + 1;
  q.wait();
  e2e::expect_equal(name, std::vector<int>(o, o + n), wanted);
  free(o, q);
}

void uneven(queue &q) {
  from(q, "remainder", [](int i) { return i + i % 3; });
  from(q, "quotient", [](int i) { return i + i / 3; });
  from(q, "some bits", [](int i) { return i + (i & 20); });
  from(q, "turned bits", [](int i) { return i + (i ^ 5); });
  from(q, "more bits", [](int i) { return i + (i | 12); });
  from(q, "shifted", [](int i) { return i + (256 >> (i & 7)); });
  from(q, "larger", [](int i) { return i + (i > 100 ? i : 100); });
}

// The elements of work-item l.
void some(int *x, const int *y, std::size_t l, std::size_t n) {
  if (l < 100 && l < n)
    for (std::size_t k = l; k < n; k += 100)
      x[k] = x[k] + y[32] + 7;
}
void four(int *x, const int *y, std::size_t l, std::size_t n) {
  some(x, y, l, n);
  some(x, y, l | 32, n);
  some(x, y, l | 64, n);
  some(x, y, l | 96, n);
}

// Loops behind each other, after a barrier: each is a way that some work-items go alone.
void behind(queue &q, std::size_t n) {
  auto wanted = e2e::random_values<int>(n, unsigned(n));
  int *x = malloc_shared<int>(n, q), *y = malloc_shared<int>(33, q);
  std::copy(wanted.begin(), wanted.end(), x);
  std::fill(y, y + 33, 5);
  q.parallel_for<Behind>(nd_range<1>(32, 32), [=](nd_item<1> it) {
    group_barrier(it.get_group());
    four(x, y, it.get_local_id(0) & 31, n);
  });
  for (std::size_t l = 0; l < 32; ++l)
    four(wanted.data(), y, l, n);
  q.wait();
  e2e::expect_equal("behind each other", std::vector<int>(x, x + n), wanted);
  free(x, q);
  free(y, q);
}

} // namespace

int main() {
  queue q = e2e::make_queue();
  for (std::size_t local : {1, 32, 48, 256})
    for (std::size_t columns : {1, 31, 64, 300, 1003}) {
      compare<int>(q, 4, columns, local);
      compare<unsigned>(q, 1, columns, local);
      compare<long>(q, 7, columns, local);
    }
  uneven(q);
  for (std::size_t n : {17, 2000, 2997, 3721, 8481})
    behind(q, n);
  return e2e::finish();
}
