// Kernels that read what other work-items of an earlier one write, in the forms in which people write them: fused, each work-item computes its
// neighbours' values again. What cannot be computed again runs in several kernels. Exact, against loops on the host.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// Whether it pays on this processor is another question.
// RUN: sycl-fuse build --no-cost-model %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// CHECK: all results right
#include "e2e.hpp"

#include <algorithm>

using namespace sycl;

namespace {

// Whole numbers, so that sums are exact.
template <class T> struct arrays {
  arrays(queue &q, std::size_t n, std::size_t count) : q(q), n(n) {
    for (std::size_t k = 0; k < 2 * count; ++k) {
      all.push_back(malloc_shared<T>(n, q));
      for (std::size_t i = 0; i < n; ++i)
        all.back()[i] = static_cast<T>(static_cast<int>((i * 37 + k / 2 * 101) % 23) - 11);
    }
  }
  ~arrays() {
    for (T *p : all)
      sycl::free(p, q);
  }
  T *of_device(std::size_t k) { return all[2 * k]; }
  T *of_host(std::size_t k) { return all[2 * k + 1]; }
  void check(const char *what, const e2e::fusion_wrapper &fw, bool fuses = true) {
    q.wait();
    for (std::size_t k = 0; k < all.size() / 2; ++k)
      e2e::expect_equal((std::string(what) + ", array " + std::to_string(k)).c_str(),
                        std::vector<T>(of_device(k), of_device(k) + n), std::vector<T>(of_host(k), of_host(k) + n));
    if ((fw.last_outcome() != e2e::fusion::fusion_outcome::unfused) != fuses) {
      e2e::report(what, fw);
      ++e2e::failures;
    }
  }
  queue &q;
  std::size_t n;
  std::vector<T *> all;
};

template <class F> void rows(int h, int w, F f) {
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x)
      f(x, y);
}

// A blur in x, then in y, with borders that are clamped.
template <class T> void blur(queue &q, int W, int H) {
  arrays<T> a(q, W * H, 3);
  auto in_x = [=](const T *in, T *t, int x, int y) {
    t[y * W + x] = in[y * W + std::max(x - 1, 0)] + 2 * in[y * W + x] + in[y * W + std::min(x + 1, W - 1)];
  };
  auto in_y = [=](const T *t, T *out, int x, int y) {
    out[y * W + x] = t[std::max(y - 1, 0) * W + x] + 2 * t[y * W + x] + t[std::min(y + 1, H - 1) * W + x];
  };
  e2e::fusion_wrapper fw(q);
  T *in = a.of_device(0), *t = a.of_device(1), *out = a.of_device(2);
  fw.start_fusion();
  q.parallel_for(range<2>(H, W), [=](item<2> it) { in_x(in, t, it.get_id(1), it.get_id(0)); });
  q.parallel_for(range<2>(H, W), [=](item<2> it) { in_y(t, out, it.get_id(1), it.get_id(0)); });
  fw.complete_fusion();
  rows(H, W, [&](int x, int y) { in_x(a.of_host(0), a.of_host(1), x, y); });
  rows(H, W, [&](int x, int y) { in_y(a.of_host(1), a.of_host(2), x, y); });
  a.check("blur", fw);
}

// Both kernels leave out what is beyond the end; the borders are conditions.
void differences(queue &q, std::size_t n) {
  arrays<float> a(q, n, 3);
  auto square = [](const float *in, float *t, std::size_t i) { t[i] = in[i] * in[i] + 1; };
  auto difference = [=](const float *t, float *out, std::size_t i) {
    float v = 2 * t[i];
    if (i > 0)
      v -= t[i - 1];
    if (i + 1 < n)
      v -= t[i + 1];
    out[i] = v;
  };
  e2e::fusion_wrapper fw(q);
  float *in = a.of_device(0), *t = a.of_device(1), *out = a.of_device(2);
  fw.start_fusion();
  q.parallel_for(nd_range<1>((n + 63) / 64 * 64, 64), [=](nd_item<1> it) {
    const std::size_t i = it.get_global_id(0);
    if (i < n)
      square(in, t, i);
  });
  q.parallel_for(nd_range<1>((n + 63) / 64 * 64, 64), [=](nd_item<1> it) {
    const std::size_t i = it.get_global_id(0);
    if (i >= n)
      return;
    difference(t, out, i);
  });
  fw.complete_fusion();
  for (std::size_t i = 0; i < n; ++i)
    square(a.of_host(0), a.of_host(1), i);
  for (std::size_t i = 0; i < n; ++i)
    difference(a.of_host(1), a.of_host(2), i);
  a.check("differences", fw);
}

