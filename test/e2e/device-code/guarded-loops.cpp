// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops behind a guard, and loops in steps of the whole launch, as programs from CUDA have them: the last work-group has
// work-items with nothing to do, some work-items have a turn less than others. Sizes that divide nothing; results are
// those of the host, to the bit.
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
#include "e2e.hpp"

#include <random>

using namespace sycl;

namespace {

// out[i] = sum over k of a[k * n + i] * b[k], for i < n; the rest of out stays.
std::vector<int> products(const std::vector<int> &a, const std::vector<int> &b, std::size_t n, std::vector<int> out) {
  for (std::size_t i = 0; i < n; ++i) {
    int sum = 0;
    for (std::size_t k = 0; k < b.size(); ++k)
      sum += a[k * n + i] * b[k];
    out[i] = sum;
  }
  return out;
}

void run(queue &q, std::size_t n, std::size_t rows, std::size_t local, std::mt19937 &random) {
  const std::size_t threads = (n + local - 1) / local * local;
  std::vector<int> a(n * rows), b(rows), zeros(threads, -7);
  for (auto *v : {&a, &b})
    for (int &x : *v)
      x = static_cast<int>(random() % 201) - 100;
  const std::vector<int> wanted = products(a, b, n, zeros);
  const int m = static_cast<int>(n), count = static_cast<int>(rows);
  for (int form = 0; form < 4; ++form) {
    std::vector<int> got = zeros;
    {
      buffer<int> bA(a), bB(b), bOut(got.data(), range<1>(threads));
      q.submit([&](handler &h) {
        accessor x(bA, h, read_only), y(bB, h, read_only);
        accessor out(bOut, h, read_write);
        local_accessor<int> kept(range<1>(local), h);
        switch (form) {
        case 0: // a range, an unsigned guard around all
          return h.parallel_for<class Around>(range<1>(threads), [=](id<1> i) {
            if (i < n) {
              int sum = 0;
              for (std::size_t k = 0; k < rows; ++k)
                sum += x[k * n + i] * y[k];
              out[i] = sum;
            }
          });
        case 1: // work-groups, a signed guard that returns
          return h.parallel_for<class Returns>(nd_range<1>(threads, local), [=](nd_item<1> it) {
            const int i = static_cast<int>(it.get_global_id(0));
            if (i >= m)
              return;
            int sum = 0;
            for (int k = 0; k < count; ++k)
              sum += x[k * m + i] * y[k];
            out[i] = sum;
          });
        case 2: // a loop and then another guard
          return h.parallel_for<class Twice>(nd_range<1>(threads, local), [=](nd_item<1> it) {
            const std::size_t i = it.get_global_id(0);
            int sum = 0;
            if (i < n)
              for (std::size_t k = 0; k < rows; ++k)
                sum += x[k * n + i] * y[k];
            if (i <= n - 1)
              out[i] = sum;
          });
        default: // between barriers
          return h.parallel_for<class Between>(nd_range<1>(threads, local), [=](nd_item<1> it) {
            const std::size_t i = it.get_global_id(0), l = it.get_local_id(0);
            kept[l] = 0;
            group_barrier(it.get_group());
            if (i < n) {
              int sum = kept[l];
              for (std::size_t k = 0; k < rows; ++k)
                sum += x[k * n + i] * y[k];
              kept[l] = sum;
            }
            group_barrier(it.get_group());
            if (i < n)
              out[i] = kept[l];
          });
        }
      });
    }
    e2e::expect_equal("products behind a guard", got, wanted);
  }
}

// What the work-items of a launch of some threads leave, each of which goes through x in steps of all of them: their
// sums, x added to y, and the total.
struct walked {
  std::vector<float> sums, y;
  int total = 0;
};

walked walk(const std::vector<float> &x, std::vector<float> y, std::size_t threads, std::size_t step) {
  walked w{std::vector<float>(threads), std::move(y)};
  for (std::size_t t = 0; t < threads; ++t)
    for (std::size_t i = t * step; i < x.size(); i += threads * step) {
      w.sums[t] = x[i] - w.sums[t];
      if (step == 2 && x[i] > 0)
        w.sums[t] -= w.y[i];
      if (step == 1)
        w.y[i] += x[i] > 0 ? x[i] : 1.0f;
      w.total += static_cast<int>(x[i]);
    }
  return w;
}

void run_strided(queue &q, std::size_t n, std::size_t groups, std::size_t local, std::mt19937 &random) {
  const std::size_t threads = groups * local;
  std::vector<float> x(n), y(n);
  for (std::size_t i = 0; i < n; ++i)
    x[i] = (static_cast<int>(random() % 2001) - 1000) / 16.0f, y[i] = random() % 1001 / 8.0f;
  for (int form = 0; form < 4; ++form) {
    const walked wanted = walk(x, y, threads, form == 2 ? 2 : 1);
    walked got{std::vector<float>(threads, -1.0f), y};
    {
      buffer<float> bX(x), bY(got.y), bSums(got.sums);
      buffer<int> bTotal(&got.total, 1);
      q.submit([&](handler &h) {
        accessor in(bX, h, read_only);
        accessor out(bY, h, read_write), sums(bSums, h, read_write);
        accessor total(bTotal, h, read_write);
        local_accessor<float> kept(range<1>(local), h);
        const auto add = [=](int value) {
          atomic_ref<int, memory_order::relaxed, memory_scope::device>(total[0]).fetch_add(value);
        };
        const int size = static_cast<int>(n);
        switch (form) {
        case 0: // a range
          return h.parallel_for<class Range>(range<1>(threads), [=](item<1> it) {
            float sum = 0;
            int all = 0;
            for (std::size_t i = it.get_id(0); i < n; i += it.get_range(0)) {
              sum = in[i] - sum;
              out[i] += in[i] > 0 ? in[i] : 1.0f;
              all += static_cast<int>(in[i]);
            }
            sums[it] = sum;
            add(all);
          });
        case 1: // counted by int, in steps of std::size_t
          return h.parallel_for<class Int>(nd_range<1>(threads, local), [=](nd_item<1> it) {
            const int first = it.get_global_id(0);
            float sum = 0;
            int all = 0;
            for (int i = first; i < size; i += it.get_local_range(0) * it.get_group_range(0)) {
              sum = in[i] - sum;
              out[i] += in[i] > 0 ? in[i] : 1.0f;
              all += static_cast<int>(in[i]);
            }
            sums[first] = sum;
            add(all);
          });
        case 2: // each second element, and a branch
          return h.parallel_for<class Two>(nd_range<1>(threads, local), [=](nd_item<1> it) {
            const unsigned first = it.get_global_id(0), step = it.get_global_range(0) * 2;
            float sum = 0;
            int all = 0;
            for (unsigned i = first * 2; i < unsigned(size); i += step) {
              sum = in[i] - sum;
              if (in[i] > 0)
                sum -= out[i];
              all += static_cast<int>(in[i]);
            }
            sums[first] = sum;
            add(all);
          });
        default: // between barriers, with a loop within the loop
          return h.parallel_for<class Steps>(nd_range<1>(threads, local), [=](nd_item<1> it) {
            const std::size_t first = it.get_global_id(0), l = it.get_local_id(0);
            kept[l] = 0;
            group_barrier(it.get_group());
            float sum = kept[l];
            int all = 0;
            for (int i = static_cast<int>(first); i <= size - 1; i += static_cast<int>(threads)) {
              sum = in[i] - sum;
              out[i] += in[i] > 0 ? in[i] : 1.0f;
              for (int k = 0; k < size % 3 + 1; ++k)
                all += k ? 0 : static_cast<int>(in[i]);
            }
            kept[l] = sum;
            add(all);
            group_barrier(it.get_group());
            sums[it.get_group(0) * local + local - 1 - l] = kept[local - 1 - l];
          });
        }
      });
    }
    e2e::expect_equal("sums in steps of the launch", got.sums, wanted.sums);
    e2e::expect_equal("elements in steps of the launch", got.y, wanted.y);
    e2e::expect_equal("the total", std::vector<int>{got.total}, std::vector<int>{wanted.total});
  }
}

} // namespace

int main() {
  const unsigned seed = std::random_device()();
  std::printf("seed %u\n", seed);
  std::mt19937 random(seed);
  queue q;
  for (std::size_t n : {1, 31, 32, 33, 97, 1003})
    for (std::size_t rows : {1, 2, 17})
      for (std::size_t local : {1, 24, 64})
        run(q, n, rows, local, random);
  for (std::size_t n : {1, 40, 96, 1003, 4099})
    for (std::size_t groups : {1, 3, 8})
      for (std::size_t local : {5, 32, 100})
        run_strided(q, n, groups, local, random);
  return e2e::finish();
}
// CHECK: all results right
