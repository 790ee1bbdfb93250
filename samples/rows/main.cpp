// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What stands between the matrix products of a transformer block: RMS norm with a weight, softmax with a scale, and the
// SiLU gate, as kernels over elements and kernels with a work-group for each row. Each of the three runs as one launch.
#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <utility>
#include <vector>

namespace fusion = sycl::ext::codeplay::experimental;

constexpr std::size_t group_size = 128; // work-items for each row

// Matrices of rows x columns, row by row; `weight` has a number for each column, `most` and `sum` have one for each
// row.
struct memory {
  float *x, *residual, *norm, *t, *out, *weight, *most, *sum;
  std::size_t rows, columns;
};

// A work-group for each row: to[row] = all `element(i)` of the row, combined.
template <class Name, class Element, class Operation>
static void combine_rows(sycl::queue &q, const memory &m, float *to, float start, Element element, Operation combine) {
  const std::size_t columns = m.columns;
  q.parallel_for<Name>(sycl::nd_range<1>(m.rows * group_size, group_size), [=](sycl::nd_item<1> it) {
    const std::size_t row = it.get_group(0);
    float value = start;
    for (std::size_t c = it.get_local_id(0); c < columns; c += group_size)
      value = combine(value, element(row * columns + c));
    value = sycl::reduce_over_group(it.get_group(), value, combine);
    if (it.get_group().leader())
      to[row] = value;
  });
}

// norm = (x + residual) / sqrt(mean of its squares) * weight; residual = x + residual
static void rms_norm(sycl::queue &q, const memory &m) {
  const sycl::range<2> elements(m.rows, m.columns);
  const std::size_t columns = m.columns;
  float *x = m.x, *residual = m.residual, *norm = m.norm, *weight = m.weight, *sum = m.sum;
  q.parallel_for<class Residual>(elements, [=](sycl::id<2> i) {
    const std::size_t k = i[0] * columns + i[1];
    residual[k] += x[k];
  });
  combine_rows<class Squares>(
      q, m, sum, 0, [=](std::size_t k) { return residual[k] * residual[k]; }, sycl::plus<float>());
  q.parallel_for<class Norm>(elements, [=](sycl::id<2> i) {
    const std::size_t k = i[0] * columns + i[1];
    norm[k] = residual[k] * sycl::rsqrt(sum[i[0]] / static_cast<float>(columns) + 1e-6f) * weight[i[1]];
  });
}

// out = softmax(scale * x), by rows
static void softmax(sycl::queue &q, const memory &m) {
  const sycl::range<2> elements(m.rows, m.columns);
  const std::size_t columns = m.columns;
  const float scale = 1 / std::sqrt(64.0f);
  float *x = m.x, *t = m.t, *out = m.out, *most = m.most, *sum = m.sum;
  q.parallel_for<class Scale>(elements, [=](sycl::id<2> i) {
    const std::size_t k = i[0] * columns + i[1];
    t[k] = scale * x[k];
  });
  combine_rows<class Most>(q, m, most, -INFINITY, [=](std::size_t k) { return t[k]; }, sycl::maximum<float>());
  q.parallel_for<class Exp>(elements, [=](sycl::id<2> i) {
    const std::size_t k = i[0] * columns + i[1];
    t[k] = sycl::exp(t[k] - most[i[0]]);
  });
  combine_rows<class Sum>(q, m, sum, 0, [=](std::size_t k) { return t[k]; }, sycl::plus<float>());
  q.parallel_for<class Divide>(elements, [=](sycl::id<2> i) {
    const std::size_t k = i[0] * columns + i[1];
    out[k] = t[k] / sum[i[0]];
  });
}

// out = x / (1 + exp(-x)) * residual
static void gate(sycl::queue &q, const memory &m) {
  const sycl::range<1> elements(m.rows * m.columns);
  float *x = m.x, *residual = m.residual, *t = m.t, *out = m.out;
  q.parallel_for<class Silu>(elements, [=](sycl::id<1> i) { t[i] = x[i] / (1 + sycl::exp(-x[i])); });
  q.parallel_for<class Gate>(elements, [=](sycl::id<1> i) { out[i] = t[i] * residual[i]; });
}

// What the kernels do, on the host.
static void host_norm(const memory &m) {
  for (std::size_t row = 0; row < m.rows; ++row) {
    const std::size_t first = row * m.columns;
    double sum = 0;
    for (std::size_t k = first; k < first + m.columns; ++k) {
      m.residual[k] += m.x[k];
      sum += static_cast<double>(m.residual[k]) * m.residual[k];
    }
    const double scale = 1 / std::sqrt(sum / static_cast<double>(m.columns) + 1e-6);
    for (std::size_t c = 0; c < m.columns; ++c)
      m.norm[first + c] = static_cast<float>(m.residual[first + c] * scale * m.weight[c]);
  }
}

