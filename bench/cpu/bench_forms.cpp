// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same kernels in the forms in which programs write them, one after the other: borders of a stencil of five points,
// indices of 32 and 64 bits, ids that are computed of groups, products of matrices, a convolution, arrays of structs,
// a stencil of seven points, transpositions, and sums of groups in local memory. Writes a table of medians, in µs of a
// launch, each beside the first row of its kind; exit code 1 if a result differs from that row's.
//   bench-forms [rounds]
#include <sycl/sycl.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using sycl::id;
using sycl::nd_item;
using sycl::nd_range;
using sycl::range;

template <class... T> class form;

class bench {
public:
  explicit bench(int rounds) : rounds_(rounds) {
    for (std::size_t i = 0; i != size; ++i) {
      a[i] = static_cast<float>(i * 7919 % 1000) * 0.001f;
      b[i] = static_cast<float>(i * 31 % 977) * 0.001f;
    }
  }
  ~bench() {
    for (float *array : {a, b, out})
      sycl::free(array, q);
  }

  // The first row after it is what the others are compared with.
  void kind(const char *name) {
    std::printf("| **%s** | | |\n", name);
    expected_.clear();
  }

  // Of what launch leaves in the first `checked` elements of out.
  void row(const char *name, std::size_t checked, const std::function<void()> &launch) {
    std::fill(out, out + checked, 0.0f);
    launch();
    q.wait();
    const std::vector<float> got(out, out + checked);
    const bool is_first = expected_.empty();
    if (is_first)
      expected_ = got;
    const bool right = got == expected_;
    wrong |= !right;
    std::vector<double> times;
    for (int r = 0; r != rounds_; ++r) {
      const auto start = std::chrono::steady_clock::now();
      for (int k = 0; k != launches; ++k)
        launch();
      q.wait();
      times.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count() /
                      launches);
    }
    std::nth_element(times.begin(), times.begin() + rounds_ / 2, times.end());
    const double time = times[rounds_ / 2];
    if (is_first)
      first_ = time;
    std::printf("| %s | %.1f | %.2f |%s\n", name, time, time / first_, right ? "" : " WRONG");
    std::fflush(stdout);
  }

  static constexpr std::size_t size = std::size_t(1) << 23;
  static constexpr int launches = 10;
  sycl::queue q{sycl::property::queue::in_order{}};
  float *a = sycl::malloc_shared<float>(size, q), *b = sycl::malloc_shared<float>(size, q),
        *out = sycl::malloc_shared<float>(size, q);
  bool wrong = false;

private:
  int rounds_;
  std::vector<float> expected_;
  double first_ = 0;
};

template <class Int> float points(const float *a, Int w, Int y, Int x, Int u, Int d, Int l, Int r) {
  return a[u * w + x] + a[d * w + x] + a[y * w + l] + a[y * w + r] - 4 * a[y * w + x];
}

template <class Kernel> void over_square(bench &m, const char *name, std::size_t n, Kernel kernel) {
  m.row(name, n * n, [&] { m.q.parallel_for<form<Kernel>>(range<2>(n, n), kernel); });
}

void wrapped(bench &m) {
  constexpr std::size_t n = 1000;
  const int w = 1000;
  float *a = m.a, *o = m.out;
  auto over = [&](const char *name, auto kernel) { over_square(m, name, n, kernel); };
  m.kind("periodic borders, 1,000 x 1,000");
  over("`x + 1 < n ? x + 1 : 0`, `size_t`", [=](id<2> i) {
    const std::size_t y = i[0], x = i[1];
    o[y * n + x] =
        points(a, n, y, x, y ? y - 1 : n - 1, y + 1 < n ? y + 1 : 0, x ? x - 1 : n - 1, x + 1 < n ? x + 1 : 0);
  });
  over("`x == w - 1 ? 0 : x + 1`, `int`", [=](id<2> i) {
    const int y = i[0], x = i[1];
    o[y * w + x] = points(a, w, y, x, y == 0 ? w - 1 : y - 1, y == w - 1 ? 0 : y + 1, x == 0 ? w - 1 : x - 1,
                          x == w - 1 ? 0 : x + 1);
  });
  over("`(x + 1) % w`, `int`", [=](id<2> i) {
    const int y = i[0], x = i[1];
    o[y * w + x] = points(a, w, y, x, (y + w - 1) % w, (y + 1) % w, (x + w - 1) % w, (x + 1) % w);
  });
  m.row("the same, ids of groups of 16 x 16", n * n, [&] {
    m.q.parallel_for<form<class OfGroups>>(nd_range<2>({1008, 1008}, {16, 16}), [=](nd_item<2> i) {
      const int y = i.get_group(0) * i.get_local_range(0) + i.get_local_id(0),
                x = i.get_group(1) * i.get_local_range(1) + i.get_local_id(1);
      if (y < w && x < w)
        o[y * w + x] = points(a, w, y, x, (y + w - 1) % w, (y + 1) % w, (x + w - 1) % w, (x + 1) % w);
    });
  });
  m.row("a linear range, `i / w`, `i % w`", n * n, [&] {
    m.q.parallel_for<form<class OfRows>>(range<1>(n * n), [=](id<1> at) {
      const int i = at, y = i / w, x = i % w;
      o[i] = points(a, w, y, x, (y + w - 1) % w, (y + 1) % w, (x + w - 1) % w, (x + 1) % w);
    });
  });
  m.kind("periodic borders, 512 x 512");
  m.row("`(x + 1) & 511`, `int`", 512 * 512, [&] {
    m.q.parallel_for<form<class Masked>>(range<2>(512, 512), [=](id<2> i) {
      const int y = i[0], x = i[1];
      o[y * 512 + x] = points(a, 512, y, x, (y + 511) & 511, (y + 1) & 511, (x + 511) & 511, (x + 1) & 511);
    });
  });
}

