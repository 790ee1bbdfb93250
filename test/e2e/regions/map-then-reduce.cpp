// Kernels with reductions in regions: what is before them and their first kernel become one, the rest follows, and what
// comes after is the next kernel. Sizes that divide nothing, random data against the host, the bits of the unfused run.
// A map and a sum are one loop over shares of the elements, in which no value of an element is stored.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: mkdir -p %t.ir
// RUN: sycl-fuse build --require --save-temps=%t.ir %t.o -o %t.fusion.o
// RUN: cat %t.ir/dot.generic.internalized.native*.fused.ll | FileCheck-22 %s --check-prefix=LOOP
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t 2>&1 | FileCheck-22 %s --implicit-check-not=unfused
// RUN: env SYCL_FUSE=off %t 2>&1 | FileCheck-22 %s --check-prefix=OFF
// RUN: env SYCL_FUSE_CHECK=1 %t 2>&1 | FileCheck-22 %s --implicit-check-not=unfused --implicit-check-not=SF6172
#include "e2e.hpp"

#include <cmath>
#include <cstring>

using namespace sycl;

namespace {

// A dot product of buffers, with the products in registers.
float dot(queue &q, const std::vector<float> &a, const std::vector<float> &b, bool fuse) {
  const std::size_t n = a.size();
  float sum = 0.5f;
  e2e::fusion_wrapper fw{q};
  {
    buffer<float> x(a.data(), range<1>(n)), y(b.data(), range<1>(n)), s(&sum, range<1>(1));
    buffer<float> product(range<1>(n), {e2e::promote_private{}});
    if (fuse)
      fw.start_fusion();
    q.submit([&](handler &h) {
      accessor in1(x, h, read_only), in2(y, h, read_only);
      accessor out(product, h, write_only, no_init);
      h.parallel_for<class Multiply>(range<1>(n), [=](id<1> i) { out[i] = in1[i] * in2[i]; });
    });
    q.submit([&](handler &h) {
      accessor in(product, h, read_only);
      h.parallel_for<class Add>(range<1>(n), reduction(s, h, plus<>()), [=](id<1> i, auto &r) { r += in[i]; });
    });
    if (fuse) {
      e2e::expect("still in fusion mode", fw.is_in_fusion_mode());
      fw.complete_fusion();
      e2e::report("dot", fw);
    }
  }
  return sum;
}

// Softmax of a row: three parts, of which what is kept between them stays in memory. Two values at a time; each
// work-item combines twice.
void softmax(queue &q, float *row, float *e, float *largest, double *sum, std::size_t n, bool fuse) {
  e2e::fusion_wrapper fw{q};
  if (fuse)
    fw.start_fusion();
  q.parallel_for<class Scale>(range<1>(n), [=](id<1> i) { row[i] *= 3; });
  q.parallel_for<class Largest>(range<1>(n),
                                reduction(largest, maximum<>(), {property::reduction::initialize_to_identity{}}),
                                [=](item<1> i, auto &m) { m.combine(row[i]); });
  q.parallel_for<class Exponential>(range<1>(n), [=](id<1> i) { e[i] = sycl::exp(row[i] - *largest); });
  q.parallel_for<class Sum>(range<1>(n), reduction(sum, plus<>(), {property::reduction::initialize_to_identity{}}),
                            [=](id<1> i, auto &s) { s.combine(e[i]).combine(1e-9); });
  q.parallel_for<class Divide>(range<1>(n), [=](id<1> i) { row[i] = static_cast<float>(e[i] / *sum); });
  if (fuse) {
    fw.complete_fusion();
    e2e::report("softmax", fw);
  }
  q.wait();
}

// A two-dimensional loss and several reductions in one kernel, then one over an ND-range.
void losses(queue &q, const float *a, const float *b, float *d, float *out, range<2> r, bool fuse) {
  e2e::fusion_wrapper fw{q};
  if (fuse)
    fw.start_fusion();
  q.parallel_for<class Difference>(
      r, [=](item<2> i) { d[i.get_linear_id()] = a[i.get_linear_id()] - b[i.get_linear_id()]; });
  q.parallel_for<class Loss>(r, reduction(out, plus<>()), reduction(out + 1, minimum<>()),
                             [=](item<2> i, auto &sum, auto &low) {
                               const float x = d[i[0] * i.get_range(1) + i[1]];
                               sum += x * x;
                               low.combine(x);
                             });
  const nd_range<1> groups{range<1>(r.size() * 4), range<1>(4)};
  q.parallel_for<class Quarter>(groups, [=](nd_item<1> it) { d[it.get_global_id(0)] *= 0.25f; });
  q.parallel_for<class Groups>(groups, reduction(out + 2, plus<>()),
                               [=](nd_item<1> it, auto &sum) { sum += d[it.get_global_id(0)]; });
  if (fuse) {
    fw.complete_fusion();
    e2e::report("losses", fw);
  }
  q.wait();
}

// Maps that need their work-groups, and maps over more elements than the sum has.
void scores(queue &q, const float *a, float *d, float *out, std::size_t n, bool fuse) {
  e2e::fusion_wrapper fw{q};
  if (fuse)
    fw.start_fusion();
  q.parallel_for<class Highest>(nd_range<1>(n * 8, 8), [=](nd_item<1> it) {
    const std::size_t i = it.get_global_id(0);
    d[i] = a[i / 4] - reduce_over_group(it.get_group(), a[i / 4], maximum<>());
  });
  q.parallel_for<class Deviation>(range<1>(n * 8), reduction(out, plus<>()), [=](id<1> i, auto &s) { s += d[i]; });
  q.parallel_for<class More>(range<1>(n * 9), [=](id<1> i) { d[i] = i < n * 8 ? d[i] * 0.5f : 1.0f; });
  q.parallel_for<class Fewer>(range<1>(n * 3), reduction(out + 1, plus<>()), [=](id<1> i, auto &s) { s += d[i]; });
  if (fuse) {
    fw.complete_fusion();
    e2e::report("scores", fw);
  }
  q.wait();
}

void check_scores(queue &q, const std::vector<float> &a) {
  const std::size_t n = a.size() / 2;
  if (n == 0)
    return;
  auto *x = malloc_shared<float>(n * 2, q), *d = malloc_shared<float>(n * 9, q), *out = malloc_shared<float>(4, q);
  std::copy_n(a.begin(), n * 2, x);
  std::vector<float> results[2];
  for (bool fuse : {false, true}) {
    std::fill_n(d, n * 9, 7.0f);
    out[2 * fuse] = out[2 * fuse + 1] = 0;
    scores(q, x, d, out + 2 * fuse, n, fuse);
    results[fuse].assign(d, d + n * 9);
  }
  double wanted[2] = {}, size = 1;
  std::vector<float> host(n * 9, 1.0f);
  for (std::size_t i = 0; i < n * 8; ++i) {
    const float value = a[i / 4] - std::max(a[i / 8 * 2], a[i / 8 * 2 + 1]);
    wanted[0] += value;
    size -= value;
    host[i] = value * 0.5f;
    wanted[1] += i < n * 3 ? host[i] : 0;
  }
  e2e::expect_equal("scores", results[0], host);
  e2e::expect_equal("fused scores", results[1], host);
  for (int k = 0; k < 2; ++k)
    e2e::expect("sums of scores",
                std::memcmp(out + k, out + 2 + k, sizeof(float)) == 0 && std::fabs(out[k] - wanted[k]) < size * 1e-4);
  for (void *m : std::initializer_list<void *>{x, d, out})
    free(m, q);
}

} // namespace

