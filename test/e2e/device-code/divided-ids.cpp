// Rows in a range of one dimension, `i / w` and `i % w`: rows of any length, from one element to more than there are, of
// no length and of a negative one where the kernel asks before it divides, constants, two divisors, 32 and 64 bits, ids
// that differ from work-item to work-item by more than dimension 0, and neighbours that wrap around at the ends of rows,
// fused and unfused.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --require %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// RUN: env SYCL_FUSE=off %t | FileCheck-22 %s
// CHECK-NOT: needed
// CHECK: all results right
#include "e2e.hpp"

namespace {

using values = std::vector<std::uint32_t>;

// Runs Item(i, inputs, output) for each i as a kernel, and on the host.
template <class Name, class F> void compare(const char *what, sycl::queue &q, std::size_t n, F item) {
  const std::vector<int> ints = e2e::random_values<int>(2 * n + 1000, unsigned(n));
  values in(ints.begin(), ints.end()), got(n, 7), wanted(n, 7);
  for (std::size_t i = 0; i != n; ++i)
    item(i, in.data(), wanted.data());
  {
    sycl::buffer<std::uint32_t> from(in), to(got);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a{from, h, sycl::read_only};
      sycl::accessor o{to, h, sycl::read_write};
      h.parallel_for<Name>(sycl::range<1>(n), [=](sycl::id<1> i) { item(i[0], &a[0], &o[0]); });
    });
  }
  e2e::expect_equal(what, got, wanted);
}

void run_each(sycl::queue &q, std::size_t n, std::size_t w) {
  compare<class Unsigned64>("size_t", q, n, [w](std::size_t i, const std::uint32_t *a, std::uint32_t *o) {
    o[i] = a[i] * a[i % w] + a[i / w];
  });
  compare<class OnlyQuotient>("quotient", q, n,
                              [w](std::size_t i, const std::uint32_t *a, std::uint32_t *o) { o[i] = a[i] + a[i / w]; });
  const int signed_width = int(w);
  compare<class Signed32>("int", q, n, [signed_width](std::size_t at, const std::uint32_t *a, std::uint32_t *o) {
    const int i = int(at), row = i / signed_width, column = i % signed_width;
    o[i] = a[i] * std::uint32_t(3 * row + column) + a[column] - a[row];
  });
  const unsigned unsigned_width = unsigned(w);
  compare<class Unsigned32>("unsigned", q, n,
                            [unsigned_width](std::size_t at, const std::uint32_t *a, std::uint32_t *o) {
                              const unsigned i = unsigned(at), row = i / unsigned_width, column = i % unsigned_width;
                              o[row * unsigned_width + column] = a[i] ^ (row + 5 * column);
                            });
  // Zero and below: only who asks may divide.
  for (int width : {0, -1, -20, signed_width})
    compare<class Asked>("asked", q, n, [width](std::size_t at, const std::uint32_t *a, std::uint32_t *o) {
      const int i = int(at);
      o[i] = width ? a[i] + std::uint32_t(i / width) * 7 + std::uint32_t(i % width) : a[i];
    });
  const std::size_t h = 3 + w / 2;
  compare<class Planes>("planes", q, n, [w, h](std::size_t i, const std::uint32_t *a, std::uint32_t *o) {
    o[i] = a[i] + a[i % w] * 3 + a[i / w % h] * 5 + a[i / (w * h)] * 7 + a[i % (w * h)];
  });
  compare<class Wrapped64>("wrapped size_t", q, n, [w](std::size_t i, const std::uint32_t *a, std::uint32_t *o) {
    o[i] = a[(i + 1) % w] + 3 * a[(i + w - 1) % w] + 5 * a[(i % w + 1) % w] + 7 * a[(i + 2) / w];
  });
  compare<class Wrapped32>("wrapped int", q, n,
                           [signed_width](std::size_t at, const std::uint32_t *a, std::uint32_t *o) {
                             const int i = int(at), x = i % signed_width, y = i / signed_width;
                             const int left = (x + signed_width - 1) % signed_width, right = (x + 1) % signed_width;
                             o[i] = a[left] + 3 * a[right] + 5 * a[(y + 1) % signed_width];
                           });
  // `i + added` is beyond the range of int in some of them.
  for (unsigned added : {0u, 5u, 0x7fffff00u, 0x80000000u, 0xfffffff0u})
    compare<class Added>("added", q, n,
                         [signed_width, added](std::size_t at, const std::uint32_t *a, std::uint32_t *o) {
                           o[at] = a[at] + std::uint32_t(int(unsigned(at) + added) % signed_width);
                         });
  compare<class Guarded>("guarded", q, n, [w, n](std::size_t i, const std::uint32_t *a, std::uint32_t *o) {
    if (i < n - n / 3)
      o[i] = a[i] + a[i % w];
    if (i % w > 2)
      o[i] += a[i / w];
  });
}

