// Kernels that need what other work-items do, or do not, depending on numbers that only a run knows: those that do run
// one by one, of USM pointers as of buffers, and all give what the host computes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --trust=within_groups %t.o -o %t.fusion.o 2>&1 | FileCheck-22 %s --check-prefix=BUILD
// BUILD: warning: kernel 'TakeFirst' cannot be fused with 'MakeFirst': it accesses elements that other work-groups access in 'MakeFirst', which would have to be finished before [SF3029]
// BUILD: note: written here in 'MakeFirst'
// BUILD: note: read here in 'TakeFirst'
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env SYCL_FUSE_JIT=off %t 2>&1 | FileCheck-22 %s
// What the runtime says stands where the program was when it said it.
// RUN: env SYCL_FUSE_JIT=off SYCL_FUSE_LOG=info %t 2>&1 | FileCheck-22 %s --check-prefix=PLACES
// PLACES: shifted by 0: aot-generic
// PLACES-NEXT: region runs unfused: {{.*}} [SF6167]
// PLACES-NEXT: shifted by 1: unfused
// PLACES-NEXT: shifted by 1000: aot-generic
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
// CHECK: gathered from the other half: unfused kernels_depend
// CHECK: columns: aot-generic
// CHECK: columns that meet: unfused kernels_depend
// CHECK: within work-groups: aot-generic
// CHECK: inner elements: aot-generic
// CHECK: inner elements that meet: unfused kernels_depend
// CHECK: beside other kernels: unfused kernels_depend
// CHECK: one counter: aot-generic
// CHECK: neighbours: aot-generic
// CHECK: exchanged behind barriers: unfused kernels_depend
// CHECK: no memory: aot-generic
// CHECK: tasks: aot
// CHECK: ranges of one: aot
// CHECK: first of 1: unfused region_cut
// CHECK: first of 7: unfused region_cut
// CHECK: first of 1x1: unfused region_cut
// CHECK: first of 3x1: unfused region_cut
// CHECK: first of 1 in groups: unfused region_cut
// CHECK: first of 9 in groups of 3: unfused region_cut
// CHECK: all results right
#include "e2e.hpp"

#include <cmath>

using namespace sycl;
namespace {

queue q = e2e::make_queue();

template <class T>
void compare(const char *what, const e2e::fusion_wrapper &fw, const T *got, const std::vector<T> &wanted) {
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

// Where an index was loaded, it may lead to all of the allocation.
void gathered(const char *what, bool apart, std::size_t n) {
  std::vector<int> wanted(n);
  int *p = malloc_shared<int>(2 * n, q), *own = malloc_shared<int>(n, q), *table = apart ? own : p + n,
      *index = malloc_shared<int>(n, q), *out = malloc_shared<int>(n, q);
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
  compare(what, fw, out, wanted);
  for (int *m : {p, own, index, out})
    sycl::free(m, q);
}

// Each work-item goes down its own column, and reads its own or another one's.
void columns(const char *what, std::size_t rounds, std::size_t pitch, std::size_t read_pitch, std::size_t n) {
  std::vector<int> x = e2e::random_values<int>(rounds * pitch + n, 19), y(x.size());
  int *p = malloc_shared<int>(x.size(), q), *out = malloc_shared<int>(x.size(), q);
  std::copy(x.begin(), x.end(), p);
  std::fill_n(out, y.size(), 0);
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class Down>(range<1>(n), [=](id<1> i) {
    for (std::size_t k = 0; k < rounds; ++k)
      p[k * pitch + i[0]] += static_cast<int>(k);
  });
  q.parallel_for<class DownAgain>(range<1>(n), [=](id<1> i) {
    for (std::size_t k = 1; k < rounds; ++k)
      out[k * pitch + i[0]] = 3 * p[(k - 1) * read_pitch + i[0]];
  });
  fw.complete_fusion(e2e::fusion::property::no_barriers{});
  q.wait();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < rounds; ++k)
      x[k * pitch + i] += static_cast<int>(k);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 1; k < rounds; ++k)
      y[k * pitch + i] = 3 * x[(k - 1) * read_pitch + i];
  compare(what, fw, out, y);
  sycl::free(p, q);
  sycl::free(out, q);
}

// The barrier between the kernels is all that this needs.
void within_groups(std::size_t groups, std::size_t size, std::size_t step) {
  const std::size_t n = groups * size;
  std::vector<int> x = e2e::random_values<int>(n, 23), y(n);
  int *p = malloc_shared<int>(n, q), *out = malloc_shared<int>(n, q);
  std::copy(x.begin(), x.end(), p);
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class Fill>(nd_range<1>(n, size), [=](nd_item<1> i) { p[i.get_global_id(0)] *= 3; });
  q.parallel_for<class FromLeft>(nd_range<1>(n, size), [=](nd_item<1> i) {
    int v = p[i.get_global_id(0)];
    if (i.get_local_id(0) >= step)
      v += p[i.get_global_id(0) - step];
    out[i.get_global_id(0)] = v;
  });
  fw.complete_fusion();
  q.wait();
  for (int &v : x)
    v *= 3;
  for (std::size_t i = 0; i < n; ++i)
    y[i] = x[i] + (i % size >= step ? x[i - step] : 0);
  compare("within work-groups", fw, out, y);
  sycl::free(p, q);
  sycl::free(out, q);
}