void clamped(bench &m) {
  constexpr std::size_t n = 1000;
  const int w = 1000;
  float *a = m.a, *o = m.out;
  auto over = [&](const char *name, auto kernel) { over_square(m, name, n, kernel); };
  m.kind("clamped borders, 1,000 x 1,000");
  over("`x + 1 < n ? x + 1 : x`, `size_t`", [=](id<2> i) {
    const std::size_t y = i[0], x = i[1];
    o[y * n + x] = points(a, n, y, x, y ? y - 1 : y, y + 1 < n ? y + 1 : y, x ? x - 1 : x, x + 1 < n ? x + 1 : x);
  });
  over("`min(x + 1, w - 1)`, `int`", [=](id<2> i) {
    const int y = i[0], x = i[1];
    o[y * w + x] =
        points(a, w, y, x, sycl::max(y - 1, 0), sycl::min(y + 1, w - 1), sycl::max(x - 1, 0), sycl::min(x + 1, w - 1));
  });
  m.row("a linear range, `x = i % w`", n * n, [&] {
    m.q.parallel_for<form<class ClampedRows>>(range<1>(n * n), [=](id<1> at) {
      const int i = at, y = i / w, x = i % w;
      o[i] = points(a, w, y, x, y > 0 ? y - 1 : 0, y < w - 1 ? y + 1 : w - 1, x > 0 ? x - 1 : 0,
                    x < w - 1 ? x + 1 : w - 1);
    });
  });
}

// The tiles of one work-group in local memory. OfTwo: of its two dimensions, else of one that is divided.
template <bool OfTwo> void product_in_tiles(bench &m) {
  constexpr int n = 512, tile = 16;
  using item = nd_item<OfTwo ? 2 : 1>;
  m.q.submit([&](sycl::handler &h) {
    const sycl::local_accessor<float, 2> as(range<2>(tile, tile), h), bs(range<2>(tile, tile), h);
    const auto kernel = [=, a = m.a, b = m.b, o = m.out](item i) {
      int ty, tx, gy, gx;
      if constexpr (OfTwo) {
        ty = i.get_local_id(0), tx = i.get_local_id(1), gy = i.get_group(0), gx = i.get_group(1);
      } else {
        const int local = i.get_local_id(0), group = i.get_group(0);
        ty = local / tile, tx = local % tile, gy = group / (n / tile), gx = group % (n / tile);
      }
      const int y = gy * tile + ty, x = gx * tile + tx;
      float sum = 0;
      for (int k = 0; k < n; k += tile) {
        as[ty][tx] = a[y * n + k + tx];
        bs[ty][tx] = b[(k + ty) * n + x];
        sycl::group_barrier(i.get_group());
        for (int j = 0; j < tile; ++j)
          sum += as[ty][j] * bs[j][tx];
        sycl::group_barrier(i.get_group());
      }
      o[y * n + x] = sum;
    };
    if constexpr (OfTwo)
      h.parallel_for<form<class TilesOfTwo>>(nd_range<2>({n, n}, {tile, tile}), kernel);
    else
      h.parallel_for<form<class TilesOfOne>>(nd_range<1>(n * n, tile * tile), kernel);
  });
}

void in_tiles(bench &m) {
  m.kind("product of matrices, 512 x 512, tiles of 16 x 16 in local memory");
  m.row("groups of 16 x 16", 512 * 512, [&] { product_in_tiles<true>(m); });
  m.row("groups of 256, `local / 16`, `local % 16`", 512 * 512, [&] { product_in_tiles<false>(m); });
}

