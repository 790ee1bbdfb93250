// Rows whose kernels stand in functions, so that nothing but a run tells which pointers are the same; two kernels with sizes of the run; and
// temporaries that are internal: rows in local memory, numbers of a row in one place. Exact, against loops on the host.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// Whether it pays on this processor is another question.
// RUN: sycl-fuse build --no-cost-model %t.o -o %t.fusion.o 2>&1 | FileCheck-22 %s --check-prefix=BUILD
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// Rows of a thousand numbers, by groups of 64 in whole rounds; of two rows in rounds of 32.
// BUILD-DAG: argument 'scores' of 'attention' is internalized to local memory, 4096 bytes of each work-group [SF3027]
// BUILD-DAG: argument 'most' of 'attention' is internalized to local memory, 4 bytes of each work-group [SF3027]
// BUILD-DAG: argument 'halves' of 'two_rows' is internalized to local memory, 8192 bytes of each work-group [SF3027]
// BUILD-DAG: argument 'own' of 'own_elements' is internalized to private memory, 4 bytes of each work-item [SF3027]
// BUILD-DAG: argument 'large' of 'long_rows' stays in global memory: {{.*}} [SF3028]
// CHECK: all results right
#include "e2e.hpp"

#include <algorithm>
#include <climits>
#include <tuple>

using namespace sycl;
namespace x = sycl::ext::oneapi::experimental;

namespace {

std::vector<int> numbers(std::size_t n, int seed) {
  std::vector<int> v(n);
  for (std::size_t i = 0; i < n; ++i)
    v[i] = static_cast<int>((i * 37 + static_cast<std::size_t>(seed) * 101) % 23) - 11;
  return v;
}

struct memory {
  memory(queue &q, std::size_t n, int seed) : q(q), n(n), p(malloc_shared<int>(n, q)) {
    const std::vector<int> v = numbers(n, seed);
    std::copy(v.begin(), v.end(), p);
  }
  ~memory() { sycl::free(p, q); }
  memory(const memory &) = delete;
  std::vector<int> values() const { return {p, p + n}; }
  queue &q;
  std::size_t n;
  int *p;
};

// As in a library: the kernel knows pointers and sizes as its own.
template <class Value>
void sum_rows(queue &q, int *to, std::size_t rows, std::size_t columns, std::size_t group, Value of) {
  q.parallel_for(nd_range<1>(rows * group, group), [=](nd_item<1> it) {
    const std::size_t row = it.get_group(0);
    int sum = 0;
    for (std::size_t c = it.get_local_id(0); c < columns; c += it.get_local_range(0))
      sum += of(row * columns + c);
    sum = reduce_over_group(it.get_group(), sum, plus<int>());
    if (it.get_local_id(0) == 0)
      to[row] = sum;
  });
}
void squares(queue &q, const int *from, int *to, std::size_t rows, std::size_t columns) {
  q.parallel_for(range<2>(rows, columns), [=](id<2> i) {
    const int v = from[i[0] * columns + i[1]];
    to[i[0] * columns + i[1]] = v * v;
  });
}
void subtract(queue &q, const int *from, const int *sums, int *to, std::size_t rows, std::size_t columns) {
  q.parallel_for(range<1>(rows * columns), [=](id<1> i) { to[i] = from[i] - sums[i / columns]; });
}

// Elements, rows, elements, by functions; then the first two alone. Where the sums are those of another matrix's rows, or the matrix is
// written into itself one element further on, a run must see it.
void library(queue &q, std::size_t rows, std::size_t columns, std::size_t group, std::size_t shift, bool fuses) {
  memory a(q, rows * columns + 16, 1), t(q, rows * columns + 16, 2), sums(q, rows, 3), out(q, rows * columns, 4);
  const std::vector<int> in = a.values();
  e2e::fusion_wrapper fw(q);
  fw.start_fusion();
  squares(q, a.p, t.p, rows, columns);
  sum_rows(q, sums.p, rows, columns, group, [p = t.p + shift](std::size_t k) { return p[k]; });
  subtract(q, t.p, sums.p, out.p, rows, columns);
  fw.complete_fusion();
  q.wait();
  std::vector<int> wanted_t = numbers(rows * columns + 16, 2), wanted_sums(rows), wanted(rows * columns);
  for (std::size_t i = 0; i < rows * columns; ++i)
    wanted_t[i] = in[i] * in[i];
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < columns; ++c)
      wanted_sums[r] += wanted_t[r * columns + c + shift];
    for (std::size_t c = 0; c < columns; ++c)
      wanted[r * columns + c] = wanted_t[r * columns + c] - wanted_sums[r];
  }
  e2e::expect_equal("library, temporary", t.values(), wanted_t);
  e2e::expect_equal("library, sums", sums.values(), wanted_sums);
  e2e::expect_equal("library", out.values(), wanted);
  e2e::expect("library is fused, or not", (fw.last_outcome() != e2e::fusion::fusion_outcome::unfused) == fuses);
}

