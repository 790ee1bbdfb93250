// Sums whose elements see their neighbours: of ranges of one to three dimensions, by numbers that are divided or compared, with borders
// left out, clamped, or wrapped around; rows shorter and longer than vectors. Rows by groups, several for each group in turn.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// CHECK: all results right
// A round of a share is one element for the estimate, as the stencil has it.
// RUN: sycl-fuse check %t 2>&1 | FileCheck-22 %s --check-prefix=ESTIMATE
// ESTIMATE: region 'in_region' {{.*}} saves {{[0-9.]+}} and 1 launch: used{{$}}
#include "e2e.hpp"

using namespace sycl;

// All values are whole and small: a sum is the same in any order.
template <class T> static T value(std::size_t i) { return static_cast<T>(static_cast<int>(i * 37 % 17) - 8); }

template <class T> struct grid {
  grid(queue &q, std::size_t h, std::size_t w)
      : q(q), h(h), w(w), n(h * w), in(malloc_shared<T>(n + 1, q)), out(malloc_shared<T>(n + 1, q)),
        sum(malloc_shared<T>(1, q)) {
    for (std::size_t i = 0; i < n; ++i)
      in[i] = value<T>(i);
  }
  ~grid() {
    for (T *p : {in, out, sum})
      sycl::free(p, q);
  }
  auto reduction() const { return sycl::reduction(sum, plus<T>(), property::reduction::initialize_to_identity()); }
  // of(y, x): what an element is.
  template <class F> void check(const char *what, F of) {
    q.wait();
    T all = 0;
    bool right = true;
    for (std::size_t y = 0; y < h; ++y)
      for (std::size_t x = 0; x < w; ++x) {
        const T v = of(static_cast<long>(y), static_cast<long>(x));
        right &= out[y * w + x] == v;
        all = static_cast<T>(all + v * in[y * w + x]);
      }
    e2e::expect(what, right && *sum == all);
    std::fill_n(out, n, T(99));
  }
  T at(long y, long x) const { return in[static_cast<std::size_t>(y) * w + static_cast<std::size_t>(x)]; }

  queue &q;
  const std::size_t h, w, n;
  T *in, *out, *sum;
};

// Five points; what lies outside counts as 0.
template <class T, class I> static T cross(const T *in, I y, I x, I h, I w) {
  T v = static_cast<T>(4 * in[y * w + x]);
  if (y > 0)
    v = static_cast<T>(v - in[(y - 1) * w + x]);
  if (y + 1 < h)
    v = static_cast<T>(v - in[(y + 1) * w + x]);
  if (x > 0)
    v = static_cast<T>(v - in[y * w + x - 1]);
  if (x != w - 1)
    v = static_cast<T>(v - in[y * w + x + 1]);
  return v;
}