// Three kernels, each of which sees the neighbours of the one before; `?:` at the borders.
template <class I> void chain(queue &q, I n) {
  arrays<int> a(q, static_cast<std::size_t>(n), 4);
  auto smooth = [=](const int *in, int *out, I i) {
    const I l = i > 0 ? i - 1 : 0, r = i < n - 1 ? i + 1 : n - 1;
    out[i] = in[l] + 2 * in[i] + in[r];
  };
  e2e::fusion_wrapper fw(q);
  int *in = a.of_device(0), *s = a.of_device(1), *t = a.of_device(2), *out = a.of_device(3);
  fw.start_fusion();
  q.parallel_for(range<1>(n), [=](id<1> i) { smooth(in, s, static_cast<I>(i[0])); });
  q.parallel_for(range<1>(n), [=](id<1> i) { smooth(s, t, static_cast<I>(i[0])); });
  q.parallel_for(range<1>(n), [=](id<1> i) { smooth(t, out, static_cast<I>(i[0])); });
  fw.complete_fusion();
  for (std::size_t k = 0; k < 3; ++k)
    for (I i = 0; i < n; ++i)
      smooth(a.of_host(k), a.of_host(k + 1), i);
  a.check("chain", fw);
}

// Around the end to the beginning.
void around(queue &q, int n) {
  arrays<int> a(q, n, 3);
  auto triple = [](const int *in, int *t, int i) { t[i] = 3 * in[i]; };
  auto both = [=](const int *t, int *out, int i) { out[i] = t[i == 0 ? n - 1 : i - 1] - t[(i + 1) % n]; };
  e2e::fusion_wrapper fw(q);
  int *in = a.of_device(0), *t = a.of_device(1), *out = a.of_device(2);
  fw.start_fusion();
  q.parallel_for(range<1>(n), [=](item<1> it) { triple(in, t, it.get_linear_id()); });
  q.parallel_for(range<1>(n), [=](item<1> it) { both(t, out, it.get_linear_id()); });
  fw.complete_fusion();
  for (int i = 0; i < n; ++i)
    triple(a.of_host(0), a.of_host(1), i);
  for (int i = 0; i < n; ++i)
    both(a.of_host(1), a.of_host(2), i);
  a.check("around", fw);
}

// Two gradients, their products, which later kernels see around them: a kernel with several outputs.
void corners(queue &q, int W, int H) {
  arrays<int> a(q, W * H, 5);
  auto gradients = [=](const int *in, int *gx, int *gy, int x, int y) {
    const int l = std::max(x - 1, 0), r = std::min(x + 1, W - 1), u = std::max(y - 1, 0), d = std::min(y + 1, H - 1);
    gx[y * W + x] = in[y * W + r] - in[y * W + l];
    gy[y * W + x] = in[d * W + x] - in[u * W + x];
  };
  auto response = [=](const int *gx, const int *gy, int *out, int x, int y) {
    int xx = 0, xy = 0, yy = 0;
    for (int j = -1; j <= 1; ++j)
      for (int i = -1; i <= 1; ++i) {
        const int at = clamp(y + j, 0, H - 1) * W + clamp(x + i, 0, W - 1);
        xx += gx[at] * gx[at];
        xy += gx[at] * gy[at];
        yy += gy[at] * gy[at];
      }
    out[y * W + x] = xx * yy - xy * xy;
  };
  e2e::fusion_wrapper fw(q);
  int *in = a.of_device(0), *gx = a.of_device(1), *gy = a.of_device(2), *out = a.of_device(3);
  fw.start_fusion();
  q.parallel_for(range<2>(H, W), [=](id<2> i) { gradients(in, gx, gy, i[1], i[0]); });
  q.parallel_for(range<2>(H, W), [=](id<2> i) { response(gx, gy, out, i[1], i[0]); });
  fw.complete_fusion();
  rows(H, W, [&](int x, int y) { gradients(a.of_host(0), a.of_host(1), a.of_host(2), x, y); });
  rows(H, W, [&](int x, int y) { response(a.of_host(1), a.of_host(2), a.of_host(3), x, y); });
  a.check("corners", fw);
}