void two_kernels(queue &q, std::size_t rows, std::size_t columns, std::size_t group) {
  memory a(q, rows * columns, 5), t(q, rows * columns, 6), sums(q, rows, 7);
  const std::vector<int> in = a.values();
  e2e::fusion_wrapper fw(q);
  fw.start_fusion();
  squares(q, a.p, t.p, rows, columns);
  sum_rows(q, sums.p, rows, columns, group, [p = t.p](std::size_t k) { return 2 * p[k]; });
  fw.complete_fusion();
  q.wait();
  std::vector<int> wanted(rows);
  for (std::size_t i = 0; i < rows * columns; ++i)
    wanted[i / columns] += 2 * in[i] * in[i];
  e2e::expect_equal("two kernels", sums.values(), wanted);
  e2e::expect("two kernels are fused", fw.last_outcome() != e2e::fusion::fusion_outcome::unfused);
}

// Of 300 rows of 1,000, in groups of 64, which do not divide them.
void attention(queue &q) {
  constexpr std::size_t rows = 300, columns = 1000, group = 64;
  memory a(q, rows * columns, 8), t(q, rows * columns, 9), m(q, rows, 10), out(q, rows * columns, 11);
  const std::vector<int> in = a.values();
  const int *from = a.p;
  int *to = out.p;
  const x::annotated_ptr scores(t.p, x::fusion_internal_memory);
  const x::annotated_ptr most(m.p, x::fusion_internal_memory);
  e2e::fusion_wrapper fw(q);
  fw.start_fusion();
  q.parallel_for(range<2>(rows, columns),
                 [=](id<2> i) { scores[i[0] * columns + i[1]] = 3 * from[i[0] * columns + i[1]] + int(i[1]); });
  q.parallel_for(nd_range<1>(rows * group, group), [=](nd_item<1> it) {
    const int row = static_cast<int>(it.get_group(0));
    int v = INT_MIN;
    for (int c = static_cast<int>(it.get_local_id(0)); c < int(columns); c += int(group))
      v = sycl::max(v, int(scores[row * int(columns) + c]));
    v = reduce_over_group(it.get_group(), v, maximum<int>());
    if (it.get_local_id(0) == 0)
      most[row] = v;
  });
  q.parallel_for(range<1>(rows * columns), [=](id<1> i) { to[i] = scores[i] - most[i / columns]; });
  fw.complete_fusion();
  q.wait();
  std::vector<int> wanted(rows * columns);
  for (std::size_t r = 0; r < rows; ++r) {
    int v = INT_MIN;
    for (std::size_t c = 0; c < columns; ++c)
      v = std::max(v, wanted[r * columns + c] = 3 * in[r * columns + c] + int(c));
    for (std::size_t c = 0; c < columns; ++c)
      wanted[r * columns + c] -= v;
  }
  e2e::expect_equal("attention", out.values(), wanted);
  e2e::expect("attention is aot", fw.last_outcome() == e2e::fusion::fusion_outcome::aot);
}

// A group of 64 for two rows, each done by half of it through local memory. By a power of two, quotients are shifts.
template <std::size_t columns> void two_rows(queue &q) {
  constexpr std::size_t rows = 600, group = 64;
  memory a(q, rows * columns, 12), t(q, rows * columns, 13), s(q, rows, 14), out(q, rows * columns, 15);
  const std::vector<int> in = a.values();
  const int *from = a.p;
  int *to = out.p, *sums = s.p;
  const x::annotated_ptr halves(t.p, x::fusion_internal_memory);
  e2e::fusion_wrapper fw(q);
  fw.start_fusion();
  q.parallel_for(range<1>(rows * columns), [=](id<1> i) { halves[i] = from[i] / 2; });
  q.submit([&](handler &h) {
    local_accessor<int, 1> parts(group, h);
    h.parallel_for(nd_range<1>(rows / 2 * group, group), [=](nd_item<1> it) {
      const std::size_t half = it.get_local_id(0) / 32, lane = it.get_global_id(0) % 32, row = it.get_global_id(0) / 32;
      int sum = 0;
      for (std::size_t c = lane; c < columns; c += 32)
        sum += halves[row * columns + c];
      parts[it.get_local_id(0)] = sum;
      group_barrier(it.get_group());
      if (lane == 0) {
        int all = 0;
        for (std::size_t k = 0; k < 32; ++k)
          all += parts[half * 32 + k];
        sums[row] = all;
      }
    });
  });
  q.parallel_for(range<2>(rows, columns),
                 [=](id<2> i) { to[i[0] * columns + i[1]] = halves[i[0] * columns + i[1]] * sums[i[0]]; });
  fw.complete_fusion();
  q.wait();
  std::vector<int> wanted(rows * columns), wanted_sums(rows);
  for (std::size_t i = 0; i < rows * columns; ++i)
    wanted_sums[i / columns] += in[i] / 2;
  for (std::size_t i = 0; i < rows * columns; ++i)
    wanted[i] = in[i] / 2 * wanted_sums[i / columns];
  e2e::expect_equal("two rows, sums", s.values(), wanted_sums);
  e2e::expect_equal("two rows", out.values(), wanted);
  e2e::expect("two rows are aot", fw.last_outcome() == e2e::fusion::fusion_outcome::aot);
}

