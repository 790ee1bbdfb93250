// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops behind a guard, as programs from CUDA have them: the last work-group has work-items with nothing to do. Sizes that
// divide nothing; results are those of the host, to the bit.
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
  return e2e::finish();
}
// CHECK: all results right