void of_cuda(bench &m) {
  float *a = m.a, *b = m.b, *o = m.out;
  m.kind("product of matrices, 512 x 512");
  m.row("`int`, groups of 16 x 16", 512 * 512, [&] {
    const int n = 512;
    m.q.parallel_for<form<class Product>>(nd_range<2>({512, 512}, {16, 16}), [=](nd_item<2> i) {
      const int y = i.get_group(0) * i.get_local_range(0) + i.get_local_id(0),
                x = i.get_group(1) * i.get_local_range(1) + i.get_local_id(1);
      float sum = 0;
      for (int k = 0; k < n; ++k)
        sum += a[y * n + k] * b[k * n + x];
      o[y * n + x] = sum;
    });
  });
  m.kind("convolution of 5 x 5, 1,024 x 1,024");
  m.row("`int`, behind a guard", 1024 * 1024, [&] {
    const int w = 1024;
    m.q.parallel_for<form<class Convolution>>(nd_range<2>({1024, 1024}, {16, 16}), [=](nd_item<2> i) {
      const int y = i.get_global_id(0), x = i.get_global_id(1);
      if (x >= 2 && y >= 2 && x < w - 2 && y < w - 2) {
        float sum = 0;
        for (int j = -2; j <= 2; ++j)
          for (int k = -2; k <= 2; ++k)
            sum += a[(y + j) * w + x + k] * b[(j + 2) * 5 + k + 2];
        o[y * w + x] = sum;
      }
    });
  });
  m.kind("1,048,576 structs of 6 floats");
  m.row("`int`, `o[6 * i + 1]`", 6 << 20, [&] {
    m.q.parallel_for<form<class Structs>>(nd_range<1>(1 << 20, 256), [=](nd_item<1> item) {
      const int i = item.get_global_id(0);
      for (int k = 0; k != 3; ++k)
        o[6 * i + k] = a[6 * i + k] + 0.1f * a[6 * i + 3 + k];
    });
  });
  m.kind("stencil of 7 points, 128 x 128 x 128");
  m.row("`int`, groups of 4 x 4 x 32, behind a guard", 128 * 128 * 128, [&] {
    const int w = 128;
    m.q.parallel_for<form<class SevenPoints>>(nd_range<3>({128, 128, 128}, {4, 4, 32}), [=](nd_item<3> item) {
      const int z = item.get_global_id(0), y = item.get_global_id(1), x = item.get_global_id(2),
                i = (z * w + y) * w + x;
      if (x > 0 && y > 0 && z > 0 && x < w - 1 && y < w - 1 && z < w - 1)
        o[i] = a[i - 1] + a[i + 1] + a[i - w] + a[i + w] + a[i - w * w] + a[i + w * w] - 6 * a[i];
    });
  });
}

// Sums of groups of 256; Known: the counter's first value is.
template <bool Known> void tree(bench &m) {
  float *a = m.a, *o = m.out;
  m.q.submit([&](sycl::handler &h) {
    sycl::local_accessor<float> memory(256, h);
    h.parallel_for<form<std::bool_constant<Known>>>(nd_range<1>(1 << 20, 256), [=](nd_item<1> i) {
      const int t = i.get_local_id(0);
      memory[t] = a[i.get_global_id(0)];
      sycl::group_barrier(i.get_group());
      for (int s = Known ? 128 : int(i.get_local_range(0)) / 2; s > 0; s >>= 1) {
        if (t < s)
          memory[t] += memory[t + s];
        sycl::group_barrier(i.get_group());
      }
      if (t == 0)
        o[i.get_group(0)] = memory[0];
    });
  });
}

template <std::size_t N> void transposed(bench &m) {
  constexpr std::size_t edge = 16;
  float *a = m.a, *o = m.out;
  m.kind(("transposition, " + std::to_string(N) + " x " + std::to_string(N)).c_str());
  over_square(m, "stores go down columns", N, [=](id<2> i) { o[i[1] * N + i[0]] = a[i[0] * N + i[1]]; });
  over_square(m, "loads go down columns", N, [=](id<2> i) { o[i[0] * N + i[1]] = a[i[1] * N + i[0]]; });
  m.row("in tiles of 16 x 16 in local memory", N * N, [&] {
    m.q.submit([&](sycl::handler &h) {
      sycl::local_accessor<float, 2> tile({edge, edge + 1}, h);
      h.parallel_for<form<std::integral_constant<std::size_t, N>>>(
          nd_range<2>({(N + 15) / edge * edge, (N + 15) / edge * edge}, {edge, edge}), [=](nd_item<2> i) {
            const std::size_t y = i.get_local_id(0), x = i.get_local_id(1), top = i.get_group(0) * edge,
                              left = i.get_group(1) * edge;
            if (top + y < N && left + x < N)
              tile[y][x] = a[(top + y) * N + left + x];
            sycl::group_barrier(i.get_group());
            if (left + y < N && top + x < N)
              o[(left + y) * N + top + x] = tile[x][y];
          });
    });
  });
}

} // namespace

int main(int argc, char **argv) {
  bench m(argc > 1 ? std::max(std::atoi(argv[1]), 1) : 15);
  std::printf("| form | µs | to the first |\n|---|--:|--:|\n");
  wrapped(m);
  clamped(m);
  in_tiles(m);
  of_cuda(m);
  transposed<1000>(m);
  transposed<1024>(m);
  transposed<2000>(m);
  transposed<2048>(m);
  m.kind("sums of groups in local memory, 1,048,576 floats");
  m.row("a tree, its counter from 128", 4096, [&] { tree<true>(m); });
  m.row("a tree, its counter from half the group", 4096, [&] { tree<false>(m); });
  return m.wrong ? 1 : 0;
}
