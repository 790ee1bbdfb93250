// Kernels that need what other work-items do, or do not, depending on numbers that only a run knows: those that do run one by one, of USM pointers as of buffers, and all give what the host computes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/Inputs -c %s -o %t.o
// RUN: sycl-fuse build --require %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env SYCL_FUSE_JIT=off %t 2>&1 | FileCheck-22 %s
// CHECK: softmax: unfused kernels_depend
// CHECK: softmax of one column: aot-generic
// CHECK: rows: aot-generic
// CHECK: shifted by 0: aot-generic
// CHECK: shifted by 1: unfused kernels_depend
// CHECK: shifted by 1000: aot-generic
// CHECK: shifted back: unfused kernels_depend
// CHECK: buffer shifted by 0: aot-generic
// CHECK: buffer shifted by 3: unfused kernels_depend
// CHECK: buffer shifted by 1000: aot-generic
// CHECK: buffers: aot-generic
// CHECK: buffers that are one: unfused kernels_depend
// CHECK: gathered: aot-generic
// CHECK: all results right
#include "e2e.hpp"

#include <cmath>

using namespace sycl;
namespace {

queue q = e2e::make_queue();

template <class T> void compare(const char *what, const e2e::fusion_wrapper &fw, const T *got, const std::vector<T> &wanted) {
  e2e::report(what, fw);
  e2e::expect_equal(what, std::vector<T>(got, got + wanted.size()), wanted);
}

// An element-wise kernel, then one work-item for each row.
void softmax(const char *what, int height, int width) {
  std::vector<float> x = e2e::random_values<float>(static_cast<std::size_t>(height * width), 3);
  float *p = malloc_shared<float>(x.size(), q);
  std::copy(x.begin(), x.end(), p);
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class Scale>(range<1>(x.size()), [=](id<1> i) { p[i] = p[i] * 0.125f; });
  q.parallel_for<class Row>(range<1>(static_cast<std::size_t>(height)), [=](id<1> r) {
    float *row = p + r[0] * static_cast<std::size_t>(width), sum = 0;
    for (int k = 0; k < width; ++k)
      sum += row[k];
    for (int k = 0; k < width; ++k)
      row[k] = row[k] - sum;
  });
  fw.complete_fusion(e2e::fusion::property::no_barriers{});
  q.wait();
  for (float &v : x)
    v *= 0.125f;
  for (int r = 0; r < height; ++r) {
    float sum = 0;
    for (int k = 0; k < width; ++k)
      sum += x[static_cast<std::size_t>(r * width + k)];
    for (int k = 0; k < width; ++k)
      x[static_cast<std::size_t>(r * width + k)] -= sum;
  }
  compare(what, fw, p, x);
  sycl::free(p, q);
}

// Both kernels go through the rows.
void rows(int height, int width) {
  std::vector<int> x = e2e::random_values<int>(static_cast<std::size_t>(height * width), 5);
  int *p = malloc_shared<int>(x.size(), q);
  std::copy(x.begin(), x.end(), p);
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class Prefix>(range<1>(static_cast<std::size_t>(height)), [=](id<1> r) {
    for (int k = 1; k < width; ++k)
      p[static_cast<int>(r[0]) * width + k] += p[static_cast<int>(r[0]) * width + k - 1];
  });
  q.parallel_for<class Last>(range<1>(static_cast<std::size_t>(height)), [=](id<1> r) {
    for (int k = 0; k < width - 1; ++k)
      p[static_cast<int>(r[0]) * width + k] -= p[static_cast<int>(r[0]) * width + width - 1];
  });
  fw.complete_fusion(e2e::fusion::property::no_barriers{});
  q.wait();
  for (int r = 0; r < height; ++r) {
    int *row = x.data() + r * width;
    for (int k = 1; k < width; ++k)
      row[k] += row[k - 1];
    for (int k = 0; k < width - 1; ++k)
      row[k] -= row[width - 1];
  }
  compare("rows", fw, p, x);
  sycl::free(p, q);
}

void shifted(const char *what, std::size_t n, int by) {
  std::vector<int> x = e2e::random_values<int>(4000, 7), y(n);
  int *p = malloc_shared<int>(x.size(), q), *out = malloc_shared<int>(n, q);
  std::copy(x.begin(), x.end(), p);
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class Write>(range<1>(n), [=](id<1> i) { p[i[0] + 1000] = static_cast<int>(i[0]) * 3; });
  q.parallel_for<class Read>(range<1>(n), [=](id<1> i) { out[i] = p[static_cast<int>(i[0]) + by + 1000] + 1; });
  fw.complete_fusion(e2e::fusion::property::no_barriers{});
  q.wait();
  for (std::size_t i = 0; i < n; ++i)
    x[i + 1000] = static_cast<int>(i) * 3;
  for (std::size_t i = 0; i < n; ++i)
    y[i] = x[i + 1000 + static_cast<std::size_t>(by)] + 1;
  compare(what, fw, out, y);
  sycl::free(p, q);
  sycl::free(out, q);
}

void shifted_buffer(const char *what, std::size_t n, std::size_t by) {
  const std::vector<int> before = e2e::random_values<int>(2500, 9);
  std::vector<int> x = before, y(n), wanted(n);
  e2e::fusion_wrapper fw{q};
  {
    buffer<int> b(x.data(), x.size()), c(y.data(), y.size());
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor to(b, h, read_write);
      h.parallel_for<class BufferWrite>(range<1>(n), [=](id<1> i) { to[i] += 5; });
    });
    q.submit([&](handler &h) {
      accessor from(b, h, read_only);
      accessor to(c, h, write_only, no_init);
      h.parallel_for<class BufferRead>(range<1>(n), [=](id<1> i) { to[i] = from[i[0] + by] * 2; });
    });
    fw.complete_fusion(e2e::fusion::property::no_barriers{});
    for (std::size_t i = 0; i < n; ++i)
      wanted[i] = (before[i + by] + (i + by < n ? 5 : 0)) * 2;
  }
  compare(what, fw, y.data(), wanted);
}