// Three dimensions, the inside only: what the first kernel leaves out is not read.
void heat(queue &q, std::size_t X, std::size_t Y, std::size_t Z) {
  arrays<float> a(q, X * Y * Z, 3);
  auto scale = [=](const float *in, float *t, std::size_t i) { t[i] = 2 * in[i] + 1; };
  auto sum = [=](const float *t, float *out, std::size_t x, std::size_t y, std::size_t z) {
    if (x == 0 || y == 0 || z == 0 || x == X - 1 || y == Y - 1 || z == Z - 1)
      return;
    const std::size_t i = (z * Y + y) * X + x;
    out[i] = t[i - 1] + t[i + 1] + t[i - X] + t[i + X] + t[i - X * Y] + t[i + X * Y] - 6 * t[i];
  };
  e2e::fusion_wrapper fw(q);
  float *in = a.of_device(0), *t = a.of_device(1), *out = a.of_device(2);
  fw.start_fusion();
  q.parallel_for(range<3>(Z, Y, X), [=](id<3> i) { scale(in, t, (i[0] * Y + i[1]) * X + i[2]); });
  q.parallel_for(range<3>(Z, Y, X), [=](id<3> i) { sum(t, out, i[2], i[1], i[0]); });
  fw.complete_fusion();
  for (std::size_t i = 0; i < X * Y * Z; ++i)
    scale(a.of_host(0), a.of_host(1), i);
  for (std::size_t z = 0; z < Z; ++z)
    for (std::size_t y = 0; y < Y; ++y)
      for (std::size_t x = 0; x < X; ++x)
        sum(a.of_host(1), a.of_host(2), x, y, z);
  a.check("heat", fw);
}

// Buffers of two dimensions; the temporary one lives in registers.
void buffers(queue &q, std::size_t H, std::size_t W) {
  arrays<float> a(q, H * W, 2);
  e2e::fusion_wrapper fw(q);
  {
    buffer<float, 2> in(a.of_device(0), range(H, W)), out(a.of_device(1), range(H, W)), t(range(H, W));
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor from(in, h, read_only);
      accessor to(t, h, write_only, property_list{e2e::promote_private{}, no_init});
      h.parallel_for(range(H, W), [=](id<2> i) { to[i] = from[i] * 2 - 3; });
    });
    q.submit([&](handler &h) {
      accessor from(t, h, read_only, property_list{e2e::promote_private{}});
      accessor to(out, h, write_only, no_init);
      h.parallel_for(range(H, W), [=](item<2> i) {
        const std::size_t y = i[0], x = i[1];
        const std::size_t up = y == 0 ? y : y - 1, left = x == 0 ? x : x - 1;
        to[y][x] = from[up][x] + from[y][left] - from[i];
      });
    });
    fw.complete_fusion();
  }
  std::vector<float> t(H * W);
  for (std::size_t i = 0; i < H * W; ++i)
    t[i] = a.of_host(0)[i] * 2 - 3;
  for (std::size_t y = 0; y < H; ++y)
    for (std::size_t x = 0; x < W; ++x)
      a.of_host(1)[y * W + x] = t[(y == 0 ? y : y - 1) * W + x] + t[y * W + (x == 0 ? x : x - 1)] - t[y * W + x];
  a.check("buffers", fw);
}

