// Kernels as ports from CUDA have them: loops over a launch's stride with counters of all types and limits that are
// constants, sums of rows, elements of vectors, histograms and other updates in local memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --require %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// CHECK-NOT: needed
// CHECK: all results right
#include "e2e.hpp"

namespace {

using sycl::nd_item;
using sycl::nd_range;
using number = std::uint32_t;

template <class Counter, int N> class Stride;
template <class Element> class Rows;
template <class Element> class Particles;

// Each work-item takes every n-th element, up to a constant.
template <class Counter, int N> void run_strides(sycl::queue &q) {
  const std::vector<int> in = e2e::random_values<int>(N, N);
  std::vector<int> got(N + 64, 7), wanted = got;
  for (int i = 0; i != N; ++i)
    wanted[i] = 3 * in[i] + 1;
  {
    sycl::buffer<int> from(in), to(got);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a{from, h, sycl::read_only};
      sycl::accessor o{to, h, sycl::read_write};
      h.parallel_for<Stride<Counter, N>>(nd_range<1>(7 * 32, 32), [=](nd_item<1> item) {
        const Counter n = N;
        for (Counter i = item.get_group(0) * item.get_local_range(0) + item.get_local_id(0); i < n;
             i += item.get_local_range(0) * item.get_group_range(0))
          o[i] = 3 * a[i] + 1;
      });
    });
  }
  e2e::expect_equal("strides", got, wanted);
}

// Whole numbers, so that all sums are exact.
template <class Element> void run_rows(sycl::queue &q, int rows, int width) {
  const std::vector<int> ints = e2e::random_values<int>(std::size_t(rows) * width + width, unsigned(width));
  std::vector<Element> in, got(rows), wanted(rows);
  for (int i : ints)
    in.push_back(Element(i % 100));
  for (int r = 0; r != rows; ++r)
    for (int x = 0; x != width; ++x)
      wanted[r] += in[r * width + x] * in[rows * width + x];
  {
    sycl::buffer<Element> from(in), to(got);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a{from, h, sycl::read_only};
      sycl::accessor o{to, h, sycl::write_only, sycl::no_init};
      h.parallel_for<Rows<Element>>(sycl::range<1>(rows), [=](sycl::id<1> id) {
        const int r = id;
        Element sum = 0;
        for (int x = 0; x < width; ++x)
          sum += a[r * width + x] * a[rows * width + x];
        o[r] = sum;
      });
    });
  }
  e2e::expect_equal("rows", got, wanted);
}

// Each particle with all others, elements of vectors by themselves and together.
template <class Element> void run_particles(sycl::queue &q, int n) {
  using vector = sycl::vec<Element, 4>;
  const std::vector<int> ints = e2e::random_values<int>(4 * std::size_t(n), unsigned(n));
  std::vector<vector> in, got(n, vector(7)), wanted(n);
  for (int i = 0; i != n; ++i)
    in.emplace_back(ints[4 * i] % 50, ints[4 * i + 1] % 50, ints[4 * i + 2] % 50, ints[4 * i + 3] % 50);
  const auto force = [](const vector *p, int i, int count) {
    vector f(0);
    for (int j = 0; j < count; ++j) {
      const vector d = p[j] - p[i];
      const Element s = d.x() * d.x() + d.y() * d.y() + d.z() * d.z();
      f.x() += d.x() + s % 7;
      f.y() += d.y() * (s & 3);
      f.z() -= p[j].w();
    }
    f.w() = f.x() > f.y() ? f.z() : p[i].w();
    return f + p[i];
  };
  for (int i = 0; i != n; ++i)
    wanted[i] = force(in.data(), i, n);
  {
    sycl::buffer<vector> from(in), to(got);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a{from, h, sycl::read_only};
      sycl::accessor o{to, h, sycl::read_write};
      h.parallel_for<Particles<Element>>(sycl::range<1>(n), [=](sycl::id<1> i) { o[i] = force(&a[0], int(i), n); });
    });
  }
  for (int e = 0; e != 4; ++e) {
    std::vector<Element> mine, theirs;
    for (int i = 0; i != n; ++i) {
      mine.push_back(got[i][e]);
      theirs.push_back(wanted[i][e]);
    }
    e2e::expect_equal("particles", mine, theirs);
  }
}