// Two parameters that may be one buffer.
void two_buffers(const char *what, buffer<int> a, buffer<int> b, std::vector<int> x, std::vector<int> y, bool one) {
  const std::size_t n = x.size() - 1;
  e2e::fusion_wrapper fw{q};
  buffer<int> c{range<1>(n)};
  fw.start_fusion();
  q.submit([&](handler &h) {
    accessor to(a, h, read_write);
    h.parallel_for<class FirstBuffer>(range<1>(n), [=](id<1> i) { to[i] += 7; });
  });
  q.submit([&](handler &h) {
    accessor from(b, h, read_only);
    accessor to(c, h, write_only, no_init);
    h.parallel_for<class SecondBuffer>(range<1>(n), [=](id<1> i) { to[i] = from[i[0] + 1] * 2; });
  });
  fw.complete_fusion(e2e::fusion::property::no_barriers{});
  for (std::size_t i = 0; i < n; ++i)
    x[i] += 7;
  std::vector<int> wanted(n);
  for (std::size_t i = 0; i < n; ++i)
    wanted[i] = (one ? x : y)[i + 1] * 2;
  host_accessor got(c, read_only);
  compare(what, fw, &got[0], wanted);
}

// Where an index was loaded nothing is known, which is the user's word.
void gathered(std::size_t n) {
  std::vector<int> wanted(n);
  int *p = malloc_shared<int>(2 * n, q), *table = p + n, *index = malloc_shared<int>(n, q), *out = malloc_shared<int>(n, q);
  for (std::size_t i = 0; i < n; ++i) {
    index[i] = static_cast<int>(i * 7 % n);
    table[i] = static_cast<int>(i) * 11;
    wanted[i] = index[i] * 11;
  }
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class Other>(range<1>(n), [=](id<1> i) { p[i] = -1; });
  q.parallel_for<class Gather>(range<1>(n), [=](id<1> i) { out[i] = table[index[i]]; });
  fw.complete_fusion(e2e::fusion::property::no_barriers{});
  q.wait();
  compare("gathered", fw, out, wanted);
  for (int *m : {p, index, out})
    sycl::free(m, q);
}

} // namespace

int main() {
  softmax("softmax", 37, 53);
  softmax("softmax of one column", 41, 1);
  rows(37, 53);
  shifted("shifted by 0", 1000, 0);
  shifted("shifted by 1", 1000, 1);
  shifted("shifted by 1000", 1000, 1000);
  shifted("shifted back", 1000, -999);
  shifted_buffer("buffer shifted by 0", 1000, 0);
  shifted_buffer("buffer shifted by 3", 1000, 3);
  shifted_buffer("buffer shifted by 1000", 1000, 1000);
  const std::vector<int> x = e2e::random_values<int>(777, 13), y = e2e::random_values<int>(777, 17);
  two_buffers("buffers", buffer<int>(x.begin(), x.end()), buffer<int>(y.begin(), y.end()), x, y, false);
  buffer<int> both(x.begin(), x.end());
  two_buffers("buffers that are one", both, both, x, y, true);
  gathered(1013);
  return e2e::finish();
}