// The second kernel has a range of its own, the inside, and reads what is turned around its diagonal.
void inside(queue &q, int N) {
  arrays<int> a(q, N * N, 3);
  auto prepare = [=](const int *in, int *t, int x, int y) { t[y * N + x] = in[y * N + x] * 5 - y; };
  auto turn = [=](const int *t, int *out, int x, int y) {
    out[(y + 1) * N + x + 1] = t[(x + 2) * N + y] - t[x * N + y + 1];
  };
  e2e::fusion_wrapper fw(q);
  int *in = a.of_device(0), *t = a.of_device(1), *out = a.of_device(2);
  fw.start_fusion();
  q.parallel_for(range<2>(N, N), [=](id<2> i) { prepare(in, t, i[1], i[0]); });
  q.parallel_for(range<2>(N, N), [=](id<2> i) {
    const int x = i[1], y = i[0];
    if (x < N - 2 && y < N - 2)
      turn(t, out, x, y);
  });
  fw.complete_fusion();
  rows(N, N, [&](int x, int y) { prepare(a.of_host(0), a.of_host(1), x, y); });
  rows(N - 2, N - 2, [&](int x, int y) { turn(a.of_host(1), a.of_host(2), x, y); });
  a.check("inside", fw);
}

// One element after the other of what the kernel before has for 2 elements.
void pairs(queue &q, unsigned n) {
  arrays<int> a(q, 2 * n, 3);
  auto spread = [](const int *in, int *t, unsigned i) {
    t[2 * i] = in[i] + 1;
    t[2 * i + 1] = in[i] - 1;
  };
  auto join = [=](const int *t, int *out, unsigned i) { out[i] = t[2 * i] * (i + 1 < n ? t[2 * i + 3] : 7); };
  e2e::fusion_wrapper fw(q);
  int *in = a.of_device(0), *t = a.of_device(1), *out = a.of_device(2);
  fw.start_fusion();
  q.parallel_for(range<1>(n), [=](id<1> i) { spread(in, t, i); });
  q.parallel_for(range<1>(n), [=](id<1> i) { join(t, out, i); });
  fw.complete_fusion();
  for (unsigned i = 0; i < n; ++i)
    spread(a.of_host(0), a.of_host(1), i);
  for (unsigned i = 0; i < n; ++i)
    join(a.of_host(1), a.of_host(2), i);
  a.check("pairs", fw);
}

// The first kernel leaves the borders as they were; the second one sees them.
template <class I> void borders(queue &q, I W, I H) {
  arrays<float> a(q, static_cast<std::size_t>(W) * H, 3);
  auto inside = [=](const float *in, float *t, I x, I y) {
    if (x > 0 && y > 0 && x < W - 1 && y < H - 1)
      t[y * W + x] = in[y * W + x - 1] - in[y * W + x + 1];
  };
  auto sum = [=](const float *t, float *out, I x, I y) {
    if (x < 1 || y < 1 || x + 1 >= W || y + 1 >= H)
      return;
    out[y * W + x] = t[(y - 1) * W + x] + t[(y + 1) * W + x] + t[y * W + x - 1] + t[y * W + x + 1];
  };
  e2e::fusion_wrapper fw(q);
  float *in = a.of_device(0), *t = a.of_device(1), *out = a.of_device(2);
  fw.start_fusion();
  q.parallel_for(range<2>(H, W), [=](id<2> i) { inside(in, t, i[1], i[0]); });
  q.parallel_for(range<2>(H, W), [=](id<2> i) { sum(t, out, i[1], i[0]); });
  fw.complete_fusion();
  rows(H, W, [&](int x, int y) { inside(a.of_host(0), a.of_host(1), x, y); });
  rows(H, W, [&](int x, int y) { sum(a.of_host(1), a.of_host(2), x, y); });
  a.check("borders", fw);
}