static void host_softmax(const memory &m) {
  for (std::size_t row = 0; row < m.rows; ++row) {
    const float *x = m.x + row * m.columns;
    const double most = *std::max_element(x, x + m.columns);
    double sum = 0;
    for (std::size_t c = 0; c < m.columns; ++c)
      sum += std::exp((x[c] - most) / 8);
    for (std::size_t c = 0; c < m.columns; ++c)
      m.out[row * m.columns + c] = static_cast<float>(std::exp((x[c] - most) / 8) / sum);
  }
}

static void host_gate(const memory &m) {
  for (std::size_t k = 0; k < m.rows * m.columns; ++k)
    m.out[k] = static_cast<float>(m.x[k] / (1 + std::exp(-static_cast<double>(m.x[k]))) * m.residual[k]);
}

static memory allocate(sycl::queue &q, std::size_t rows, std::size_t columns) {
  const auto floats = [&](std::size_t n) { return sycl::malloc_shared<float>(n, q); };
  const std::size_t n = rows * columns;
  return {floats(n),       floats(n),    floats(n),    floats(n), floats(n),
          floats(columns), floats(rows), floats(rows), rows,      columns};
}

static void release(sycl::queue &q, const memory &m) {
  for (float *p : {m.x, m.residual, m.norm, m.t, m.out, m.weight, m.most, m.sum})
    sycl::free(p, q);
}

static void fill(const memory &m) {
  std::minstd_rand generator{7};
  std::uniform_real_distribution<float> values(-2, 2);
  for (float *p : {m.x, m.residual})
    std::generate_n(p, m.rows * m.columns, [&] { return values(generator); });
  for (float *p : {m.norm, m.out})
    std::fill_n(p, m.rows * m.columns, 0.0f);
  std::generate_n(m.weight, m.columns, [&] { return values(generator); });
}

// How many results of the device are further than rounding from those of the host.
static std::size_t wrong(const memory &device, const memory &host) {
  std::size_t count = 0;
  for (std::size_t k = 0; k < host.rows * host.columns; ++k)
    for (const auto [is, should] : {std::pair(device.residual[k], host.residual[k]),
                                    std::pair(device.norm[k], host.norm[k]), std::pair(device.out[k], host.out[k])})
      count += !(std::fabs(is - should) <= 1e-4f * std::fabs(should) + 1e-6f);
  return count;
}

using part = void(sycl::queue &, const memory &);

// One by one, and as a region; the same function submits the kernels.
template <part *Submit> static void run(sycl::queue &q, const memory &m, bool fused) {
  if (fused) {
    fusion::fusion_wrapper region{q};
    region.start_fusion();
    Submit(q, m);
    region.complete_fusion();
  } else {
    Submit(q, m);
  }
  q.wait();
}

// Medians of both in microseconds, in turns, so that both have the same machine; the first of each is left out.
template <part *Submit> static std::array<double, 2> times(sycl::queue &q, const memory &m, int iterations) {
  std::array<std::vector<double>, 2> all;
  for (int i = 0; i <= iterations; ++i)
    for (const bool fused : {false, true}) {
      const auto start = std::chrono::steady_clock::now();
      run<Submit>(q, m, fused);
      const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - start;
      if (i > 0)
        all[fused].push_back(time.count());
    }
  std::array<double, 2> medians;
  for (const bool fused : {false, true}) {
    std::sort(all[fused].begin(), all[fused].end());
    medians[fused] = all[fused][all[fused].size() / 2];
  }
  return medians;
}

// Both ways against the host, then their times. The number of wrong results.
template <part *Submit>
static std::size_t check(const char *name, void (*on_host)(const memory &), sycl::queue &q, const memory &m,
                         const memory &host, int iterations) {
  std::size_t count = 0;
  fill(host);
  on_host(host);
  for (const bool fused : {false, true}) {
    fill(m);
    run<Submit>(q, m, fused);
    count += wrong(m, host);
  }
  const char *outcome = fusion::to_string(fusion::fusion_wrapper{q}.last_outcome());
  const auto [apart, together] = times<Submit>(q, m, iterations);
  std::printf("%-12s%14.1f%12.1f  %s, %zu values wrong\n", name, apart, together, outcome, count);
  return count;
}

int main(int argc, char **argv) {
  const std::size_t rows = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1024;
  const std::size_t columns = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1000;
  const int iterations = argc > 3 ? std::atoi(argv[3]) : 20;
  if (rows == 0 || columns == 0 || iterations < 1)
    return std::fprintf(stderr, "usage: rows [rows [columns [iterations]]]\n"), 2;
  // In order, since each kernel reads what the one before has written: with pointers nobody else knows.
  sycl::queue q{{sycl::property::queue::in_order{}, fusion::property::queue::enable_fusion{}}};
  const memory m = allocate(q, rows, columns), host = allocate(q, rows, columns);
  std::printf("%zu rows of %zu\nus%24s%12s\n", rows, columns, "one by one", "fused");
  std::size_t count = check<rms_norm>("RMS norm", host_norm, q, m, host, iterations);
  count += check<softmax>("softmax", host_softmax, q, m, host, iterations);
  count += check<gate>("gate", host_gate, q, m, host, iterations);
  release(q, m);
  release(q, host);
  return count != 0;
}
