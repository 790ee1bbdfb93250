// Kernels and regions on sub-buffers compute what they do one after the other on the host; host accessors of other
// parts do not hold them back.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --require %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env SYCL_FUSE_JIT=off %t | FileCheck-22 %s
// RUN: env SYCL_FUSE_JIT=off SYCL_FUSE_CHECK=1 %t 2>&1 | FileCheck-22 %s --implicit-check-not=SF617
#include "e2e.hpp"

#include <algorithm>

using namespace sycl;

namespace {

buffer<int> part(buffer<int> &whole, std::size_t first, std::size_t count) {
  return {whole, id<1>(first), range<1>(count)};
}

event scale(queue &q, buffer<int> b, int factor) {
  return q.submit([&](handler &h) {
    accessor a(b, h, read_write);
    h.parallel_for<class Scale>(b.get_range(),
                                [=](id<1> i) { a[i] = (a[i] * factor + static_cast<int>(i[0])) % 10007; });
  });
}
void scale(int *m, std::size_t n, int factor) {
  for (std::size_t i = 0; i < n; ++i)
    m[i] = (m[i] * factor + static_cast<int>(i)) % 10007;
}

// Random windows, on two queues; now and then the host changes one while kernels change what is beside it.
void windows(std::size_t n, unsigned seed) {
  std::minstd_rand random(seed);
  std::vector<int> data = e2e::random_values<int>(n, seed), model = data;
  {
    buffer<int> b(data);
    queue queues[] = {e2e::make_queue(), queue{default_selector_v, property::queue::in_order()}};
    for (int step = 0; step < 150; ++step) {
      const std::size_t at = random() % (n - 1), count = 1 + random() % (n - at - 1 + (at == 0));
      const int factor = static_cast<int>(random() % 7) + 2;
      queue &q = queues[random() % 2];
      if (random() % 4) {
        scale(q, part(b, at, count), factor);
        scale(model.data() + at, count, factor);
      } else if (at != 0) {
        auto left = part(b, 0, at);
        host_accessor held(left);
        scale(q, part(b, at, count), factor).wait(); // the data of its part moves alone
        scale(model.data() + at, count, factor);
        held[at - 1] = step;
        model[at - 1] = step;
      }
    }
  }
  e2e::expect_equal("windows", data, model);
}

// What one half gives goes to the other through a buffer that is promoted.
void halves(queue &q, e2e::fusion_wrapper &fw, buffer<int> &b, std::size_t n) {
  buffer<int> from = part(b, 0, n), to = part(b, n, n), tmp{range<1>(n), {e2e::promote_private{}}};
  fw.start_fusion();
  q.submit([&](handler &h) {
    accessor x(from, h, read_only);
    accessor t(tmp, h, write_only, no_init);
    h.parallel_for<class First>(range<1>(n), [=](id<1> i) { t[i] = x[i] + 3; });
  });
  q.submit([&](handler &h) {
    accessor t(tmp, h, read_only);
    accessor y(to, h, write_only, no_init);
    h.parallel_for<class Second>(range<1>(n), [=](id<1> i) { y[i] = t[i] * 2; });
  });
  fw.complete_fusion();
}

void regions(std::size_t n) {
  std::vector<int> data = e2e::random_values<int>(2 * n + 5, 9), wanted = data;
  for (std::size_t i = 0; i < n; ++i)
    wanted[n + i] = (wanted[i] + 3) * 2;
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  {
    buffer<int> b(data);
    auto rest = part(b, 2 * n, 5);
    host_accessor held(rest, write_only);
    halves(q, fw, b, n);
    q.wait();
    held[4] = wanted[2 * n + 4] = -1;
  }
  e2e::report("halves", fw);
  e2e::expect_equal("halves", data, wanted);
}

} // namespace

int main() {
  for (unsigned seed = 1; seed <= 6; ++seed)
    windows(seed == 6 ? 100003 : 10 + 97 * seed, seed);
  for (std::size_t n : {1, 77, 65537})
    regions(n);
  return e2e::finish();
}
// CHECK-COUNT-3: halves: aot-generic
// CHECK: all results right