// Without a sign, one less than no element is more than all: the last work-item reads what none has written.
void none(queue &q, std::size_t items, std::size_t n) {
  arrays<int> a(q, items + 1, 3);
  auto first = [](const int *in, int *t, std::size_t i) { t[i] = in[i] + 4; };
  auto second = [=](const int *t, int *out, std::size_t i) {
    if (i < n - 1)
      out[i] = t[i + 1];
  };
  e2e::fusion_wrapper fw(q);
  int *in = a.of_device(0), *t = a.of_device(1), *out = a.of_device(2);
  fw.start_fusion();
  q.parallel_for(range<1>(items), [=](id<1> i) { first(in, t, i); });
  q.parallel_for(range<1>(items), [=](id<1> i) { second(t, out, i); });
  fw.complete_fusion();
  for (std::size_t i = 0; i < items; ++i)
    first(a.of_host(0), a.of_host(1), i);
  for (std::size_t i = 0; i < items; ++i)
    second(a.of_host(1), a.of_host(2), i);
  a.check("none", fw, n != 0);
}

// In several kernels: the second one writes what the first one would have to read again.
void in_place(queue &q, int n) {
  arrays<int> a(q, n, 2);
  auto first = [](const int *in, int *t, int i) { t[i] = in[i] + 4; };
  auto second = [=](const int *t, int *in, int i) { in[i] = t[std::max(i - 1, 0)] + t[i]; };
  e2e::fusion_wrapper fw(q);
  int *in = a.of_device(0), *t = a.of_device(1);
  fw.start_fusion();
  q.parallel_for(range<1>(n), [=](id<1> i) { first(in, t, i); });
  q.parallel_for(range<1>(n), [=](id<1> i) { second(t, in, i); });
  fw.complete_fusion();
  for (int i = 0; i < n; ++i)
    first(a.of_host(0), a.of_host(1), i);
  for (int i = 0; i < n; ++i)
    second(a.of_host(1), a.of_host(0), i);
  a.check("in place", fw, false);
}

// The same through two pointers, which only the run can see.
void in_place_by_another(queue &q, int n, bool same) {
  arrays<int> a(q, n, 3);
  auto first = [](const int *in, int *t, int i) { t[i] = in[i] + 4; };
  auto second = [=](const int *t, int *out, int i) { out[i] = t[std::max(i - 1, 0)] + t[i]; };
  e2e::fusion_wrapper fw(q);
  int *in = a.of_device(0), *t = a.of_device(1), *out = same ? in : a.of_device(2);
  fw.start_fusion();
  q.parallel_for(range<1>(n), [=](id<1> i) { first(in, t, i); });
  q.parallel_for(range<1>(n), [=](id<1> i) { second(t, out, i); });
  fw.complete_fusion();
  for (int i = 0; i < n; ++i)
    first(a.of_host(0), a.of_host(1), i);
  for (int i = 0; i < n; ++i)
    second(a.of_host(1), a.of_host(same ? 0 : 2), i);
  a.check(same ? "in place by another pointer" : "pointers", fw, !same);
}

// The first kernel works in place: what its neighbours read is gone.
void first_in_place(queue &q, int n, bool same) {
  arrays<int> a(q, n, 3);
  auto first = [](const int *in, int *t, int i) { t[i] = in[i] + 4; };
  auto second = [=](const int *t, int *out, int i) { out[i] = t[std::max(i - 1, 0)] + t[i]; };
  e2e::fusion_wrapper fw(q);
  int *in = a.of_device(0), *t = same ? in : a.of_device(1), *out = a.of_device(2);
  fw.start_fusion();
  q.parallel_for(range<1>(n), [=](id<1> i) { first(in, t, i); });
  q.parallel_for(range<1>(n), [=](id<1> i) { second(t, out, i); });
  fw.complete_fusion();
  const std::size_t of_t = same ? 0 : 1;
  for (int i = 0; i < n; ++i)
    first(a.of_host(0), a.of_host(of_t), i);
  for (int i = 0; i < n; ++i)
    second(a.of_host(of_t), a.of_host(2), i);
  a.check("first in place", fw, !same);
}

