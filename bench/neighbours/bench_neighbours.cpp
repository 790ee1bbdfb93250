// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that see the neighbours of what the one before computes, one by one and in a region, in turns in one process:
//   bench-neighbours <width> <height> [rounds]
// A blur in x and then in y, whose temporary is the region's own; Harris corners in nine kernels; kernels over a line.
#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

using namespace sycl;
namespace fusion = sycl::ext::codeplay::experimental;
using promote_private = fusion::property::promote_private;

namespace {

int W = 4096, H = 4096, rounds = 41;

// Times what submit does, and the wait for it.
void turns(const char *what, queue &q, const std::function<void(bool)> &submit) {
  std::vector<double> times[2];
  for (int round = 0; round < rounds; ++round)
    for (const bool fuse : {false, true}) {
      q.wait();
      const auto start = std::chrono::steady_clock::now();
      submit(fuse);
      q.wait();
      times[fuse].push_back(
          std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    }
  for (std::vector<double> &t : times)
    std::sort(t.begin(), t.end());
  const double unfused = times[0][times[0].size() / 2], fused = times[1][times[1].size() / 2];
  std::printf("%-8s unfused %.4f ms, fused %.4f ms, ratio %.3f\n", what, unfused, fused, fused / unfused);
}

void blur(queue &q, const float *in, float *out) {
  const int w = W, h = H;
  turns("blur", q, [&](bool fuse) {
    buffer<float> t{range<1>(std::size_t(w) * h)};
    fusion::fusion_wrapper fw{q};
    if (fuse)
      fw.start_fusion();
    q.submit([&](handler &c) {
      accessor to{t, c, write_only, property_list{promote_private{}, no_init}};
      c.parallel_for(range<2>(h, w), [=](item<2> it) {
        const int x = it.get_id(1), y = it.get_id(0);
        const int l = std::max(x - 1, 0), r = std::min(x + 1, w - 1);
        to[y * w + x] = (in[y * w + l] + in[y * w + x] + in[y * w + r]) * (1 / 3.f);
      });
    });
    q.submit([&](handler &c) {
      accessor from{t, c, read_only, property_list{promote_private{}}};
      c.parallel_for(range<2>(h, w), [=](item<2> it) {
        const int x = it.get_id(1), y = it.get_id(0);
        const int u = std::max(y - 1, 0), d = std::min(y + 1, h - 1);
        out[y * w + x] = (from[u * w + x] + from[y * w + x] + from[d * w + x]) * (1 / 3.f);
      });
    });
    if (fuse)
      fw.complete_fusion();
  });
}

void corners(queue &q, const float *in, float *out) {
  const int w = W, h = H;
  float *gx, *gy, *xx, *xy, *yy, *sxx, *sxy, *syy;
  for (float **p : {&gx, &gy, &xx, &xy, &yy, &sxx, &sxy, &syy})
    *p = malloc_device<float>(std::size_t(w) * h, q);
  auto at = [=](int x, int y) { return std::clamp(y, 0, h - 1) * w + std::clamp(x, 0, w - 1); };
  auto box = [=](const float *f, int x, int y) {
    float s = 0;
    for (int j = -1; j <= 1; ++j)
      for (int i = -1; i <= 1; ++i)
        s += f[at(x + i, y + j)];
    return s;
  };
  const range<2> all(h, w);
  turns("corners", q, [&](bool fuse) {
    fusion::fusion_wrapper fw{q};
    if (fuse)
      fw.start_fusion();
    q.parallel_for(all, [=](item<2> it) {
      const int x = it.get_id(1), y = it.get_id(0);
      gx[y * w + x] = in[at(x + 1, y)] - in[at(x - 1, y)];
    });
    q.parallel_for(all, [=](item<2> it) {
      const int x = it.get_id(1), y = it.get_id(0);
      gy[y * w + x] = in[at(x, y + 1)] - in[at(x, y - 1)];
    });
    q.parallel_for(all, [=](item<2> it) {
      const int k = it.get_id(0) * w + it.get_id(1);
      xx[k] = gx[k] * gx[k];
    });
    q.parallel_for(all, [=](item<2> it) {
      const int k = it.get_id(0) * w + it.get_id(1);
      xy[k] = gx[k] * gy[k];
    });
    q.parallel_for(all, [=](item<2> it) {
      const int k = it.get_id(0) * w + it.get_id(1);
      yy[k] = gy[k] * gy[k];
    });
    q.parallel_for(all, [=](item<2> it) {
      const int x = it.get_id(1), y = it.get_id(0);
      sxx[y * w + x] = box(xx, x, y);
    });
    q.parallel_for(all, [=](item<2> it) {
      const int x = it.get_id(1), y = it.get_id(0);
      sxy[y * w + x] = box(xy, x, y);
    });
    q.parallel_for(all, [=](item<2> it) {
      const int x = it.get_id(1), y = it.get_id(0);
      syy[y * w + x] = box(yy, x, y);
    });
    q.parallel_for(all, [=](item<2> it) {
      const int k = it.get_id(0) * w + it.get_id(1);
      const float trace = sxx[k] + syy[k];
      out[k] = sxx[k] * syy[k] - sxy[k] * sxy[k] - 0.05f * trace * trace;
    });
    if (fuse)
      fw.complete_fusion();
  });
  for (float *p : {gx, gy, xx, xy, yy, sxx, sxy, syy})
    sycl::free(p, q);
}

// Clamps of clamps, which a processor computes one by one, and conditions.
void lines(queue &q, const float *in, float *out) {
  const int n = W * H;
  float *t = malloc_device<float>(n, q);
  auto smooth = [=](const float *from, float *to, int i) {
    to[i] = 0.25f * from[std::max(i - 1, 0)] + 0.5f * from[i] + 0.25f * from[std::min(i + 1, n - 1)];
  };
  turns("smooth", q, [&](bool fuse) {
    fusion::fusion_wrapper fw{q};
    if (fuse)
      fw.start_fusion();
    q.parallel_for(range<1>(n), [=](id<1> i) { smooth(in, t, i[0]); });
    q.parallel_for(range<1>(n), [=](id<1> i) { smooth(t, out, i[0]); });
    if (fuse)
      fw.complete_fusion();
  });
  turns("gradient", q, [&](bool fuse) {
    fusion::fusion_wrapper fw{q};
    if (fuse)
      fw.start_fusion();
    q.parallel_for(range<1>(n), [=](id<1> i) { t[i] = in[i] * in[i] + 1; });
    q.parallel_for(range<1>(n), [=](id<1> id) {
      const int i = id[0];
      out[i] = i > 0 && i < n - 1 ? t[i + 1] - t[i - 1] : 0;
    });
    if (fuse)
      fw.complete_fusion();
  });
  sycl::free(t, q);
}

} // namespace

int main(int argc, char **argv) {
  for (auto [number, value] : {std::pair(1, &W), {2, &H}, {3, &rounds}})
    if (argc > number)
      *value = std::atoi(argv[number]);
  if (W < 1 || H < 1 || rounds < 1)
    return 2;
  queue q{default_selector_v, property_list{property::queue::in_order{}, fusion::property::queue::enable_fusion{}}};
  std::printf("%s, %d x %d\n", q.get_device().get_info<info::device::name>().c_str(), W, H);
  const std::size_t n = std::size_t(W) * H;
  float *in = malloc_device<float>(n, q), *out = malloc_device<float>(n, q);
  q.parallel_for(range<1>(n), [=](id<1> i) { in[i] = static_cast<float>(i[0] * 7919 % 1013) / 7.f; }).wait();
  blur(q, in, out);
  corners(q, in, out);
  lines(q, in, out);
  sycl::free(in, q);
  sycl::free(out, q);
}