// A stencil without its border beside what another kernel writes. What is written ends where the stencil's elements
// begin, or within them.
void inner(const char *what, std::size_t n, std::size_t from) {
  std::vector<int> x = e2e::random_values<int>(3 * n, 29), y(n);
  int *p = malloc_shared<int>(x.size(), q), *in = p + from, *out = malloc_shared<int>(n, q);
  std::copy(x.begin(), x.end(), p);
  std::fill_n(out, n, 0);
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class Left>(range<1>(n), [=](id<1> i) { p[i] = static_cast<int>(i[0]); });
  q.parallel_for<class Stencil>(range<1>(n), [=](id<1> i) {
    if (i[0] > 0 && i[0] < n - 1)
      out[i] = in[i[0] - 1] + in[i[0] + 1];
    if (i[0] > 0)
      out[i] += in[i[0] - 1];
  });
  fw.complete_fusion(e2e::fusion::property::no_barriers{});
  q.wait();
  for (std::size_t i = 0; i < n; ++i)
    x[i] = static_cast<int>(i);
  for (std::size_t i = 1; i < n; ++i)
    y[i] = (i < n - 1 ? x[from + i - 1] + x[from + i + 1] : 0) + x[from + i - 1];
  compare(what, fw, out, y);
  sycl::free(p, q);
  sycl::free(out, q);
}

// What other kernels do with numbers that overflow, or loops of no rounds, hides nothing.
void beside_others(std::size_t n, int rounds, unsigned key) {
  std::vector<int> x = e2e::random_values<int>(n + 1, 31), y(n);
  int *p = malloc_shared<int>(n + 1, q), *next = p + 1, *out = malloc_shared<int>(n, q);
  unsigned *hashes = malloc_shared<unsigned>(n, q);
  std::copy(x.begin(), x.end(), p);
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class Hash>(range<1>(n), [=](id<1> i) {
    const unsigned h = static_cast<unsigned>(i[0]) * 2654435761u + key;
    hashes[i] = h < 0x80000000u ? h : 0;
    const std::size_t before = i[0] - 1;
    if (before < n)
      hashes[before] += 0;
  });
  q.parallel_for<class Ahead>(range<1>(n), [=](id<1> i) { p[i] = static_cast<int>(i[0]) * 5; });
  q.parallel_for<class Behind>(range<1>(n), [=](id<1> i) {
    int v = next[i];
    for (int k = 0; k < rounds; ++k)
      v += p[k];
    out[i] = v;
  });
  fw.complete_fusion(e2e::fusion::property::no_barriers{});
  q.wait();
  for (std::size_t i = 0; i < n; ++i)
    x[i] = static_cast<int>(i) * 5;
  for (std::size_t i = 0; i < n; ++i)
    y[i] = x[i + 1];
  compare("beside other kernels", fw, out, y);
  for (int *m : {p, out})
    sycl::free(m, q);
  sycl::free(hashes, q);
}

// Through two pointers to one counter: nobody sees the order.
void one_counter(std::size_t n) {
  int *p = malloc_shared<int>(1, q), *same = p;
  p[0] = 0;
  auto add = [](int *counter, int k) {
    atomic_ref<int, memory_order::relaxed, memory_scope::device, access::address_space::global_space>(*counter)
        .fetch_add(k);
  };
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class AddOne>(range<1>(n), [=](id<1>) { add(p, 1); });
  q.parallel_for<class AddTwo>(range<1>(n), [=](id<1>) { add(same, 2); });
  fw.complete_fusion(e2e::fusion::property::no_barriers{});
  q.wait();
  compare("one counter", fw, p, {static_cast<int>(3 * n)});
  sycl::free(p, q);
}

// Each work-item has the same neighbour's element in both kernels.
void neighbours(std::size_t n) {
  std::vector<int> y(n);
  int *p = malloc_shared<int>(n, q);
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class Other>(range<1>(n), [=](id<1> i) { p[i[0] ^ 1] = static_cast<int>(i[0]); });
  q.parallel_for<class OtherAgain>(range<1>(n), [=](id<1> i) { p[i[0] ^ 1] += 7; });
  fw.complete_fusion(e2e::fusion::property::no_barriers{});
  q.wait();
  for (std::size_t i = 0; i < n; ++i)
    y[i ^ 1] = static_cast<int>(i) + 7;
  compare("neighbours", fw, p, y);
  sycl::free(p, q);
}

