// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stencils with borders, as programs write them.
#pragma once

#include "e2e.hpp"

namespace borders {

using number = std::uint32_t;
constexpr int width = 1024, padding = 8192;

// What a kernel and the host call for work-item (y, x), limit n. In and Out are in the middle of arrays.
template <class Int> struct clamped {
  static void run(Int y, Int x, Int n, const number *in, number *out) {
    const Int l = x > 0 ? x - 1 : 0, r = x < n - 1 ? x + 1 : n - 1, u = y ? y - 1 : y, d = y + 1 < n ? y + 1 : y;
    out[y * width + x] = in[y * width + l] + 3 * in[y * width + r] + 5 * in[u * width + x] + 7 * in[d * width + x];
  }
};
template <class Int> struct min_max {
  static void run(Int y, Int x, Int n, const number *in, number *out) {
    const Int l = std::max<Int>(x, 2) - 2, r = std::min<Int>(x + 2, n - 1), c = std::min<Int>(std::max<Int>(x, 5), n);
    out[y * width + x] = in[y * width + l] + 3 * in[y * width + r] + 5 * in[y * width + c];
  }
};
struct below_zero {
  static void run(int y, int x, int n, const number *in, number *out) {
    const int l = std::max(x - 3, 0), r = x - 2 < n ? x : n, c = x - 4 <= -2 ? 7 : x, m = std::max(x - 1, n);
    out[y * width + x] = in[y * width + l] + 3 * in[y * width + r] + 5 * in[c] + 7 * in[y * width + m];
  }
};
template <class Int> struct wrapped {
  static void run(Int y, Int x, Int n, const number *in, number *out) {
    const Int l = x == 0 ? n - 1 : x - 1, r = x == n - 1 ? 0 : x + 1;
    out[y * width + x] = in[y * width + l] + 3 * in[y * width + r];
  }
};
template <class Int> struct wrapped_next {
  static void run(Int y, Int x, Int n, const number *in, number *out) {
    const Int l = x ? x - 1 : n - 1, r = x + 1 == n ? 0 : x + 1, far = x + 3 >= n ? x + 3 - n : x + 3;
    out[y * width + x] = in[y * width + l] + 3 * in[y * width + r] + 5 * in[far];
  }
};
template <class Int> struct inner {
  static void run(Int y, Int x, Int n, const number *in, number *out) {
    if (x > 0 && y > 0 && x < n - 1 && y < n - 1)
      out[y * width + x] = in[y * width + x - 1] + in[y * width + x + 1] + in[(y - 1) * width + x];
    else if (x + 2 <= n)
      out[y * width + x] = 17;
  }
};
template <class Int> struct apart {
  static void run(Int y, Int x, Int n, const number *in, number *out) {
    if (x == 0 || y == 0 || x == n - 1 || y == n - 1)
      out[y * width + x] = in[y * width + x];
    else if (x != n)
      out[y * width + x] = in[y * width + x - 1] * 3 + in[y * width + x + 1];
  }
};
template <class Int> struct outside {
  static void run(Int y, Int x, Int n, const number *in, number *out) {
    const number left = x > 0 ? in[y * width + x - 1] : 0, right = x < n - 1 ? in[y * width + x + 1] : 0;
    out[y * width + x] = left + 3 * right + (x >= n ? 11 : 0) + (n > x ? 100 : 0);
  }
};

// Of rows of `width` numbers; in and out are in the middle of arrays. submit(h, a, o) submits a kernel that calls Body for
// each, with &a[padding] and &o[padding].
template <class Body, class Int, class Submit>
void expect(const char *what, sycl::queue &q, std::size_t rows, std::size_t columns, Int n, Submit submit) {
  const std::size_t size = width * rows + 2 * padding;
  const std::vector<int> ints = e2e::random_values<int>(size, unsigned(columns));
  std::vector<number> in(ints.begin(), ints.end()), wanted(size, 7), got(size, 7);
  for (std::size_t y = 0; y != rows; ++y)
    for (std::size_t x = 0; x != columns; ++x)
      Body::run(Int(y), Int(x), n, in.data() + padding, wanted.data() + padding);
  {
    sycl::buffer<number> from(in), to(got);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a{from, h, sycl::read_only};
      sycl::accessor o{to, h, sycl::read_write};
      submit(h, a, o);
    });
  }
  e2e::expect_equal(what, got, wanted);
}

} // namespace borders