template <class T, class I> static void run(queue &q, std::size_t h, std::size_t w) {
  grid<T> g(q, h, w);
  T *in = g.in, *out = g.out;
  const auto H = static_cast<I>(h), W = static_cast<I>(w), N = static_cast<I>(h * w);
  const auto of_cross = [&](long y, long x) {
    return static_cast<T>(4 * g.at(y, x) - (y > 0 ? g.at(y - 1, x) : T(0)) - (y + 1 < long(h) ? g.at(y + 1, x) : T(0)) -
                          (x > 0 ? g.at(y, x - 1) : T(0)) - (x + 1 < long(w) ? g.at(y, x + 1) : T(0)));
  };
  q.parallel_for(range<2>(h, w), g.reduction(), [=](id<2> i, auto &sum) {
    const I y = static_cast<I>(i[0]), x = static_cast<I>(i[1]);
    const T v = cross(in, y, x, H, W);
    out[y * W + x] = v;
    sum += static_cast<T>(v * in[y * W + x]);
  });
  g.check("two dimensions", of_cross);
  q.parallel_for(range<1>(h * w), g.reduction(), [=](item<1> i, auto &sum) {
    const I n = static_cast<I>(i.get_linear_id()), y = n / W, x = n % W;
    const T v = cross(in, y, x, H, W);
    out[n] = v;
    sum += static_cast<T>(v * in[n]);
  });
  g.check("divided", of_cross);
  q.parallel_for(range<3>(1, h, w), g.reduction(), [=](item<3> i, auto &sum) {
    const I y = static_cast<I>(i[1]), x = static_cast<I>(i[2]);
    const T v = cross(in, y, x, H, W);
    out[i.get_linear_id()] = v;
    sum += static_cast<T>(v * in[y * W + x]);
  });
  g.check("three dimensions", of_cross);
  // Without divisions: the elements are one row.
  q.parallel_for(range<1>(h * w), g.reduction(), [=](id<1> i, auto &sum) {
    const I n = static_cast<I>(i[0]);
    T v = in[n];
    if (n > 0)
      v = static_cast<T>(v + 2 * in[n - 1]);
    if (n + 3 < N)
      v = static_cast<T>(v - in[n + 3]);
    if (n + 2 >= N)
      v = static_cast<T>(v + 1);
    out[n] = v;
    sum += static_cast<T>(v * in[n]);
  });
  const auto whole = [&](long n) { return n < 0 || n >= long(g.n) ? T(0) : g.in[n]; };
  g.check("one row", [&](long y, long x) {
    const long n = y * long(w) + x;
    return static_cast<T>(whole(n) + 2 * whole(n - 1) - whole(n + 3) + (n + 2 >= long(g.n) ? 1 : 0));
  });
  // A filter.
  q.parallel_for(range<1>(h * w), g.reduction(), [=](id<1> i, auto &sum) {
    const int n = static_cast<int>(i[0]);
    T v = 0;
    for (int k = -2; k <= 2; ++k)
      if (n + k >= 0 && n + k < static_cast<int>(N))
        v = static_cast<T>(v + (k + 3) * in[n + k]);
    out[n] = v;
    sum += static_cast<T>(v * in[n]);
  });
  g.check("a filter", [&](long y, long x) {
    T v = 0;
    for (long k = -2; k <= 2; ++k)
      v = static_cast<T>(v + T(k + 3) * whole(y * long(w) + x + k));
    return v;
  });
  q.parallel_for(range<2>(h, w), g.reduction(), [=](id<2> i, auto &sum) {
    const int y = static_cast<int>(i[0]), x = static_cast<int>(i[1]), width = static_cast<int>(W);
    const T v = static_cast<T>(in[y * width + sycl::max(x - 1, 0)] + in[y * width + sycl::min(x + 1, width - 1)] +
                               in[y * width + (x + 5) % width]);
    out[y * width + x] = v;
    sum += static_cast<T>(v * in[y * width + x]);
  });
  g.check("clamped and wrapped", [&](long y, long x) {
    return static_cast<T>(g.at(y, std::max(x - 1, 0l)) + g.at(y, std::min(x + 1, long(w) - 1)) +
                          g.at(y, (x + 5) % long(w)));
  });
}

// A stencil, and the dot product with what it makes, in a region.
static void in_region(queue &q, std::size_t h, std::size_t w) {
  grid<float> g(q, h, w);
  float *in = g.in, *out = g.out;
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for(range<2>(h, w),
                 [=](id<2> i) { out[i[0] * w + i[1]] = cross<float, std::size_t>(in, i[0], i[1], h, w); });
  q.parallel_for(range<2>(h, w), g.reduction(),
                 [=](id<2> i, auto &sum) { sum += out[i[0] * w + i[1]] * in[i[0] * w + i[1]]; });
  fw.complete_fusion();
  e2e::expect("the region is fused", fw.last_outcome() != e2e::fusion::fusion_outcome::unfused);
  g.check("in a region", [&](long y, long x) {
    return 4 * g.at(y, x) - (y > 0 ? g.at(y - 1, x) : 0) - (y + 1 < long(h) ? g.at(y + 1, x) : 0) -
           (x > 0 ? g.at(y, x - 1) : 0) - (x + 1 < long(w) ? g.at(y, x + 1) : 0);
  });
}