void run_constants(sycl::queue &q, std::size_t n) {
  compare<class By768>("768", q, n, [](std::size_t i, const std::uint32_t *a, std::uint32_t *o) {
    o[i] = a[i] + a[i % 768] * std::uint32_t(i / 768);
  });
  compare<class By512>("512", q, n, [](std::size_t at, const std::uint32_t *a, std::uint32_t *o) {
    const int i = int(at);
    o[i] = a[i & 511] + a[i] * std::uint32_t(i >> 9) + std::uint32_t(i % 512);
  });
  compare<class Around>("around 512 and 1000", q, n, [](std::size_t at, const std::uint32_t *a, std::uint32_t *o) {
    const int i = int(at);
    o[i] = a[(i - 1) & 511] + 3 * a[(i + 1) & 511] + 5 * a[(i + 999) % 1000] + 7 * a[(i + 1) % 1000];
  });
  compare<class ManyAround>("many around", q, n, [](std::size_t i, const std::uint32_t *a, std::uint32_t *o) {
    std::uint32_t sum = 0;
    for (std::size_t k = 0; k != 24; ++k)
      sum = sum * 3 + a[(i + k) % 400];
    o[i] = sum;
  });
  // Products of 32 bits that wrap, extended: not those of 64 bits.
  compare<class Scaled>("scaled", q, n, [](std::size_t at, const std::uint32_t *a, std::uint32_t *o) {
    const std::int64_t x = int(unsigned(at) * 6u + 3u), y = int(unsigned(at) * 0x1000007u), z = int(unsigned(at) << 20);
    o[at] = a[at] + std::uint32_t(x * 5 >> 3) + std::uint32_t(y * 7 >> 16) + std::uint32_t(z * 11 >> 16);
  });
  compare<class By3>("3", q, n,
                     [](std::size_t i, const std::uint32_t *a, std::uint32_t *o) { o[i] = a[i] + a[i % 3]; });
  compare<class By16And5>("16 and 5", q, n, [](std::size_t i, const std::uint32_t *a, std::uint32_t *o) {
    o[i] = a[i] + a[i % 16] + a[i / 5] + a[i % 80];
  });
}

// Rows of a second kind within those of a range of two dimensions, and the linear id.
void run_two_dimensions(sycl::queue &q, std::size_t rows, std::size_t columns, std::size_t w) {
  const std::size_t n = rows * columns;
  const std::vector<int> ints = e2e::random_values<int>(n + 1, 17);
  values in(ints.begin(), ints.end()), got(n), wanted(n);
  for (std::size_t r = 0; r != rows; ++r)
    for (std::size_t c = 0; c != columns; ++c)
      wanted[r * columns + c] = in[c % w] + 3 * in[c / w] + 5 * in[(r * columns + c) % (w + 1)];
  {
    sycl::buffer<std::uint32_t> from(in), to(got);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a{from, h, sycl::read_only};
      sycl::accessor o{to, h, sycl::write_only};
      h.parallel_for<class TwoDimensions>(sycl::range<2>(rows, columns), [=](sycl::item<2> i) {
        const std::size_t c = i[1], linear = i.get_linear_id();
        o[linear] = a[c % w] + 3 * a[c / w] + 5 * a[linear % (w + 1)];
      });
    });
  }
  e2e::expect_equal("two dimensions", got, wanted);
}

// A bias for each column, then a scale for each row: one kernel, whose intermediate value stays in a register.
void run_fused(sycl::queue &q, std::size_t rows, std::size_t columns) {
  const std::size_t n = rows * columns;
  const auto x = e2e::random_values<float>(n, 1), bias = e2e::random_values<float>(columns, 2),
             scale = e2e::random_values<float>(rows, 3);
  std::vector<float> temporary(n), got(n), wanted(n);
  for (std::size_t i = 0; i != n; ++i)
    wanted[i] = (x[i] + bias[i % columns]) * scale[i / columns];
  {
    sycl::buffer<float> bx(x), bb(bias), bs(scale), bo(got), bt(temporary, {e2e::promote_private{}});
    e2e::fusion_wrapper fw{q};
    fw.start_fusion();
    q.submit([&](sycl::handler &h) {
      sycl::accessor a{bx, h, sycl::read_only};
      sycl::accessor b{bb, h, sycl::read_only};
      sycl::accessor t{bt, h, sycl::write_only, sycl::no_init};
      h.parallel_for<class Bias>(sycl::range<1>(n), [=](sycl::id<1> i) { t[i] = a[i] + b[i % columns]; });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor t{bt, h, sycl::read_only};
      sycl::accessor s{bs, h, sycl::read_only};
      sycl::accessor o{bo, h, sycl::write_only, sycl::no_init};
      h.parallel_for<class Scale>(sycl::range<1>(n), [=](sycl::id<1> i) { o[i] = t[i] * s[i / columns]; });
    });
    fw.complete_fusion();
  }
  e2e::expect_equal("fused", got, wanted);
}

} // namespace

int main() {
  sycl::queue q = e2e::make_queue();
  std::random_device seed;
  std::minstd_rand generator{seed()};
  for (std::size_t n : {1, 15, 16, 1000, 4099, 70001})
    for (std::size_t w : {std::size_t(1), std::size_t(3), std::size_t(16), std::size_t(17), std::size_t(640), n, 2 * n,
                          1 + generator() % n}) {
      std::printf("%zu work-items in rows of %zu\n", n, w);
      run_each(q, n, w);
    }
  for (std::size_t n : {1, 31, 4099, 70001})
    run_constants(q, n);
  run_two_dimensions(q, 37, 419, 20);
  run_two_dimensions(q, 3, 5000, 1234);
  run_two_dimensions(q, 200, 40, 7);
  run_fused(q, 123, 457);
  run_fused(q, 5000, 3);
  run_fused(q, 1, 40000);
  return e2e::finish();
}