int main() {
  queue q = e2e::make_queue();
  queue in_order{property_list{property::queue::in_order{}, e2e::fusion::property::queue::enable_fusion{}}};
  for (std::size_t n : {1, 63, 1003, 65537, 300007}) {
    const std::vector<float> a = e2e::random_values<float>(n, 1), b = e2e::random_values<float>(n, 2);
    const float alone = dot(q, a, b, false), fused = dot(q, a, b, true);
    double wanted = 0.5, size = 1;
    for (std::size_t i = 0; i < n; ++i) {
      wanted += static_cast<double>(a[i]) * b[i];
      size += std::fabs(a[i] * b[i]);
    }
    check_scores(in_order, a);
    e2e::expect("dot", std::memcmp(&alone, &fused, sizeof(float)) == 0 && std::fabs(fused - wanted) < size * 1e-5);

    auto *row = malloc_shared<float>(n, q), *e = malloc_shared<float>(n, q), *largest = malloc_shared<float>(1, q);
    auto *sum = malloc_shared<double>(1, q);
    std::vector<float> rows[2];
    for (bool fuse : {false, true}) {
      std::copy(a.begin(), a.end(), row);
      softmax(in_order, row, e, largest, sum, n, fuse);
      rows[fuse].assign(row, row + n);
    }
    e2e::expect_equal("softmax", rows[1], rows[0]);
    double total = 0;
    for (float x : rows[1])
      total += x;
    e2e::expect("sum of the row", std::fabs(total - 1) < 1e-3);

    auto *x = malloc_shared<float>(n * 3, q), *y = malloc_shared<float>(n * 3, q), *d = malloc_shared<float>(n * 12, q);
    auto *out = malloc_shared<float>(6, q);
    for (std::size_t i = 0; i < n * 3; ++i)
      x[i] = a[i / 3] + static_cast<float>(i % 3), y[i] = b[i / 3];
    for (int k = 0; k < 2; ++k) {
      std::fill(d, d + n * 12, 1.0f);
      out[3 * k] = out[3 * k + 2] = 1, out[3 * k + 1] = 100;
      losses(in_order, x, y, d, out + 3 * k, range<2>(n, 3), k == 1);
    }
    double loss = 1;
    for (std::size_t i = 0; i < n * 3; ++i)
      loss += static_cast<double>(x[i] - y[i]) * (x[i] - y[i]);
    e2e::expect("losses", std::memcmp(out, out + 3, 12) == 0 && std::fabs(out[0] - loss) < loss * 1e-4);
    for (void *m : std::initializer_list<void *>{row, e, largest, sum, x, y, d, out})
      free(m, q);
  }
  return e2e::finish();
}
// LOOP: define {{.*}}spir_kernel void @sycl_fuse_dot
// LOOP-NOT: store
// LOOP: fmul float
// LOOP-NOT: store
// LOOP: call {{.*}}GroupFAdd
// LOOP: store float
// LOOP-NOT: store float
// LOOP: ret void
// CHECK-COUNT-5: dot: aot
// CHECK: all results right
// OFF: all results right