// One element for each work-item of the groups.
void own_elements(queue &q) {
  constexpr std::size_t rows = 300, columns = 64;
  memory a(q, rows * columns, 16), t(q, rows * columns, 17), s(q, rows, 18), out(q, rows * columns, 19);
  const std::vector<int> in = a.values();
  const int *from = a.p;
  int *to = out.p, *sums = s.p;
  const x::annotated_ptr own(t.p, x::fusion_internal_memory);
  e2e::fusion_wrapper fw(q);
  fw.start_fusion();
  q.parallel_for(range<2>(rows, columns),
                 [=](id<2> i) { own[i[0] * columns + i[1]] = 5 * from[i[0] * columns + i[1]]; });
  q.parallel_for(nd_range<1>(rows * columns, columns), [=](nd_item<1> it) {
    const int sum = reduce_over_group(it.get_group(), int(own[it.get_global_id(0)]), plus<int>());
    if (it.get_local_id(0) == 0)
      sums[it.get_group(0)] = sum;
  });
  q.parallel_for(range<2>(rows, columns),
                 [=](id<2> i) { to[i[0] * columns + i[1]] = own[i[0] * columns + i[1]] + sums[i[0]]; });
  fw.complete_fusion();
  q.wait();
  std::vector<int> wanted(rows * columns);
  for (std::size_t r = 0; r < rows; ++r) {
    int sum = 0;
    for (std::size_t c = 0; c < columns; ++c)
      sum += 5 * in[r * columns + c];
    for (std::size_t c = 0; c < columns; ++c)
      wanted[r * columns + c] = 5 * in[r * columns + c] + sum;
  }
  e2e::expect_equal("own elements", out.values(), wanted);
  e2e::expect("own elements are aot", fw.last_outcome() == e2e::fusion::fusion_outcome::aot);
}

// Rows that are too long for local memory stay where they are.
void long_rows(queue &q) {
  constexpr std::size_t rows = 256, columns = 5000, group = 128;
  memory a(q, rows * columns, 20), t(q, rows * columns, 21), s(q, rows, 22), out(q, rows * columns, 23);
  const std::vector<int> in = a.values();
  const int *from = a.p;
  int *to = out.p, *sums = s.p;
  const x::annotated_ptr large(t.p, x::fusion_internal_memory);
  e2e::fusion_wrapper fw(q);
  fw.start_fusion();
  q.parallel_for(range<2>(rows, columns),
                 [=](id<2> i) { large[i[0] * columns + i[1]] = from[i[0] * columns + i[1]] + 1; });
  q.parallel_for(nd_range<1>(rows * group, group), [=](nd_item<1> it) {
    int sum = 0;
    for (std::size_t c = it.get_local_id(0); c < columns; c += group)
      sum += large[it.get_group(0) * columns + c];
    sum = reduce_over_group(it.get_group(), sum, plus<int>());
    if (it.get_local_id(0) == 0)
      sums[it.get_group(0)] = sum;
  });
  q.parallel_for(range<2>(rows, columns),
                 [=](id<2> i) { to[i[0] * columns + i[1]] = large[i[0] * columns + i[1]] - sums[i[0]]; });
  fw.complete_fusion();
  q.wait();
  std::vector<int> wanted(rows * columns);
  for (std::size_t r = 0; r < rows; ++r) {
    int sum = 0;
    for (std::size_t c = 0; c < columns; ++c)
      sum += in[r * columns + c] + 1;
    for (std::size_t c = 0; c < columns; ++c)
      wanted[r * columns + c] = in[r * columns + c] + 1 - sum;
  }
  e2e::expect_equal("long rows", out.values(), wanted);
}

} // namespace

int main() {
  queue q{{property::queue::in_order(), e2e::fusion::property::queue::enable_fusion()}};
  for (const auto &[rows, columns, group] :
       {std::tuple<int, int, int>{300, 1000, 64}, {517, 63, 32}, {1, 4099, 128}, {300, 64, 64}}) {
    const auto r = static_cast<std::size_t>(rows), c = static_cast<std::size_t>(columns),
               g = static_cast<std::size_t>(group);
    library(q, r, c, g, 0, true);
    library(q, r, c, g, 3, false);
    two_kernels(q, r, c, g);
  }
  attention(q);
  two_rows<500>(q);
  two_rows<512>(q);
  own_elements(q);
  long_rows(q);
  return e2e::finish();
}