template <class T>
using local_atomic = sycl::atomic_ref<T, sycl::memory_order::relaxed, sycl::memory_scope::work_group>;

// Per group: how often each remainder is there, the largest and the sum of all, bits, and the last one of an exchange.
void run_histograms(sycl::queue &q, std::size_t groups) {
  constexpr std::size_t bins = 13, size = 32, slots = bins + 5;
  const std::vector<int> ints = e2e::random_values<int>(groups * size, unsigned(groups));
  const std::vector<number> in(ints.begin(), ints.end());
  std::vector<number> got(groups * slots), wanted(groups * slots);
  for (std::size_t i = 0; i != in.size(); ++i) {
    number *const out = &wanted[i / size * slots];
    ++out[in[i] % bins];
    out[bins] = std::max(out[bins], in[i]);
    out[bins + 1] += in[i];
    out[bins + 2] ^= in[i];
    out[bins + 3] += in[i] * in[i];
    out[bins + 4] += number(i % size);
  }
  {
    sycl::buffer<number> from(in), to(got);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a{from, h, sycl::read_only};
      sycl::accessor o{to, h, sycl::write_only, sycl::no_init};
      sycl::local_accessor<number> memory(slots, h);
      h.parallel_for<class Histograms>(nd_range<1>(groups * size, size), [=](nd_item<1> item) {
        const std::size_t t = item.get_local_id(0);
        const number v = a[item.get_global_id(0)];
        if (t < slots)
          memory[t] = 0;
        sycl::group_barrier(item.get_group());
        local_atomic<number>(memory[v % bins]) += 1;
        local_atomic<number>(memory[bins]).fetch_max(v);
        local_atomic<number>(memory[bins + 1]).fetch_add(v);
        local_atomic<number>(memory[bins + 2]).fetch_xor(v);
        local_atomic<number> squares(memory[bins + 3]);
        number old = squares.load();
        while (!squares.compare_exchange_strong(old, old + v * v)) {
        }
        // What was there and what is left make up all.
        const number before = local_atomic<number>(memory[bins + 4]).exchange(number(t));
        sycl::group_barrier(item.get_group());
        const number last = local_atomic<number>(memory[bins + 4]).load();
        const number sum = sycl::reduce_over_group(item.get_group(), before, sycl::plus<number>());
        sycl::group_barrier(item.get_group());
        if (t == 0)
          local_atomic<number>(memory[bins + 4]).store(sum + last);
        sycl::group_barrier(item.get_group());
        if (t < slots)
          o[item.get_group(0) * slots + t] = memory[t];
      });
    });
  }
  e2e::expect_equal("histograms", got, wanted);
}

template <class Counter> void run_all_strides(sycl::queue &q) {
  run_strides<Counter, 1>(q);
  run_strides<Counter, 1024>(q);
  run_strides<Counter, 4096>(q);
  run_strides<Counter, 10007>(q);
}

} // namespace

int main() {
  sycl::queue q = e2e::make_queue();
  run_all_strides<int>(q);
  run_all_strides<unsigned>(q);
  run_all_strides<std::size_t>(q);
  for (int rows : {1, 7, 8, 9, 64, 131})
    for (int width : {1, 5, 32, 333}) {
      run_rows<float>(q, rows, width);
      run_rows<double>(q, rows, width);
      run_rows<int>(q, rows, width);
    }
  for (int n : {1, 3, 8, 33, 100}) {
    run_particles<int>(q, n);
    run_particles<short>(q, n);
  }
  for (std::size_t groups : {1, 2, 5, 33})
    run_histograms(q, groups);
  return e2e::finish();
}