// A row for each group, and several.
template <class T>
static void by_groups(queue &q, std::size_t rows, std::size_t w, std::size_t group, std::size_t each) {
  grid<T> g(q, rows * each, w);
  T *in = g.in, *out = g.out;
  q.parallel_for(nd_range<1>(rows * group, group), [=](nd_item<1> it) {
    const std::size_t l = it.get_local_id(0), wg = it.get_local_range(0);
    for (std::size_t r = 0; r < each; ++r) {
      const std::size_t at = (it.get_group(0) * each + r) * w;
      T most = -100;
      for (std::size_t j = l; j < w; j += wg)
        most = std::max(most, in[at + j]);
      most = reduce_over_group(it.get_group(), most, maximum<T>());
      T all = 0;
      for (std::size_t j = l; j < w; j += wg)
        all = static_cast<T>(all + (out[at + j] = static_cast<T>(in[at + j] - most)));
      all = reduce_over_group(it.get_group(), all, plus<T>());
      for (std::size_t j = l; j < w; j += wg)
        out[at + j] = static_cast<T>(out[at + j] - all);
    }
  });
  // Until a sum says that it is enough, which all work-items find at the same time.
  T *turns = malloc_shared<T>(rows, q);
  q.parallel_for(nd_range<1>(rows * group, group), [=](nd_item<1> it) {
    T all = 0;
    std::size_t r = 0;
    while (r < each && all > -40) {
      T own = 0;
      for (std::size_t j = it.get_local_id(0); j < w; j += it.get_local_range(0)) {
        if (in[((it.get_group(0) * each) + r) * w + j] == T(8))
          break;
        own = static_cast<T>(own + 1);
      }
      all = static_cast<T>(all - reduce_over_group(it.get_group(), own, maximum<T>()) - 7);
      ++r;
    }
    if (it.get_local_id(0) == 0)
      turns[it.get_group(0)] = static_cast<T>(static_cast<T>(r) * 1000 - all);
  });
  q.wait();
  bool right = true;
  for (std::size_t r = 0; r < rows * each; ++r) {
    const T *row = in + r * w, most = *std::max_element(row, row + w);
    T all = 0;
    for (std::size_t j = 0; j < w; ++j)
      all = static_cast<T>(all + row[j] - most);
    for (std::size_t j = 0; j < w; ++j)
      right &= out[r * w + j] == static_cast<T>(row[j] - most - all);
  }
  e2e::expect("several rows for each group", right);
  for (std::size_t b = 0; b < rows; ++b) {
    T all = 0;
    std::size_t r = 0;
    for (; r < each && all > -40; ++r) {
      T most = 0;
      for (std::size_t l = 0; l < group; ++l) {
        T own = 0;
        for (std::size_t j = l; j < w && in[(b * each + r) * w + j] != T(8); j += group)
          own = static_cast<T>(own + 1);
        most = std::max(most, own);
      }
      all = static_cast<T>(all - most - 7);
    }
    e2e::expect("until it is enough", turns[b] == static_cast<T>(static_cast<T>(r) * 1000 - all));
  }
  sycl::free(turns, q);
}

int main() {
  queue q{property_list{property::queue::in_order(), e2e::fusion::property::queue::enable_fusion()}};
  const std::size_t widths[] = {1, 2, 7, 15, 16, 17, 63, 64, 65, 100, 641};
  for (std::size_t w : widths)
    for (std::size_t h : {1, 2, 13}) {
      run<float, std::size_t>(q, h, w);
      run<float, int>(q, h, w);
      run<int, unsigned>(q, h, w);
      in_region(q, h, w);
    }
  run<float, std::size_t>(q, 67, 1023);
  for (std::size_t w : {1, 31, 64, 100, 257, 1000})
    for (std::size_t group : {1, 32, 64, 128}) {
      by_groups<float>(q, 3, w, group, 1);
      by_groups<int>(q, 5, w, group, 4);
    }
  return e2e::finish();
}