// A kernel between them changes what would be read again, each work-item its own.
void changed_between(queue &q, int n) {
  arrays<int> a(q, n, 3);
  auto first = [](const int *in, int *t, int i) { t[i] = in[i] + 4; };
  auto change = [](int *in, int i) { in[i] *= 3; };
  auto second = [=](const int *t, int *out, int i) { out[i] = t[std::min(i + 1, n - 1)]; };
  e2e::fusion_wrapper fw(q);
  int *in = a.of_device(0), *t = a.of_device(1), *out = a.of_device(2);
  fw.start_fusion();
  q.parallel_for(range<1>(n), [=](id<1> i) { first(in, t, i); });
  q.parallel_for(range<1>(n), [=](id<1> i) { change(in, i); });
  q.parallel_for(range<1>(n), [=](id<1> i) { second(t, out, i); });
  fw.complete_fusion();
  for (int i = 0; i < n; ++i)
    first(a.of_host(0), a.of_host(1), i);
  for (int i = 0; i < n; ++i)
    change(a.of_host(0), i);
  for (int i = 0; i < n; ++i)
    second(a.of_host(1), a.of_host(2), i);
  q.wait();
  e2e::expect_equal("changed between", std::vector<int>(out, out + n),
                    std::vector<int>(a.of_host(2), a.of_host(2) + n));
}

// The width of a row is another number in the second kernel: what is neighbour to what, the run sees.
void other_width(queue &q, int W, int H, int V) {
  arrays<int> a(q, W * H, 3);
  auto first = [=](const int *in, int *t, int x, int y) { t[y * W + x] = in[y * W + x] + 4; };
  auto second = [=](const int *t, int *out, int x, int y) { out[y * W + x] = y > 0 && x < V ? t[(y - 1) * V + x] : 0; };
  e2e::fusion_wrapper fw(q);
  int *in = a.of_device(0), *t = a.of_device(1), *out = a.of_device(2);
  fw.start_fusion();
  q.parallel_for(range<2>(H, W), [=](id<2> i) { first(in, t, i[1], i[0]); });
  q.parallel_for(range<2>(H, W), [=](id<2> i) { second(t, out, i[1], i[0]); });
  fw.complete_fusion();
  rows(H, W, [&](int x, int y) { first(a.of_host(0), a.of_host(1), x, y); });
  rows(H, W, [&](int x, int y) { second(a.of_host(1), a.of_host(2), x, y); });
  a.check("other width", fw, V == W);
}

} // namespace

int main() {
  queue q{default_selector_v,
          property_list{property::queue::in_order{}, e2e::fusion::property::queue::enable_fusion{}}};
  for (int round = 0; round < 2; ++round)
    for (const int n : {1, 2, 3, 31, 64, 257, 1000}) {
      blur<float>(q, n, 37);
      blur<int>(q, 29, n);
      differences(q, n);
      chain<int>(q, n);
      chain<unsigned>(q, n);
      chain<std::size_t>(q, n);
      around(q, n);
      corners(q, n, 19);
      heat(q, n, 5, 7);
      heat(q, 3, n, 4);
      buffers(q, 23, n);
      inside(q, n % 100);
      pairs(q, n);
      none(q, n, n);
      none(q, n, 0);
      borders<int>(q, n, 9);
      borders<std::size_t>(q, 11, n);
      in_place(q, n);
      for (const bool same : {false, true}) {
        in_place_by_another(q, n, same);
        first_in_place(q, n, same);
      }
      changed_between(q, n);
      other_width(q, n, 6, n);
      if (n > 3)
        other_width(q, n, 6, n - 3);
    }
  return e2e::finish();
}