// Within the work-group.
void behind_barriers(std::size_t groups) {
  const std::size_t n = groups * 16;
  std::vector<int> y(n);
  int *p = malloc_shared<int>(n, q), *out = malloc_shared<int>(n, q);
  const nd_range<1> r{range<1>(n), range<1>(16)};
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class OwnInGroup>(
      r, [=](nd_item<1> i) { p[i.get_global_id(0)] = static_cast<int>(i.get_global_id(0)) * 3; });
  q.parallel_for<class OfOtherInGroup>(r, [=](nd_item<1> i) { out[i.get_global_id(0)] = p[i.get_global_id(0) ^ 1]; });
  fw.complete_fusion();
  q.wait();
  for (std::size_t i = 0; i < n; ++i)
    y[i] = static_cast<int>(i ^ 1) * 3;
  compare("exchanged behind barriers", fw, out, y);
  sycl::free(p, q);
  sycl::free(out, q);
}

// Optional pointers that are null.
void no_memory(std::size_t n, int *a, const int *b) {
  std::vector<int> y(n, 7);
  int *out = malloc_shared<int>(n, q);
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class Maybe>(range<1>(n), [=](id<1> i) {
    if (a)
      a[i] = 1;
    out[i] = 7;
  });
  q.parallel_for<class MaybeRead>(range<1>(n), [=](id<1> i) {
    if (b && i[0] > 0)
      out[i] += b[i[0] - 1];
  });
  fw.complete_fusion(e2e::fusion::property::no_barriers{});
  q.wait();
  compare("no memory", fw, out, y);
  sycl::free(out, q);
}

// One work-item each, which does one after the other; a range of one is known to have no more.
void tasks() {
  int *p = malloc_shared<int>(1, q);
  p[0] = 5;
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.single_task<class Once>([=] { p[0] = p[0] * 3 + 1; });
  q.single_task<class Twice>([=] { p[0] = p[0] * 7 - 2; });
  fw.complete_fusion(e2e::fusion::property::no_barriers{});
  q.wait();
  compare("tasks", fw, p, {110});
  fw.start_fusion();
  q.parallel_for<class First>(range<1>(1), [=](id<1>) { p[0] += 5; });
  q.parallel_for<class Second>(range<1>(1), [=](id<1> i) { p[i] = p[0] * 3; });
  q.parallel_for<class Third>(range<1>(1), [=](id<1>) { p[0] -= 7; });
  fw.complete_fusion();
  q.wait();
  compare("ranges of one", fw, p, {338});
  sycl::free(p, q);
}

// All work-items need what the first one makes, which is right to fuse where it is the only one.
template <class Make, class Take, class Range, class Index>
void first_element(const char *what, Range r, std::size_t n, Index index) {
  std::vector<int> x = e2e::random_values<int>(n, 29), y(n);
  int *p = malloc_shared<int>(n, q), *out = malloc_shared<int>(n, q);
  std::copy(x.begin(), x.end(), p);
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<Make>(r, [=](auto i) { p[index(i)] += 5; });
  q.parallel_for<Take>(r, [=](auto i) { out[index(i)] = p[0] * 3 - p[index(i)]; });
  fw.complete_fusion();
  q.wait();
  for (std::size_t i = 0; i < n; ++i)
    y[i] = (x[0] + 5) * 3 - (x[i] + 5);
  compare(what, fw, out, y);
  sycl::free(p, q);
  sycl::free(out, q);
}

void first_elements() {
  auto line = [](item<1> i) { return i.get_id(0); };
  auto column = [](item<2> i) { return i.get_linear_id(); };
  auto grouped = [](nd_item<1> i) { return i.get_global_id(0); };
  using one = range<1>;
  first_element<class MakeFirst, class TakeFirst>("first of 1", one(1), 1, line);
  first_element<class MakeFirst, class TakeFirst>("first of 7", one(7), 7, line);
  first_element<class MakeCorner, class TakeCorner>("first of 1x1", range<2>(1, 1), 1, column);
  first_element<class MakeCorner, class TakeCorner>("first of 3x1", range<2>(3, 1), 3, column);
  first_element<class MakeGroup, class TakeGroup>("first of 1 in groups", nd_range<1>(one(1), one(1)), 1, grouped);
  first_element<class MakeGroup, class TakeGroup>("first of 9 in groups of 3", nd_range<1>(one(9), one(3)), 9, grouped);
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
  gathered("gathered", true, 1013);
  gathered("gathered from the other half", false, 1013);
  columns("columns", 11, 101, 101, 97);
  columns("columns that meet", 11, 101, 100, 97);
  within_groups(7, 16, 3);
  inner("inner elements", 503, 503);
  inner("inner elements that meet", 503, 500);
  beside_others(509, 0, 12345);
  one_counter(307);
  neighbours(308);
  behind_barriers(19);
  no_memory(211, nullptr, nullptr);
  tasks();
  first_elements();
  return e2e::finish();
}
